//! Orientations as people write them: Euler angles in any sequence, two axes, axis and angle.

use super::rotation::{exp_quaternion, quaternion_from_matrix};
use super::{M3, Quaternion, V3};
use std::str::FromStr;

/// A coordinate axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// First axis.
    X,
    /// Second axis.
    Y,
    /// Third axis.
    Z,
}

impl Axis {
    /// The three axes in order.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// Unit vector along the axis.
    pub fn unit(self) -> V3 {
        match self {
            Axis::X => V3::x(),
            Axis::Y => V3::y(),
            Axis::Z => V3::z(),
        }
    }
}

/// About whose axes the three turns are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxesOf {
    /// Each turn is about an axis of the body as the turns before have left it.
    Body,
    /// Each turn is about an axis of the fixed frame.
    World,
}

/// A sequence of three axes, no two neighbours equal: six of three different axes (Cardan, Bryant) and six with
/// the first axis repeated (proper Euler), each about body or world axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EulerSequence {
    axes: [Axis; 3],
    of: AxesOf,
}

/// Why a text is no Euler sequence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EulerSequenceError {
    /// Not three letters x, y, z of one case.
    #[error(
        "`{text}` is not an Euler sequence: write three of x, y, z, in capitals for turns about body axes (ZYX), \
         in lower case for turns about world axes (xyz)"
    )]
    Letters {
        /// What was written.
        text: String,
    },
    /// Two neighbouring axes are equal, so the three angles span two turns only.
    #[error("`{text}` is not an Euler sequence: neighbouring axes must differ")]
    Repeated {
        /// What was written.
        text: String,
    },
}

impl EulerSequence {
    /// The sequence of these axes, or nothing if neighbours are equal.
    pub fn new(axes: [Axis; 3], of: AxesOf) -> Option<Self> {
        (axes[0] != axes[1] && axes[1] != axes[2]).then_some(EulerSequence { axes, of })
    }

    /// All 24 sequences.
    pub fn all() -> impl Iterator<Item = EulerSequence> {
        [AxesOf::Body, AxesOf::World].into_iter().flat_map(|of| {
            (0..27).filter_map(move |n| {
                let axes = [Axis::ALL[n / 9], Axis::ALL[n / 3 % 3], Axis::ALL[n % 3]];
                EulerSequence::new(axes, of)
            })
        })
    }

    /// The rotation by the three angles [rad], given in the order of the axes; it takes body components to world
    /// components. Body axes: `R = R_1 R_2 R_3`; world axes: `R = R_3 R_2 R_1`.
    pub fn quaternion(self, angles: [f64; 3]) -> Quaternion {
        let turn = |k: usize| exp_quaternion(&(angles[k] * self.axes[k].unit()));
        match self.of {
            AxesOf::Body => turn(0) * turn(1) * turn(2),
            AxesOf::World => turn(2) * turn(1) * turn(0),
        }
    }
}

impl FromStr for EulerSequence {
    type Err = EulerSequenceError;

    /// `"ZYX"`: body axes; `"xyz"`: world axes.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let letters = || EulerSequenceError::Letters {
            text: text.to_owned(),
        };
        let of = if text.chars().all(|c| c.is_ascii_uppercase()) {
            AxesOf::Body
        } else if text.chars().all(|c| c.is_ascii_lowercase()) {
            AxesOf::World
        } else {
            return Err(letters());
        };
        let axes: Vec<Axis> = text
            .chars()
            .filter_map(|c| match c.to_ascii_lowercase() {
                'x' => Some(Axis::X),
                'y' => Some(Axis::Y),
                'z' => Some(Axis::Z),
                _ => None,
            })
            .collect();
        let axes: [Axis; 3] = axes.try_into().map_err(|_| letters())?;
        if text.len() != 3 {
            return Err(letters());
        }
        EulerSequence::new(axes, of).ok_or_else(|| EulerSequenceError::Repeated {
            text: text.to_owned(),
        })
    }
}

/// The turn by `angle` [rad] about `axis`, which need not have unit length; nothing if it has none at all.
pub fn axis_angle(axis: &V3, angle: f64) -> Option<Quaternion> {
    Some(exp_quaternion(&(angle * direction(axis)?)))
}

/// The frame whose axis `main` points along `along` and whose axis `other` lies in the half plane of `towards`.
///
/// The columns of the rotation are the axes of the frame. Nothing if the two names are one axis, or the two vectors
/// are zero or parallel (the sine between them below 1e-9: the plane would be made of round-off).
pub fn two_axes(main: Axis, along: &V3, other: Axis, towards: &V3) -> Option<Quaternion> {
    if main == other {
        return None;
    }
    let a = direction(along)?;
    let b = direction(towards)?;
    let across = b - a.dot(&b) * a;
    if across.norm() < 1e-9 {
        return None;
    }
    let b = across.normalize();
    let (main, other) = (main as usize, other as usize);
    let third = 3 - main - other;
    // Right-handed: third = main x other when `other` follows `main` in the cycle x, y, z.
    let c = if (main + 1) % 3 == other {
        a.cross(&b)
    } else {
        b.cross(&a)
    };
    let mut r = M3::zeros();
    r.set_column(main, &a);
    r.set_column(other, &b);
    r.set_column(third, &c);
    Some(quaternion_from_matrix(&r))
}

/// The shortest rotation that takes direction `from` to direction `to`; for opposite directions half a turn about
/// some axis across them. Nothing if one of them is zero.
pub fn between(from: &V3, to: &V3) -> Option<Quaternion> {
    let (a, b) = (direction(from)?, direction(to)?);
    // cos(phi/2) : sin(phi/2) n = |a + b| : (a x b)/|a + b|, taken without dividing.
    let sum = a + b;
    if sum.norm() > 1e-7 {
        let v = a.cross(&b);
        return Some(Quaternion::new_normalize(nalgebra::Quaternion::new(
            0.5 * sum.norm_squared(),
            v.x,
            v.y,
            v.z,
        )));
    }
    let across = a.cross(&Axis::ALL[a.iamin()].unit()).normalize();
    // Half a turn about `across` gives -a; the little rest is a regular case.
    let half_turn = Quaternion::from_quaternion(nalgebra::Quaternion::from_imag(across));
    Some(between(&-a, &b)? * half_turn)
}

/// Unit vector along `v`, scaled first so that tiny and huge vectors are not lost.
fn direction(v: &V3) -> Option<V3> {
    let size = v.amax();
    (size > 0.0 && v.iter().all(|x| x.is_finite())).then(|| (v / size).normalize())
}
