//! Damaged mesh files through the readers of meshes of elements, with memory measured, and sound ones through all that looks at them.

use crate::damage;
use crate::random::Random;
use poinsot::math::V3;
use poinsot::meshes::elements::files::{element_ending, read_element_mesh};
use poinsot::meshes::elements::{
    ElementMesh, check_quality, corner_normals, join, nearest_on_surface, nearest_point,
    point_areas,
};
use std::fs;
use std::path::Path;

/// What reading may take beside ten times the file [kB].
const ROOM: u64 = 64 << 10;

const OBJ: &str =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nf 1 2 3 4\nf 1/1 2//2 5\nf -1 -2 -3\n";
const STL: &str = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n";
/// Words in the place of numbers.
const WORDS: [&str; 22] = [
    "0",
    "-1",
    "1",
    "2",
    "7",
    "255",
    "2147483647",
    "-2147483648",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999999",
    "1000000",
    "1e308",
    "1e400",
    "nan",
    "-inf",
    "1e-320",
    "x",
    "$EndNodes",
    "*ELEMENT, TYPE=S4",
    "\u{fffd}",
];

/// Names and bytes of sound files: those of the tests, and small ones of the formats for pictures.
pub fn sound() -> Result<Vec<(String, Vec<u8>)>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../poinsot/tests/meshes/files");
    let mut all = Vec::new();
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if element_ending(&name).is_some() {
            all.push((name, fs::read(entry.path()).map_err(|e| e.to_string())?));
        }
    }
    all.push(("small.obj".to_owned(), OBJ.as_bytes().to_vec()));
    all.push(("small.stl".to_owned(), STL.as_bytes().to_vec()));
    let mut binary = vec![b'-'; 80];
    binary.extend(3_u32.to_le_bytes());
    for k in 0..3 {
        // A normal that nobody reads, three corners, two bytes.
        for c in 0..12 {
            binary.extend(((k * c % 5) as f32).to_le_bytes());
        }
        binary.extend([0; 2]);
    }
    all.push(("binary.stl".to_owned(), binary));
    all.sort();
    for (name, bytes) in &all {
        read_element_mesh(name, bytes, 1.0).map_err(|e| e.to_string())?;
    }
    Ok(all)
}

/// A damaged file.
pub fn damaged(sound: &[(String, Vec<u8>)], random: &mut Random) -> (String, Vec<u8>) {
    let (name, bytes) = random.of(sound);
    let mut bytes = bytes.clone();
    for _ in 0..1 + random.below(3) {
        match random.below(6) {
            0 => damage::bytes(&mut bytes, 400, random),
            1 => bytes.truncate(random.below(bytes.len() + 1)),
            2 => counts(&mut bytes, random),
            3 => lines(&mut bytes, random),
            4 if random.once_in(3) => {
                // The end of another file, of whatever format.
                let other = &random.of(sound).1;
                bytes.truncate(random.below(bytes.len() + 1));
                bytes.extend(&other[random.below(other.len() + 1)..]);
            }
            _ => words(&mut bytes, random),
        }
    }
    let ending = element_ending(name).unwrap_or("msh");
    (format!("x.{ending}"), bytes)
}

/// Puts a count anywhere, of four or eight bytes.
fn counts(bytes: &mut [u8], random: &mut Random) {
    let wild = [
        0,
        1,
        3,
        1 << 20,
        1 << 31,
        u64::from(u32::MAX),
        1 << 40,
        u64::MAX,
    ];
    let count = random.of(&wild).to_le_bytes();
    let width = *random.of(&[4, 8]);
    let at = random.below(bytes.len() + 1);
    if let Some(there) = bytes.get_mut(at..at + width) {
        there.copy_from_slice(&count[..width]);
    }
}

/// Swaps, repeats or removes lines.
fn lines(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut all: Vec<Vec<u8>> = bytes.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
    let (a, b) = (random.below(all.len()), random.below(all.len()));
    match random.below(4) {
        0 => all.swap(a, b),
        1 => {
            all.remove(a);
        }
        2 => {
            let copy = all[a].clone();
            all.insert(b, copy);
        }
        _ => {
            let copy = all[a].clone();
            for _ in 0..random.below(2000) {
                all.insert(a, copy.clone());
            }
        }
    }
    *bytes = all.join(&b'\n');
}

/// Puts other words in the place of some.
fn words(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        let blank = |b: &u8| b.is_ascii_whitespace() || *b == b',';
        let from = random.below(bytes.len() + 1);
        let begin = bytes[..from].iter().rposition(blank).map_or(0, |k| k + 1);
        let rest = &bytes[begin..];
        let end = begin + rest.iter().position(blank).unwrap_or(rest.len());
        bytes.splice(begin..end, random.of(&WORDS).bytes());
    }
}

/// Reads a file as the exit code of a command would say it. What must not be panics.
pub fn read(name: &str) -> u8 {
    let bytes = fs::read(name).unwrap_or_default();
    let before = memory("VmRSS:", true);
    let found = read_element_mesh(name, &bytes, 1.0);
    let most = memory("VmHWM:", false);
    if let (Some(before), Some(most)) = (before, most) {
        let taken = most.saturating_sub(before);
        let allowed = ROOM + 10 * (bytes.len() as u64 >> 10);
        assert!(
            taken <= allowed,
            "takes {taken} kB for {} bytes",
            bytes.len()
        );
    }
    match found {
        Ok(mesh) => {
            look(&mesh);
            0
        }
        Err(error) => {
            assert!(error.message.starts_with(name), "{error}");
            assert!(!error.help.is_empty(), "{error}");
            2
        }
    }
}

/// Everything that looks at a mesh.
fn look(mesh: &ElementMesh) {
    let points = mesh.points.len() as u32;
    let cells: Vec<usize> = (0..mesh.cells.len()).collect();
    for &cell in &cells {
        assert!(mesh.cell_points(cell).iter().all(|p| *p < points));
    }
    for group in &mesh.groups {
        assert!(group.points.iter().all(|p| *p < points));
        assert!(group.cells.iter().all(|c| *c < cells.len()));
    }
    check_quality(mesh);
    check_quality(&join(&[mesh, mesh]).mesh);
    corner_normals(mesh, &cells, 0.5);
    point_areas(mesh, &cells);
    nearest_on_surface(mesh, &cells, V3::new(0.1, 0.2, 0.3));
    nearest_point(mesh, 0..points, V3::zeros());
}

/// Memory of this process, now or at most since it was last asked to forget [kB], where the system tells.
fn memory(line: &str, forget: bool) -> Option<u64> {
    if forget {
        fs::write("/proc/self/clear_refs", "5").ok()?;
    }
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|l| l.starts_with(line))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
