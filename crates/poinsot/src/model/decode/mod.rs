//! From the tree of values to the model, driven by the descriptions.

pub(super) mod anchors;
mod assemblies;
pub(super) mod bodies;
mod drilling;
mod followers;
pub(super) mod functions;
mod inertia;
pub(super) mod joints;
pub(super) mod lines;
mod masses;
mod materials;
pub(super) mod matrices;
mod mesh_files;
mod modes;
mod names;
mod orientation;
mod oversights;
pub(super) mod reader;
mod reduced;
pub(super) mod references;
mod run;
pub(super) mod scalars;
mod section_axes;
mod sections;
mod shapes;
mod shells;
mod sliding;
mod solids;
mod statics;
mod surface_kinds;
mod surfaces;
mod ties;
mod volumes;

use super::describe::{self, MODEL, Table};
use super::parameters::Values;
use super::problem::Report;
use super::tree::Value;
use super::types::Model;
use crate::math::{Quaternion, V3};
use bodies::AnySensor;
use masses::Masses;
use names::Names;
use reader::{TableReader, ValueAt};
use references::Line;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

pub(super) use inertia::{Whence, judge as judge_inertia};
pub(super) use names::name_problem;
pub(super) use orientation::from_z;
pub(super) use reader::forms_text;
pub(crate) use scalars::LARGEST;
pub(super) use scalars::unit_vector;

/// Everything that reading one item may ask about the others.
pub(super) struct Context {
    pub(super) names: Names,
    /// Position and orientation of bodies and point masses at the start.
    pub(super) poses: HashMap<String, (V3, Quaternion)>,
    /// Beams and cables, with the points that something is attached to.
    pub(super) lines: HashMap<String, Line>,
    /// Shells, with the points that something is attached to.
    pub(super) surfaces: HashMap<String, surfaces::Surface>,
    /// Coordinates that a motion drives, with the name of that motion.
    pub(super) driven: RefCell<HashMap<String, String>>,
    /// Bodies whose mass and inertia are those of their shapes.
    pub(super) made_of_shapes: HashSet<String>,
    /// Groups of contact shapes, in the order of the file.
    pub(super) contact_groups: Vec<String>,
    /// Up to when motions are asked for, and the longest steps between [s].
    pub(super) until: f64,
    pub(super) step: f64,
}

/// Decodes the whole tree. Where something is wrong the report has an error and the item is left out.
pub(super) fn model(report: &Report, root: &Value, parameters: &Values) -> Model {
    let mut model = Model {
        parameters: parameters.list(),
        ..Model::default()
    };
    let node = ValueAt::root(report, root, parameters);
    let Some(file) = TableReader::open(&node, &MODEL) else {
        return model;
    };
    let names = Names::collect(&file);
    model.title = file.text("title").unwrap_or_default();
    model.gravity = functions::gravity(&file).unwrap_or_default();
    model.run = run::run(&file).unwrap_or_default();
    model.statics = statics::statics(&file).unwrap_or_default();
    model.turning = statics::turning(&file);
    model.modes = modes::modes(&file).unwrap_or_default();
    let masses = Masses::new(&file, &model.gravity);
    let made_of_shapes = bodies::names_made_of_shapes(&file);
    let read = |t: &mut TableReader| bodies::body(t, &made_of_shapes, &masses);
    model.bodies = items(&file, &describe::BODY, read);
    let read = |t: &mut TableReader| bodies::point_mass(t, &masses);
    model.point_masses = items(&file, &describe::POINT_MASS, read);

    // Materials make sections, sections make beams.
    let materials = items(&file, &describe::MATERIAL, |t| {
        materials::material(t, &masses)
    });
    let materials = materials.into_iter().collect();
    let read = |t: &mut TableReader| sections::section(t, &names, &materials, &masses);
    let sections = items(&file, &describe::SECTION, read);
    let sections = sections.into_iter().collect();
    let read = |t: &mut TableReader| lines::beam(t, &names, &sections);
    model.beams = items(&file, &describe::BEAM, read);
    model.cables = items(&file, &describe::CABLE, |t| lines::cable(t, &masses));

    let read = |t: &mut TableReader| shells::section(t, &names, &materials, &masses);
    let sections = items(&file, &describe::SHELL_SECTION, read);
    let sections = sections.into_iter().collect();
    let read = |t: &mut TableReader| shells::shell(t, &names, &sections);
    model.shells = items(&file, &describe::SHELL, read);

    let read = |t: &mut TableReader| solids::solid(t, &names, &materials);
    let wanted = reduced::reduced_solids(&file);
    let solids = items(&file, &describe::SOLID, read).into_iter();
    let (reduced_solids, solids) = solids.partition::<Vec<_>, _>(|s| wanted.contains(&s.name));
    model.solids = solids;

    // What follows refers to bodies and point masses, and then to joints, by name.
    let bodies = model.bodies.iter();
    let bodies = bodies.map(|b| (b.name.clone(), (b.position, b.orientation)));
    let points = model.point_masses.iter();
    let points = points.map(|m| (m.name.clone(), (m.position, Quaternion::identity())));
    let context = Context {
        names,
        poses: bodies.chain(points).collect(),
        lines: references::lines(&model.beams, &model.cables),
        surfaces: surfaces::surfaces(&model.shells, &model.solids, &reduced_solids),
        driven: RefCell::default(),
        made_of_shapes,
        contact_groups: contact_groups(&file),
        until: model.run.duration,
        step: match model.run.accuracy {
            Some(_) => model.run.dt_max,
            None => model.run.dt,
        },
    };
    let c = &context;
    model.joints = items(&file, &describe::JOINT, |t| joints::joint(t, c));
    joints::place_gears(&mut model.joints);
    model.ties = items(&file, &describe::TIE, |t| {
        let tie = c.names.opened(|| ties::tie(t, c))?;
        assemblies::within_one_body(t, c, tie)
    });
    model.reduced_bodies = items(&file, &describe::REDUCED_BODY, |t| {
        reduced::reduced_body(t, c, &reduced_solids, &model)
    });
    model.supports = items(&file, &describe::SUPPORT, |t| shells::support(t, c));
    model.read_actions(&file, c);
    for sensor in items(&file, &describe::SENSOR, |t| bodies::sensor(t, c)) {
        match sensor {
            AnySensor::Item(sensor) => model.sensors.push(sensor),
            AnySensor::Line(sensor) => model.line_sensors.push(sensor),
            AnySensor::Surface(sensor) => model.surface_sensors.push(sensor),
            AnySensor::Volume(sensor) => model.volume_sensors.push(sensor),
        }
    }
    let meshes = shapes::Meshes::default();
    model.shapes = items(&file, &describe::SHAPE, |t| shapes::shape(t, c, &meshes));
    if !report.has_errors() {
        bodies::make_of_shapes(&file, &c.made_of_shapes, &mut model.bodies, &model.shapes);
    }
    for beam in &mut model.beams {
        beam.points = c.points_of(&beam.name);
    }
    for cable in &mut model.cables {
        cable.points = c.points_of(&cable.name);
    }
    for shell in &mut model.shells {
        shell.points = c.points_of_shell(&shell.name);
    }
    for solid in &mut model.solids {
        solid.points = c.points_of_shell(&solid.name);
    }
    assemblies::take_items(c, &mut model);
    let rigid = !(model.bodies.is_empty() && model.point_masses.is_empty());
    let lines = !(model.beams.is_empty() && model.cables.is_empty());
    let surfaces = !(model.shells.is_empty() && model.solids.is_empty());
    let flexible = lines || surfaces || !model.reduced_bodies.is_empty();
    if !rigid && !flexible && !report.has_errors() {
        let help = "add a [[body]] with `name`, `mass` and `inertia`, a [[point_mass]], a [[beam]], a [[cable]], a [[shell]] or a [[solid]]";
        node.error("the model has nothing that moves", help);
    }
    if !report.has_errors() {
        let lines = items(&file, &describe::TIE, |t| {
            followers::embedded_lines(t, c, &model)
        });
        for (name, followers) in lines {
            let tie = model.ties.iter_mut().find(|t| t.name == name);
            tie.into_iter()
                .for_each(|t| t.followers.extend(followers.clone()));
        }
    }
    if !report.has_errors() {
        oversights::thickness(&file, &model);
        drilling::warn(&file, &model);
        oversights::unused_parameters(&file);
    }
    model
}

/// Groups that contact shapes name.
fn contact_groups(file: &TableReader) -> Vec<String> {
    let shapes = file.node("contact_shape").and_then(|n| n.list());
    let mut groups = Vec::new();
    for shape in shapes.unwrap_or_default() {
        let group = shape.value.get("group").and_then(Value::text);
        let group = group.unwrap_or("all").to_string();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

/// Reads all items of one kind; those with errors are left out.
pub(super) fn items<T>(
    file: &TableReader,
    table: &'static Table,
    read: impl Fn(&mut TableReader) -> Option<T>,
) -> Vec<T> {
    let readers = file.tables(table.name).into_iter();
    readers.filter_map(|mut reader| read(&mut reader)).collect()
}
