//! Solids: points of their meshes, their elements, and the mass that points share.

use super::Builder;
use super::lumps::{Lump, Placed};
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::elements::ElementNode;
use crate::mechanics::elements::solid::{
    Shape, Solid, SolidError, Strains, consistent_mass, node_volumes,
};
use crate::mechanics::index::NodeIndex;
use crate::model::{Model, SolidBody, SolidStrains};
use crate::system::{
    Add, Address, BodyNodeIndex, Extent, FlexibleBody, FlexibleElement, FlexibleKind, FlexibleNode,
    Forces, Sort,
};
use std::collections::HashMap;

/// A solid and where its lumps are.
pub(super) struct MeshedSolid {
    /// Lump of each point of the mesh that elements use.
    lump_of: HashMap<u32, usize>,
}

impl Builder {
    /// Lumps of all solids, in the order of the model. They have no mass of their own: elements share theirs among points.
    pub(super) fn solid_lumps(&mut self, model: &Model, lumps: &mut Vec<Lump>) -> Vec<MeshedSolid> {
        let mut all = Vec::new();
        for solid in &model.solids {
            let (mesh, motion) = (&solid.mesh, &solid.motion);
            let mut lump_of: HashMap<u32, usize> = HashMap::new();
            for &cell in &solid.cells {
                let points = mesh.cell_points(cell);
                let volume = solid.volume_of(cell).unwrap_or(0.0);
                let share = volume / (points.len() as f64 * self.system.length.powi(3));
                for &point in points {
                    let k = *lump_of.entry(point).or_insert_with(|| {
                        let number = mesh.point_numbers[point as usize];
                        let name = format!("{}#{number}", solid.name);
                        let at = mesh.points[point as usize];
                        let mut lump = Lump::empty(name, false, at, Quaternion::identity());
                        lump.velocity =
                            motion.velocity + motion.angular_velocity.cross(&(at - motion.about));
                        if let Some(own) = solid.velocities.get(point as usize) {
                            lump.velocity += own;
                        }
                        lump.shares = true;
                        lumps.push(lump);
                        lumps.len() - 1
                    });
                    if solid.density == 0.0 {
                        lumps[k].stands_for(share, &M3::zeros());
                    }
                }
            }
            for p in &solid.points {
                if let Some(&k) = lump_of.get(&p.point) {
                    self.lump_of.insert(p.name.clone(), k);
                }
            }
            all.push(MeshedSolid { lump_of });
        }
        all
    }

    /// Elements of all solids and their mass.
    pub(super) fn solid_elements(
        &mut self,
        model: &Model,
        meshed: &[MeshedSolid],
        placed: &[Placed],
    ) {
        for (solid, meshed) in model.solids.iter().zip(meshed) {
            let mut body = FlexibleBody::new(&solid.name, FlexibleKind::Solid);
            body.density = solid.density;
            let mut number_of: HashMap<u32, BodyNodeIndex> = HashMap::new();
            for &cell in &solid.cells {
                let kind = solid.mesh.cells[cell].kind;
                let Some(shape) = SolidBody::shape_of(kind) else {
                    continue;
                };
                let points = solid.mesh.cell_points(cell);
                let node = |point: &u32| placed[meshed.lump_of[point]].node;
                let nodes: Vec<NodeIndex> = points.iter().map(node).collect();
                let on = |node: &NodeIndex| ElementNode {
                    node: *node,
                    at: V3::zeros(),
                    axes: M3::identity(),
                };
                let on: Vec<ElementNode> = nodes.iter().map(on).collect();
                let mut numbers = Vec::new();
                for (point, on) in points.iter().zip(&on) {
                    numbers.push(*number_of.entry(*point).or_insert_with(|| {
                        let number = solid.mesh.point_numbers[*point as usize];
                        body.nodes.push(FlexibleNode {
                            at: Address::Number(number),
                            on: *on,
                        });
                        BodyNodeIndex::new(body.nodes.len() - 1)
                    }));
                }
                let drawn = solid.drawn(cell);
                let Ok(owner) = self.solid_element(solid, shape, &nodes, &drawn) else {
                    // Elements without volume are refused when a model is read or checked.
                    continue;
                };
                if solid.density > 0.0 {
                    self.shared
                        .push(consistent_mass(shape, &nodes, &drawn, solid.density));
                }
                body.elements.push(FlexibleElement {
                    nodes: numbers,
                    on,
                    owners: vec![owner],
                    measures: node_volumes(shape, &drawn),
                    extent: Extent::Cell(solid.mesh.cells[cell].number),
                });
            }
            self.system.flexible.push(body);
        }
        self.share_mass();
    }

    fn solid_element(
        &mut self,
        solid: &SolidBody,
        shape: Shape,
        nodes: &[NodeIndex],
        drawn: &[V3],
    ) -> Result<usize, SolidError> {
        let smooth = solid.strains == SolidStrains::MeanVolume;
        match (shape, smooth) {
            (Shape::Hex8, false) => self.add_solid::<8, 8, 48>(solid, shape, nodes, drawn),
            (Shape::Hex8, true) => self.add_solid::<8, 8, 56>(solid, shape, nodes, drawn),
            (Shape::Hex20, _) => self.add_solid::<20, 8, 48>(solid, shape, nodes, drawn),
            (Shape::Hex27, false) => self.add_solid::<27, 27, 162>(solid, shape, nodes, drawn),
            (Shape::Hex27, true) => self.add_solid::<27, 27, 189>(solid, shape, nodes, drawn),
            (Shape::Tet10, false) => self.add_solid::<10, 4, 24>(solid, shape, nodes, drawn),
            (Shape::Wedge15, false) => self.add_solid::<15, 9, 54>(solid, shape, nodes, drawn),
            (Shape::Wedge15, true) => self.add_solid::<15, 9, 63>(solid, shape, nodes, drawn),
            (Shape::Tet10, true) => self.add_solid::<10, 4, 28>(solid, shape, nodes, drawn),
        }
    }

    fn add_solid<const N: usize, const G: usize, const E: usize>(
        &mut self,
        solid: &SolidBody,
        shape: Shape,
        nodes: &[NodeIndex],
        drawn: &[V3],
    ) -> Result<usize, SolidError>
    where
        Forces: Add<Solid<N, G, E>>,
    {
        let nodes = std::array::from_fn(|k| nodes[k]);
        let drawn = std::array::from_fn(|k| drawn[k]);
        let strains = match solid.strains {
            SolidStrains::Assumed => Strains::Assumed,
            SolidStrains::Plain | SolidStrains::MeanVolume => Strains::Compatible,
        };
        let item = Solid::<N, G, E>::new(shape, nodes, &drawn, solid.law.clone(), strains)?;
        let viscosity = &solid.viscosity;
        let item = item.with_viscosity(viscosity.damping_time, &viscosity.branches);
        let item = self.shared(item);
        Ok(self.add_point(Sort::Solid, &solid.name, item))
    }
}
