//! STL, binary and as text.
//!
//! Binary: 80 bytes for people, the number of triangles (u32), then 50 bytes per triangle: normal and three corners (f32, little endian) and
//! two bytes that mean nothing. Text: `vertex x y z` three times between `outer loop` and `endloop`.

use super::{Builder, MeshError, TRIANGLE_LIMIT, damaged, f32_at, too_many, u32_at};

const HEAD: usize = 84;
const TRIANGLE: usize = 50;

/// Reads either form. Files in binary form may begin with `solid` too, so their length decides.
pub fn read(bytes: &[u8], to: &mut Builder) -> Result<(), MeshError> {
    let count = u32_at(bytes, 80).map(|n| n as usize);
    let fits = count.is_some_and(|n| Some(bytes.len()) == length(n));
    let text = bytes.trim_ascii_start();
    if !fits && text.starts_with(b"solid") && looks_like_text(text) {
        return read_text(&String::from_utf8_lossy(bytes), to);
    }
    let Some(count) = count else {
        return Err(damaged(format!(
            "{} bytes are not enough for an STL file",
            bytes.len()
        )));
    };
    if !fits {
        let whole = (bytes.len() - HEAD) / TRIANGLE;
        return Err(damaged(match length(count) {
            Some(length) if length < bytes.len() => format!(
                "the triangle count is {count}, but {} more bytes follow",
                bytes.len() - length
            ),
            _ => format!("the triangle count is {count}, but the file ends after {whole}"),
        }));
    }
    if count > TRIANGLE_LIMIT {
        return Err(too_many(Some(count)));
    }
    for triangle in bytes[HEAD..].chunks_exact(TRIANGLE) {
        let coordinate = |k: usize| f32_at(triangle, 12 + 4 * k).unwrap_or(f32::NAN);
        let corner = |k: usize| {
            [
                coordinate(3 * k),
                coordinate(3 * k + 1),
                coordinate(3 * k + 2),
            ]
        };
        to.triangle([corner(0), corner(1), corner(2)])?;
    }
    Ok(())
}

/// Bytes of a binary file with so many triangles.
fn length(count: usize) -> Option<usize> {
    count.checked_mul(TRIANGLE)?.checked_add(HEAD)
}

/// Text has no zero bytes; the first few hundred tell.
fn looks_like_text(bytes: &[u8]) -> bool {
    !bytes.iter().take(512).any(|b| *b == 0)
}

fn read_text(text: &str, to: &mut Builder) -> Result<(), MeshError> {
    let mut corners: Vec<[f32; 3]> = Vec::new();
    let (mut open, mut ended, mut facets) = (None, false, 0);
    for (k, line) in text.lines().enumerate() {
        let number = k + 1;
        let mut words = line.split_whitespace();
        match words.next().map(str::to_ascii_lowercase).as_deref() {
            Some("outer") => {
                corners.clear();
                open = Some(number);
            }
            Some("vertex") => {
                let read: Vec<f32> = words.map_while(|w| w.parse().ok()).collect();
                let [x, y, z] = read[..] else {
                    return Err(damaged(format!(
                        "line {number}: three numbers are expected after `vertex`"
                    )));
                };
                corners.push([x, y, z]);
            }
            Some("endloop") => {
                let [a, b, c] = corners[..] else {
                    return Err(damaged(format!(
                        "line {number}: the facet has {} corners instead of three",
                        corners.len()
                    )));
                };
                to.triangle([a, b, c])?;
                corners.clear();
                open = None;
                facets += 1;
            }
            Some("solid") => ended = false,
            Some("endsolid") => ended = true,
            _ => {}
        }
    }
    match open {
        Some(line) => Err(damaged(format!(
            "the file ends in the middle of the facet that begins in line {line}"
        ))),
        None if !ended => Err(damaged(format!(
            "the file ends without `endsolid` after {facets} triangles"
        ))),
        None => Ok(()),
    }
}
