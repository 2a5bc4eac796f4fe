//! Six-component elastic connections: `[[bushing]]`.

use super::{ActionDefinition, Acts, On, TimeCourse};
use crate::functions::{Law, StoredEnergy};
use crate::math::{M6, Quaternion, V3};
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::anchors::{between, drawn, frames, refuse_points};
use crate::model::decode::functions::{elastic_law, stored_energy};
use crate::model::decode::matrices::matrix6;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{
    CoordinateKind, FRAME, Field, Matrix, NAME, ORIENTATION, Quantity as Q, Table, ValueShape,
    form, maybe, optional, required,
};
use crate::model::types::{Anchor, Place};
use nalgebra::Matrix6;

/// A six-component elastic connection: translations along and rotations about the axes of the first frame.
#[derive(Clone, Debug)]
pub struct Bushing {
    /// Unique name.
    pub name: String,
    /// First and second frame.
    pub between: [Anchor; 2],
    /// Stiffness, translations first [N/m, N, N m/rad].
    pub stiffness: Matrix6<f64>,
    /// Viscous matrix in the same order.
    pub damping: Matrix6<f64>,
    /// Laws of single components, in addition to the stiffness [N, N m].
    pub laws: [Option<Law>; 6],
    /// Energy in all components, in addition to stiffness and laws [J].
    pub energy: Option<StoredEnergy<6>>,
    /// Where it was written.
    pub place: Place,
}

impl Bushing {
    /// Names of the components: displacements of the second frame along the axes of the first [m], and the axial vector
    /// `n sin(phi)` of the rotation between them.
    pub const COMPONENTS: [&str; 6] = ["x", "y", "z", "rx", "ry", "rz"];
}

const fn component(key: &'static str, doc: &'static str) -> Field {
    optional(key, ValueShape::OfLength, "none", doc)
}

/// Laws of the components of a bushing.
pub(in crate::model) static BUSHING_LAWS: Table = Table {
    name: "laws",
    doc: "Restoring efforts of a bushing, each an expression in x, the component itself, or { table = [[x, effort], ...] }; positive pulls back.",
    fields: &[
        component(
            "x",
            "Force over the displacement along x of the first frame.",
        ),
        component(
            "y",
            "Force over the displacement along y of the first frame.",
        ),
        component(
            "z",
            "Force over the displacement along z of the first frame.",
        ),
        component(
            "rx",
            "Moment over the rotation about x: component of the axis times the sine of the angle.",
        ),
        component(
            "ry",
            "Moment over the rotation about y: component of the axis times the sine of the angle.",
        ),
        component(
            "rz",
            "Moment over the rotation about z: component of the axis times the sine of the angle.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "bushing",
        doc: "A six-component elastic connection: translations along and rotations about the axes of the first frame.",
        fields: &[
            NAME,
            required(
                "between",
                ValueShape::TwoItems,
                "The two items it connects; \"ground\" is the world.",
            ),
            optional(
                "at",
                ValueShape::Vector(Q::Length),
                "where a point of a beam or cable or a point mass is, unless frames are given",
                "Its place in the world, as drawn at the start.",
            ),
            optional(
                "orientation",
                ValueShape::Table(&ORIENTATION),
                "the world axes",
                "Its axes in the world, as drawn at the start.",
            ),
            optional(
                "frame_1",
                ValueShape::Table(&FRAME),
                "drawn in the world",
                "Frame on the first item, in its own axes.",
            ),
            optional(
                "frame_2",
                ValueShape::Table(&FRAME),
                "drawn in the world",
                "Frame on the second item, in its own axes.",
            ),
            optional(
                "stiffness",
                ValueShape::Matrix6(Matrix::BushingStiffness),
                "none",
                "Three translational, then three rotational stiffnesses, or six rows of six (symmetric).",
            ),
            optional(
                "damping",
                ValueShape::Matrix6(Matrix::BushingDamping),
                "none",
                "Viscous coefficients in the same order.",
            ),
            optional(
                "laws",
                ValueShape::Table(&BUSHING_LAWS),
                "none",
                "Nonlinear laws of single components; they add to `stiffness`.",
            ),
            optional(
                "energy",
                ValueShape::OfStrains,
                "none",
                "Stored energy as an expression in x, y, z (displacement along the axes of the first frame, m) and rx, ry, rz (rotation: axis times sine of the angle); its derivatives are the restoring forces and moments, which add to `stiffness` and `laws`.",
            ),
        ],
        forms: &[&[maybe(&["at", "orientation"]), form(&["frame_1", "frame_2"])]],
        variants: None,
    },
    summary: "Six-component elastic connections.",
    what: "bushing",
    small_models: &[
        ("bushing", include_str!("bushing.toml")),
        ("laws", include_str!("laws.toml")),
    ],
};

/// `[[bushing]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<Bushing> {
    let items = between(t, c);
    let matrix = |key: &str| match t.has(key) {
        true => matrix6(t, key),
        false => Some(M6::zeros()),
    };
    let (stiffness, damping) = (matrix("stiffness"), matrix("damping"));
    let laws = bushing_laws(t);
    let energy = match t.has("energy") {
        true => stored_energy(t, !t.has("frame_1")).map(Some),
        false => Some(None),
    };
    let acts = ["stiffness", "damping", "laws", "energy"];
    if !acts.iter().any(|key| t.has(key)) {
        let help = "give `stiffness`, `laws`, `energy` or `damping`";
        t.missing("nothing acts", help);
    }
    let items = items.filter(|items| refuse_points(t, c, items, "bushing"))?;
    let anchors = match t.has("frame_1") {
        true => frames(t, c, &items),
        false => {
            let axes = match t.has("orientation") {
                true => t.orientation("orientation"),
                false => Some(Quaternion::identity()),
            };
            drawn(t, c, &items, axes)
        }
    };
    Some(Bushing {
        name: t.name()?,
        between: anchors?,
        stiffness: stiffness?,
        damping: damping?,
        laws: laws?,
        energy: energy?,
        place: t.place(),
    })
}

/// The laws of the components; their energies are zero where the component is.
fn bushing_laws(t: &TableReader) -> Option<[Option<Law>; 6]> {
    let mut laws = [const { None }; 6];
    if !t.has("laws") {
        return Some(laws);
    }
    let mut table = t.table("laws")?;
    let mut whole = true;
    for (k, key) in Bushing::COMPONENTS.iter().enumerate() {
        if !table.has(key) {
            continue;
        }
        table.set_measure(match k {
            0..3 => CoordinateKind::Length,
            _ => CoordinateKind::Angle,
        });
        laws[k] = elastic_law(&table, key, 0.0);
        whole &= laws[k].is_some();
    }
    whole.then_some(laws)
}

/// See [`Check`].
pub(in crate::model) fn check(bushing: &Bushing, check: &mut Check) {
    check.anchors(&bushing.between);
    check.numbers("stiffness", bushing.stiffness.iter());
    check.numbers("damping", bushing.damping.iter());
    check.matrix("stiffness", &bushing.stiffness);
    check.matrix("damping", &bushing.damping);
    let linear = [bushing.stiffness, bushing.damping];
    let acts = linear.iter().any(|m| *m != M6::zeros());
    if !acts && bushing.laws.iter().all(Option::is_none) && bushing.energy.is_none() {
        let help = "give `stiffness`, `laws`, `energy` or `damping`";
        check.error("nothing acts", help);
    }
}

/// See [`Acts`].
pub(in crate::model) fn acts(bushing: &Bushing) -> Acts<'_> {
    Acts {
        on: On::Points(&bushing.between),
        course: TimeCourse::Constant,
        fixed: [V3::zeros(); 2],
        link: Some("bushing"),
        damping: None,
    }
}
