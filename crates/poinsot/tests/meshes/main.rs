//! Mesh files: every format gives the same triangles, what is wrong is said, and no damage makes a reader panic.

mod elements;
mod model;
mod samples;
mod solids;

use poinsot::meshes::{MESH_FILE_LIMIT, TriangleMesh, read_mesh, read_mesh_file};
use proptest::prelude::*;
use samples::{CORNERS, FACES, glb, gltf};

fn read(name: &str, bytes: &[u8]) -> TriangleMesh {
    read_mesh(name, bytes).unwrap_or_else(|e| panic!("{e}"))
}

/// What is wrong with the bytes; it begins with the name and comes with help.
fn wrong(name: &str, bytes: &[u8]) -> String {
    let error = read_mesh(name, bytes).expect_err("damaged");
    assert!(!error.help.is_empty());
    let rest = error.message.strip_prefix(&format!("{name}: "));
    rest.expect("the name in front").to_owned()
}

/// Corners of all triangles, one after the other.
fn corners(mesh: &TriangleMesh) -> Vec<[f32; 3]> {
    let numbers = mesh.triangles.iter().flatten();
    numbers.map(|k| mesh.vertices[*k as usize]).collect()
}

/// Volume inside the triangles, positive if they are counted against the clock from outside.
fn volume(mesh: &TriangleMesh) -> f64 {
    let corner = |k: u32| nalgebra::Vector3::from(mesh.vertices[k as usize].map(f64::from));
    let six = |t: &[u32; 3]| corner(t[0]).dot(&corner(t[1]).cross(&corner(t[2])));
    mesh.triangles.iter().map(six).sum::<f64>() / 6.0
}

#[test]
fn every_format_gives_the_same_triangles() {
    let wanted: Vec<_> = FACES
        .iter()
        .flatten()
        .map(|k| CORNERS[*k as usize])
        .collect();
    for (name, bytes) in samples::all() {
        let mesh = read(name, &bytes);
        assert_eq!(mesh.vertices.len(), 4, "{name}: corners are shared");
        assert_eq!(corners(&mesh), wanted, "{name}");
    }
}

#[test]
fn a_face_of_many_corners_becomes_a_fan() {
    let square = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
    let mesh = read("square.obj", square);
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
}

#[test]
fn nodes_place_their_meshes() {
    // Twice as large, a quarter turn about z, then 3 along x: x of the mesh becomes y.
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let inner = format!(
        r#"{{"children":[1],"translation":[3,0,0]}},{{"mesh":0,"scale":[2,2,2],"rotation":[0,0,{half},{half}]}}"#
    );
    for mesh in [
        read("a.gltf", gltf(&inner).as_bytes()),
        read("a.glb", &glb(&inner)),
    ] {
        let moved = CORNERS.map(|[x, y, z]| [3.0 - 2.0 * y, 2.0 * x, 2.0 * z]);
        for (found, wanted) in mesh
            .vertices
            .iter()
            .zip([moved[0], moved[2], moved[1], moved[3]])
        {
            // Rotations are computed in f64 and rounded to f32.
            assert!(
                (0..3).all(|c| (found[c] - wanted[c]).abs() < 1e-6),
                "{found:?}"
            );
        }
        assert!((volume(&mesh) - 8.0 / 6.0).abs() < 1e-5);
    }
    // The same by a matrix, and mirrored: the outside stays outside.
    let mirrored = r#"{"mesh":0,"matrix":[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,5,1]}"#;
    let mesh = read("a.gltf", gltf(mirrored).as_bytes());
    assert!((volume(&mesh) - 1.0 / 6.0).abs() < 1e-6);
    assert!(mesh.vertices.contains(&[-1.0, 0.0, 5.0]));
}

#[test]
fn what_is_wrong_is_said() {
    let stl = samples::binary_stl();
    assert_eq!(
        wrong("a.stl", &stl[..84 + 120]),
        "the triangle count is 4, but the file ends after 2"
    );
    assert!(wrong("a.stl", &[&stl[..], &[0; 7]].concat()).ends_with("but 7 more bytes follow"));
    assert!(wrong("a.stl", b"abc").contains("not enough"));
    let text = samples::text_stl();
    let between = text.rfind("endsolid").unwrap();
    assert_eq!(
        wrong("a.stl", &text.as_bytes()[..between]),
        "the file ends without `endsolid` after 4 triangles"
    );
    let cut = &text[..text.rfind("vertex").unwrap()];
    assert!(
        wrong("a.stl", cut.as_bytes())
            .contains("the file ends in the middle of the facet that begins in line")
    );
    let bad = text.replacen("vertex 0", "vertex zero", 1);
    assert_eq!(
        wrong("a.stl", bad.as_bytes()),
        "line 4: three numbers are expected after `vertex`"
    );
    let mut nan = stl.clone();
    nan[96..100].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(wrong("a.stl", &nan).starts_with("triangle 1 has a corner"));

    assert!(
        wrong("a.obj", b"v 0 0 0\nf 1 2 3\n").starts_with("line 2: `2` is not among the 1 corners")
    );
    assert!(wrong("a.obj", b"v 0 0\n").starts_with("line 1: three numbers"));
    assert!(wrong("a.obj", b"v 0 0 0\n").contains("no triangle"));

    let glb_bytes = glb(samples::NODES);
    assert!(wrong("a.glb", &glb_bytes[..40]).contains("but the file ends after 40"));
    assert!(wrong("a.glb", b"PK").contains("does not begin with `glTF`"));
    let other = gltf(samples::NODES).replace("data:application/octet-stream;base64,", "arm.bin?");
    assert!(wrong("a.gltf", other.as_bytes()).contains("is in another file, arm.bin"));
    let draco = gltf(samples::NODES).replacen(
        "\"scene\":0",
        "\"scene\":0,\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]",
        1,
    );
    assert!(wrong("a.gltf", draco.as_bytes()).contains("KHR_draco_mesh_compression"));
    let far = gltf(samples::NODES).replacen("\"count\":12", "\"count\":900000000000", 1);
    assert!(wrong("a.gltf", far.as_bytes()).contains("lies outside its buffers"));
    let round = gltf(r#"{"mesh":0,"children":[0]}"#);
    assert!(wrong("a.gltf", round.as_bytes()).contains("referenced more than once"));
}

#[test]
fn too_many_triangles_are_refused_before_they_are_read() {
    let mut stl = samples::binary_stl();
    stl[80..84].copy_from_slice(&400_000_u32.to_le_bytes());
    stl.resize(84 + 50 * 400_000, 0);
    assert_eq!(
        wrong("a.stl", &stl),
        "400000 triangles are more than 300000"
    );
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n".to_owned();
    let obj = corners + &"f 1 2 3\n".repeat(300_001);
    assert!(wrong("a.obj", obj.as_bytes()).starts_with("there are more than 300000"));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = std::env::temp_dir();
    let error = read_mesh_file(&folder.join("no-such-mesh.stl")).unwrap_err();
    assert!(
        error.message.contains("no-such-mesh.stl") && error.help.contains("folder of the model")
    );
    assert!(
        read_mesh_file(&folder)
            .unwrap_err()
            .message
            .contains("is not a file")
    );
    let large = folder.join(format!("poinsot-large-{}.stl", std::process::id()));
    let file = std::fs::File::create(&large).unwrap();
    file.set_len(MESH_FILE_LIMIT + 1).unwrap();
    let error = read_mesh_file(&large).unwrap_err();
    std::fs::remove_file(&large).unwrap();
    assert!(error.message.contains("more than 64 MB"));
}

#[test]
fn a_cut_file_never_panics() {
    for (name, bytes) in samples::all() {
        for end in 0..bytes.len() {
            // Blanks at the end may be lost without harm; everything else is noticed or gives fewer triangles.
            if let Ok(mesh) = read_mesh(name, &bytes[..end]) {
                assert!(mesh.triangles.len() <= 4);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn damaged_meshes(
        which in 0..5_usize,
        flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in proptest::option::of(any::<prop::sample::Index>()),
    ) {
        let (name, mut bytes) = samples::all().swap_remove(which);
        for (at, value) in flips {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(mesh) = read_mesh(name, &bytes) {
            let corners = mesh.vertices.len() as u32;
            prop_assert!(mesh.triangles.iter().flatten().all(|k| *k < corners));
            prop_assert!(mesh.vertices.iter().flatten().all(|x| x.is_finite()));
        }
    }

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for name in ["a.stl", "a.obj", "a.gltf", "a.glb"] {
            let _ = read_mesh(name, &bytes);
        }
    }
}
