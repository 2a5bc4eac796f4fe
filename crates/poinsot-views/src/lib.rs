//! What people look at: curves and pictures, reports for a browser, and files for other programs. All of it is made from a results
//! file, and from the model stored in it.

// Units in brackets, `[s]`, are not links.
#![allow(rustdoc::broken_intra_doc_links)]

pub mod export;
pub mod live;
pub mod plot;
pub mod report;
pub mod scene;
