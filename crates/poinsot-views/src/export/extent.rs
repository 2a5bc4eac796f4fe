//! The size of what moves, by which things are made large enough to be seen.

use crate::scene::Scene;
use crate::scene::poses::vector;
use poinsot::math::V3;
use poinsot::results::{FileError, Reader};

/// Frames that are looked at.
const SAMPLES: usize = 64;

/// The diagonal of the box around all places that items come through [m]; 1 m if there are none.
pub fn size(scene: &Scene, reader: &mut Reader) -> Result<f64, FileError> {
    let (mut low, mut high) = (V3::repeat(f64::INFINITY), V3::repeat(f64::NEG_INFINITY));
    let mut add = |p: V3| {
        if p.iter().all(|x| x.is_finite()) {
            low = low.inf(&p);
            high = high.sup(&p);
        }
    };
    let (items, columns) = (&scene.items, &scene.columns);
    let frames = reader.full_frames();
    let step = frames.len().div_ceil(SAMPLES).max(1);
    for &frame in frames.iter().step_by(step).chain(frames.last()) {
        let row = reader.frame(frame)?;
        for (k, body) in items.bodies.iter().enumerate() {
            let place = columns.body(&row, k);
            add(place.at);
            add(place.point(&body.center.at));
        }
        for body in &items.flexible {
            for k in 0..body.nodes {
                add(vector(&row, columns.node_position, body.first_node + k));
            }
        }
        for anchor in items.anchors() {
            add(columns.anchor(&row, anchor).at);
        }
    }
    let places = (high - low).norm();
    let solids = items.bodies.iter().filter_map(|b| b.solid.as_ref());
    let reach = solids.map(|s| s.reach()).fold(0.0, f64::max);
    // What only turns about its own place is as large as its solid.
    let size = match places > 1e-6 * reach {
        true => places,
        false => 2.0 * reach,
    };
    Ok(match size > 0.0 && size.is_finite() {
        true => size,
        false => 1.0,
    })
}
