//! Tangent blocks of field elements with a linear law.

use super::field::{CARRIED, FieldElement};
use super::field_assembly::{Loaded, Mean, Snapshot};
use crate::math::{M3, M6, V3, V6};
use crate::mechanics::node::NodeKind;
use crate::mechanics::wrench::{Intervals, LinearRule, STAGES, Sink};

/// The tangent, apart from the residual: most assemblies do without it, and its arrays need not be cleared then. The sink is called
/// once per block of hundreds of operations, so that it may be any one: these are the largest functions of the library, and exist
/// once per element and number of stages.
#[inline(never)]
pub(super) fn tangent<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    const S: usize,
    F: FieldElement<N, P, M, Q, E>,
>(
    f: &F,
    iv: &Intervals,
    rule: &LinearRule,
    start: &Snapshot<N, M, Q>,
    ends: &[Snapshot<N, M, Q>; S],
    points: &[&F::Point; S],
    sigma: &[[f64; E]; S],
    offset: bool,
    pair: usize,
    sink: &mut dyn Sink,
) {
    let nodes = &f.on().nodes;
    let mut blocks = [[[M6::zeros(); N]; N]; S];
    let mut left = [[[V6::zeros(); N]; E]; S];
    let mut right = [[[V6::zeros(); N]; E]; S];
    for y in 0..S {
        let (end, point, sigma) = (&ends[y], points[y], &sigma[y]);
        let Loaded { mean, g, carried } = Loaded::new(f, iv, y, start, end, point, sigma);
        let out = &mut blocks[y];
        geometric_blocks(f, iv, y, end, &mean, &g, &carried, offset, out);
        let (left, right) = (&mut left[y], &mut right[y]);
        response(f, iv, y, end, &mean, point, sigma, offset, left, right, out);
    }
    let moves: [bool; N] = std::array::from_fn(|k| iv.kinds[nodes[k]] != NodeKind::Ground);
    combine::<N, P, M, Q, E, S, F>(f, iv, rule, &left, &right, &blocks, |a, b, r, x, m| {
        if moves[a] && moves[b] {
            sink.block(pair + a * N + b, r, x, m);
        }
    });
}

/// Adds the derivative of the wrenches of fixed stresses to `out`.
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
    end: &Snapshot<N, M, Q>,
    mean: &Mean<N, M>,
    g: &[f64; Q],
    carried: &[[V3; CARRIED]; N],
    offset: bool,
    out: &mut [[M6; N]; N],
) {
    let w = iv.rule.end_weight;
    let (nodes, plain) = (&f.on().nodes, f.on().plain);
    let c = f.coefficients();
    for b in 0..N {
        let h = &iv.ends[y][nodes[b]].h;
        // -a~ H: how what the node carries follows its rotation.
        let mut spin = [M3::zeros(); CARRIED];
        for j in usize::from(plain)..CARRIED {
            let a = &end.arms[b][j];
            for k in 0..3 {
                spin[j].set_column(k, &h.column(k).cross(a));
            }
        }
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
                    if plain {
                        continue;
                    }
                }
                turn[m] += factor * spin[F::CARRIES[n]];
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
            let block = &mut out[a][b];
            if a == b {
                // The arms themselves turn.
                for j in usize::from(plain)..CARRIED {
                    let force = w * carried[a][j];
                    for k in 0..3 {
                        let moved = force.cross(&spin[j].column(k));
                        for i in 0..3 {
                            block[(3 + i, 3 + k)] -= moved[i];
                        }
                    }
                }
                if iv.rule.fixed_pole {
                    add_skew(block, &(-w * carried[a][0]));
                }
            }
            let arm = &mean.arms[a];
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

/// Adds the generalized forces of unit invariants on the nodes, `[q][k]`.
#[inline(always)]
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
    arms: &[[V3; CARRIED]; N],
    offset: bool,
    out: &mut [[V6; N]; Q],
) {
    let c = f.coefficients();
    for t in F::PRODUCTS {
        for (m, n) in [(t.m, t.n), (t.n, t.m)] {
            let carried = F::CARRIES[m];
            for k in 0..N {
                let factor = t.c * c[m][k];
                if factor == 0.0 {
                    continue;
                }
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
                let moment = arms[k][carried].cross(&force);
                for i in 0..3 {
                    o[3 + i] += moment[i];
                }
            }
        }
    }
}

/// `out[e][k] += sum_q outer[e][q] inner[q][k]`.
#[inline(always)]
fn chain<const N: usize, const Q: usize, const E: usize>(
    outer: &[[f64; Q]; E],
    inner: &[[V6; N]; Q],
    out: &mut [[V6; N]; E],
) {
    for e in 0..E {
        for q in 0..Q {
            let x = outer[e][q];
            if x != 0.0 {
                for k in 0..N {
                    out[e][k] += x * inner[q][k];
                }
            }
        }
    }
}

/// `out[a][b] += sum_e left[e][a] right[e][b]^T`.
#[inline(always)]
fn add_product<const K: usize, const N: usize>(
    left: &[[V6; N]; K],
    right: &[[V6; N]; K],
    out: &mut [[M6; N]; N],
) {
    for a in 0..N {
        for b in 0..N {
            let block = &mut out[a][b];
            for j in 0..6 {
                let mut column = [0.0; 6];
                for e in 0..K {
                    let x = right[e][b][j];
                    for i in 0..6 {
                        column[i] += left[e][a][i] * x;
                    }
                }
                for i in 0..6 {
                    block[(i, j)] += column[i];
                }
            }
        }
    }
}

/// Forces per stress in `left`, strains per increment in `right`; what a function of invariants adds at fixed stress goes to
/// `blocks`.
#[inline(always)]
fn response<
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
    end: &Snapshot<N, M, Q>,
    mean: &Mean<N, M>,
    point: &F::Point,
    sigma: &[f64; E],
    offset: bool,
    left: &mut [[V6; N]; E],
    right: &mut [[V6; N]; E],
    blocks: &mut [[M6; N]; N],
) {
    let mut force = [[V6::zeros(); N]; Q];
    let mut slope = [[V6::zeros(); N]; Q];
    unit_forces(f, &mean.z, &mean.arms, offset, &mut force);
    unit_forces(f, &end.z, &end.arms, !f.on().plain, &mut slope);
    for k in 0..N {
        let h = &iv.ends[y][f.on().nodes[k]].h;
        for q in 0..Q {
            let s = &mut slope[q][k];
            let m: V3 = h.tr_mul(&V3::new(s[3], s[4], s[5]));
            for i in 0..3 {
                s[3 + i] = m[i];
            }
        }
    }
    if F::DIRECT {
        left.copy_from_slice(&force[..E]);
        right.copy_from_slice(&slope[..E]);
        return;
    }
    chain(&f.secant(point), &force, left);
    chain(&f.gradient(point), &slope, right);
    let mut bent = [[V6::zeros(); N]; Q];
    chain(&f.curvature(point, sigma), &slope, &mut bent);
    add_product(&force, &bent, blocks);
}

/// Puts the parts together and hands the finished blocks out.
#[inline(always)]
fn combine<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    const S: usize,
    F: FieldElement<N, P, M, Q, E>,
>(
    f: &F,
    iv: &Intervals,
    rule: &LinearRule,
    left: &[[[V6; N]; E]; S],
    right: &[[[V6; N]; E]; S],
    fixed: &[[[M6; N]; N]; S],
    mut hand_out: impl FnMut(usize, usize, usize, usize, &M6),
) {
    let law = f.law();
    for x in 0..S {
        let mut elastic = [[V6::zeros(); N]; E];
        chain(&law.stiffness, &right[x], &mut elastic);
        for r in 0..S {
            let mut blocks = [[M6::zeros(); N]; N];
            let weight = iv.weight[r][x];
            if weight != 0.0 {
                for a in 0..N {
                    for b in 0..N {
                        blocks[a][b] = weight * fixed[x][a][b];
                    }
                }
            }
            let mut mixed = [[V6::zeros(); N]; E];
            mix(iv, r, x, &rule.elastic_ends, left, &mut mixed);
            add_product(&mixed, &elastic, &mut blocks);
            if let Some(damping) = &law.damping {
                let mut viscous = [[V6::zeros(); N]; E];
                chain(damping, &right[x], &mut viscous);
                mixed = [[V6::zeros(); N]; E];
                mix(iv, r, x, &rule.viscous_ends, left, &mut mixed);
                add_product(&mixed, &viscous, &mut blocks);
            }
            for a in 0..N {
                for b in 0..N {
                    hand_out(a, b, r, x, &blocks[a][b]);
                }
            }
        }
    }
}

/// Forces in row `r` per strain at stage `x`: stresses of all stages weighted.
#[inline(always)]
fn mix<const N: usize, const E: usize, const S: usize>(
    iv: &Intervals,
    r: usize,
    x: usize,
    coefficient: &[[f64; STAGES]; STAGES],
    left: &[[[V6; N]; E]; S],
    out: &mut [[V6; N]; E],
) {
    for y in 0..S {
        let factor = iv.weight[r][y] * coefficient[y][x];
        if factor != 0.0 {
            for e in 0..E {
                for k in 0..N {
                    out[e][k] += factor * left[y][e][k];
                }
            }
        }
    }
}
