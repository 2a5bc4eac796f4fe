//! Abaqus input files.

use super::files::{load, path, wrong};
use super::{area, v};
use poinsot::meshes::elements::files::{read_element_mesh, read_element_mesh_file};
use poinsot::meshes::elements::{CellKind, ElementMesh, check_quality};

fn numbers(mesh: &ElementMesh, name: &str) -> (Vec<u64>, Vec<u64>) {
    let group = mesh.group(name).unwrap_or_else(|| panic!("{name}"));
    let cells = group.cells.iter().map(|c| mesh.cells[*c].number).collect();
    let mut points: Vec<u64> = group
        .points
        .iter()
        .map(|p| mesh.point_numbers[*p as usize])
        .collect();
    points.sort_unstable();
    (cells, points)
}

#[test]
fn sets_in_all_their_forms() {
    let mesh = read_element_mesh_file(&path("sets.inp"), 1e-3).unwrap_or_else(|e| panic!("{e}"));
    let kinds: Vec<CellKind> = mesh.cells.iter().map(|c| c.kind).collect();
    let wanted = [
        CellKind::Quad4,
        CellKind::Tri3,
        CellKind::Tri3,
        CellKind::Hex8,
    ];
    assert_eq!(kinds, wanted);
    assert_eq!(
        mesh.points[3],
        v(0.0, 1.0, 0.0),
        "missing numbers are 0, D is an exponent"
    );
    assert_eq!(numbers(&mesh, "Floor"), (vec![10], vec![1, 2, 3, 4]));
    assert_eq!(numbers(&mesh, "ramp"), (vec![11, 12], vec![2, 3, 5, 6]));
    assert_eq!(numbers(&mesh, "left"), (vec![], vec![1, 4]));
    assert_eq!(numbers(&mesh, "EDGE"), (vec![], vec![1, 4, 5, 6]));
    assert_eq!(numbers(&mesh, "panels").0, [10, 11, 12]);
    assert_eq!(numbers(&mesh, "even").0, [10, 12, 30]);
    assert_eq!(numbers(&mesh, "Of Ramp"), (vec![], vec![2, 3, 5, 6]));
    assert_eq!(numbers(&mesh, "every").1.len(), 10);
    let quality = check_quality(&mesh);
    assert_eq!(quality.smallest_jacobian.unwrap().value, 1.0);
    assert!((area(&mesh) - 1.0 - 1.25_f64.sqrt()).abs() < 1e-12);
}

#[test]
fn what_gmsh_writes_for_abaqus_is_the_same_mesh() {
    let mut gmsh = load("sheet_41_text.msh");
    let abaqus = load("sheet.inp");
    assert_eq!(gmsh.point_numbers, abaqus.point_numbers);
    for (a, b) in gmsh.points.iter().zip(&abaqus.points) {
        assert!((a - b).amax() < 1e-13, "written with 14 digits");
    }
    gmsh.points = abaqus.points.clone();
    let kinds = [CellKind::Line3, CellKind::Quad9, CellKind::Tri6];
    for kind in kinds {
        let of = |mesh: &ElementMesh| -> Vec<(u64, Vec<u32>)> {
            let cells = (0..mesh.cells.len()).filter(|c| mesh.cells[*c].kind == kind);
            cells
                .map(|c| (mesh.cells[c].number, mesh.cell_points(c).to_vec()))
                .collect()
        };
        let (mut one, two) = (of(&gmsh), of(&abaqus));
        if kind == CellKind::Tri6 {
            // Abaqus files do not turn the cells of a negative physical group.
            for (_, points) in &mut one {
                points.swap(1, 2);
                points.swap(3, 5);
            }
        }
        assert_eq!(one, two, "{kind:?}");
    }
    let sets = [
        ("bottom", "bottom"),
        ("pipe wall", "pipe_wall"),
        ("physical2_7", "PhysicalSurface7"),
    ];
    for (theirs, ours) in sets {
        assert_eq!(numbers(&gmsh, theirs), numbers(&abaqus, ours));
    }
}

/// A square of nodes, then what is given.
fn with(rest: &str) -> String {
    format!("*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n{rest}\n")
}

fn said(rest: &str) -> String {
    wrong("a.inp", with(rest).as_bytes())
}

fn kinds(rest: &str) -> Vec<CellKind> {
    let mesh = read_element_mesh("a.inp", with(rest).as_bytes(), 1.0);
    let mesh = mesh.unwrap_or_else(|e| panic!("{e}"));
    mesh.cells.iter().map(|c| c.kind).collect()
}

#[test]
fn types_of_elements() {
    for name in [
        "S4", "S4R", "s4r5", "M3D4R", "CPS4I", "CPE4RH", "SFM3D4", "R3D4",
    ] {
        let found = kinds(&format!("*ELEMENT, TYPE={name}\n1, 1, 2, 3, 4"));
        assert_eq!(found, [CellKind::Quad4], "{name}");
    }
    for name in ["S3", "S3R", "STRI3", "M3D3", "CPS3", "C3D4"] {
        let (kind, end) = match name {
            "C3D4" => (CellKind::Tet4, ", 4"),
            _ => (CellKind::Tri3, ""),
        };
        let found = kinds(&format!("*ELEMENT, TYPE={name}\n1, 1, 2, 3{end}"));
        assert_eq!(found, [kind], "{name}");
    }
    for name in [
        "C3D6", "C3D18", "CAX4", "MASS", "S5", "SAX1", "", "S", "C3D", "S4X",
    ] {
        let found = said(&format!("*ELEMENT, TYPE={name}\n1, 1, 2, 3, 4"));
        let wanted = format!("line 6: elements of the type `{name}` are not read");
        assert_eq!(found, wanted);
    }
    // The middle of a line is where it is, second or third.
    let line = |order: &str| {
        let text = with(&format!("9, 0.5, 0.01, 0\n*ELEMENT, TYPE=B32\n1, {order}"));
        let mesh = read_element_mesh("a.inp", text.as_bytes(), 1.0).unwrap();
        mesh.cell_points(0).to_vec()
    };
    assert_eq!([line("1, 9, 2"), line("1, 2, 9")], [[0, 1, 4], [0, 1, 4]]);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let quad = "*ELEMENT, TYPE=S4\n";
    assert_eq!(said("1,2,2"), "line 6: node 1 is there already");
    assert_eq!(said("7,2,x"), "line 6: a coordinate is expected, found `x`");
    assert_eq!(
        said(&format!("{quad}1,1,2,3")),
        "line 7: element 1 has 3 nodes instead of 4"
    );
    assert_eq!(
        said(&format!("{quad}1,1,2,3,")),
        "line 7: element 1 has 3 nodes instead of 4"
    );
    assert_eq!(
        said(&format!("{quad}1,1,2,3,\n*STEP")),
        "line 7: element 1 has 3 nodes instead of 4"
    );
    assert_eq!(
        said(&format!("{quad}1,1,2,3,4,1")),
        "line 7: element 1 has more than 4 nodes"
    );
    assert_eq!(
        said(&format!("{quad}1,1,2,3,9")),
        "line 7: element 1 names node 9, which is not defined before it"
    );
    let twice = format!("{quad}1,1,2,3,4\n1,1,2,3,4");
    assert_eq!(said(&twice), "line 8: element 1 is there already");
    assert!(said("*INCLUDE, INPUT=more.inp").starts_with("line 6: *INCLUDE names another file"));
    assert!(said("*Part, name=a\n*End Part\n*Part, name=b").starts_with("line 8: a second *PART"));
    let moved = "*Instance, name=i, part=a\n1, 0, 0\n*End Instance";
    assert!(said(moved).starts_with("line 7: *INSTANCE moves"));
    assert!(said("*NGEN").starts_with("line 6: *NGEN makes nodes"));
    assert!(said("*NODE, SYSTEM=C").contains("Cartesian"));
    assert_eq!(
        said("*NSET, NSET=a\n7"),
        "line 7: node 7 of the set is not defined before it"
    );
    assert_eq!(
        said("*ELSET, ELSET=a\nb"),
        "line 7: `b` is neither a number nor a set defined before"
    );
    assert!(said("*NSET, NSET=a, GENERATE\n1, 4, 0").starts_with("line 7: `first, last, step`"));
    assert!(said("*NSET").contains("NSET= is expected"));
    assert_eq!(said(""), "there is no element in it");
    let one_part = "*Part, name=a\n*ELEMENT, TYPE=S4\n1,1,2,3,4\n*End Part\n*Assembly\n*Instance, name=i, part=a\n*End Instance\n*Nset, nset=x, instance=i\n1\n*End Assembly";
    assert_eq!(kinds(one_part), [CellKind::Quad4]);
}

#[test]
fn sets_of_sets_do_not_grow_without_bound() {
    let mut text = String::from("*ELEMENT, TYPE=S4\n1,1,2,3,4\n*NSET, NSET=a0\n1,2,3,4\n");
    // Each set names the one before ten times.
    for k in 1..20 {
        let before = format!("a{},", k - 1).repeat(10);
        text += &format!("*NSET, NSET=a{k}\n{before}\n");
    }
    assert!(said(&text).contains("larger than the mesh"));
    let begin = std::time::Instant::now();
    let ranges = "1, 18446744073709551615\n".repeat(100_000);
    let text = format!("*ELEMENT, TYPE=S4\n1,1,2,3,4\n*NSET, NSET=a, GENERATE\n{ranges}");
    assert_eq!(kinds(&text), [CellKind::Quad4]);
    assert!(begin.elapsed().as_secs() < 10);
}
