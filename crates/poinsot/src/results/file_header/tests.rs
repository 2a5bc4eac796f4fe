//! A header is readable at every moment.

use super::*;
use std::io::Cursor;

fn layout(axis: &str) -> Layout {
    Layout {
        axes: vec![Axis::new(axis, ["a", "b"])],
        variables: vec![
            Variable::new("time", "s", "time", []),
            Variable::new("x", "m", "place", [0]),
        ],
        attributes: vec![("model".into(), "[run]".into())],
    }
}

/// A kill can fall between any two pieces, and into the middle one: every file that is left can be read.
#[test]
fn a_half_written_status_is_readable() {
    let header = encode(&layout("axis"), &Status::Running);
    let fixed = header.attributes.len();
    let text = "x".repeat(300);
    let late = [("steps".to_owned(), "12".to_owned()), ("long".into(), text)];
    let mut bytes = header.bytes;
    let at = header.region_at as usize;
    let sound = |bytes: &[u8]| {
        let decoded = decode(Cursor::new(bytes), bytes.len() as u64);
        decoded.map(|d| d.status).map_err(|_| ()).expect("readable")
    };
    // Forth to an end with late attributes, and back to a run that goes on.
    for (status, late) in [(Status::Complete, &late[..]), (Status::Running, &[][..])] {
        for (place, piece) in region_pieces(fixed, &status, late).expect("has room") {
            let first = at + place as usize;
            for torn in (0..=piece.len()).step_by(7).chain([piece.len()]) {
                // The structure lies in one page, which is never torn.
                if place > 0 || torn == piece.len() {
                    bytes[first..first + torn].copy_from_slice(&piece[..torn]);
                    sound(&bytes);
                }
            }
        }
        assert_eq!(sound(&bytes), status);
    }
}

#[test]
fn the_structure_lies_in_one_page() {
    for length in (1..2 * PAGE).step_by(3) {
        let layout = layout(&"n".repeat(length));
        let header = encode(&layout, &Status::Running);
        assert!(header.region_at as usize % PAGE <= PAGE - FRONT, "{length}");
        let length = header.bytes.len() as u64;
        let decoded = decode(Cursor::new(&header.bytes), length);
        assert!(decoded.is_ok_and(|d| d.layout == layout && d.data_at == length));
    }
}
