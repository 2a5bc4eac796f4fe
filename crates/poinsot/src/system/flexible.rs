//! Flexible bodies of a system: their nodes, elements and locations between nodes.
//!
//! One notion for all of them. What differs between kinds is stated by [`FlexibleKind`] and by the extent of the elements;
//! sensors, loads, results, modes and messages need to know no more than nodes, elements and locations.

use super::{BodyIndex, BodyNodeIndex, ElementIndex, Location};
use crate::geometry::reference::{gauss, shape};
use crate::math::{M6, V3};
use crate::mechanics::elements::ElementNode;
use crate::sections::shells::ShellSection;
use std::fmt;
use std::sync::Arc;

/// What a flexible body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlexibleKind {
    /// Carries all section forces.
    Beam,
    /// Carries axial force only.
    Cable,
    /// A surface with a director.
    Shell,
    /// A volume.
    Solid,
}

impl FlexibleKind {
    /// All of them, in the order of their numbers in results.
    pub const ALL: [FlexibleKind; 4] = [
        FlexibleKind::Beam,
        FlexibleKind::Cable,
        FlexibleKind::Shell,
        FlexibleKind::Solid,
    ];

    /// One and many of it, in words.
    pub fn words(self) -> [&'static str; 2] {
        match self {
            FlexibleKind::Beam => ["beam", "beams"],
            FlexibleKind::Cable => ["cable", "cables"],
            FlexibleKind::Shell => ["shell", "shells"],
            FlexibleKind::Solid => ["solid", "solids"],
        }
    }

    /// Whether its nodes have axes that mean something: then orientations and rotations are among the results.
    pub fn is_oriented(self) -> bool {
        match self {
            FlexibleKind::Beam | FlexibleKind::Shell => true,
            FlexibleKind::Cable | FlexibleKind::Solid => false,
        }
    }
}

impl fmt::Display for FlexibleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words()[0])
    }
}

/// A flexible body.
#[derive(Clone, Debug)]
pub struct FlexibleBody {
    /// Name.
    pub name: String,
    /// What it is.
    pub kind: FlexibleKind,
    /// Its nodes; those of a line from the start to the end.
    pub nodes: Vec<FlexibleNode>,
    /// Its elements.
    pub elements: Vec<FlexibleElement>,
    /// The section of a shell, from which stresses follow.
    pub section: Option<Arc<ShellSection>>,
    /// Thickness of a shell at its nodes, where it is not that of the section [m]; else empty.
    pub thickness: Vec<f64>,
    /// Mass of a solid by volume as drawn [kg/m^3].
    pub density: f64,
    /// Stresses that are given in its elements: the element and the order of the owner.
    pub given: Vec<(usize, usize)>,
}

/// A node of a flexible body.
#[derive(Clone, Copy, Debug)]
pub struct FlexibleNode {
    /// How users call it.
    pub at: Address,
    /// Node and the section on it; at a corner the section of the element that ends there.
    pub on: ElementNode,
}

/// What a node of a flexible body is called beside the name of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Address {
    /// Its arc length along a line [m].
    ArcLength(f64),
    /// Its number in a mesh.
    Number(u64),
}

impl Address {
    /// Arc length along a line; zero elsewhere [m].
    pub fn arc_length(self) -> f64 {
        match self {
            Address::ArcLength(s) => s,
            Address::Number(_) => 0.0,
        }
    }
}

/// An element of a flexible body.
#[derive(Clone, Debug)]
pub struct FlexibleElement {
    /// Numbers of its nodes within the body.
    pub nodes: Vec<BodyNodeIndex>,
    /// Its nodes with their sections.
    pub on: Vec<ElementNode>,
    /// Orders of the owners of its interactions: one for every Gauss point, or one for all of them.
    pub owners: Vec<usize>,
    /// What the Gauss points of a line stand for, without stretch: lengths [m]. Of a surface and a volume, what its nodes stand for: areas
    /// [m^2], volumes [m^3].
    pub measures: Vec<f64>,
    /// Where it lies in the body.
    pub extent: Extent,
}

/// The part of a flexible body that an element covers.
#[derive(Clone, Debug)]
pub enum Extent {
    /// A part of a line.
    Span(Span),
    /// A cell of a surface or a volume: its number in the mesh.
    Cell(u64),
}

/// The part of a line that an element covers.
#[derive(Clone, Debug)]
pub struct Span {
    /// Arc lengths of its ends [m].
    pub ends: [f64; 2],
    /// Where the section varies along the element: arc lengths of nodes and Gauss points and the flexibility there, by which the
    /// strains of a place follow from its section forces. Else empty.
    pub flexibility: Vec<(f64, M6)>,
}

impl Span {
    /// Length [m].
    pub fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }
    /// Position of an arc length between -1 and 1.
    pub fn xi(&self, s: f64) -> f64 {
        2.0 * (s - self.ends[0]) / self.length() - 1.0
    }
    /// Flexibility of the section at a node or a Gauss point, if the section varies along the element.
    fn flexibility_at(&self, s: f64) -> Option<M6> {
        let near = 1e-9 * self.length();
        let mut all = self.flexibility.iter();
        let found = all.find(|(at, _)| (at - s).abs() < near)?;
        Some(found.1)
    }
}

/// The span of what is no line.
static NOWHERE: Span = Span {
    ends: [0.0; 2],
    flexibility: Vec::new(),
};

impl FlexibleElement {
    /// The part of a line that it covers; nothing for other elements.
    pub fn span(&self) -> &Span {
        match &self.extent {
            Extent::Span(span) => span,
            Extent::Cell(_) => &NOWHERE,
        }
    }
    /// Arc length of Gauss point `k`.
    pub fn gauss_s(&self, k: usize) -> f64 {
        let (xi, _) = gauss(self.measures.len())[k];
        self.span().ends[0] + 0.5 * (xi + 1.0) * self.span().length()
    }
    /// Shape functions at an arc length, one per node.
    pub fn shape(&self, s: f64) -> [f64; 4] {
        let xi = self.span().xi(s);
        let mut out = [0.0; 4];
        match self.on.len() {
            2 => out[..2].copy_from_slice(&shape::<2>(xi)),
            3 => out[..3].copy_from_slice(&shape::<3>(xi)),
            _ => out.copy_from_slice(&shape::<4>(xi)),
        }
        out
    }
    /// How section forces and strains at an arc length follow from the Gauss points: section forces are most accurate at Gauss
    /// points, so elsewhere they are continued by the polynomial through them.
    pub fn continuation(&self, s: f64) -> Continuation {
        let xi = self.span().xi(s);
        let points = gauss(self.measures.len());
        let mut weights = [0.0; 3];
        for (k, &(a, _)) in points.iter().enumerate() {
            weights[k] = 1.0;
            for (l, &(b, _)) in points.iter().enumerate() {
                if l != k {
                    weights[k] *= (xi - b) / (a - b);
                }
            }
        }
        Continuation {
            weights,
            points: points.len(),
            flexibility: self.span().flexibility_at(s),
        }
    }
}

/// Values at a location from those at the Gauss points of its element.
#[derive(Clone, Copy, Debug)]
pub struct Continuation {
    /// Weights of the Gauss points.
    pub weights: [f64; 3],
    /// How many Gauss points there are.
    pub points: usize,
    /// Flexibility of the section that lies there, if the section varies along the element.
    pub flexibility: Option<M6>,
}

impl FlexibleBody {
    /// A body without nodes yet.
    pub fn new(name: &str, kind: FlexibleKind) -> Self {
        FlexibleBody {
            name: name.to_string(),
            kind,
            nodes: Vec::new(),
            elements: Vec::new(),
            section: None,
            thickness: Vec::new(),
            density: 0.0,
            given: Vec::new(),
        }
    }

    /// The element that holds an arc length; where two meet the earlier one.
    pub fn element_at(&self, s: f64) -> Option<ElementIndex> {
        let last = self.elements.len().checked_sub(1)?;
        let before = |e: &FlexibleElement| e.span().ends[1] < s;
        let found = self.elements.partition_point(before).min(last);
        Some(ElementIndex::new(found))
    }

    /// The location at an arc length, and `arm` from there in section axes [m].
    pub fn locate(&self, body: BodyIndex, s: f64, arm: V3) -> Option<Location> {
        let element = self.element_at(s)?;
        let here = &self.elements[element];
        let carriers = here.shape(s).into_iter().zip(here.on.iter().copied());
        Some(Location::Between {
            body,
            element,
            carriers: carriers.collect(),
            arm,
            along: Some(s),
        })
    }

    /// The location inside of an element, by the weights of its nodes, and `arm` from there in the axes of the carriers [m].
    pub fn locate_inside(
        &self,
        body: BodyIndex,
        element: ElementIndex,
        carriers: Vec<(f64, ElementNode)>,
        arm: V3,
    ) -> Option<Location> {
        self.elements.get(element.position())?;
        let carries = |c: &(f64, ElementNode)| c.0 != 0.0;
        Some(Location::Between {
            body,
            element,
            carriers: carriers.into_iter().filter(carries).collect(),
            arm,
            along: None,
        })
    }

    /// A node's name among the results, such as `boom@0.36` or `panel#12`.
    pub fn label(&self, at: Address) -> String {
        match at {
            Address::ArcLength(s) => format!("{}@{}", self.name, trimmed(s)),
            Address::Number(number) => format!("{}#{number}", self.name),
        }
    }
}

/// An arc length as people write it.
pub fn trimmed(s: f64) -> f64 {
    (s * 1e9).round() / 1e9
}
