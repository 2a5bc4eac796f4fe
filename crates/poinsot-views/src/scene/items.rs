//! What a run consists of, as far as it can be seen: the facts that are stored with results so that they can be drawn without the
//! model. Sizes that depend on how large everything is together, and triangles, are made when a picture is (`tessellate`).

use super::outline::Outline;
use super::pose::{Anchor, Pose, some_vector, vector};
use super::solid::{Solid, StandIn};
use poinsot::math::V3;
use serde::{Deserialize, Serialize};

/// A rigid body or a point mass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// Whether it has a mass only.
    pub point_mass: bool,
    /// What stands for it, around its mass centre; none if a shape of the model does.
    pub solid: Option<StandIn>,
    /// Mass centre and axes of the solid, in the body frame.
    pub center: Pose,
}

/// What a flexible body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlexibleKind {
    /// A beam.
    Beam,
    /// A cable.
    Cable,
    /// A shell.
    Shell,
    /// A solid that deforms.
    Solid,
}

impl FlexibleKind {
    /// For people.
    pub fn word(self) -> &'static str {
        match self {
            FlexibleKind::Beam => "beam",
            FlexibleKind::Cable => "cable",
            FlexibleKind::Shell => "shell",
            FlexibleKind::Solid => "solid",
        }
    }

    /// The axis of the results along which its values stand.
    pub fn station_axis(self) -> &'static str {
        match self {
            FlexibleKind::Beam => "beam_station",
            FlexibleKind::Cable => "cable_point",
            FlexibleKind::Shell => "shell_node",
            FlexibleKind::Solid => "solid_node",
        }
    }
}

/// Something with nodes that move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flexible {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: FlexibleKind,
    /// Its first node among all, and how many it has.
    pub first_node: usize,
    /// Number of its nodes.
    pub nodes: usize,
    /// Its first node among those with axes; none if its nodes have no axes.
    pub first_frame: Option<usize>,
    /// Its first place among those with values (`FlexibleKind::station_axis`).
    pub first_station: usize,
    /// How its surface hangs on its nodes.
    pub form: Form,
}

/// How the surface of a flexible body hangs on its nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A section swept along the nodes.
    Curve(Curve),
    /// Faces between nodes.
    Facets(Facets),
}

/// A section swept along nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Arc lengths of the nodes [m].
    pub s: Vec<f64>,
    /// Arc lengths of the places with values [m].
    pub stations: Vec<f64>,
    /// Sections along it, all with equally many corners; without any it is drawn as a thin wire.
    pub outlines: Vec<Outline>,
    /// Whether it is curved between nodes.
    pub smooth: bool,
}

/// Faces between nodes: a sheet with a thickness, or the surface of a volume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Facets {
    /// Corners of every face, as numbers among the nodes of the body, against the clock when seen from outside or from above.
    pub faces: Vec<Vec<u32>>,
    /// Thickness of a sheet at its nodes, along their z axes [m]; empty for the surface of a volume.
    pub thickness: Vec<f64>,
    /// For every face the number of its element; empty if each face is the element of its number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<u32>,
    /// Elements of a volume, for programs that can look inside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub volumes: Vec<VolumeCell>,
}

impl Facets {
    /// Number of the element of a face.
    pub fn element_of(&self, face: usize) -> u32 {
        self.elements.get(face).copied().unwrap_or(face as u32)
    }
}

/// An element of a volume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VolumeCell {
    /// Number of its type in VTK.
    pub vtk: u8,
    /// Its nodes in the order of VTK, as numbers among the nodes of the body.
    pub nodes: Vec<u32>,
}

/// What stands at the origin of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Core {
    /// A cylinder along z.
    Pin,
    /// A sphere.
    Ball,
    /// A cube.
    Block,
    /// A box that is long along z.
    Slider,
    /// A thin plate across z.
    Plate,
}

/// A joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// Its kind, in the word of model files.
    pub kind: String,
    /// What stands at its origin.
    pub core: Core,
    /// Axes with a rod: 0, 1 or 2.
    pub rods: Vec<usize>,
    /// Its frames.
    pub between: [Anchor; 2],
    /// Names of the items it is between.
    pub items: [String; 2],
    /// Its number among those with reactions in the results.
    pub row: Option<usize>,
}

/// Something that leads from one point to another: a spring, damper, bushing or rod.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// What it is, for people.
    pub kind: String,
    /// Whether it is drawn as a coil.
    pub coil: bool,
    /// Its ends.
    pub between: [Anchor; 2],
    /// Names of the items it is between.
    pub items: [String; 2],
}

/// A sensor, in the order of the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sensor {
    /// Its name.
    pub name: String,
    /// Where it is, for people.
    pub on: String,
}

/// A disc that rolls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Disc {
    /// Its name.
    pub name: String,
    /// Number of its body.
    pub body: usize,
    /// Centre in the body frame [m].
    #[serde(with = "vector")]
    pub center: V3,
    /// Its axis in the body frame.
    #[serde(with = "vector")]
    pub axis: V3,
    /// Its radius [m].
    pub radius: f64,
}

/// A shape that the model gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GivenShape {
    /// Its name; may be empty.
    pub name: String,
    /// Name of the item that it belongs to, `ground` among them.
    pub of: String,
    /// Frames it is fixed to, with their shares: between two nodes it is at the mean of what both say.
    pub fixed: Vec<(Anchor, f64)>,
    /// What it looks like.
    pub solid: Solid,
    /// Red, green and blue, if the model says so.
    pub colour: Option<[u8; 3]>,
    /// From 0 to 1.
    pub opacity: f64,
}

impl GivenShape {
    /// Its own name, or that of what it belongs to.
    pub fn title(&self) -> &str {
        match self.name.is_empty() {
            true => &self.of,
            false => &self.name,
        }
    }

    /// Whether it stands still.
    pub fn on_ground(&self) -> bool {
        self.of == "ground"
    }
}

/// Everything that can be seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Items {
    /// Against gravity; none without gravity.
    #[serde(with = "some_vector")]
    pub up: Option<V3>,
    /// Rigid bodies and point masses, in the order of the results.
    pub bodies: Vec<Body>,
    /// Flexible bodies.
    pub flexible: Vec<Flexible>,
    /// Joints.
    pub joints: Vec<Joint>,
    /// Springs, dampers, bushings and rods.
    pub links: Vec<Link>,
    /// Sensors.
    pub sensors: Vec<Sensor>,
    /// Rolling discs.
    pub discs: Vec<Disc>,
    /// Shapes of the model.
    pub shapes: Vec<GivenShape>,
    /// Names of the contact shapes that stand on the ground.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grounded: Vec<String>,
}

impl Items {
    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty() && self.flexible.is_empty()
    }

    /// All frames of joints and links.
    pub fn anchors(&self) -> impl Iterator<Item = &Anchor> {
        let joints = self.joints.iter().flat_map(|j| &j.between);
        joints.chain(self.links.iter().flat_map(|l| &l.between))
    }

    /// Names of mesh files that are not there.
    pub fn missing_meshes(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .shapes
            .iter()
            .filter_map(|shape| match &shape.solid {
                Solid::Mesh {
                    file, mesh: None, ..
                } => Some(file.as_str()),
                _ => None,
            })
            .collect();
        names.dedup();
        names
    }
}
