//! What is refused.

use super::*;
use poinsot::sections::shells::{ShellMass, ShellProblem};

#[test]
fn materials() {
    let refused = |material: PlyMaterial| material.check().expect_err("refused").to_string();
    let cases = [
        (
            PlyMaterial::isotropic(0.0, 0.3),
            "the Young's modulus must be a positive number, not 0",
        ),
        (
            PlyMaterial::isotropic(1e9, 0.6),
            "Poisson's ratio must be above -1 and not above 0.5, not 0.6",
        ),
        (
            PlyMaterial::isotropic(1e9, -1.0),
            "Poisson's ratio must be above -1 and not above 0.5, not -1",
        ),
        (
            PlyMaterial::isotropic(1e9, f64::NAN),
            "Poisson's ratio must be above -1 and not above 0.5, not NaN",
        ),
        (
            PlyMaterial::orthotropic([9e9, 1e9], 3.0, [1e9; 3]),
            "Poisson's ratio nu12 must be below sqrt(E1/E2) = 3 in size, not 3",
        ),
        (
            PlyMaterial::orthotropic([9e9, -1e9], 0.3, [1e9; 3]),
            "the Young's modulus E2 must be a positive number, not -1000000000",
        ),
        (
            PlyMaterial::orthotropic([9e9, 1e9], 0.3, [1e9, 0.0, 1e9]),
            "the shear modulus G13 must be a positive number, not 0",
        ),
        (
            steel().with_density(-1.0),
            "the density must be zero or a positive number, not -1",
        ),
        (
            steel().with_expansion([0.0, f64::INFINITY]),
            "the thermal expansion must be a finite number, not inf",
        ),
        (
            steel().with_strengths(Strengths {
                compression: [1.0, 0.0],
                ..Strengths::isotropic(1.0)
            }),
            "the compressive strength Yc must be a positive number, not 0",
        ),
    ];
    for (material, wanted) in cases {
        assert_eq!(refused(material), wanted);
    }
    // A ratio above one half is fine along fibres.
    assert_eq!(
        PlyMaterial::orthotropic([9e9, 1e9], 0.9, [1e9; 3]).check(),
        Ok(())
    );
}

#[test]
fn stacks() {
    assert_eq!(ShellSection::laminate(&[]), Err(ShellProblem::NoPlies));
    let refused = |stack: &[Ply]| {
        ShellSection::laminate(stack)
            .expect_err("refused")
            .to_string()
    };
    let mut stack = plies(graphite(), 1e-3, &[0.0, 45.0, 90.0]);
    stack[1].thickness = 0.0;
    assert_eq!(
        refused(&stack),
        "ply 2: the thickness must be a positive number, not 0"
    );
    stack[1].thickness = 1e-3;
    stack[2].angle = f64::NAN;
    assert_eq!(
        refused(&stack),
        "ply 3: the angle must be a finite number, not NaN"
    );
    stack[2].angle = 0.0;
    stack[0].material = PlyMaterial::isotropic(-1.0, 0.0);
    assert_eq!(
        refused(&stack),
        "ply 1: the Young's modulus must be a positive number, not -1"
    );
    let none = ShellSection::homogeneous(steel(), 0.0).expect_err("refused");
    assert_eq!(
        none.to_string(),
        "the thickness must be a positive number, not 0"
    );
    // Values at the end of the range of numbers end in an error, not in infinities.
    let huge = PlyMaterial::isotropic(1e300, 0.3);
    assert!(ShellSection::homogeneous(huge, 1e30).is_err());
    assert!(ShellSection::homogeneous(huge, 1e-200).is_err());
}

#[test]
fn given_matrices() {
    let mass = ShellMass {
        per_area: 8.0,
        moment: 0.125,
        inertia: 0.01,
    };
    let section = unsymmetric();
    let c = section.stiffness;
    let given = ShellSection::given(&c, 2e-3, mass).expect("a matrix");
    assert_eq!(given.stiffness, c);
    assert_eq!(given.plies(), 0);
    assert_eq!(given.stresses(&STRAINS, Default::default()).count(), 0);
    assert!(given.stress_at(0.0, &STRAINS, Default::default()).is_none());
    let refused = |change: &dyn Fn(&mut Matrix)| {
        let mut changed = c;
        change(&mut changed);
        ShellSection::given(&changed, 2e-3, mass).expect_err("refused")
    };
    let text = refused(&|c| c[1][4] = f64::NAN).to_string();
    assert_eq!(
        text,
        "stiffness: entry (2, 5) must be a finite number, not NaN"
    );
    let text = refused(&|c| c[7][7] = 0.0).to_string();
    assert_eq!(text, "stiffness: entry (8, 8) must be positive, not 0");
    let text = refused(&|c| c[0][1] += 0.1 * c[0][0]).to_string();
    assert!(
        text.starts_with(
            "stiffness: the matrix must be symmetric, but entries (1, 2) and (2, 1) are"
        )
    );
    let indefinite = refused(&|c| {
        let size = 1.1 * (c[6][6] * c[7][7]).sqrt();
        c[6][7] = size;
        c[7][6] = size;
    });
    assert_eq!(indefinite, ShellProblem::NotPositiveDefinite);
    // The moment of the mass fits its inertia.
    let wrong = ShellMass {
        inertia: 0.001,
        ..mass
    };
    let wrong = ShellSection::given(&c, 2e-3, wrong).expect_err("refused");
    assert_eq!(
        wrong.to_string(),
        "the rotary inertia per area must be at least moment^2/mass = 0.001953125 kg for this mass and first moment, not 0.001 kg"
    );
    let none = ShellMass {
        per_area: 0.0,
        ..mass
    };
    assert!(ShellSection::given(&c, 2e-3, none).is_err());
    assert!(ShellSection::given(&c, 2e-3, ShellMass::default()).is_ok());
    assert!(ShellSection::given(&c, -1.0, mass).is_err());
}

#[test]
fn damping() {
    let section = unsymmetric();
    let error = section
        .clone()
        .with_damping_time(-1.0)
        .expect_err("refused");
    assert_eq!(
        error.to_string(),
        "the damping time must be zero or a positive number, not -1"
    );
    let negative = section.stiffness.map(|row| row.map(|k| -k));
    let error = section
        .clone()
        .with_damping(&negative)
        .expect_err("refused");
    assert_eq!(error, ShellProblem::NegativeDamping);
    let mut skew = section.stiffness;
    skew[0][3] += 1e-2 * (skew[0][0] * skew[3][3]).sqrt();
    let error = section.with_damping(&skew).expect_err("refused");
    assert!(matches!(
        error,
        ShellProblem::NotSymmetric {
            matrix: "damping",
            row: 1,
            column: 4,
            ..
        }
    ));
}
