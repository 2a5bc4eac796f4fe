//! Abaqus input files: nodes, elements and sets. All other keywords are passed over with their data.

use super::abaqus_types::{AbaqusKind, ends_first, kind};
use super::draft::Draft;
use super::numbers::Numbers;
use crate::math::V3;
use crate::meshes::elements::{CellKind, ElementMesh};
use crate::meshes::{MeshError, damaged};
use std::borrow::Cow;

/// What the data lines below a keyword are.
enum Data {
    Other,
    Nodes {
        set: Option<usize>,
    },
    Elements {
        kind: AbaqusKind,
        set: Option<usize>,
    },
    Set {
        set: usize,
        of: SetOf,
        generate: bool,
    },
    /// Below `*INSTANCE`: a move of the part, which is refused.
    Move,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SetOf {
    Nodes,
    Elements,
}

struct Reader {
    draft: Draft,
    /// Numbers of elements, in the order of the cells.
    elements: Vec<u64>,
    element_places: Numbers,
    data: Data,
    /// Numbers of an element that is not complete, and the line it begins in.
    open: Vec<u64>,
    open_line: usize,
    parts: usize,
    instances: usize,
}

pub fn read(bytes: &[u8]) -> Result<ElementMesh, MeshError> {
    let mut reader = Reader {
        draft: Draft::new(bytes.len()),
        elements: Vec::new(),
        element_places: Numbers::default(),
        data: Data::Other,
        open: Vec::new(),
        open_line: 0,
        parts: 0,
        instances: 0,
    };
    let mut keyword = String::new();
    let mut keyword_line = 0;
    for (k, line) in bytes.split(|b| *b == b'\n').enumerate() {
        let number = k + 1;
        let line = String::from_utf8_lossy(line.trim_ascii());
        if line.is_empty() || line.starts_with("**") {
            continue;
        }
        let in_line =
            |e: MeshError, at: usize| MeshError::new(format!("line {at}: {}", e.message), e.help);
        if !keyword.is_empty() {
            // The line before ended with a comma.
            keyword.push_str(&line);
        } else if line.starts_with('*') {
            reader.close().map_err(|e| in_line(e, reader.open_line))?;
            keyword = line.into_owned();
            keyword_line = number;
        } else {
            reader
                .data_line(&line, number)
                .map_err(|e| in_line(e, number))?;
            continue;
        }
        if !keyword.ends_with(',') {
            let done = reader.keyword(&std::mem::take(&mut keyword));
            done.map_err(|e| in_line(e, keyword_line))?;
        }
    }
    let end = reader.close();
    end.map_err(|e| MeshError::new(format!("line {}: {}", reader.open_line, e.message), e.help))?;
    Ok(reader.draft.finish())
}

/// The value of a parameter of a keyword line.
fn parameter<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    words.iter().find_map(|word| {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        key.trim()
            .eq_ignore_ascii_case(name)
            .then_some(value.trim())
    })
}

impl Reader {
    fn keyword(&mut self, line: &str) -> Result<(), MeshError> {
        let words: Vec<&str> = line[1..].split(',').map(str::trim).collect();
        let mut name = words[0].to_ascii_uppercase();
        name.retain(|c| !c.is_whitespace());
        let given = |key: &str| parameter(&words[1..], key);
        self.data = Data::Other;
        let refuse = |what: String, help: &str| Err(MeshError::new(what, help));
        match name.as_str() {
            "NODE" => {
                if given("INPUT").is_some() {
                    return refuse("*NODE with INPUT= names another file".into(), ONE_FILE);
                }
                if given("SYSTEM").is_some_and(|s| !s.eq_ignore_ascii_case("R")) {
                    return refuse(
                        "*NODE with SYSTEM= is not in Cartesian coordinates".into(),
                        "export the nodes in Cartesian coordinates",
                    );
                }
                let set = self.optional_set(given("NSET"))?;
                self.data = Data::Nodes { set };
            }
            "ELEMENT" => {
                if given("INPUT").is_some() {
                    return refuse("*ELEMENT with INPUT= names another file".into(), ONE_FILE);
                }
                let name = given("TYPE").unwrap_or_default().to_ascii_uppercase();
                let Some(kind) = kind(&name) else {
                    return refuse(
                        format!("elements of the type `{}` are not read", short(&name)),
                        "shells, membranes and plane elements of 3 to 9 nodes, trusses and beams, C3D4, C3D8, C3D10 and C3D20 are; remove the others",
                    );
                };
                let set = self.optional_set(given("ELSET"))?;
                self.data = Data::Elements { kind, set };
            }
            "NSET" | "ELSET" => {
                let of = match name.as_str() {
                    "NSET" => SetOf::Nodes,
                    _ => SetOf::Elements,
                };
                let Some(set) = self.optional_set(given(&name))? else {
                    return Err(damaged(format!("*{name} has no name: {name}= is expected")));
                };
                let generate = given("GENERATE").is_some();
                self.data = Data::Set { set, of, generate };
                if let (SetOf::Nodes, Some(other)) = (of, given("ELSET")) {
                    self.nodes_of_elements(set, other)?;
                }
            }
            "PART" => {
                self.parts += 1;
                if self.parts > 1 {
                    return refuse(
                        "a second *PART: numbers of its nodes mean other places".into(),
                        NO_PARTS,
                    );
                }
            }
            "INSTANCE" => {
                self.instances += 1;
                if self.instances > 1 {
                    return refuse("a second *INSTANCE of a part".into(), NO_PARTS);
                }
                self.data = Data::Move;
            }
            "INCLUDE" => return refuse("*INCLUDE names another file".into(), ONE_FILE),
            "SYSTEM" | "NGEN" | "NFILL" | "NCOPY" | "NMAP" | "ELGEN" | "ELCOPY" | "PARAMETER" => {
                return refuse(
                    format!("*{name} makes nodes or elements by rules, which are not read"),
                    "export the mesh with all nodes and elements written out",
                );
            }
            _ => {}
        }
        Ok(())
    }

    fn optional_set(&mut self, name: Option<&str>) -> Result<Option<usize>, MeshError> {
        match name.map(|n| n.trim_matches('"')) {
            None | Some("") => Ok(None),
            Some(name) => self.draft.group(name, &name.to_ascii_uppercase()).map(Some),
        }
    }

    fn data_line(&mut self, line: &str, number: usize) -> Result<(), MeshError> {
        match &self.data {
            Data::Other => Ok(()),
            Data::Nodes { set } => self.node(line, *set),
            Data::Elements { .. } => self.element(line, number),
            &Data::Set { set, of, generate } => match generate {
                true => self.generated(line, set, of),
                false => self.listed(line, set, of),
            },
            Data::Move => Err(MeshError::new("*INSTANCE moves its part", NO_PARTS)),
        }
    }

    fn node(&mut self, line: &str, set: Option<usize>) -> Result<(), MeshError> {
        let mut fields = line.split(',').map(str::trim);
        let number = whole(fields.next().unwrap_or_default(), "the number of a node")?;
        let mut at = V3::zeros();
        for (x, field) in at.iter_mut().zip(fields) {
            if !field.is_empty() {
                *x = real(field)?;
            }
        }
        self.draft.node(number, at).map_err(damaged)?;
        match set {
            Some(set) => {
                let place = self.draft.mesh.points.len() - 1;
                self.draft.point_into(set, place as u32)
            }
            None => Ok(()),
        }
    }

    fn element(&mut self, line: &str, number: usize) -> Result<(), MeshError> {
        let Data::Elements { kind, set } = &self.data else {
            return Ok(());
        };
        let (cell_kind, order, set) = (kind.kind, kind.order, *set);
        let wanted = 1 + cell_kind.points();
        if self.open.is_empty() {
            self.open_line = number;
        }
        for field in line.split(',').map(str::trim).filter(|f| !f.is_empty()) {
            let what = match self.open.is_empty() {
                true => "the number of an element",
                false => "the number of a node",
            };
            self.open.push(whole(field, what)?);
            if self.open.len() > wanted {
                return Err(damaged(format!(
                    "element {} has more than {} nodes",
                    self.open[0],
                    cell_kind.points()
                )));
            }
        }
        if self.open.len() < wanted {
            // The rest follows only behind a comma.
            return match line.ends_with(',') {
                true => Ok(()),
                false => self.close(),
            };
        }
        let element = self.open[0];
        let mut points = [0; 27];
        for k in 0..cell_kind.points() {
            let node = self.open[1 + order.map_or(k, |o| o[k])];
            points[k] = self.draft.place(node).ok_or_else(|| {
                damaged(format!(
                    "element {element} names node {node}, which is not defined before it"
                ))
            })?;
        }
        if cell_kind == CellKind::Line3 {
            let ends = ends_first([points[0], points[1], points[2]], &self.draft.mesh.points);
            points[..3].copy_from_slice(&ends);
        }
        self.open.clear();
        if !self.element_places.add(&self.elements, element) {
            return Err(damaged(format!("element {element} is there already")));
        }
        self.elements.push(element);
        let points = &points[..cell_kind.points()];
        let cell = self.draft.mesh.add_cell(cell_kind, element, points);
        set.map_or(Ok(()), |set| self.draft.cell_into(set, cell))
    }

    /// Nothing may be left of an element at the end of its data.
    fn close(&mut self) -> Result<(), MeshError> {
        match (&self.open[..], &self.data) {
            ([element, rest @ ..], Data::Elements { kind, .. }) => Err(damaged(format!(
                "element {element} has {} nodes instead of {}",
                rest.len(),
                kind.kind.points()
            ))),
            _ => Ok(()),
        }
    }

    /// A line of numbers, and of names of sets before this one.
    fn listed(&mut self, line: &str, set: usize, of: SetOf) -> Result<(), MeshError> {
        for field in line.split(',').map(str::trim).filter(|f| !f.is_empty()) {
            if let Ok(number) = field.parse() {
                self.add(set, of, number)?;
                continue;
            }
            let key = field.trim_matches('"').to_ascii_uppercase();
            let Some(known) = self.draft.known(&key) else {
                return Err(damaged(format!(
                    "`{}` is neither a number nor a set defined before",
                    short(field)
                )));
            };
            match of {
                SetOf::Nodes => {
                    let points = known.points.clone();
                    for point in points {
                        self.draft.point_into(set, point)?;
                    }
                }
                SetOf::Elements => {
                    let cells = known.cells.clone();
                    for cell in cells {
                        self.draft.cell_into(set, cell)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, set: usize, of: SetOf, number: u64) -> Result<(), MeshError> {
        match of {
            SetOf::Nodes => match self.draft.place(number) {
                Some(place) => self.draft.point_into(set, place),
                None => Err(damaged(format!(
                    "node {number} of the set is not defined before it"
                ))),
            },
            SetOf::Elements => match self.element_places.place(&self.elements, number) {
                Some(place) => self.draft.cell_into(set, place as usize),
                None => Err(damaged(format!(
                    "element {number} of the set is not defined before it"
                ))),
            },
        }
    }

    /// A line `first, last, step`: those of its numbers that are there.
    fn generated(&mut self, line: &str, set: usize, of: SetOf) -> Result<(), MeshError> {
        let fields: Vec<&str> = line
            .split(',')
            .map(str::trim)
            .filter(|f| !f.is_empty())
            .collect();
        let number = |k: usize| whole(fields.get(k).unwrap_or(&""), "a number");
        let (first, last) = (number(0)?, number(1)?);
        let step = if fields.len() > 2 { number(2)? } else { 1 };
        if step == 0 || last < first || fields.len() > 3 {
            return Err(damaged(
                "`first, last, step` with rising numbers is expected below GENERATE",
            ));
        }
        let listed = match of {
            SetOf::Nodes => self.draft.mesh.point_numbers.len(),
            SetOf::Elements => self.elements.len(),
        };
        if (last - first) / step < listed as u64 {
            for number in (first..=last).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
                self.draft.spend(1)?;
                let there = match of {
                    SetOf::Nodes => self.draft.place(number).is_some(),
                    SetOf::Elements => {
                        let places = &self.element_places;
                        places.place(&self.elements, number).is_some()
                    }
                };
                if there {
                    self.add(set, of, number)?;
                }
            }
            return Ok(());
        }
        // More numbers than there are nodes or elements: these are gone through instead.
        self.draft.spend(listed)?;
        for k in 0..listed {
            let number = match of {
                SetOf::Nodes => self.draft.mesh.point_numbers[k],
                SetOf::Elements => self.elements[k],
            };
            if (first..=last).contains(&number) && (number - first).is_multiple_of(step) {
                match of {
                    SetOf::Nodes => self.draft.point_into(set, k as u32)?,
                    SetOf::Elements => self.draft.cell_into(set, k)?,
                }
            }
        }
        Ok(())
    }

    /// `*NSET, NSET=a, ELSET=b`: the nodes of the elements of a set.
    fn nodes_of_elements(&mut self, set: usize, other: &str) -> Result<(), MeshError> {
        let key = other.trim_matches('"').to_ascii_uppercase();
        let Some(known) = self.draft.known(&key) else {
            return Err(damaged(format!(
                "the set `{}` is not defined before",
                short(other)
            )));
        };
        for cell in known.cells.clone() {
            for k in 0..self.draft.mesh.cell_points(cell).len() {
                let point = self.draft.mesh.cell_points(cell)[k];
                self.draft.point_into(set, point)?;
            }
        }
        Ok(())
    }
}

const ONE_FILE: &str = "write nodes, elements and sets into one file";
const NO_PARTS: &str = "write the file without parts and assemblies (a switch of the model in Abaqus/CAE), or with one part that is not moved";

/// The beginning of a text that may be long.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

fn whole(field: &str, what: &str) -> Result<u64, MeshError> {
    field
        .parse()
        .map_err(|_| damaged(format!("{what} is expected, found `{}`", short(field))))
}

/// A number, with the exponent of Fortran if need be.
fn real(field: &str) -> Result<f64, MeshError> {
    let usual = match field.contains(['d', 'D']) {
        true => Cow::Owned(field.replace(['d', 'D'], "e")),
        false => Cow::Borrowed(field),
    };
    usual.parse().map_err(|_| {
        damaged(format!(
            "a coordinate is expected, found `{}`",
            short(field)
        ))
    })
}
