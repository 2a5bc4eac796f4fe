//! Files of Gmsh, OBJ and STL.

use super::{area, sound, surfaces};
use poinsot::meshes::elements::files::{
    ELEMENT_FILE_LIMIT, read_element_mesh, read_element_mesh_file,
};
use poinsot::meshes::elements::{CellKind, ElementMesh, check_quality};
use std::f64::consts::PI;
use std::fs;
use std::path::PathBuf;

pub fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/meshes/files")).join(name)
}

pub fn load(name: &str) -> ElementMesh {
    read_element_mesh_file(&path(name), 1.0).unwrap_or_else(|e| panic!("{e}"))
}

/// What is wrong with a file; it begins with the name and comes with help.
pub fn wrong(name: &str, bytes: &[u8]) -> String {
    let error = read_element_mesh(name, bytes, 1.0).expect_err("damaged");
    assert!(!error.help.is_empty());
    let rest = error.message.strip_prefix(&format!("{name}: "));
    rest.expect("the name in front").to_owned()
}

/// Cells by kind and numbers of their nodes, and groups with their cells and nodes: what does not depend on the order of a file.
type Content = (
    Vec<(CellKind, Vec<u64>)>,
    Vec<(String, Vec<(CellKind, Vec<u64>)>, Vec<u64>)>,
);

fn content(mesh: &ElementMesh) -> Content {
    let number = |p: &u32| mesh.point_numbers[*p as usize];
    let cell = |c: usize| {
        let points = mesh.cell_points(c).iter().map(number).collect();
        (mesh.cells[c].kind, points)
    };
    let mut cells: Vec<_> = (0..mesh.cells.len()).map(cell).collect();
    cells.sort();
    let mut groups = Vec::new();
    for group in &mesh.groups {
        let mut own: Vec<_> = group.cells.iter().map(|c| cell(*c)).collect();
        own.sort();
        let points = group.points.iter().map(number).collect();
        groups.push((group.name.clone(), own, points));
    }
    groups.sort();
    (cells, groups)
}

#[test]
fn all_four_forms_give_the_same_mesh() {
    for name in ["sheet", "sheet_linear", "solid", "solid_full"] {
        let form = |f: &str| load(&format!("{name}_{f}.msh"));
        let (new, old) = (form("41_text"), form("22_text"));
        assert_eq!(new, form("41_binary"), "{name}");
        assert_eq!(old, form("22_binary"), "{name}");
        // Gmsh numbers elements by entities in one version, by types in the other.
        assert_eq!(new.points, old.points, "{name}");
        assert_eq!(new.point_numbers, old.point_numbers, "{name}");
        assert_eq!(content(&new), content(&old), "{name}");
        let names = |m: &ElementMesh| m.groups.iter().map(|g| g.name.clone()).collect();
        let (one, two): (Vec<_>, Vec<_>) = (names(&new), names(&old));
        assert_eq!(one, two, "{name}");
    }
}

#[test]
fn a_sheet_has_its_groups_area_and_sides() {
    for (name, round_off) in [
        ("sheet_41_text.msh", 2e-4),
        ("sheet_linear_22_binary.msh", 0.02),
    ] {
        let mesh = load(name);
        let names: Vec<&str> = mesh.groups.iter().map(|g| g.name.as_str()).collect();
        assert_eq!(
            names,
            ["tip", "bottom", "pipe wall", "physical1_12", "physical2_7"]
        );
        let tip = mesh.group("tip").unwrap();
        assert_eq!((tip.cells.len(), tip.points.len()), (1, 1));
        assert_eq!(mesh.points[tip.points[0] as usize].x, -1.5);
        // A quarter of the cylinder, and a triangle with the base 2 and the height 1.5.
        let exact = PI + 1.5;
        assert!(
            (area(&mesh) / exact - 1.0).abs() < round_off,
            "{}",
            area(&mesh)
        );
        let quality = check_quality(&mesh);
        assert_eq!((quality.degenerate.count, quality.inverted.count), (0, 0));
        assert_eq!(quality.free_loops, 1);
        // The flap is turned round by its group, so that all cells face one side.
        assert_eq!(quality.flips.count, 0);
    }
    assert_eq!(check_quality(&load("sheet.inp")).flips.count, 2);
}

#[test]
fn volumes_have_their_nodes_in_order() {
    for name in ["solid_41_binary.msh", "solid_full_22_text.msh", "solid.inp"] {
        let mesh = load(name);
        let quality = check_quality(&mesh);
        let smallest = quality.smallest_jacobian.unwrap().value;
        // Middles in a wrong order would turn corners inside out, or shift them.
        assert!(smallest > 0.3, "{name}: {smallest}");
        assert_eq!(quality.duplicate_cells.count, 0, "{name}");
        for cell in 0..mesh.cells.len() {
            let points = mesh.cell_points(cell);
            let at = |k: usize| mesh.points[points[k] as usize];
            for edge in mesh.cells[cell].kind.edges() {
                let [a, b] = edge.ends.map(at);
                if let Some(middle) = edge.middle {
                    let off = (at(middle) - 0.5 * (a + b)).norm();
                    assert!(off < 1e-9, "{name}: cell {cell}");
                }
            }
            if mesh.cells[cell].kind == CellKind::Hex27 {
                let mean = |k: &[usize]| k.iter().map(|k| at(*k)).sum::<poinsot::math::V3>() / 4.0;
                let faces = [
                    [0, 1, 2, 3],
                    [0, 1, 5, 4],
                    [0, 3, 7, 4],
                    [1, 2, 6, 5],
                    [2, 3, 7, 6],
                    [4, 5, 6, 7],
                ];
                for (k, face) in faces.iter().enumerate() {
                    assert!((at(20 + k) - mean(face)).norm() < 1e-9);
                }
            }
        }
    }
    let mesh = load("solid_22_text.msh");
    let both = ["brick", "first"].map(|g| mesh.group(g).unwrap().cells.clone());
    assert_eq!(both[0], both[1], "an element of two groups is one cell");
}

#[test]
fn millimetres_become_metres() {
    let bytes = fs::read(path("sheet_41_text.msh")).unwrap();
    let mesh = read_element_mesh("sheet.msh", &bytes, 1e-3).unwrap();
    let size = mesh.points.iter().map(|p| p.amax()).fold(0.0, f64::max);
    assert_eq!(size, 2.0 * 1e-3);
    for factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = read_element_mesh("sheet.msh", &bytes, factor).unwrap_err();
        assert!(error.message.contains("multiplied"), "{error}");
    }
}

#[test]
fn triangles_of_pictures() {
    let square = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
    let mesh = read_element_mesh("square.obj", square, 2.0).unwrap();
    assert_eq!(mesh.cells.len(), 2);
    assert_eq!(mesh.group("all").unwrap().cells, surfaces(&mesh));
    assert!((area(&mesh) - 4.0).abs() < 1e-14 && sound(&mesh) == 1);
    let stl = b"solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n";
    let mesh = read_element_mesh("one.STL", stl, 1.0).unwrap();
    assert_eq!(mesh.cells[0].kind, CellKind::Tri3);
    assert!(wrong("none.stl", b"solid\nendsolid\n").contains("no triangle"));
}

/// A triangle in version 2.2.
const SMALL: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n5 0 1 0\n$EndNodes\n$Elements\n1\n7 2 2 0 1 1 2 5\n$EndElements\n";

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let said = |from: &str, to: &str| {
        assert!(SMALL.contains(from));
        wrong("a.msh", SMALL.replacen(from, to, 1).as_bytes())
    };
    assert!(read_element_mesh("a.msh", SMALL.as_bytes(), 1.0).is_ok());
    assert!(said("1 2 5", "1 2 6").starts_with("line 12: element 7 names node 6"));
    assert!(said("7 2 2", "7 6 2").starts_with("line 12: element 7 is a prism"));
    assert!(said("2 1 0 0", "1 1 0 0").starts_with("line 7: node 1 is there already"));
    assert!(said("5 0 1 0", "5 0 x 0").starts_with("line 8: a coordinate is expected, found `x`"));
    assert!(said("\n3\n", "\n4\n").starts_with("line 9: the number of a node is expected"));
    assert!(said("\n3\n", "\n2\n").starts_with("line 8: `$EndNodes` is expected"));
    assert!(said("\n3\n", "\n-3\n").starts_with("line 5: the number of nodes cannot be -3"));
    assert!(said("2.2 0", "3.0 0").starts_with("line 2: version `3.0`"));
    assert!(said("2.2 0", "4.0 0").starts_with("line 2: version `4.0`"));
    assert!(said("$EndElements", "").contains("`$EndElements` is expected"));
    assert!(said("$Nodes", "$Nothing").contains("has no end"));
    assert!(said("5 0 1 0", "5 0 inf 0").contains("node 5 is at [0, inf, 0]"));
    let cut = &SMALL[..SMALL.find("$Elements").unwrap()];
    assert!(wrong("a.msh", cut.as_bytes()).contains("no element"));
    assert!(wrong("a.msh", b"").contains("$MeshFormat"));
    assert!(wrong("a.vtk", b"").contains(".msh, .inp"));
    let missing = read_element_mesh_file(&path("no_such.msh"), 1.0).unwrap_err();
    assert!(missing.message.contains("no_such.msh"));
    assert_eq!(ELEMENT_FILE_LIMIT, 512 << 20);
}

#[test]
fn counts_are_not_believed() {
    let huge = SMALL.replacen("\n3\n", "\n4000000000000\n", 1);
    assert!(wrong("a.msh", huge.as_bytes()).contains("line 9"));
    let mut binary = fs::read(path("sheet_41_binary.msh")).unwrap();
    let nodes = binary.windows(6).position(|w| w == b"$Nodes").unwrap() + 7;
    binary[nodes..nodes + 32].fill(0x7f);
    assert!(wrong("b.msh", &binary).starts_with("byte "));
    // Every cut ends in words.
    let whole = fs::read(path("solid_41_binary.msh")).unwrap();
    for length in 0..whole.len() - 20 {
        assert!(read_element_mesh("c.msh", &whole[..length], 1.0).is_err());
    }
}

#[test]
fn groups_may_not_repeat_a_mesh_without_bound() {
    // A thousand groups of one surface with ten thousand triangles would be ten million entries of a small file.
    let groups: Vec<String> = (1..=1000).map(|g| g.to_string()).collect();
    let mut text = format!(
        "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 1 0\n1 0 0 0 1 1 1 1000 {} 0\n$EndEntities\n\
         $Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n$Elements\n1 10000 1 10000\n2 1 2 10000\n",
        groups.join(" ")
    );
    (1..=10_000).for_each(|k| text += &format!("{k} 1 2 3\n"));
    text += "$EndElements\n";
    assert!(wrong("many.msh", text.as_bytes()).contains("larger than the mesh"));
}

#[test]
fn the_most_significant_byte_may_come_first() {
    let mut bytes = b"$MeshFormat\n2.2 1 8\n\0\0\0\x01\n$EndMeshFormat\n$Nodes\n3\n".to_vec();
    for (k, [x, y]) in [[0.0_f64, 0.0], [1.0, 0.0], [0.0, 1.0]]
        .into_iter()
        .enumerate()
    {
        bytes.extend((k as i32 + 1).to_be_bytes());
        [x, y, 0.0]
            .iter()
            .for_each(|v| bytes.extend(v.to_be_bytes()));
    }
    bytes.extend(b"\n$EndNodes\n$Elements\n1\n");
    for number in [2, 1, 2, 9, 4, 1, 1, 2, 3_i32] {
        bytes.extend(number.to_be_bytes());
    }
    bytes.extend(b"\n$EndElements\n");
    let mesh = read_element_mesh("big.msh", &bytes, 1.0).unwrap();
    assert_eq!(mesh.cells[0].number, 9);
    assert!((area(&mesh) - 0.5).abs() < 1e-15);
    assert_eq!(mesh.groups[0].name, "physical2_4");
}
