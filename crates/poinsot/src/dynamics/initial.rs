//! A consistent start.
