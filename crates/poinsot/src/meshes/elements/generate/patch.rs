//! A patch between four corners or four curves.

use super::lattice::{Lattice, name_edges};
use super::{Curve, Division, SurfaceCells, refused};
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::ElementMesh;

/// What a patch lies between.
#[derive(Clone, Copy)]
pub enum Coons<'a> {
    /// Straight edges between four corners, which need not lie in a plane.
    Corners([V3; 4]),
    /// Four curves around it, each beginning where the one before ends.
    Curves([Curve<'a>; 4]),
}

impl Coons<'_> {
    /// The four curves at their parameter, all running around.
    fn edge(&self, k: usize, t: f64) -> V3 {
        match self {
            Coons::Corners(corners) => corners[k] * (1.0 - t) + corners[(k + 1) % 4] * t,
            Coons::Curves(curves) => curves[k](t),
        }
    }

    /// Coons' blend: both ruled surfaces less the bilinear one that they have in common.
    fn at(&self, u: f64, v: f64) -> V3 {
        let corner = |k: usize| self.edge(k, 0.0);
        let along = self.edge(0, u) * (1.0 - v) + self.edge(2, 1.0 - u) * v;
        let across = self.edge(3, 1.0 - v) * (1.0 - u) + self.edge(1, v) * u;
        let common = (corner(0) * (1.0 - u) + corner(1) * u) * (1.0 - v)
            + (corner(3) * (1.0 - u) + corner(2) * u) * v;
        along + across - common
    }
}

/// A patch. The first direction runs along edge 1, the second along edge 2; cells are equal, or graded, in the parameters of the curves.
///
/// Groups: `all`, `edge1` (from corner 1 to 2), `edge2`, `edge3`, `edge4`. Normals point to where the corners run against the clock.
pub fn patch(
    between: Coons,
    divisions: [Division; 2],
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    let size = (0..4).flat_map(|k| [0.25, 0.5, 0.75, 1.0].map(|t| between.edge(k, t)));
    let size = size.fold(0.0, |size: f64, p| {
        size.max((p - between.edge(0, 0.0)).norm())
    });
    for k in 0..4 {
        let next = (k + 1) % 4;
        let gap = (between.edge(next, 0.0) - between.edge(k, 1.0)).norm();
        if gap > 1e-6 * size {
            return Err(refused(
                format!(
                    "edge {} begins {gap:.3e} m from the end of edge {}",
                    next + 1,
                    k + 1
                ),
                "let the four curves run around the patch, each from the end of the one before",
            ));
        }
    }
    let block = Lattice {
        u: divisions[0].places()?,
        v: divisions[1].places()?,
        closed: [false; 2],
        opposite: false,
        at: &|u, v| between.at(u, v),
    }
    .block(cells)?;
    let names = ["edge1", "edge2", "edge3", "edge4"];
    let edges: Vec<_> = names.into_iter().zip(block.edges).collect();
    let mut mesh = block.mesh;
    name_edges(&mut mesh, &edges);
    Ok(mesh)
}
