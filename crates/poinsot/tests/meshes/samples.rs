//! Small meshes as bytes of every format: a tetrahedron with corners at the origin and at 1 on the axes.

/// Corners.
pub const CORNERS: [[f32; 3]; 4] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
];
/// Faces, against the clock from outside.
pub const FACES: [[u16; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

/// One file of each format with a name that says which.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("binary.stl", binary_stl()),
        ("text.stl", text_stl().into_bytes()),
        ("faces.obj", obj().into_bytes()),
        ("scene.gltf", gltf(NODES).into_bytes()),
        ("scene.glb", glb(NODES)),
    ]
}

/// One node that leaves its mesh where it is.
pub const NODES: &str = r#"{"mesh":0}"#;

/// 84 bytes and 50 per triangle.
pub fn binary_stl() -> Vec<u8> {
    let mut bytes = b"solid by its name only".to_vec();
    bytes.resize(80, b' ');
    bytes.extend((FACES.len() as u32).to_le_bytes());
    for face in FACES {
        bytes.extend([0; 12]);
        for corner in face {
            bytes.extend(
                CORNERS[corner as usize]
                    .iter()
                    .flat_map(|x| x.to_le_bytes()),
            );
        }
        bytes.extend([0; 2]);
    }
    bytes
}

/// The same as text.
pub fn text_stl() -> String {
    let mut text = "solid tetrahedron\n".to_owned();
    for face in FACES {
        text += "facet normal 0 0 0\n outer loop\n";
        for corner in face {
            let [x, y, z] = CORNERS[corner as usize];
            text += &format!("  vertex {x} {y:e} {z}\n");
        }
        text += " endloop\nendfacet\n";
    }
    text + "endsolid tetrahedron\n"
}

/// With all ways to write a corner.
pub fn obj() -> String {
    let mut text = "# a tetrahedron\no t\n".to_owned();
    for [x, y, z] in CORNERS {
        text += &format!("v {x} {y} {z}\n");
    }
    text + "vn 0 0 1\nf 1 3 2\nf 1/1 2/1 4/1\nf 1//1 -1//1 -2//1\nf 2/1/1 3/1/1 4/1/1 # slanted\n"
}

/// Corners and faces one after the other.
fn buffer() -> Vec<u8> {
    let mut bytes: Vec<u8> = CORNERS
        .iter()
        .flatten()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    bytes.extend(FACES.iter().flatten().flat_map(|k| k.to_le_bytes()));
    bytes
}

fn document(nodes: &str, uri: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{nodes}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},{{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteLength":48}},{{"buffer":0,"byteOffset":48,"byteLength":24}}],
"buffers":[{{"byteLength":72{uri}}}]}}"#
    )
}

/// glTF with its buffer as text.
pub fn gltf(nodes: &str) -> String {
    let uri = format!(
        r#","uri":"data:application/octet-stream;base64,{}""#,
        base64(&buffer())
    );
    document(nodes, &uri)
}

/// glTF as one binary file.
pub fn glb(nodes: &str) -> Vec<u8> {
    let mut json = document(nodes, "").into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let binary = buffer();
    let mut bytes = b"glTF".to_vec();
    let length = 12 + 8 + json.len() + 8 + binary.len();
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend((length as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", &json), (b"BIN\0", &binary)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let mut padded = [0; 4];
        padded[1..=three.len()].copy_from_slice(three);
        let bits = u32::from_be_bytes(padded);
        for k in 0..4 {
            match k <= three.len() {
                true => text.push(SIGNS[(bits >> (18 - 6 * k) & 63) as usize] as char),
                false => text.push('='),
            }
        }
    }
    text
}
