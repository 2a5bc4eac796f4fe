//! Sensors: where they are.

use super::{BuildError, Builder};
use crate::math::V3;
use crate::mechanics::elements::ElementNode;
use crate::meshes::elements::surface_shape;
use crate::model::{Model, SurfaceSensor};
use crate::system::{
    BodyIndex, BodyNodeIndex, ElementIndex, FlexibleBody, Location, NodalMean, SensorInfo,
};

impl Builder {
    pub(super) fn sensors(&mut self, model: &Model) {
        for s in &model.sensors {
            if let Some(item) = self.item(&s.name, &s.on, &s.place) {
                let on = Location::Fixed {
                    node: item.node,
                    at: item.origin + item.axes * s.at,
                };
                let (name, nodal) = (s.name.clone(), self.on_mesh_node(model, &s.on));
                self.system.sensors.push(SensorInfo { name, on, nodal });
            }
        }
        for s in &model.line_sensors {
            let bodies = &self.system.flexible;
            let found = bodies.iter().position(|b| b.name == s.on);
            let found = found.map(BodyIndex::new);
            let on = found.and_then(|b| bodies[b].locate(b, s.s, s.at));
            self.add_sensor(&s.name, on, None, &s.on, &s.place);
        }
        for s in &model.surface_sensors {
            let bodies = &self.system.flexible;
            let found = bodies.iter().position(|b| b.name == s.on);
            let found = found.map(BodyIndex::new);
            let element = ElementIndex::new(s.element);
            let weights = found.and_then(|b| shape_at(model, s, &bodies[b]));
            let (mut on, mut nodal) = (None, None);
            if let (Some(body), Some(weights)) = (found, weights) {
                let shell = &bodies[body];
                let numbers = &shell.elements[element].nodes;
                nodal = Some(NodalMean {
                    body,
                    nodes: numbers.iter().copied().zip(weights.clone()).collect(),
                });
                let nodes = shell.elements[element].on.iter();
                // Arms are on the axes of the world as drawn, like those of sensors at nodes.
                let upright = |on: &ElementNode| ElementNode {
                    axes: *self.poses[on.node]
                        .q
                        .inverse()
                        .to_rotation_matrix()
                        .matrix(),
                    ..*on
                };
                let carriers = weights.into_iter().zip(nodes.map(upright)).collect();
                on = shell.locate_inside(body, element, carriers, s.at);
            }
            self.add_sensor(&s.name, on, nodal, &s.on, &s.place);
        }
        self.volume_sensors(model);
    }

    /// Sensors in solids, between nodes.
    fn volume_sensors(&mut self, model: &Model) {
        for s in &model.volume_sensors {
            let bodies = &self.system.flexible;
            let found = bodies.iter().position(|b| b.name == s.within.solid);
            let body = found.map(BodyIndex::new);
            let solid = model.solids.iter().find(|b| b.name == s.within.solid);
            let shapes = solid.and_then(|solid| s.within.shapes(solid));
            let element = ElementIndex::new(s.within.element);
            let (mut on, mut nodal) = (None, None);
            if let (Some(body), Some(shapes)) = (body, shapes) {
                let solid = &bodies[body];
                if let Some(found) = solid.elements.get(s.within.element) {
                    let weights = shapes.values;
                    nodal = Some(NodalMean {
                        body,
                        nodes: found.nodes.iter().copied().zip(weights.clone()).collect(),
                    });
                    let carriers = weights.into_iter().zip(found.on.iter().copied());
                    on = solid.locate_inside(body, element, carriers.collect(), V3::zeros());
                }
            }
            self.add_sensor(&s.name, on, nodal, &s.within.solid, &s.place);
        }
    }

    fn add_sensor(
        &mut self,
        name: &str,
        on: Option<Location>,
        nodal: Option<NodalMean>,
        item: &str,
        place: &crate::model::Place,
    ) {
        let name = name.to_owned();
        match on {
            Some(on) => self.system.sensors.push(SensorInfo { name, on, nodal }),
            None => self.errors.push(BuildError::UnknownItem {
                user: name,
                name: item.to_owned(),
                place: place.clone(),
            }),
        }
    }

    /// The node of a shell or solid that a name such as `panel#12` stands for.
    fn on_mesh_node(&self, model: &Model, item: &str) -> Option<NodalMean> {
        let shells = model.shells.iter().map(|s| (&s.name, &s.points));
        let solids = model.solids.iter().map(|s| (&s.name, &s.points));
        let mut meshed = shells.chain(solids);
        let (name, _) = meshed.find(|(_, points)| points.iter().any(|p| p.name == item))?;
        let mut bodies = self.system.flexible.iter();
        let body = BodyIndex::new(bodies.position(|b| b.name == *name)?);
        let found = &self.system.flexible[body];
        let mut nodes = found.nodes.iter();
        let node = nodes.position(|n| found.label(n.at) == item)?;
        Some(NodalMean {
            body,
            nodes: vec![(BodyNodeIndex::new(node), 1.0)],
        })
    }
}

/// Shape functions of the element of a sensor there, one per node.
fn shape_at(model: &Model, sensor: &SurfaceSensor, body: &FlexibleBody) -> Option<Vec<f64>> {
    let shell = model.shells.iter().find(|s| s.name == sensor.on)?;
    let cell = *shell.cells.get(sensor.element)?;
    let kind = shell.mesh.cells[cell].kind;
    let values = surface_shape(kind, sensor.parameters).values;
    let count = body.elements.get(sensor.element)?.nodes.len();
    Some(values[..count].to_vec())
}
