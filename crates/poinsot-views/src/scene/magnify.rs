//! Small deformations, made larger so that they can be seen.
//!
//! Displacements are counted from the first frame of the results and multiplied. Where something turns or travels far, that would blow the
//! motion up with the deformation: then the displacements of each flexible body are counted from its rigid motion, the one that fits
//! its nodes best, and bodies stay where they are. A flexible body that is held somewhere has no rigid motion.

use super::Scene;
use super::pose::{Pose, wxyz, xyz};
use super::poses::Columns;
use poinsot::math::rotation::quaternion_from_matrix;
use poinsot::math::{M3, Quaternion, V3};

/// Turns beyond this angle [rad], and travels beyond this part of the size of everything, are motions rather than deformations.
pub const FAR: f64 = 0.2;
/// What turns [rad] or travels, as a part of the size of everything, by no more than this stands still.
const STILL: f64 = 1e-6;
/// Weight of the axes of a node beside its place, as a part of the mean square distance of nodes from their centre: places of a straight
/// line do not say how it turns about itself.
const AXES: f64 = 0.01;

/// Makes displacements larger.
#[derive(Clone, Debug)]
pub struct Magnifier {
    columns: Columns,
    bodies: usize,
    sensors: usize,
    flexible: Vec<Nodes>,
    start: Vec<f64>,
    factor: f64,
    rigid: bool,
}

/// The nodes of a flexible body.
#[derive(Clone, Copy, Debug)]
struct Nodes {
    first: usize,
    count: usize,
    first_frame: Option<usize>,
}

impl Magnifier {
    /// For a run that starts with the row `start`. What moves far in any of the rows that it is shown ([`Magnifier::look`]) decides
    /// how displacements are counted.
    pub fn new(scene: &Scene, start: Vec<f64>, factor: f64) -> Self {
        let nodes = |body: &super::items::Flexible| Nodes {
            first: body.first_node,
            count: body.nodes,
            first_frame: body.first_frame,
        };
        Magnifier {
            columns: scene.columns.clone(),
            bodies: scene.items.bodies.len(),
            sensors: scene.items.sensors.len(),
            flexible: scene.items.flexible.iter().map(nodes).collect(),
            start,
            factor,
            rigid: false,
        }
    }

    /// Takes note of how far things are from their start.
    pub fn look(&mut self, row: &[f64]) {
        let size = self.size();
        let far = |now: &Pose, then: &Pose| {
            let travel = (now.at - then.at).norm();
            now.turn.angle_to(&then.turn) > FAR || travel > FAR * size
        };
        let columns = &self.columns;
        let bodies =
            (0..self.bodies).any(|k| far(&columns.body(row, k), &columns.body(&self.start, k)));
        let flexible = self.flexible.iter().any(|nodes| {
            let then = self.center(&self.start, nodes);
            far(&self.fit(row, nodes, &then), &Pose::at(then)) && !self.is_held(row, nodes, size)
        });
        self.rigid |= bodies || flexible;
    }

    /// Whether a flexible body is held: a node with axes that is where it was, or two without.
    fn is_held(&self, row: &[f64], nodes: &Nodes, size: f64) -> bool {
        let still = |k: &usize| {
            let [now, then] = [row, &self.start].map(|row| self.columns.node(row, *k));
            (now.at - then.at).norm() <= STILL * size && now.turn.angle_to(&then.turn) <= STILL
        };
        let enough = if nodes.first_frame.is_some() { 1 } else { 2 };
        let all = nodes.first..nodes.first + nodes.count;
        all.filter(still).take(enough).count() == enough
    }

    /// Whether displacements are counted from rigid motions.
    pub fn is_rigid(&self) -> bool {
        self.rigid
    }

    /// What was done, for the caption of a picture.
    pub fn text(&self) -> String {
        match self.rigid {
            true => format!(
                "deformations {} x, beside the rigid motion of each flexible body",
                self.factor
            ),
            false => format!("displacements {} x", self.factor),
        }
    }

    /// A row with all displacements made larger. Sensors have no place in it: they say where they are by themselves.
    pub fn row(&self, row: &[f64]) -> Vec<f64> {
        let mut out = row.to_vec();
        let mut put = |first: Option<usize>, index: usize, values: &[f64]| {
            let at = first.map(|first| first + values.len() * index);
            if let Some(place) = at.and_then(|at| out.get_mut(at..at + values.len())) {
                place.copy_from_slice(values);
            }
        };
        let columns = &self.columns;
        for nodes in &self.flexible {
            let then = self.center(&self.start, nodes);
            let moved = match self.rigid {
                true => self.fit(row, nodes, &then),
                false => Pose::at(then),
            };
            for k in nodes.first..nodes.first + nodes.count {
                let drawn = columns.node(&self.start, k);
                let carried = Pose {
                    at: moved.at + moved.turn * (drawn.at - then),
                    turn: moved.turn * drawn.turn,
                };
                let place = self.larger(&carried, &columns.node(row, k));
                put(columns.node_position, k, &xyz(&place.at));
                if let Some(frame) = columns.frame_of(k) {
                    put(columns.node_orientation, frame, &wxyz(&place.turn));
                }
            }
        }
        for k in 0..self.bodies {
            if !self.rigid {
                let place = self.larger(&columns.body(&self.start, k), &columns.body(row, k));
                put(columns.position, k, &xyz(&place.at));
                put(columns.orientation, k, &wxyz(&place.turn));
            }
        }
        for k in 0..self.sensors {
            put(columns.point, k, &[f64::NAN; 3]);
        }
        out
    }

    fn larger(&self, from: &Pose, to: &Pose) -> Pose {
        let turned = (to.turn * from.turn.inverse()).scaled_axis();
        Pose {
            at: from.at + self.factor * (to.at - from.at),
            turn: Quaternion::from_scaled_axis(self.factor * turned) * from.turn,
        }
    }

    /// Diagonal of the box around everything at the start.
    fn size(&self) -> f64 {
        let columns = &self.columns;
        let bodies = (0..self.bodies).map(|k| columns.body(&self.start, k).at);
        let nodes = self
            .flexible
            .iter()
            .flat_map(|n| n.first..n.first + n.count);
        let all = bodies.chain(nodes.map(|k| columns.node(&self.start, k).at));
        let far = (V3::repeat(f64::INFINITY), V3::repeat(f64::NEG_INFINITY));
        let (low, high) = all.fold(far, |(low, high), p| (low.inf(&p), high.sup(&p)));
        (high - low).norm()
    }

    fn center(&self, row: &[f64], nodes: &Nodes) -> V3 {
        let places = (nodes.first..nodes.first + nodes.count).map(|k| self.columns.node(row, k).at);
        places.sum::<V3>() / nodes.count.max(1) as f64
    }

    /// The rigid motion that fits the nodes of a flexible body best: where its centre is, and how it has turned.
    fn fit(&self, row: &[f64], nodes: &Nodes, then: &V3) -> Pose {
        let at = self.center(row, nodes);
        let (mut spread, mut axes, mut square) = (M3::zeros(), M3::zeros(), 0.0);
        for k in nodes.first..nodes.first + nodes.count {
            let [now, start] = [row, &self.start].map(|row| self.columns.node(row, k));
            let arm = start.at - then;
            spread += (now.at - at) * arm.transpose();
            square += arm.norm_squared();
            if nodes.first_frame.is_some() {
                let turned = now.turn * start.turn.inverse();
                axes += turned.to_rotation_matrix().into_inner();
            }
        }
        if square <= 0.0 || !square.is_finite() {
            return Pose::at(at);
        }
        let sum = spread / square + axes * (AXES / nodes.count.max(1) as f64);
        Pose {
            at,
            turn: nearest_rotation(&sum).unwrap_or_else(Quaternion::identity),
        }
    }
}

/// The rotation that is nearest to a matrix, by its singular values. Nodes on a line leave the rotation about it open; any will do.
fn nearest_rotation(m: &M3) -> Option<Quaternion> {
    // Damaged results hold all numbers; sizes do not matter.
    let size = m.amax();
    if !(size.is_finite() && size > 0.0) {
        return None;
    }
    let svd = (m / size).try_svd(true, true, 1e-14, 100)?;
    let (mut u, v_t) = (svd.u?, svd.v_t?);
    if (u * v_t).determinant() < 0.0 {
        let least = svd.singular_values.imin();
        u.column_mut(least).neg_mut();
    }
    Some(quaternion_from_matrix(&(u * v_t)))
}

#[cfg(test)]
mod tests {
    use super::super::items::{Facets, Flexible, FlexibleKind, Form, Items};
    use super::*;
    use poinsot::results::{Axis, Layout, Variable};

    /// A strip of six nodes with axes.
    fn strip() -> Scene {
        let names: Vec<String> = (0..6).map(|k| format!("strip#{k}")).collect();
        let layout = Layout {
            axes: vec![
                Axis::new("xyz", ["x", "y", "z"]),
                Axis::new("quaternion", ["w", "x", "y", "z"]),
                Axis::new("line_node", names.clone()),
                Axis::new("beam_node", names),
            ],
            variables: vec![
                Variable::new("time", "s", "time", []),
                Variable::new("node_position", "m", "", [2, 0]),
                Variable::new("node_orientation", "1", "", [3, 1]),
            ],
            attributes: Vec::new(),
        };
        let flexible = Flexible {
            name: "strip".into(),
            kind: FlexibleKind::Shell,
            first_node: 0,
            nodes: 6,
            first_frame: Some(0),
            first_station: 0,
            form: Form::Facets(Facets {
                faces: vec![vec![0, 1, 4, 3], vec![1, 2, 5, 4]],
                thickness: vec![0.1; 6],
                elements: Vec::new(),
                volumes: Vec::new(),
            }),
        };
        let items = Items {
            flexible: vec![flexible],
            ..Items::default()
        };
        Scene::new(&layout, items, Vec::new())
    }

    /// The strip bent to a parabola of some height, then moved.
    fn row(height: f64, motion: &Pose) -> Vec<f64> {
        let nodes = (0..6).map(|k| {
            let (x, y) = (f64::from(k % 3), f64::from(k / 3));
            let turn = Quaternion::from_axis_angle(&V3::y_axis(), -2.0 * height * x / 4.0);
            motion.of(&Pose {
                at: V3::new(x, y, height * x * x / 4.0),
                turn,
            })
        });
        let nodes: Vec<Pose> = nodes.collect();
        let mut row = vec![0.0];
        row.extend(nodes.iter().flat_map(|p| xyz(&p.at)));
        row.extend(nodes.iter().flat_map(|p| wxyz(&p.turn)));
        row
    }

    fn distance(a: &[f64], b: &[f64]) -> f64 {
        let far = a.iter().zip(b).map(|(a, b)| (a - b).abs());
        far.fold(0.0, f64::max)
    }

    #[test]
    fn small_displacements_are_counted_from_the_start() {
        let (scene, still) = (strip(), Pose::world());
        let mut magnifier = Magnifier::new(&scene, row(0.0, &still), 50.0);
        magnifier.look(&row(1e-3, &still));
        assert!(!magnifier.is_rigid() && magnifier.text() == "displacements 50 x");
        // Displacements and angles of this strip are linear in its height: the larger one is a strip of that height.
        let larger = magnifier.row(&row(1e-3, &still));
        assert!(distance(&larger, &row(0.05, &still)) < 1e-12);
        // Where it is held it stays.
        assert_eq!(larger[1..4], [0.0; 3]);
    }

    /// A clamped strip that bends far is still counted from its start, or its root would leave its support.
    #[test]
    fn what_is_held_stays_at_its_support() {
        let (scene, still) = (strip(), Pose::world());
        let mut magnifier = Magnifier::new(&scene, row(0.0, &still), 2.0);
        magnifier.look(&row(0.9, &still));
        assert!(!magnifier.is_rigid());
        assert_eq!(magnifier.row(&row(0.9, &still))[1..4], [0.0; 3]);
    }

    /// A rigid motion, however large, is shown as it is, and does not change how a deformation looks.
    #[test]
    fn rigid_motions_are_not_enlarged() {
        let scene = strip();
        let motion = Pose {
            at: V3::new(3.0, -2.0, 5.0),
            turn: Quaternion::from_scaled_axis(V3::new(0.3, -2.0, 1.1)),
        };
        let mut magnifier = Magnifier::new(&scene, row(0.0, &Pose::world()), 50.0);
        magnifier.look(&row(0.0, &motion));
        assert!(magnifier.is_rigid());
        let moved = row(0.0, &motion);
        let turned = |row: &[f64]| magnifier.columns.node(row, 4).turn;
        let larger = magnifier.row(&moved);
        // Quaternions may change their sign: angles between them are compared.
        assert!(distance(&larger[..19], &moved[..19]) < 1e-9);
        assert!(turned(&larger).angle_to(&turned(&moved)) < 1e-9);
        let bent = magnifier.row(&row(1e-4, &motion));
        let mut here = Magnifier::new(&scene, row(0.0, &Pose::world()), 50.0);
        here.rigid = true;
        let still = here.row(&row(1e-4, &Pose::world()));
        for k in 0..6 {
            let place = motion.point(&magnifier.columns.node(&still, k).at);
            assert!((magnifier.columns.node(&bent, k).at - place).norm() < 1e-9);
        }
        // What is enlarged is the difference from the fit: fifty times as much as it was.
        let then = magnifier.center(&magnifier.start, &magnifier.flexible[0]);
        let fit = magnifier.fit(&row(1e-4, &motion), &magnifier.flexible[0], &then);
        let carried = fit.at + fit.turn * (magnifier.columns.node(&magnifier.start, 5).at - then);
        let small = magnifier.columns.node(&row(1e-4, &motion), 5).at - carried;
        let large = magnifier.columns.node(&bent, 5).at - carried;
        assert!(small.norm() > 1e-6 && (large - 50.0 * small).norm() < 1e-9);
    }
}
