//! Types of Abaqus elements and the order of their nodes.

use crate::math::V3;
use crate::meshes::elements::CellKind;

/// A kind of cell, and for each of its points the place of that node in the Abaqus element.
pub struct AbaqusKind {
    pub kind: CellKind,
    pub order: Option<&'static [usize]>,
}

/// Middles of edges 1-4 and 2-4, 3-4 change places.
const TET10: [usize; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 8];
/// As bricks.
const WEDGE15: [usize; 15] = [0, 1, 2, 3, 4, 5, 6, 8, 12, 7, 13, 14, 9, 11, 10];
/// Abaqus goes around the bottom, around the top, then upwards; Gmsh from corner to corner.
const HEX20: [usize; 20] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 9, 17, 10, 18, 19, 12, 15, 13, 14,
];

/// The kind of a type, in capital letters. Letters behind the number of nodes (reduced integration, hybrid) mean nothing here.
pub fn kind(name: &str) -> Option<AbaqusKind> {
    let plain = |kind| Some(AbaqusKind { kind, order: None });
    match name {
        "STRI3" => return plain(CellKind::Tri3),
        "STRI65" => return plain(CellKind::Tri6),
        "T3D2" | "B31" | "B31H" | "B31OS" | "B33" | "B33H" | "C1D2" => {
            return plain(CellKind::Line2);
        }
        "T3D3" | "B32" | "B32H" | "B32R" | "B32OS" | "C1D3" => return plain(CellKind::Line3),
        _ => {}
    }
    let families = ["SFM3D", "CPS", "CPE", "M3D", "R3D", "C3D", "S"];
    let (family, rest) = families
        .iter()
        .find_map(|f| name.strip_prefix(f).map(|rest| (*f, rest)))?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let count: usize = rest[..digits].parse().ok()?;
    // S4R5 has five degrees of freedom; other letters follow alone.
    let letters = rest[digits..].trim_end_matches('5');
    if !letters.bytes().all(|b| b"RHIMSTW".contains(&b)) {
        return None;
    }
    let order: Option<&[usize]> = match (family, count) {
        ("C3D", 10) => Some(&TET10),
        ("C3D", 15) => Some(&WEDGE15),
        ("C3D", 20) => Some(&HEX20),
        _ => None,
    };
    let kind = match (family, count) {
        ("C3D", 4) => CellKind::Tet4,
        ("C3D", 10) => CellKind::Tet10,
        ("C3D", 8) => CellKind::Hex8,
        ("C3D", 15) => CellKind::Wedge15,
        ("C3D", 20) => CellKind::Hex20,
        ("C3D", _) => return None,
        (_, 3) => CellKind::Tri3,
        (_, 6) => CellKind::Tri6,
        (_, 4) => CellKind::Quad4,
        (_, 8) => CellKind::Quad8,
        (_, 9) => CellKind::Quad9,
        _ => return None,
    };
    Some(AbaqusKind { kind, order })
}

/// Three points of a line with its ends first. Programs differ in whether the middle is the second node or the third; the ends are the two
/// that are farthest from each other.
pub fn ends_first([a, b, c]: [u32; 3], points: &[V3]) -> [u32; 3] {
    let length = |p: u32, q: u32| (points[q as usize] - points[p as usize]).norm();
    let (ab, bc, ac) = (length(a, b), length(b, c), length(a, c));
    if ac >= ab && ac >= bc {
        [a, c, b]
    } else if ab >= bc {
        [a, b, c]
    } else {
        [b, c, a]
    }
}
