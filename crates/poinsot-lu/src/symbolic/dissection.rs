//! Nested dissection: a large graph is cut in two by a thin separator, which is eliminated last, and so are its parts.
//!
//! Minimum degree finds good orders for chains and surfaces. For meshes of solids its fronts grow beyond what the best planes
//! through the solid need. Here the cuts come from the graph alone: distances from a few nodes far apart are coordinates of all
//! nodes (Harel and Koren), of which the three principal ones are much like places in space. Edges count as the longer the fewer
//! neighbours their ends share, so that diagonals of a brick are longer than its edges. Every part is cut across the direction
//! that needs the fewest nodes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Parts of at most this many nodes are not cut any more.
const SMALLEST: usize = 200;
/// Nodes that distances are measured from: as many as a block has corners.
const LANDMARKS: usize = 8;
/// Directions that cuts are tried across.
const DIRECTIONS: usize = 40;
/// Distance that an edge between nodes with all neighbours in common counts as.
const UNIT: f64 = 64.0;

/// Order of elimination of a graph in compressed columns, neighbours without the node itself or with it. Within separators and the
/// smallest parts nodes keep the order of `rank`.
pub(super) fn nested(starts: &[u32], neighbours: &[u32], rank: &[u32]) -> Vec<u32> {
    let graph = Graph { starts, neighbours };
    let count = graph.count();
    let mut cutter = Cutter {
        graph,
        places: places(&graph.landmark_distances()),
        directions: directions(),
        part_of: vec![0; count],
        parts: 0,
    };
    // Parts still to be done, from the last one to be eliminated to the first.
    let mut order = Vec::with_capacity(count);
    let mut waiting = vec![(0..count as u32).collect::<Vec<u32>>()];
    while let Some(part) = waiting.pop() {
        match cutter.cut(&part) {
            Some([one, other, separator]) => {
                // What is taken first goes to the end: the order is turned around below.
                push_ranked(&mut order, separator, rank);
                waiting.push(one);
                waiting.push(other);
            }
            None => push_ranked(&mut order, part, rank),
        }
    }
    order.reverse();
    order
}

/// Adds nodes from the last one to be eliminated to the first.
fn push_ranked(order: &mut Vec<u32>, mut nodes: Vec<u32>, rank: &[u32]) {
    nodes.sort_unstable_by_key(|&n| Reverse(rank[n as usize]));
    order.extend(nodes);
}

#[derive(Clone, Copy)]
struct Graph<'a> {
    starts: &'a [u32],
    neighbours: &'a [u32],
}

impl Graph<'_> {
    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn edges(&self, node: usize) -> std::ops::Range<usize> {
        self.starts[node] as usize..self.starts[node + 1] as usize
    }

    fn around(&self, node: usize) -> &[u32] {
        &self.neighbours[self.edges(node)]
    }

    /// Lengths of all edges: the root of the product of the numbers of neighbours over the number of common ones.
    fn lengths(&self) -> Vec<u32> {
        let mut seen_by = vec![u32::MAX; self.count()];
        let mut lengths = Vec::with_capacity(self.neighbours.len());
        for node in 0..self.count() {
            let own = self.around(node);
            for &other in own {
                seen_by[other as usize] = node as u32;
            }
            seen_by[node] = node as u32;
            for &other in own {
                let theirs = self.around(other as usize);
                let shared = |n: &&u32| seen_by[**n as usize] == node as u32;
                let common = theirs.iter().filter(shared).count().max(1) as f64;
                let both = (own.len() * theirs.len()) as f64;
                lengths.push((UNIT * both.sqrt() / common).round().max(1.0) as u32);
            }
        }
        lengths
    }

    /// Distances of all nodes from landmarks, each of them as far as possible from those before it. Other components count as
    /// infinitely far, so that they are landmarks soon and are cut off first.
    fn landmark_distances(&self) -> Vec<Vec<u32>> {
        let lengths = self.lengths();
        let mut all: Vec<Vec<u32>> = Vec::new();
        let mut nearest = self.distances(&lengths, 0);
        for _ in 0..LANDMARKS {
            let farthest = (0..self.count()).max_by_key(|&n| (nearest[n], Reverse(n)));
            let Some(farthest) = farthest.filter(|&n| nearest[n] > 0) else {
                break;
            };
            let from = self.distances(&lengths, farthest);
            // The first node served only to find the first landmark.
            match all.is_empty() {
                true => nearest.clone_from(&from),
                false => nearest
                    .iter_mut()
                    .zip(&from)
                    .for_each(|(n, f)| *n = (*n).min(*f)),
            }
            all.push(from);
        }
        all
    }

    fn distances(&self, lengths: &[u32], start: usize) -> Vec<u32> {
        let mut distances = vec![u32::MAX / 4; self.count()];
        distances[start] = 0;
        let mut heap = BinaryHeap::from([Reverse((0_u32, start as u32))]);
        while let Some(Reverse((distance, node))) = heap.pop() {
            if distance > distances[node as usize] {
                continue;
            }
            for edge in self.edges(node as usize) {
                let (other, next) = (self.neighbours[edge], distance + lengths[edge]);
                if next < distances[other as usize] {
                    distances[other as usize] = next;
                    heap.push(Reverse((next, other)));
                }
            }
        }
        distances
    }
}

fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Directions spread evenly over a half sphere.
fn directions() -> Vec<[f64; 3]> {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let direction = |k: usize| {
        let z = (k as f64 + 0.5) / DIRECTIONS as f64;
        let (sin, cos) = (golden * k as f64).sin_cos();
        let radius = (1.0 - z * z).sqrt();
        [radius * cos, radius * sin, z]
    };
    (0..DIRECTIONS).map(direction).collect()
}

/// The three principal coordinates of all nodes, from their distances to landmarks.
fn places(distances: &[Vec<u32>]) -> Vec<[f64; 3]> {
    let count = distances.first().map_or(0, Vec::len);
    let mut rows = vec![[0.0; LANDMARKS]; count];
    for (k, from) in distances.iter().enumerate() {
        let mean = from.iter().map(|d| f64::from(*d)).sum::<f64>() / count as f64;
        for (row, d) in rows.iter_mut().zip(from) {
            row[k] = f64::from(*d) - mean;
        }
    }
    let mut places = vec![[0.0; 3]; count];
    for axis in 0..3 {
        // Power iteration on what the axes before have left.
        let mut direction: [f64; LANDMARKS] = std::array::from_fn(|k| 1.0 / (k + axis + 1) as f64);
        for _ in 0..30 {
            let mut next = [0.0; LANDMARKS];
            for row in &rows {
                let along = dot(row, &direction);
                next.iter_mut().zip(row).for_each(|(n, r)| *n += along * r);
            }
            let size = dot(&next, &next).sqrt();
            if size == 0.0 {
                break;
            }
            direction = next.map(|n| n / size);
        }
        for (row, place) in rows.iter_mut().zip(&mut places) {
            place[axis] = dot(row, &direction);
            for (r, d) in row.iter_mut().zip(&direction) {
                *r -= place[axis] * d;
            }
        }
    }
    places
}

struct Cutter<'a> {
    graph: Graph<'a>,
    places: Vec<[f64; 3]>,
    directions: Vec<[f64; 3]>,
    /// Number of the half that each node is in; separators and other parts have other numbers.
    part_of: Vec<u32>,
    parts: u32,
}

impl Cutter<'_> {
    /// Two parts without edges between them, and what separates them; `None` for a small part, or one that no cut makes smaller.
    fn cut(&mut self, part: &[u32]) -> Option<[Vec<u32>; 3]> {
        if part.len() <= SMALLEST {
            return None;
        }
        let mut best: Option<(usize, Vec<u32>)> = None;
        let mut sorted: Vec<(f64, u32)> = Vec::with_capacity(part.len());
        for k in 0..self.directions.len() {
            let direction = self.directions[k];
            let along = |n: u32| dot(&self.places[n as usize], &direction);
            sorted.clear();
            sorted.extend(part.iter().map(|&n| (along(n), n)));
            let half = part.len() / 2;
            let (low, _, _) = sorted.select_nth_unstable_by(half, |a, b| a.0.total_cmp(&b.0));
            let first: Vec<u32> = low.iter().map(|(_, n)| *n).collect();
            let separator = self.separator(part, &first).len();
            // None at all between two components.
            if best.as_ref().is_none_or(|(size, _)| separator < *size) {
                best = Some((separator, first));
            }
        }
        let (_, first) = best?;
        let separator = self.separator(part, &first);
        for &n in &separator {
            self.part_of[n as usize] = 0;
        }
        let (inside, outside) = (self.parts, self.parts - 1);
        let half = |number: u32| -> Vec<u32> {
            let all = part.iter().copied();
            all.filter(|&n| self.part_of[n as usize] == number)
                .collect()
        };
        let (one, other) = (half(inside), half(outside));
        let shrinks = !one.is_empty() && !other.is_empty();
        shrinks.then_some([one, other, separator])
    }

    /// Marks the two halves of a part and returns the nodes of one of them that have neighbours in the other: of that with fewer.
    fn separator(&mut self, part: &[u32], first: &[u32]) -> Vec<u32> {
        self.parts += 2;
        let (inside, outside) = (self.parts, self.parts - 1);
        for &n in part {
            self.part_of[n as usize] = outside;
        }
        for &n in first {
            self.part_of[n as usize] = inside;
        }
        let touching = |own: u32, other: u32| -> Vec<u32> {
            let mine = part
                .iter()
                .copied()
                .filter(|&n| self.part_of[n as usize] == own);
            let touches = |&n: &u32| {
                let around = self.graph.around(n as usize).iter();
                around.copied().any(|m| self.part_of[m as usize] == other)
            };
            mine.filter(touches).collect()
        };
        let (one, other) = (touching(inside, outside), touching(outside, inside));
        if one.len() <= other.len() { one } else { other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block of bricks: every node with all 26 around it.
    fn block(sides: [usize; 3]) -> (Vec<u32>, Vec<u32>) {
        let count = sides.iter().product::<usize>();
        let place = |n: usize| {
            [
                n % sides[0],
                n / sides[0] % sides[1],
                n / (sides[0] * sides[1]),
            ]
        };
        let (mut starts, mut neighbours) = (vec![0_u32], Vec::new());
        for n in 0..count {
            for m in 0..count {
                if n != m && (0..3).all(|k| place(n)[k].abs_diff(place(m)[k]) <= 1) {
                    neighbours.push(m as u32);
                }
            }
            starts.push(neighbours.len() as u32);
        }
        (starts, neighbours)
    }

    /// The first cut of a long block takes few more nodes than a plane across it, and every node comes once.
    #[test]
    fn the_first_cut_of_a_block_is_thin() {
        let sides = [6, 7, 21];
        let (starts, neighbours) = block(sides);
        let count = starts.len() - 1;
        let rank: Vec<u32> = (0..count as u32).collect();
        let graph = Graph {
            starts: &starts,
            neighbours: &neighbours,
        };
        let mut cutter = Cutter {
            graph,
            places: places(&graph.landmark_distances()),
            directions: directions(),
            part_of: vec![0; count],
            parts: 0,
        };
        let [one, other, separator] = cutter.cut(&rank).expect("a cut");
        assert!(separator.len() <= 50, "{} for 42", separator.len());
        assert!(one.len().min(other.len()) > 380);
        let apart = |n: &u32| graph.around(*n as usize).iter().all(|m| !other.contains(m));
        assert!(one.iter().all(apart), "an edge between the parts");
        let mut order = nested(&starts, &neighbours, &rank);
        order.sort_unstable();
        assert_eq!(order, rank);
    }

    /// Components are cut apart without a separator.
    #[test]
    fn components_are_told_apart() {
        let (starts, neighbours) = block([7, 7, 7]);
        let one = starts.len() as u32 - 1;
        let (mut all, mut both) = (starts.clone(), neighbours.clone());
        all.extend(starts[1..].iter().map(|s| s + neighbours.len() as u32));
        both.extend(neighbours.iter().map(|n| n + one));
        let rank: Vec<u32> = (0..2 * one).collect();
        let order = nested(&all, &both, &rank);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, rank);
    }
}
