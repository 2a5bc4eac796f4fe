//! Forces and tangent blocks of solids: stresses act on three derivatives of the place at each point, nodes are points.
//!
//! The same results as [`wrench::assemble_force`](crate::mechanics::wrench::assemble_force) gives for any interaction (a test
//! compares them), without its arrays of strains times nodes, and with the law of one point at a time.

use super::element::{Gradient, PAIRS, Solid, projects, six, swells};
use super::material::SwellingSecant;
use crate::math::{M3, V3, V6};
use crate::mechanics::interaction::{ForceLaw, StartStrain};
use crate::mechanics::node::NodeKind;
use crate::mechanics::wrench::{Intervals, STAGES, Sink, StageStress, StressRule};
use nalgebra::SMatrix;

/// Strains of a point by displacements of one node.
type Rows = SMatrix<f64, 6, 3>;
type Table = SMatrix<f64, 6, 6>;

/// A stress as a matrix.
pub(super) fn stress_matrix(s: &[f64; 6]) -> M3 {
    M3::new(s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2])
}

/// A table of six by six as a matrix.
pub(super) fn table(t: &[[f64; 6]; 6]) -> Table {
    Table::from_fn(|r, c| t[r][c])
}

/// Derivatives of the Green strains of a point by the places of all nodes.
#[inline]
pub(super) fn rows_at<const N: usize>(f: &Gradient, slopes: &[V3; N]) -> [Rows; N] {
    std::array::from_fn(|k| {
        let mut rows = Rows::zeros();
        for (q, (i, j)) in PAIRS.into_iter().enumerate() {
            let row = match q < 3 {
                true => slopes[k][i] * f[i],
                false => slopes[k][i] * f[j] + slopes[k][j] * f[i],
            };
            for c in 0..3 {
                rows[(q, c)] = row[c];
            }
        }
        rows
    })
}

/// The element on the intervals of a step.
struct Course<'a, const N: usize, const G: usize, const E: usize> {
    f: &'a Solid<N, G, E>,
    iv: &'a Intervals<'a>,
    /// Places of the nodes at the start and at the stages.
    start: [V3; N],
    ends: [[V3; N]; STAGES],
    /// Strains at the stages.
    e: [[f64; E]; STAGES],
    /// Secants of the changes of volume, as many as count.
    secants: [[SwellingSecant; G]; STAGES],
    used: usize,
    /// Stresses, and those conjugate to the Green strains.
    sigma: [[f64; E]; STAGES],
    pulled: [[f64; E]; STAGES],
}

impl<'a, const N: usize, const G: usize, const E: usize> Course<'a, N, G, E> {
    /// Strains and secants, no stresses yet.
    #[inline]
    fn new(f: &'a Solid<N, G, E>, iv: &'a Intervals<'a>) -> Self {
        let start = f.places(iv.start);
        let mut course = Course {
            f,
            iv,
            start,
            ends: [start; STAGES],
            e: [[0.0; E]; STAGES],
            secants: [[SwellingSecant::zero(); G]; STAGES],
            used: if projects(G, E) { G } else { 0 },
            sigma: [[0.0; E]; STAGES],
            pulled: [[0.0; E]; STAGES],
        };
        let mut green_i = [0.0; E];
        if course.used > 0 {
            f.green(&start, &mut green_i);
        }
        for y in 0..STAGES {
            if y >= iv.stages {
                // Laws are asked for all stages; where there is one only, it stands for both.
                course.ends[y] = course.ends[0];
                course.e[y] = course.e[0];
                continue;
            }
            course.ends[y] = f.places(iv.ends[y]);
            let mut green = [0.0; E];
            f.green(&course.ends[y], &mut green);
            course.e[y] = f.strains(&green);
            for g in 0..course.used {
                let (from, to) = (six(&green_i, g), six(&green, g));
                course.secants[y][g] = SwellingSecant::weighted(&from, &to, iv.rule.end_weight);
            }
        }
        course
    }

    /// Fills in stresses.
    #[inline]
    fn set_stress(&mut self, sigma: [[f64; E]; STAGES]) {
        self.sigma = sigma;
        for y in 0..self.iv.stages {
            let secants = &self.secants[y][..self.used];
            self.pulled[y] = self.f.pull(&self.sigma[y], secants);
        }
    }

    /// Mean deformation gradient over the interval to a stage.
    #[inline]
    fn mean(&self, y: usize, g: usize) -> Gradient {
        let w = self.iv.rule.end_weight;
        let (a, b) = (
            self.f.gradient(g, &self.start),
            self.f.gradient(g, &self.ends[y]),
        );
        std::array::from_fn(|i| (1.0 - w) * a[i] + w * b[i])
    }

    #[inline]
    fn add_forces(&self, y: usize, out: &mut [V3; N]) {
        for g in 0..G {
            let (f, s) = (self.mean(y, g), stress_matrix(&six(&self.pulled[y], g)));
            let push: Gradient =
                std::array::from_fn(|j| s[(0, j)] * f[0] + s[(1, j)] * f[1] + s[(2, j)] * f[2]);
            for (k, slope) in self.f.common.slopes[g].iter().enumerate() {
                out[k] += slope[0] * push[0] + slope[1] * push[1] + slope[2] * push[2];
            }
        }
    }
}

/// Assembles one element.
pub(super) fn assemble<const N: usize, const G: usize, const E: usize>(
    f: &Solid<N, G, E>,
    iv: &Intervals,
    rule: &impl StressRule,
    before: &StartStrain<E>,
    pair: usize,
    sink: &mut impl Sink,
) {
    let mut course = Course::new(f, iv);
    if sink.wants_tangent() {
        return with_tangent(&mut course, rule, before, pair, sink);
    }
    course.set_stress(f.stage_stress(rule, &before.e, &course.e, &before.rate, before.memory));
    add_wrenches(&course, sink);
}

fn add_wrenches<const N: usize, const G: usize, const E: usize>(
    course: &Course<N, G, E>,
    sink: &mut impl Sink,
) {
    let (f, iv) = (course.f, course.iv);
    for y in 0..iv.stages {
        let mut forces = [V3::zeros(); N];
        course.add_forces(y, &mut forces);
        for k in 0..N {
            let force = &forces[k];
            let wrench = V6::new(force.x, force.y, force.z, 0.0, 0.0, 0.0);
            for r in 0..iv.stages {
                if iv.weight[r][y] != 0.0 {
                    sink.wrench(f.nodes[k], r, &(iv.weight[r][y] * wrench));
                }
            }
        }
    }
}

/// Forces and tangent from laws with derivatives, apart from the residual alone: most assemblies do without a tangent.
#[inline(never)]
fn with_tangent<const N: usize, const G: usize, const E: usize>(
    course: &mut Course<N, G, E>,
    rule: &impl StressRule,
    before: &StartStrain<E>,
    pair: usize,
    sink: &mut impl Sink,
) {
    let (f, iv) = (course.f, course.iv);
    let laws: [StageStress<6>; G] = std::array::from_fn(|g| {
        let ends = std::array::from_fn(|y| six(&course.e[y], g));
        let start = six(&before.e, g);
        let law = f.law_in_step(g, &start, before.memory);
        rule.stress(&law, &start, &ends, &six(&before.rate, g))
    });
    let volume = (course.used > 0).then(|| {
        let ends: [[f64; G]; STAGES] = std::array::from_fn(|y| swells(&course.e[y]));
        let law = f.volume_law();
        rule.stress(&law, &swells(&before.e), &ends, &swells(&before.rate))
    });
    let mut sigma = [[0.0; E]; STAGES];
    for y in 0..STAGES {
        for g in 0..G {
            sigma[y][6 * g..6 * g + 6].copy_from_slice(&laws[g].sigma[y]);
        }
        if let Some(volume) = &volume {
            sigma[y][6 * G..].copy_from_slice(&volume.sigma[y]);
        }
    }
    course.set_stress(sigma);
    let course = &*course;
    add_wrenches(course, sink);
    let moves: [bool; N] = std::array::from_fn(|k| iv.kinds[f.nodes[k]] != NodeKind::Ground);
    for r in 0..iv.stages {
        for x in 0..iv.stages {
            let mut blocks = [[M3::zeros(); N]; N];
            add_points(course, &laws, r, x, &mut blocks);
            if let Some(volume) = &volume {
                add_volume(course, volume, r, x, &mut blocks);
            }
            for a in 0..N {
                for b in 0..N {
                    if moves[a] && moves[b] {
                        sink.point_block(pair + a * N + b, r, x, &blocks[a][b]);
                    }
                }
            }
        }
    }
}

/// Number of the strain between two axes.
const STRAIN: [[usize; 3]; 3] = [[0, 3, 5], [3, 1, 4], [5, 4, 2]];

/// A law times the derivatives of strains by the columns of a deformation gradient, for each column.
#[inline]
fn halves(f: &Gradient, law: &Table) -> [SMatrix<f64, 3, 6>; 3] {
    std::array::from_fn(|i| {
        let [a, b, c] = STRAIN[i];
        f[0] * law.row(a) + f[1] * law.row(b) + f[2] * law.row(c)
    })
}

/// Adds what the laws of the points, the bending of the secants of `J` and the turning of the directions in which stresses act make of
/// changes of place. Derivatives of strains by the place of a node are those by the columns of the deformation gradient times the slopes
/// of its shape function: products of the former are made once for all pairs of nodes.
fn add_points<const N: usize, const G: usize, const E: usize>(
    course: &Course<N, G, E>,
    laws: &[StageStress<6>; G],
    r: usize,
    x: usize,
    blocks: &mut [[M3; N]; N],
) {
    let (f, iv) = (course.f, course.iv);
    let slopes = &f.common.slopes;
    let assumed = !f.common.assumed.is_empty();
    let turning = iv.weight[r][x] * iv.rule.end_weight;
    if assumed {
        add_assumed_law(course, laws, r, x, blocks);
        if turning == 0.0 {
            return;
        }
    }
    for g in 0..G {
        let mut pairs = match assumed {
            true => [[M3::zeros(); 3]; 3],
            false => law_between_columns(course, laws, r, x, g),
        };
        if turning != 0.0 {
            let s = turning * stress_matrix(&six(&course.pulled[x], g));
            for i in 0..3 {
                for j in 0..3 {
                    (0..3).for_each(|k| pairs[i][j][(k, k)] += s[(i, j)]);
                }
            }
        }
        for (row, a) in blocks.iter_mut().zip(&slopes[g]) {
            let by: [M3; 3] = std::array::from_fn(|j| {
                a[0] * pairs[0][j] + a[1] * pairs[1][j] + a[2] * pairs[2][j]
            });
            for (block, b) in row.iter_mut().zip(&slopes[g]) {
                *block += b[0] * by[0] + b[1] * by[1] + b[2] * by[2];
            }
        }
    }
}

/// What the law of a point and the bending of its secant of `J` make of changes of the columns of its deformation gradient, for each
/// pair of columns.
#[inline]
fn law_between_columns<const N: usize, const G: usize, const E: usize>(
    course: &Course<N, G, E>,
    laws: &[StageStress<6>; G],
    r: usize,
    x: usize,
    g: usize,
) -> [[M3; 3]; 3] {
    let iv = course.iv;
    let mut left = [SMatrix::<f64, 3, 6>::zeros(); 3];
    for y in 0..iv.stages {
        let weight = iv.weight[r][y];
        if weight == 0.0 {
            continue;
        }
        let mut law = table(&laws[g].tangent[y][x]);
        if course.used > 0 && y == x {
            let bend = table(&course.secants[y][g].bend);
            law += course.sigma[y][6 * G + g] * bend;
        }
        let halves = halves(&course.mean(y, g), &(weight * law));
        for (sum, half) in left.iter_mut().zip(&halves) {
            *sum += half;
        }
    }
    let end = course.f.gradient(g, &course.ends[x]);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let column = |k: usize| left[i].column(STRAIN[j][k]) * end[k].transpose();
            column(0) + column(1) + column(2)
        })
    })
}

#[inline]
fn add_product<const N: usize>(
    left: &[SMatrix<f64, 3, 6>; N],
    right: &[Rows; N],
    blocks: &mut [[M3; N]; N],
) {
    for a in 0..N {
        for b in 0..N {
            blocks[a][b] += left[a] * right[b];
        }
    }
}

/// Adds what the laws make of changes of place with assumed strains, each of which follows the Green strains of all points. Their rows are formed first, so that the
/// laws stay those of single points. Not inlined: its arrays are large for elements that never come here.
#[inline(never)]
fn add_assumed_law<const N: usize, const G: usize, const E: usize>(
    course: &Course<N, G, E>,
    laws: &[StageStress<6>; G],
    r: usize,
    x: usize,
    blocks: &mut [[M3; N]; N],
) {
    let (f, iv) = (course.f, course.iv);
    let right = assumed_rows(f, |g| f.gradient(g, &course.ends[x]));
    for y in 0..iv.stages {
        let weight = iv.weight[r][y];
        if weight == 0.0 {
            continue;
        }
        let rows = assumed_rows(f, |g| course.mean(y, g));
        for g in 0..G {
            let law = weight * table(&laws[g].tangent[y][x]);
            let left: [SMatrix<f64, 3, 6>; N] =
                std::array::from_fn(|a| rows[g][a].transpose() * law);
            add_product(&left, &right[g], blocks);
        }
    }
}

/// Derivatives of the assumed strains of all points by the places of all nodes (so.1), from the gradients of the points.
fn assumed_rows<const N: usize, const G: usize, const E: usize>(
    f: &Solid<N, G, E>,
    gradient: impl Fn(usize) -> Gradient,
) -> [[Rows; N]; G] {
    let at = |row: usize, column: usize| f.common.assumed[row * 6 * G + column];
    let mut out = [[Rows::zeros(); N]; G];
    for g in 0..G {
        let rows = rows_at(&gradient(g), &f.common.slopes[g]);
        for (p, out) in out.iter_mut().enumerate() {
            let part = Table::from_fn(|r, c| at(6 * p + r, 6 * g + c));
            for (out, rows) in out.iter_mut().zip(&rows) {
                *out += part * rows;
            }
        }
    }
    out
}

/// Adds the resistance to projected changes of volume, which couples all points.
fn add_volume<const N: usize, const G: usize, const E: usize>(
    course: &Course<N, G, E>,
    law: &StageStress<G>,
    r: usize,
    x: usize,
    blocks: &mut [[M3; N]; N],
) {
    let (f, iv) = (course.f, course.iv);
    let slopes = &f.common.slopes;
    let mut mixed = [[V3::zeros(); N]; G];
    for y in 0..iv.stages {
        let weight = iv.weight[r][y];
        if weight == 0.0 {
            continue;
        }
        for h in 0..G {
            let rows = rows_at(&course.mean(y, h), &slopes[h]);
            let secant = SMatrix::<f64, 6, 1>::from(course.secants[y][h].secant);
            for a in 0..N {
                let push: V3 = weight * rows[a].tr_mul(&secant);
                for k in 0..G {
                    mixed[k][a] += law.tangent[y][x][h][k] * push;
                }
            }
        }
    }
    for k in 0..G {
        let rows = rows_at(&f.gradient(k, &course.ends[x]), &slopes[k]);
        let gradient = SMatrix::<f64, 6, 1>::from(course.secants[x][k].gradient);
        for b in 0..N {
            let pull: V3 = rows[b].tr_mul(&gradient);
            for a in 0..N {
                blocks[a][b] += mixed[k][a] * pull.transpose();
            }
        }
    }
}
