//! The 6-D representation of motion of [BBT0 sec. 2] and [BBT1 sec. 2]: configuration tensors, generalized velocities and
//! momenta reduced to the base pole (the origin of the world) or convected to the frame, and the Cayley and
//! exponential maps of 6x6 tensors.
//!
//! Kinematic 6-vectors `w = (v, omega)` are moved by `C`, co-kinematic ones `p = (l, h)` by `C^-T`, so `w.p` does not
//! change. Every 6x6 formula is the 3x3 formula of rotations with `theta` replaced by the dual vector
//! `theta + e rho`, `e e = 0`: `[A B; 0 A]` stands for `A + e B`. Functions of the angle then turn into
//! "parallelism tensors" `[f I, df I; 0, f I]`, where `df` is the derivative of `f` along `rho`. [BBT1 (82)]
//!
//! Normalisation as in the kernel: `xi = 2 eta` of [BBT0 sec. 2.3], so that `xi` is the displacement itself to first order.

use super::pose::Pose;
use poinsot::math::{M3, M6, V3, V6, angular, axial, blocks, cayley, linear, pair, rotation, skew};

// ---- tensors of a frame ----

/// `T(u) = [I u~; 0 I]`: reduces a velocity from the pole at `u` to the base pole. [BBT1 (24)]
pub fn translation(u: &V3) -> M6 {
    upper(&M3::identity(), &skew(u))
}

/// `A(R) = [R 0; 0 R]`: turns frame components into world components. [BBT1 (26)]
pub fn convection(r: &M3) -> M6 {
    upper(r, &M3::zeros())
}

/// The configuration tensor `C = T(u) A(R) = [R u~R; 0 R]`. [BBT0 (2)], [BBT1 (28)]
pub fn configuration(h: &Pose) -> M6 {
    upper(&h.rotation, &(skew(&h.position) * h.rotation))
}

/// `C^-1 = [R^T, -R^T u~; 0, R^T]`.
pub fn inverse_configuration(h: &Pose) -> M6 {
    let back = h.rotation.transpose();
    upper(&back, &(-back * skew(&h.position)))
}

/// `C^-T = [R 0; u~R R]`: moves forces and momenta from the frame to the base pole. [BBT1 (40)]
pub fn co_configuration(h: &Pose) -> M6 {
    let arm = skew(&h.position) * h.rotation;
    blocks(&h.rotation, &M3::zeros(), &arm, &h.rotation)
}

/// The pose of a configuration tensor.
pub fn pose(c: &M6) -> Pose {
    let r: M3 = c.fixed_view::<3, 3>(3, 3).into();
    let upper_right: M3 = c.fixed_view::<3, 3>(0, 3).into();
    Pose::new(axial(&(upper_right * r.transpose())), r)
}

// ---- cross products ----

/// The North-East cross product tensor `[omega~ v~; 0 omega~]` of `w = (v, omega)`. [BBT0 (10)], [BBT1 (31)]
pub fn north_east(w: &V6) -> M6 {
    upper(&skew(&angular(w)), &skew(&linear(w)))
}

/// The South-West cross product tensor `-(north_east)^T = [omega~ 0; v~ omega~]`. [BBT1 (111)]
pub fn south_west(w: &V6) -> M6 {
    let turn = skew(&angular(w));
    blocks(&turn, &M3::zeros(), &skew(&linear(w)), &turn)
}

/// `north_east(w) a`: the commutator of kinematic 6-vectors.
#[inline]
pub fn cross(w: &V6, a: &V6) -> V6 {
    let (v, omega) = (linear(w), angular(w));
    pair(
        &(omega.cross(&linear(a)) + v.cross(&angular(a))),
        &omega.cross(&angular(a)),
    )
}

/// `south_west(w) p`: the rate of a co-kinematic 6-vector carried along by `w`. `a.(w x p) = -(w x a).p`.
#[inline]
pub fn co_cross(w: &V6, p: &V6) -> V6 {
    let (v, omega) = (linear(w), angular(w));
    pair(
        &omega.cross(&linear(p)),
        &(v.cross(&linear(p)) + omega.cross(&angular(p))),
    )
}

/// The 6-vector of a North-East tensor: `north_east_axial(north_east(w)) = w`. [BBT0 (11)]
pub fn north_east_axial(m: &M6) -> V6 {
    let upper_right: M3 = m.fixed_view::<3, 3>(0, 3).into();
    let lower_right: M3 = m.fixed_view::<3, 3>(3, 3).into();
    pair(&axial(&upper_right), &axial(&lower_right))
}

// ---- velocities, momenta, inertia ----

/// `w_o = C w_B`: base-pole velocity from the convected one. [BBT0 (8)], [BBT1 (27)]
#[inline]
pub fn base_pole_velocity(h: &Pose, w_B: &V6) -> V6 {
    let omega = h.rotation * angular(w_B);
    pair(
        &(h.rotation * linear(w_B) + h.position.cross(&omega)),
        &omega,
    )
}

/// `w_B = C^-1 w_o`: linear part `R^T dr/dt`, angular part `R^T omega`. [BBT0 (5)]
#[inline]
pub fn convected_velocity(h: &Pose, w_o: &V6) -> V6 {
    let omega = angular(w_o);
    let local = linear(w_o) - h.position.cross(&omega);
    pair(
        &(h.rotation.transpose() * local),
        &(h.rotation.transpose() * omega),
    )
}

/// `p_o = C^-T p_B`: base-pole momentum (or wrench) from the convected one. [BBT1 (37), (40)]
#[inline]
pub fn base_pole_momentum(h: &Pose, p_B: &V6) -> V6 {
    let l = h.rotation * linear(p_B);
    pair(&l, &(h.rotation * angular(p_B) + h.position.cross(&l)))
}

/// `p_B = C^T p_o`.
#[inline]
pub fn convected_momentum(h: &Pose, p_o: &V6) -> V6 {
    let l = linear(p_o);
    let about_origin = angular(p_o) - h.position.cross(&l);
    pair(
        &(h.rotation.transpose() * l),
        &(h.rotation.transpose() * about_origin),
    )
}

/// The inertia tensor `[m I, -sigma~; sigma~, J]` of mass `m` [kg], static moment `sigma` [kg m] and moment of inertia
/// `J` [kg m^2] about the pole. [BBT1 (98)]
pub fn inertia(m: f64, sigma: &V3, j: &M3) -> M6 {
    let s = skew(sigma);
    blocks(&(m * M3::identity()), &-s, &s, j)
}

/// `M_o = C^-T M_B C^-1`. (The text before [BBT1 (108)] prints this product for `M_B`; it gives `M_o`.)
pub fn base_pole_inertia(h: &Pose, m_B: &M6) -> M6 {
    let back = inverse_configuration(h);
    back.transpose() * m_B * back
}

// ---- Cayley map ----

/// The 6x6 Cayley map `(I - xi x/2)^-1 (I + xi x/2)`, `x` the North-East product: rotation `cay(theta)`, translation
/// `H(theta) rho`. [BBT0 (60), (62)]
///
/// Its translation differs from that of [`super::pose::cayley`] by `theta (theta.rho)/(4 + |theta|^2)`.
pub fn cayley(xi: &V6) -> Pose {
    let theta = angular(xi);
    Pose::new(
        cayley::tangent(&theta) * linear(xi),
        cayley::rotation(&theta),
    )
}

/// The 6-vector of a rigid motion under [`cayley()`]; infinite at half a turn. [BBT0 after (60)]
pub fn inverse_cayley(h: &Pose) -> V6 {
    let theta = cayley::from_matrix(&h.rotation);
    pair(&(cayley::inverse_tangent(&theta) * h.position), &theta)
}

/// Differential of [`cayley()`]: `dD = (Z dxi) x D`. [BBT0 (66)], half of it in this normalisation.
pub fn cayley_tangent(xi: &V6) -> M6 {
    let (rho, theta) = (linear(xi), angular(xi));
    let a = 1.0 / (1.0 + 0.25 * theta.norm_squared());
    parallelism(a, -0.5 * a * a * rho.dot(&theta)) * (M6::identity() + 0.5 * north_east(xi))
}

/// Inverse of [`cayley_tangent`]: `I - xi x/2 + xi (x) xi/4`. [BBT0 (68)], doubled in this normalisation.
pub fn inverse_cayley_tangent(xi: &V6) -> M6 {
    M6::identity() - 0.5 * north_east(xi) + 0.25 * tensor_product(xi, xi)
}

/// The 6-D Rodrigues formula: the vector of `cayley(second) cayley(first)`. [BBT0 (70)]
pub fn cayley_compose(second: &V6, first: &V6) -> V6 {
    let (r1, t1) = (linear(first), angular(first));
    let (r2, t2) = (linear(second), angular(second));
    let lambda = 1.0 / (1.0 - 0.25 * t1.dot(&t2));
    let slope = 0.25 * lambda * lambda * (r1.dot(&t2) + r2.dot(&t1));
    parallelism(lambda, slope) * (second + first + 0.5 * cross(second, first))
}

// ---- exponential map ----

/// The exponential map of motion: rotation `exp(phi~)`, translation `S(phi) rho`. [BBT1 (74), (83)]
///
/// Unlike the Cayley maps, the 4x4 and the 6x6 exponential are the same motion.
pub fn exp(xi: &V6) -> Pose {
    super::pose::exp(xi)
}

/// Differential of [`exp`]: `E = sum (xi x)^k/(k + 1)!`, `dD = (E dxi) x D`. [BBT1 (65), (84)]
///
/// Forty terms are exact to round-off for angles up to half a turn.
pub fn exp_tangent(xi: &V6) -> M6 {
    let x = north_east(xi);
    let (mut term, mut sum) = (M6::identity(), M6::identity());
    for k in 1..40 {
        term = term * x / f64::from(k + 1);
        sum += term;
    }
    sum
}

/// Inverse of [`exp_tangent`]: `[S^-1, -S^-1 Q S^-1; 0, S^-1]` of `E = [S, Q; 0, S]`; infinite at a full turn.
pub fn inverse_exp_tangent(xi: &V6) -> M6 {
    let back = rotation::inverse_tangent(&angular(xi));
    let q: M3 = exp_tangent(xi).fixed_view::<3, 3>(0, 3).into();
    upper(&back, &(-back * q * back))
}

// ---- dual-number algebra ----

/// The parallelism tensor `[f I, df I; 0, f I]`. [BBT1 (82)]
pub fn parallelism(f: f64, df: f64) -> M6 {
    upper(&(f * M3::identity()), &(df * M3::identity()))
}

/// The 6-D tensor product `[t1 t2^T, r1 t2^T + t1 r2^T; 0, t1 t2^T]` of `(r1, t1)` and `(r2, t2)`. [BBT0 (69)]
pub fn tensor_product(a: &V6, b: &V6) -> M6 {
    let (t1, t2) = (angular(a), angular(b).transpose());
    upper(&(t1 * t2), &(linear(a) * t2 + t1 * linear(b).transpose()))
}

/// `[a b; 0 a]`, the dual matrix `a + e b`.
fn upper(a: &M3, b: &M3) -> M6 {
    blocks(a, b, &M3::zeros(), a)
}
