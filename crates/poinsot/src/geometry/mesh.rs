//! Division of a curve into elements.

use super::reference::lobatto;
use super::{Curve, FramesAlong, Path, SAME_PLACE, SectionAxes, SectionFrame, Side};

/// Elements along a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Elements from the start to the end.
    pub elements: Vec<MeshElement>,
    /// Number of nodes; neighbouring elements share one.
    pub nodes: usize,
}

/// One element. Its nodes sit at the Gauss-Lobatto points of its piece of arc length.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshElement {
    /// Number of its first node; the others follow.
    pub first_node: usize,
    /// Arc lengths of its nodes [m].
    pub s: Vec<f64>,
    /// Section frames at its nodes. At a corner of the curve the two elements that meet have different ones.
    pub frames: Vec<SectionFrame>,
    /// Length [m]: to the last bit the same for elements that divide a piece evenly.
    pub length: f64,
}

impl MeshElement {
    /// Arc lengths of its two ends [m].
    pub fn ends(&self) -> [f64; 2] {
        [self.s[0], self.s[self.s.len() - 1]]
    }
}

impl Mesh {
    /// The node at an arc length, if one is there (within [`SAME_PLACE`] of the length): always for the boundaries the
    /// mesh was made with.
    pub fn node_at(&self, s: f64) -> Option<usize> {
        let near = SAME_PLACE * self.elements.last()?.ends()[1];
        let element = self.element_at(s)?;
        let element = &self.elements[element];
        let k = element.s.iter().position(|node| (node - s).abs() <= near)?;
        Some(element.first_node + k)
    }

    /// The element that holds an arc length; where two meet the earlier one. Beyond the ends the nearer element. Nothing
    /// only in a mesh without elements.
    pub fn element_at(&self, s: f64) -> Option<usize> {
        let last = self.elements.len().checked_sub(1)?;
        let near = SAME_PLACE * self.elements[last].ends()[1];
        let before = |e: &MeshElement| e.ends()[1] + near < s;
        Some(self.elements.partition_point(before).min(last))
    }
}

/// Divides a curve into `elements` pieces of nearly equal length, more if corners and `boundaries` (arc lengths at which a
/// node between two elements is needed) ask for it.
///
/// Every piece between neighbouring corners and boundaries is divided into equal elements, at least one, so that the
/// longest element of all is as short as `elements` allow. Boundaries that differ by less than [`SAME_PLACE`] of the
/// length are one, those outside of the curve are none. Orders are 1 to 3, as in [`lobatto`]. Where
/// [`axes_problem`](super::axes_problem) finds the axes parallel to the curve, the frames have some y.
pub fn mesh(
    curve: &Curve,
    axes: &SectionAxes,
    order: usize,
    elements: usize,
    boundaries: &[f64],
) -> Mesh {
    let path = Path::new(curve);
    let frames = FramesAlong::new(&path, axes);
    let breaks = breaks(&path, boundaries);
    let lengths: Vec<f64> = breaks.windows(2).map(|b| b[1] - b[0]).collect();
    let counts = share(&lengths, elements);
    let rule = lobatto(order);
    let order = rule.len() - 1;
    let mut mesh = Mesh {
        elements: Vec::with_capacity(counts.iter().sum()),
        nodes: 1,
    };
    for (ends, &count) in breaks.windows(2).zip(&counts) {
        // Both ends exactly, so that neighbours agree to the last bit.
        let cut = |k: usize| {
            if k == count {
                ends[1]
            } else {
                ends[0] + (ends[1] - ends[0]) * (k as f64 / count as f64)
            }
        };
        for k in 0..count {
            let (from, to) = (cut(k), cut(k + 1));
            let s: Vec<f64> = (0..=order)
                .map(|node| match node {
                    0 => from,
                    _ if node == order => to,
                    _ => 0.5 * (from + to) + 0.5 * (to - from) * rule[node].0,
                })
                .collect();
            let side = |node: usize| if node == 0 { Side::After } else { Side::Before };
            mesh.elements.push(MeshElement {
                first_node: mesh.nodes - 1,
                frames: (0..=order)
                    .map(|node| frames.at_or_some(s[node], side(node)))
                    .collect(),
                s,
                length: (ends[1] - ends[0]) / count as f64,
            });
            mesh.nodes += order;
        }
    }
    mesh
}

/// Arc lengths of start, corners, boundaries and end, sorted; of those at one place a corner or end stays.
fn breaks(path: &Path, boundaries: &[f64]) -> Vec<f64> {
    let length = path.length();
    let near = SAME_PLACE * length;
    let mut breaks = vec![0.0, length];
    breaks.extend(path.corners());
    for &s in boundaries {
        if s > 0.0 && s < length && breaks.iter().all(|b| (b - s).abs() > near) {
            breaks.push(s);
        }
    }
    breaks.sort_by(f64::total_cmp);
    breaks
}

/// Shares out elements among pieces, at least one each: always one more to the piece with the longest elements, to the
/// first of equal ones.
fn share(lengths: &[f64], elements: usize) -> Vec<usize> {
    let mut counts = vec![1; lengths.len()];
    let size = |k: usize, counts: &[usize]| lengths[k] / counts[k] as f64;
    for _ in lengths.len()..elements {
        let mut longest = 0;
        for k in 1..lengths.len() {
            if size(k, &counts) > size(longest, &counts) * (1.0 + SAME_PLACE) {
                longest = k;
            }
        }
        if let Some(count) = counts.get_mut(longest) {
            *count += 1;
        }
    }
    counts
}
