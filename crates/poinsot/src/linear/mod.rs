//! The linear solver behind one interface.
