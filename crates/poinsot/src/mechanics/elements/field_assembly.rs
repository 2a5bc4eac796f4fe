//! Wrenches and tangent blocks of field elements with a linear law.
//!
//! The same results as [`wrench::assemble_force`](crate::mechanics::wrench::assemble_force) gives for any interaction (a test
//! compares them), at a fraction of the work: stresses act on a few fields instead of many attachments, and are carried to
//! the nodes together.

use super::field::{CARRIED, FieldElement};
use crate::math::{M3, M6, V3, V6};
use crate::mechanics::node::NodeKind;
use crate::mechanics::wrench::{Intervals, LinearRule, STAGES, Sink};

/// Attached vectors of the nodes and the fields made of them on one interval.
struct Stage<const N: usize, const M: usize, const Q: usize> {
    /// Lever arms for forces: the mean over the interval.
    arm_m: [[V3; CARRIED]; N],
    /// Arms at the end.
    arm_y: [[V3; CARRIED]; N],
    /// Mean fields.
    z_m: [V3; M],
    /// Fields at the end.
    z_y: [V3; M],
    /// Invariants at the end.
    j: [f64; Q],
}

/// Attached vectors of all nodes at the start: point of the line relative to the node's origin, axes; and the points.
struct Start<const N: usize, const M: usize, const Q: usize> {
    arms: [[V3; CARRIED]; N],
    z: [V3; M],
    j: [f64; Q],
}

#[inline(always)]
fn arms<const N: usize, const P: usize>(
    attachments: &[crate::mechanics::attachment::Attachment; P],
    plain: bool,
    k: usize,
    rot: &M3,
) -> [V3; CARRIED] {
    if plain {
        return [
            V3::zeros(),
            rot.column(0).into(),
            rot.column(1).into(),
            rot.column(2).into(),
        ];
    }
    std::array::from_fn(|j| rot * attachments[CARRIED * k + j].local)
}

#[inline(always)]
fn fields<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    F: FieldElement<N, P, M, Q, E>,
>(
    f: &F,
    arms: &[[V3; CARRIED]; N],
    origins: &[V3; N],
) -> [V3; M] {
    let c = f.coefficients();
    let base = origins[0] + arms[0][0];
    let points: [V3; N] = std::array::from_fn(|k| (origins[k] - base) + arms[k][0]);
    std::array::from_fn(|m| {
        let carried = F::CARRIES[m];
        let mut z = V3::zeros();
        for k in 0..N {
            let x = if carried == 0 {
                &points[k]
            } else {
                &arms[k][carried]
            };
            z += c[m][k] * x;
        }
        z
    })
}

/// Assembles one element.
#[inline]
pub fn assemble<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    F: FieldElement<N, P, M, Q, E>,
>(
    f: &F,
    iv: &Intervals,
    rule: &LinearRule,
    start_rate: &[f64; E],
    pair: usize,
    sink: &mut impl Sink,
) {
    let on = f.on();
    let nodes = &on.nodes;
    let w = iv.rule.end_weight;
    let start = {
        let arms: [_; N] = std::array::from_fn(|k| {
            arms::<N, P>(&on.attachments, on.plain, k, &iv.start[nodes[k]].rot)
        });
        let origins = std::array::from_fn(|k| iv.start[nodes[k]].r);
        let z = fields(f, &arms, &origins);
        let j = f.invariants(&z);
        Start { arms, z, j }
    };
    let stage: [Stage<N, M, Q>; STAGES] = std::array::from_fn(|y| {
        if y >= iv.stages {
            // Never read.
            return Stage {
                arm_m: [[V3::zeros(); CARRIED]; N],
                arm_y: [[V3::zeros(); CARRIED]; N],
                z_m: [V3::zeros(); M],
                z_y: [V3::zeros(); M],
                j: [0.0; Q],
            };
        }
        let ends = iv.ends[y];
        let arm_y: [_; N] = std::array::from_fn(|k| {
            arms::<N, P>(&on.attachments, on.plain, k, &ends[nodes[k]].rot)
        });
        let mut arm_m: [[V3; CARRIED]; N] = std::array::from_fn(|k| {
            std::array::from_fn(|j| (1.0 - w) * start.arms[k][j] + w * arm_y[k][j])
        });
        if iv.rule.fixed_pole {
            for k in 0..N {
                arm_m[k][0] += w * ends[nodes[k]].step.u;
            }
        }
        let origins = std::array::from_fn(|k| ends[nodes[k]].r);
        let z_y = fields(f, &arm_y, &origins);
        Stage {
            arm_m,
            arm_y,
            z_m: std::array::from_fn(|m| (1.0 - w) * start.z[m] + w * z_y[m]),
            j: f.invariants(&z_y),
            z_y,
        }
    });
    // Lever arms of the reference line matter only if it has an offset or moments are about a fixed pole.
    let offset = !on.plain || iv.rule.fixed_pole;
    let e_i = f.strain(&start.j);
    let e: [[f64; E]; STAGES] = std::array::from_fn(|y| {
        if y < iv.stages {
            f.strain(&stage[y].j)
        } else {
            [0.0; E]
        }
    });
    let law = f.law();
    let tangent = sink.wants_tangent();
    let mut sigma = [[0.0; E]; STAGES];
    let mut secant = [[[0.0; Q]; E]; STAGES];
    let mut geometric = [[[M6::zeros(); N]; N]; STAGES];
    for y in 0..iv.stages {
        let s = &stage[y];
        sigma[y] = rule.stress(law, y, &e_i, &e, start_rate);
        secant[y] = f.secant(&start.j, &s.j, w);
        // Forces on the fields, then on what the nodes carry.
        let g: [f64; Q] = if F::DIRECT {
            std::array::from_fn(|q| sigma[y][q])
        } else {
            std::array::from_fn(|q| (0..E).map(|a| secant[y][a][q] * sigma[y][a]).sum())
        };
        let mut force = [V3::zeros(); M];
        for t in F::PRODUCTS {
            let x = t.c * g[t.q];
            force[t.m] += x * s.z_m[t.n];
            force[t.n] += x * s.z_m[t.m];
        }
        let c = f.coefficients();
        let mut carried = [[V3::zeros(); CARRIED]; N];
        for k in 0..N {
            for m in 0..M {
                carried[k][F::CARRIES[m]] += c[m][k] * force[m];
            }
            let n = carried[k][0];
            let mut moment = s.arm_m[k][1].cross(&carried[k][1])
                + s.arm_m[k][2].cross(&carried[k][2])
                + s.arm_m[k][3].cross(&carried[k][3]);
            if offset {
                moment += s.arm_m[k][0].cross(&n);
            }
            let wrench = V6::new(n.x, n.y, n.z, moment.x, moment.y, moment.z);
            for r in 0..iv.stages {
                let weight = iv.weight[r][y];
                if weight != 0.0 {
                    sink.wrench(nodes[k], r, &(weight * wrench));
                }
            }
        }
        if tangent {
            geometric[y] = geometric_blocks(f, iv, y, s, &g, &carried, offset);
        }
    }
    if !tangent {
        return;
    }
    material_blocks(
        f,
        iv,
        rule,
        &start,
        &stage,
        &sigma,
        &secant,
        offset,
        &mut geometric,
        |a, b, r, x, m| {
            sink.block(pair + a * N + b, r, x, m);
        },
    );
}

/// Derivative of the wrenches of fixed stresses.
#[inline]
fn geometric_blocks<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    F: FieldElement<N, P, M, Q, E>,
>(
    f: &F,
    iv: &Intervals,
    y: usize,
    s: &Stage<N, M, Q>,
    g: &[f64; Q],
    carried: &[[V3; CARRIED]; N],
    offset: bool,
) -> [[M6; N]; N] {
    let w = iv.rule.end_weight;
    let nodes = &f.on().nodes;
    let c = f.coefficients();
    let mut out = [[M6::zeros(); N]; N];
    for b in 0..N {
        if iv.kinds[nodes[b]] == NodeKind::Ground {
            continue;
        }
        let h = &iv.ends[y][nodes[b]].h;
        // -a~ H: how what the node carries follows its rotation.
        let spin: [M3; CARRIED] = std::array::from_fn(|j| {
            if j == 0 && f.on().plain {
                return M3::zeros();
            }
            let a = &s.arm_y[b][j];
            M3::from_columns(&[
                h.column(0).cross(a),
                h.column(1).cross(a),
                h.column(2).cross(a),
            ])
        });
        // Forces on fields per increment of node b: a multiple of the identity for u, a matrix for theta.
        let mut push = [0.0; M];
        let mut turn = [M3::zeros(); M];
        for t in F::PRODUCTS {
            let x = w * t.c * g[t.q];
            for (m, n) in [(t.m, t.n), (t.n, t.m)] {
                let factor = x * c[n][b];
                if factor == 0.0 {
                    continue;
                }
                if F::CARRIES[n] == 0 {
                    push[m] += factor;
                    if !f.on().plain {
                        turn[m] += factor * spin[0];
                    }
                } else {
                    turn[m] += factor * spin[F::CARRIES[n]];
                }
            }
        }
        for a in 0..N {
            let mut push_a = [0.0; CARRIED];
            let mut turn_a = [M3::zeros(); CARRIED];
            for m in 0..M {
                let factor = c[m][a];
                if factor != 0.0 {
                    push_a[F::CARRIES[m]] += factor * push[m];
                    turn_a[F::CARRIES[m]] += factor * turn[m];
                }
            }
            if a == b {
                // The arms themselves turn.
                for j in usize::from(f.on().plain)..CARRIED {
                    let force = w * carried[a][j];
                    for k in 0..3 {
                        let moved = force.cross(&spin[j].column(k));
                        for i in 0..3 {
                            out[a][a][(3 + i, 3 + k)] -= moved[i];
                        }
                    }
                }
                if iv.rule.fixed_pole {
                    let force = w * carried[a][0];
                    add_skew(&mut out[a][a], &-force);
                }
            }
            let block = &mut out[a][b];
            let arm = &s.arm_m[a];
            let mut lever = V3::zeros();
            for j in usize::from(!offset)..CARRIED {
                lever += push_a[j] * arm[j];
            }
            add_skew(block, &lever);
            for k in 0..3 {
                block[(k, k)] += push_a[0];
                let mut moment = arm[1].cross(&turn_a[1].column(k))
                    + arm[2].cross(&turn_a[2].column(k))
                    + arm[3].cross(&turn_a[3].column(k));
                if offset {
                    moment += arm[0].cross(&turn_a[0].column(k));
                }
                for i in 0..3 {
                    block[(i, 3 + k)] += turn_a[0][(i, k)];
                    block[(3 + i, 3 + k)] += moment[i];
                }
            }
        }
    }
    out
}

/// Adds `v~` to the moment rows and displacement columns.
#[inline(always)]
fn add_skew(m: &mut M6, v: &V3) {
    m[(3, 1)] -= v.z;
    m[(3, 2)] += v.y;
    m[(4, 0)] += v.z;
    m[(4, 2)] -= v.x;
    m[(5, 0)] -= v.y;
    m[(5, 1)] += v.x;
}

/// Generalized forces of unit invariants on the nodes, `[q][k]`: at the mean state, or gradients at the end.
#[inline]
fn unit_forces<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    F: FieldElement<N, P, M, Q, E>,
>(
    f: &F,
    z: &[V3; M],
    arm: &[[V3; CARRIED]; N],
    offset: bool,
) -> [[V6; N]; Q] {
    let c = f.coefficients();
    let mut out = [[V6::zeros(); N]; Q];
    for t in F::PRODUCTS {
        for k in 0..N {
            for (m, n) in [(t.m, t.n), (t.n, t.m)] {
                let factor = t.c * c[m][k];
                if factor == 0.0 {
                    continue;
                }
                let carried = F::CARRIES[m];
                let force = factor * z[n];
                let o = &mut out[t.q][k];
                if carried == 0 {
                    for i in 0..3 {
                        o[i] += force[i];
                    }
                    if !offset {
                        continue;
                    }
                }
                let moment = arm[k][carried].cross(&force);
                for i in 0..3 {
                    o[3 + i] += moment[i];
                }
            }
        }
    }
    out
}

/// `sum_q outer[e][q] inner[q][k]`; the identity is passed by.
#[inline(always)]
fn chained<const N: usize, const Q: usize, const E: usize>(
    direct: bool,
    outer: &[[f64; Q]; E],
    inner: &[[V6; N]; Q],
) -> [[V6; N]; E] {
    if direct {
        return std::array::from_fn(|e| inner[e]);
    }
    std::array::from_fn(|e| {
        std::array::from_fn(|k| {
            let mut x = V6::zeros();
            for q in 0..Q {
                x += outer[e][q] * inner[q][k];
            }
            x
        })
    })
}

/// Adds `left[.][a] right[.][b]^T`, summed over the first index, to the blocks.
#[inline(always)]
fn add_product<const K: usize, const N: usize>(
    left: &[[V6; N]; K],
    right: &[[V6; N]; K],
    out: &mut [[M6; N]; N],
) {
    for a in 0..N {
        for b in 0..N {
            let block = &mut out[a][b];
            for e in 0..K {
                let (l, r) = (&left[e][a], &right[e][b]);
                for j in 0..6 {
                    let x = r[j];
                    for i in 0..6 {
                        block[(i, j)] += l[i] * x;
                    }
                }
            }
        }
    }
}

/// Adds the response of the stresses and hands out the finished blocks.
#[inline]
fn material_blocks<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    F: FieldElement<N, P, M, Q, E>,
>(
    f: &F,
    iv: &Intervals,
    rule: &LinearRule,
    start: &Start<N, M, Q>,
    stage: &[Stage<N, M, Q>; STAGES],
    sigma: &[[f64; E]; STAGES],
    secant: &[[[f64; Q]; E]; STAGES],
    offset: bool,
    geometric: &mut [[[M6; N]; N]; STAGES],
    mut hand_out: impl FnMut(usize, usize, usize, usize, &M6),
) {
    let law = f.law();
    let nodes = &f.on().nodes;
    let none = [[V6::zeros(); N]; E];
    let (mut left, mut right, mut viscous) = ([none; STAGES], [none; STAGES], [none; STAGES]);
    for y in 0..iv.stages {
        let s = &stage[y];
        let force = unit_forces(f, &s.z_m, &s.arm_m, offset);
        let mut slope = unit_forces(f, &s.z_y, &s.arm_y, !f.on().plain);
        for k in 0..N {
            let h = &iv.ends[y][nodes[k]].h;
            for q in 0..Q {
                let m: V3 = h.tr_mul(&slope[q][k].fixed_rows::<3>(3));
                slope[q][k].fixed_rows_mut::<3>(3).copy_from(&m);
            }
        }
        left[y] = chained(F::DIRECT, &secant[y], &force);
        if !F::DIRECT {
            let bend = f.curvature(&start.j, &s.j, iv.rule.end_weight, &sigma[y]);
            let bent: [[V6; N]; Q] = chained(false, &bend, &slope);
            add_product(&force, &bent, &mut geometric[y]);
        }
        let gradient = if F::DIRECT {
            slope_as_strains(&slope)
        } else {
            chained(false, &f.gradient(&s.j), &slope)
        };
        right[y] = multiplied(&law.stiffness, &gradient);
        if let Some(damping) = &law.damping {
            viscous[y] = multiplied(damping, &gradient);
        }
    }
    let damped = law.damping.is_some();
    for r in 0..iv.stages {
        for x in 0..iv.stages {
            let mut blocks = [[M6::zeros(); N]; N];
            let weight = iv.weight[r][x];
            if weight != 0.0 {
                for a in 0..N {
                    for b in 0..N {
                        blocks[a][b] = weight * geometric[x][a][b];
                    }
                }
            }
            let mix = |coefficient: &[[f64; STAGES]; STAGES]| -> [[V6; N]; E] {
                std::array::from_fn(|e| {
                    std::array::from_fn(|k| {
                        let mut sum = V6::zeros();
                        for y in 0..iv.stages {
                            sum += (iv.weight[r][y] * coefficient[y][x]) * left[y][e][k];
                        }
                        sum
                    })
                })
            };
            add_product(&mix(&rule.elastic_ends), &right[x], &mut blocks);
            if damped {
                add_product(&mix(&rule.viscous_ends), &viscous[x], &mut blocks);
            }
            for a in 0..N {
                for b in 0..N {
                    let moves = |k: usize| iv.kinds[nodes[k]] != NodeKind::Ground;
                    if moves(a) && moves(b) {
                        hand_out(a, b, r, x, &blocks[a][b]);
                    }
                }
            }
        }
    }
}

fn slope_as_strains<const N: usize, const Q: usize, const E: usize>(
    slope: &[[V6; N]; Q],
) -> [[V6; N]; E] {
    std::array::from_fn(|e| slope[e])
}

/// `matrix * rows`.
#[inline(always)]
fn multiplied<const N: usize, const E: usize>(
    matrix: &[[f64; E]; E],
    rows: &[[V6; N]; E],
) -> [[V6; N]; E] {
    std::array::from_fn(|d| {
        std::array::from_fn(|k| {
            let mut sum = V6::zeros();
            for e in 0..E {
                if matrix[d][e] != 0.0 {
                    sum += matrix[d][e] * rows[e][k];
                }
            }
            sum
        })
    })
}
