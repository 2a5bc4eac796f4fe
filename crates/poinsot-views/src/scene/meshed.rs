//! Shells and solids as they are seen: faces between their nodes.

use super::build::labels;
use super::items::{Facets, Flexible, FlexibleKind, Form, VolumeCell};
use poinsot::model::Model;
use poinsot::results::Layout;
use std::collections::HashMap;

/// Numbers of the first nodes of a shell, and how many there are.
fn numbered<'l>(labels: &'l [String], name: &str) -> Option<(usize, Vec<&'l str>)> {
    let of = |label: &'l String| match label.split_once('#') {
        Some((shell, number)) if shell == name => Some(number),
        _ => None,
    };
    let first = labels.iter().position(|l| of(l).is_some())?;
    Some((first, labels[first..].iter().map_while(of).collect()))
}

/// A shell: its cells as faces between its nodes.
pub(super) fn shell(
    layout: &Layout,
    model: Option<&Model>,
    name: &str,
    first_node: usize,
) -> Option<Flexible> {
    let (_, numbers) = numbered(&labels(layout, "line_node")[first_node..], name)?;
    let frames = numbered(labels(layout, "beam_node"), name);
    let stations = numbered(labels(layout, FlexibleKind::Shell.station_axis()), name);
    let shell = model.and_then(|m| m.shells.iter().find(|s| s.name == name));
    let (mut faces, mut thickness) = (Vec::new(), Vec::new());
    let mut elements = Vec::new();
    if let Some(shell) = shell {
        let index: HashMap<u64, u32> = numbers
            .iter()
            .enumerate()
            .filter_map(|(k, number)| Some((number.parse().ok()?, k as u32)))
            .collect();
        let mesh = &shell.mesh;
        for (number, &cell) in shell.cells.iter().enumerate() {
            let element = number as u32;
            let points = mesh.cell_points(cell).iter();
            let number = |p: &u32| index.get(&mesh.point_numbers[*p as usize]).copied();
            let corners: Option<Vec<u32>> = points.map(number).collect();
            if let Some(corners) = corners {
                let pieces = pieces(&corners);
                elements.extend(std::iter::repeat_n(element, pieces.len()));
                faces.extend(pieces);
            }
        }
        thickness = vec![shell.section.thickness; numbers.len()];
        if elements.iter().enumerate().all(|(k, &e)| k as u32 == e) {
            elements.clear();
        }
        for (number, own) in mesh.point_numbers.iter().zip(&shell.thickness) {
            if let Some(&k) = index.get(number) {
                thickness[k as usize] = *own;
            }
        }
    }
    Some(Flexible {
        name: name.to_owned(),
        kind: FlexibleKind::Shell,
        first_node,
        nodes: numbers.len(),
        first_frame: frames.map(|f| f.0),
        first_station: stations.map_or(0, |s| s.0),
        form: Form::Facets(Facets {
            faces,
            thickness,
            volumes: Vec::new(),
            elements,
        }),
    })
}

/// A solid: its outer faces between its nodes, and its elements.
pub(super) fn solid(
    layout: &Layout,
    model: Option<&Model>,
    name: &str,
    first_node: usize,
) -> Option<Flexible> {
    let (_, numbers) = numbered(&labels(layout, "line_node")[first_node..], name)?;
    let stations = numbered(labels(layout, FlexibleKind::Solid.station_axis()), name)?;
    let (mut faces, mut elements, mut volumes) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(solid) = model.and_then(|m| m.meshed_solid(name)) {
        let index: HashMap<u64, u32> = numbers
            .iter()
            .enumerate()
            .filter_map(|(k, number)| Some((number.parse().ok()?, k as u32)))
            .collect();
        let mesh = &solid.mesh;
        let nodes = |cell: usize| -> Option<Vec<u32>> {
            let points = mesh.cell_points(cell).iter();
            let number = |p: &u32| index.get(&mesh.point_numbers[*p as usize]).copied();
            points.map(number).collect()
        };
        let mut elements_at: HashMap<u32, Vec<u32>> = HashMap::new();
        for (element, &cell) in solid.cells.iter().enumerate() {
            for &point in mesh.cell_points(cell) {
                elements_at.entry(point).or_default().push(element as u32);
            }
        }
        // An outer face belongs to the one element that has all of its points.
        let owner = |face: usize| -> Option<u32> {
            let mut points = mesh.cell_points(face).iter();
            let first = elements_at.get(points.next()?)?;
            let others: Vec<&Vec<u32>> = points.filter_map(|p| elements_at.get(p)).collect();
            let holds = |e: &&u32| others.iter().all(|list| list.contains(e));
            first.iter().find(holds).copied()
        };
        for &face in &solid.faces {
            if let (Some(corners), Some(element)) = (nodes(face), owner(face)) {
                let pieces = pieces(&corners);
                elements.extend(std::iter::repeat_n(element, pieces.len()));
                faces.extend(pieces);
            }
        }
        let cells = solid.cells.iter().filter_map(|cell| nodes(*cell));
        volumes.extend(cells.filter_map(|nodes| volume_cell(&nodes)));
    }
    Some(Flexible {
        name: name.to_owned(),
        kind: FlexibleKind::Solid,
        first_node,
        nodes: numbers.len(),
        first_frame: None,
        first_station: stations.0,
        form: Form::Facets(Facets {
            faces,
            thickness: Vec::new(),
            elements,
            volumes,
        }),
    })
}

/// An element in the order of VTK. Our order is that of Gmsh: middles of edges from corner to corner.
fn volume_cell(nodes: &[u32]) -> Option<VolumeCell> {
    const BRICK: [usize; 27] = [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15, 22, 23, 21, 24, 20,
        25, 26,
    ];
    // Around the bottom, around the top, then upwards.
    const WEDGE: [usize; 15] = [0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11];
    const TETRAHEDRON: [usize; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 8];
    let (vtk, order): (u8, &[usize]) = match nodes.len() {
        8 => (12, &BRICK[..8]),
        20 => (25, &BRICK[..20]),
        27 => (29, &BRICK),
        10 => (24, &TETRAHEDRON),
        15 => (26, &WEDGE),
        _ => return None,
    };
    Some(VolumeCell {
        vtk,
        nodes: order.iter().map(|k| nodes[*k]).collect(),
    })
}

/// Faces of a cell: those with nodes on their sides are divided.
fn pieces(c: &[u32]) -> Vec<Vec<u32>> {
    let quads = [[0, 4, 8, 7], [4, 1, 5, 8], [8, 5, 2, 6], [7, 8, 6, 3]];
    let triangles = [[0, 3, 5], [3, 1, 4], [5, 4, 2], [3, 4, 5]];
    match c.len() {
        9 => quads.map(|f| f.map(|k| c[k]).to_vec()).into(),
        6 => triangles.map(|f| f.map(|k| c[k]).to_vec()).into(),
        // No node in the middle: its corners are cut off.
        8 => vec![
            vec![c[0], c[4], c[7]],
            vec![c[4], c[1], c[5]],
            vec![c[5], c[2], c[6]],
            vec![c[6], c[3], c[7]],
            vec![c[4], c[5], c[6], c[7]],
        ],
        _ => vec![c.to_vec()],
    }
}
