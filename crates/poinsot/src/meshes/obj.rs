//! OBJ: corners in lines `v x y z`, faces in lines `f 1 2 3` with numbers of corners. Textures, normals and materials are passed over.

use super::{Builder, MeshError, damaged};

/// Reads corners and faces; a face of more than three corners becomes a fan of triangles.
pub fn read(bytes: &[u8], to: &mut Builder) -> Result<(), MeshError> {
    let text = String::from_utf8_lossy(bytes);
    let mut corners: Vec<[f32; 3]> = Vec::new();
    for (k, line) in text.lines().enumerate() {
        let number = k + 1;
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                // A weight or a colour may follow.
                let read: Vec<f32> = words.take(3).map_while(|w| w.parse().ok()).collect();
                let [x, y, z] = read[..] else {
                    return Err(damaged(format!(
                        "line {number}: three numbers are expected after `v`"
                    )));
                };
                corners.push([x, y, z]);
            }
            Some("f") => {
                let mut face = Vec::new();
                for word in words.take_while(|w| !w.starts_with('#')) {
                    face.push(corner(word, &corners, number)?);
                }
                let [first, rest @ ..] = &face[..] else {
                    return Err(damaged(format!("line {number}: a face without corners")));
                };
                if rest.len() < 2 {
                    return Err(damaged(format!(
                        "line {number}: a face needs at least three corners, found {}",
                        face.len()
                    )));
                }
                for pair in rest.windows(2) {
                    to.triangle([*first, pair[0], pair[1]])?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The corner that `7`, `7/1`, `7//2` or, counted from the last one, `-1` stands for.
fn corner(word: &str, corners: &[[f32; 3]], line: usize) -> Result<[f32; 3], MeshError> {
    let first = word.split('/').next().unwrap_or_default();
    let wrong = |what: &str| damaged(format!("line {line}: `{word}` {what}"));
    let number: i64 = first
        .parse()
        .map_err(|_| wrong("is not the number of a corner"))?;
    let index = match number {
        n if n > 0 => usize::try_from(n - 1).ok(),
        n => usize::try_from(n.unsigned_abs())
            .ok()
            .and_then(|back| corners.len().checked_sub(back)),
    };
    let found = index.and_then(|k| corners.get(k));
    found.copied().ok_or_else(|| {
        wrong(&format!(
            "is not among the {} corners before it",
            corners.len()
        ))
    })
}
