//! Response of a law to simple tests, and the stretch at which it is no longer stable there (so.5).

use super::Material;
use nalgebra::{Matrix2, Matrix3, Vector3};

/// A test with principal stretches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loading {
    /// Pulled or pressed along one axis, free across.
    Uniaxial,
    /// Pulled or pressed equally along two axes, free along the third.
    Biaxial,
    /// Pulled or pressed along one axis, held along the second, free along the third: pure shear.
    Planar,
}

impl Loading {
    /// All of them.
    pub const ALL: [Loading; 3] = [Loading::Uniaxial, Loading::Biaxial, Loading::Planar];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Loading::Uniaxial => "uniaxial",
            Loading::Biaxial => "biaxial",
            Loading::Planar => "planar",
        }
    }

    /// Logarithms of the stretches for that of a stretch of one, without change of volume.
    pub(super) fn path(self) -> Vector3<f64> {
        match self {
            Loading::Uniaxial => Vector3::new(1.0, -0.5, -0.5),
            Loading::Biaxial => Vector3::new(1.0, 1.0, -2.0),
            Loading::Planar => Vector3::new(1.0, 0.0, -1.0),
        }
    }

    /// Axes that are pulled.
    pub(super) fn pulled(self) -> usize {
        if self == Loading::Biaxial { 2 } else { 1 }
    }

    /// The first axis that is free.
    fn first_free(self) -> usize {
        if self == Loading::Uniaxial { 1 } else { 2 }
    }
}

/// What a test measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// Force by area as drawn [Pa].
    pub stress: f64,
    /// Its derivative by the stretch [Pa].
    pub slope: f64,
    /// Stretch along the free axes.
    pub free: f64,
    /// Smallest eigenvalue of the derivatives of true stresses by logarithmic strains that keep the volume [Pa]; not a number for
    /// laws whose volume is free.
    pub firmness: f64,
}

/// Why a law is not stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The force no longer grows with the stretch.
    Force,
    /// Some change of strain would set energy free at constant true stress (Drucker).
    Strain,
}

/// A state at which a law is no longer stable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instability {
    /// The test.
    pub loading: Loading,
    /// The stretch: above one in tension, below in compression.
    pub stretch: f64,
    /// Why.
    pub cause: Cause,
}

/// Gradient and second derivatives of the energy in the logarithms of principal stretches.
fn logarithmic(material: &Material, logs: &Vector3<f64>) -> (Vector3<f64>, Matrix3<f64>) {
    let squares = logs.map(|x| (2.0 * x).exp());
    let e: [f64; 6] = std::array::from_fn(|k| match k < 3 {
        true => 0.5 * (2.0 * logs[k]).exp_m1(),
        false => 0.0,
    });
    let at = material.elastic(&e, &e);
    let first = Vector3::from_fn(|k, _| at.sigma[k] * squares[k]);
    let second = Matrix3::from_fn(|r, c| {
        let own = if r == c { 2.0 * first[r] } else { 0.0 };
        (at.d_start[r][c] + at.d_end[r][c]) * squares[r] * squares[c] + own
    });
    (first, second)
}

/// Response of a law at a stretch. Laws with a bulk modulus of their own count as incompressible; of laws with fibres it is that of
/// what is around them. `None` where there is no such state, and for laws that depend on the direction.
pub fn response(material: &Material, loading: Loading, stretch: f64) -> Option<Response> {
    if let Material::Reinforced(both) = material {
        return response(&both.matrix, loading, stretch);
    }
    if matches!(material, Material::Linear(_)) || !(stretch.is_finite() && stretch > 0.0) {
        return None;
    }
    let found = match material.without_bulk() {
        Some((law, _)) => incompressible(&law, loading, stretch),
        None => compressible(material, loading, stretch)?,
    };
    (found.stress.is_finite() && found.slope.is_finite()).then_some(found)
}

fn incompressible(law: &Material, loading: Loading, stretch: f64) -> Response {
    let path = loading.path();
    let logs = stretch.ln() * path;
    let (first, second) = logarithmic(law, &logs);
    let (push, stiffness) = (first.dot(&path), path.dot(&(second * path)));
    let area = loading.pulled() as f64 * stretch;
    // Two changes of strain that keep the volume, at right angles.
    let (a, b) = (
        Vector3::new(1.0, -1.0, 0.0) / 2f64.sqrt(),
        Vector3::new(1.0, 1.0, -2.0) / 6f64.sqrt(),
    );
    let form = |p: &Vector3<f64>, q: &Vector3<f64>| p.dot(&(second * q));
    let table = Matrix2::new(form(&a, &a), form(&a, &b), form(&b, &a), form(&b, &b));
    let firmness = match table.iter().all(|x| x.is_finite()) {
        true => table.symmetric_eigenvalues().min(),
        false => f64::NAN,
    };
    Response {
        stress: push / area,
        slope: (stiffness - push) / (area * stretch),
        free: logs[loading.first_free()].exp(),
        firmness,
    }
}

/// Free axes without stress, by Newton's iteration from about the contraction of steel.
fn compressible(law: &Material, loading: Loading, stretch: f64) -> Option<Response> {
    let free = loading.first_free();
    let held = loading.path().map(|x| if x > 0.0 { 1.0 } else { 0.0 });
    let along = Vector3::from_fn(|k, _| if k >= free { 1.0 } else { 0.0 });
    let mut lateral = -0.3 * stretch.ln();
    let at = |lateral: f64| logarithmic(law, &(stretch.ln() * held + lateral * along));
    let mut converged = false;
    for _ in 0..100 {
        let (first, second) = at(lateral);
        let (push, stiffness) = (first.dot(&along), along.dot(&(second * along)));
        // Where the energy is not convex across, downhill in short steps.
        let step = -push / stiffness.abs().max(1e-12 * second.amax());
        if !step.is_finite() {
            return None;
        }
        lateral += step.clamp(-0.2, 0.2);
        converged = step.abs() < 1e-14;
        if converged {
            break;
        }
    }
    let (first, second) = at(lateral);
    let small = first.dot(&along).abs() <= 1e-9 * second.amax();
    if !(converged || small) {
        return None;
    }
    let mixed = held.dot(&(second * along));
    let stiffness = held.dot(&(second * held)) - mixed * mixed / along.dot(&(second * along));
    let push = first.dot(&held);
    let area = loading.pulled() as f64 * stretch;
    Some(Response {
        stress: push / area,
        slope: (stiffness - push) / (area * stretch),
        free: lateral.exp(),
        firmness: f64::NAN,
    })
}

/// Stretches up to which stability is looked for, and the inverse.
const FAR: f64 = 10.0;
const STEPS: usize = 400;

/// Where a law is no longer stable: at most one state in tension and one in compression of each test, up to stretches of ten and a
/// tenth.
pub fn instabilities(material: &Material) -> Vec<Instability> {
    let mut list = Vec::new();
    for loading in Loading::ALL {
        for far in [FAR, 1.0 / FAR] {
            if let Some((stretch, cause)) = first_loss(material, loading, far) {
                let found = Instability {
                    loading,
                    stretch,
                    cause,
                };
                if !list.contains(&found) {
                    list.push(found);
                }
            }
        }
    }
    list
}

fn first_loss(material: &Material, loading: Loading, far: f64) -> Option<(f64, Cause)> {
    let cause = |ln: f64| -> Option<Cause> {
        let r = response(material, loading, ln.exp())?;
        match () {
            () if r.firmness <= 0.0 => Some(Cause::Strain),
            () if r.slope <= 0.0 => Some(Cause::Force),
            () => None,
        }
    };
    if let Some(cause) = cause(0.0) {
        return Some((1.0, cause));
    }
    let at = |k: usize| far.ln() * k as f64 / STEPS as f64;
    let (k, mut found) = (1..=STEPS).find_map(|k| cause(at(k)).map(|c| (k, c)))?;
    let (mut stable, mut lost) = (at(k - 1), at(k));
    for _ in 0..60 {
        let middle = 0.5 * (stable + lost);
        match cause(middle) {
            Some(cause) => (lost, found) = (middle, cause),
            None => stable = middle,
        }
    }
    Some((lost.exp(), found))
}
