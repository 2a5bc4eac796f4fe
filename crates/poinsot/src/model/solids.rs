//! Solids as plain data.

use super::flexible::RigidMotion;
use super::shells::ShellPoint;
use super::types::Place;
use crate::math::V3;
pub use crate::mechanics::elements::solid::Material as SolidLaw;
use crate::mechanics::elements::solid::{Branch, Shape, consistent_mass, gauss_points};
use crate::mechanics::index::NodeIndex;
use crate::meshes::elements::{Cell, CellKind, ElementMesh};
use std::sync::Arc;

/// A solid that deforms, divided into elements.
#[derive(Clone, Debug)]
pub struct SolidBody {
    /// Unique name.
    pub name: String,
    /// Its mesh as drawn, free of stress.
    pub mesh: Arc<ElementMesh>,
    /// The cells of the mesh that are its elements: bricks with 8, 20 or 27 points, tetrahedra with 10, wedges with 15.
    pub cells: Vec<usize>,
    /// The cells of the mesh that are its outer faces, with normals outwards.
    pub faces: Vec<usize>,
    /// Its law, on the axes of the world.
    pub law: SolidLaw,
    /// Viscosity beside it.
    pub viscosity: SolidViscosity,
    /// Strains of its elements.
    pub strains: SolidStrains,
    /// Mass by volume [kg/m^3].
    pub density: f64,
    /// Points that something is attached to.
    pub points: Vec<ShellPoint>,
    /// Motion at the start.
    pub motion: RigidMotion,
    /// Velocities at the start in addition [m/s], of all points of the mesh; empty if there are none.
    pub velocities: Vec<V3>,
    /// Where it was written.
    pub place: Place,
}

/// Viscosity of a solid beside its elastic law.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolidViscosity {
    /// Viscosity by stiffness (so.6) [s].
    pub damping_time: f64,
    /// Branches of a Prony series (so.7).
    pub branches: Vec<Branch>,
}

/// Strains of the elements of a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolidStrains {
    /// Those of the displacements.
    Plain,
    /// Assumed strains (so.1), bricks with eight points alone.
    Assumed,
    /// Projected volume (so.3), where the cell has it.
    MeanVolume,
}

impl SolidBody {
    /// What a cell is for the mechanics; `None` for cells that are no elements of solids.
    pub fn shape_of(kind: CellKind) -> Option<Shape> {
        match kind {
            CellKind::Hex8 => Some(Shape::Hex8),
            CellKind::Hex20 => Some(Shape::Hex20),
            CellKind::Hex27 => Some(Shape::Hex27),
            CellKind::Tet10 => Some(Shape::Tet10),
            CellKind::Wedge15 => Some(Shape::Wedge15),
            _ => None,
        }
    }

    /// Points of a cell as drawn [m].
    pub fn drawn(&self, cell: usize) -> Vec<V3> {
        let points = self.mesh.cell_points(cell).iter();
        points.map(|p| self.mesh.points[*p as usize]).collect()
    }

    /// Volumes that the points of an element stand for, integrals of their shape functions [m^3].
    pub fn point_volumes(&self, cell: usize) -> Vec<f64> {
        let Some(shape) = Self::shape_of(self.mesh.cells[cell].kind) else {
            return Vec::new();
        };
        let drawn = self.drawn(cell);
        let nodes: Vec<NodeIndex> = (0..drawn.len()).map(NodeIndex::new).collect();
        // The sum of a row: shape functions sum to one.
        let unit = consistent_mass(shape, &nodes, &drawn, 1.0).matrix;
        unit.chunks(drawn.len())
            .map(|row| row.iter().sum())
            .collect()
    }

    /// Volume of an element as drawn [m^3]; in words why it has none.
    pub fn volume_of(&self, cell: usize) -> Result<f64, String> {
        let Cell { kind, number, .. } = self.mesh.cells[cell];
        let shape = Self::shape_of(kind)
            .ok_or_else(|| format!("element {number} is no element of a solid"))?;
        let points = gauss_points(shape, &self.drawn(cell))
            .map_err(|problem| format!("element {number}: {problem}"))?;
        Ok(points.iter().map(|p| p.volume).sum())
    }
}

impl SolidStrains {
    /// Whether cells of a kind have them.
    pub fn fit(self, kind: CellKind) -> bool {
        match self {
            SolidStrains::Plain => true,
            SolidStrains::Assumed => kind == CellKind::Hex8,
            SolidStrains::MeanVolume => {
                matches!(
                    kind,
                    CellKind::Hex8 | CellKind::Hex27 | CellKind::Tet10 | CellKind::Wedge15
                )
            }
        }
    }
}
