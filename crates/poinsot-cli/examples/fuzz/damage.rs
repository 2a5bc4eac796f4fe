//! Damage to the bytes, the numbers and the attributes of results and checkpoints.

use crate::mutate;
use crate::random::{Random, WILD};
use poinsot::results::{Reader, Status, Writer};
use std::path::Path;

/// Whole numbers at which programs break.
const COUNTS: [u32; 14] = [
    0,
    1,
    2,
    3,
    4,
    7,
    255,
    65_535,
    65_536,
    1 << 24,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
];
/// Texts that attributes and settings may come to hold.
const TEXTS: [&str; 12] = [
    "",
    "\u{0}",
    "nan",
    "AAAA",
    "{\"part.stl\":{\"vertices\":4000000000,\"triangles\":1,\"data\":\"AAAA\"}}",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    "dt = 1e-300\n",
    "duration = inf\n",
    "dt = nan\nduration = -1\n",
    "every = 1e-300\n",
    "max_iterations = 18446744073709551615\n",
    "ü",
];

/// Damages bytes anywhere; the first `head` of them are met half of the time.
pub fn bytes(data: &mut Vec<u8>, head: usize, random: &mut Random) {
    for _ in 0..1 + random.below(5) {
        let within = match random.once_in(2) {
            true => head.min(data.len()),
            false => data.len(),
        };
        let at = random.below(within + 1);
        let end = (at + random.below(200)).min(data.len());
        match random.below(9) {
            0 if at < data.len() => data[at] ^= 1 << random.below(8),
            1 if at < data.len() => data[at] = random.next() as u8,
            2 if random.once_in(4) => data.truncate(at),
            3 => {
                data.drain(at..end);
            }
            4 => data[at..end].fill(*random.of(&[0, 0xff, 0x7f])),
            5 => {
                let piece = data[at..end].to_vec();
                let to = random.below(data.len() + 1);
                data.splice(to..to, piece);
            }
            6 => {
                let piece = data[at..end].to_vec();
                let to = random.below(data.len() + 1);
                let stop = (to + piece.len()).min(data.len());
                data[to..stop].copy_from_slice(&piece[..stop - to]);
            }
            // A count or a place in the header: four bytes at a multiple of four.
            7 => {
                let at = at / 4 * 4;
                if let Some(four) = data.get_mut(at..at + 4) {
                    let old = u32::from_be_bytes([four[0], four[1], four[2], four[3]]);
                    let new = match random.below(3) {
                        0 => old.wrapping_add(1),
                        1 => old.wrapping_sub(1),
                        _ => *random.of(&COUNTS),
                    };
                    four.copy_from_slice(&new.to_be_bytes());
                }
            }
            _ => {
                let at = at / 8 * 8;
                if let Some(eight) = data.get_mut(at..at + 8) {
                    eight.copy_from_slice(&random.of(&WILD).to_be_bytes());
                }
            }
        }
    }
}

/// Results that are sound as a file and odd in what they say.
pub fn content(from: &Path, to: &Path, random: &mut Random) -> Result<(), String> {
    let failed = |e: poinsot::results::FileError| e.to_string();
    let mut reader = Reader::open(from).map_err(failed)?;
    let mut layout = reader.layout().clone();
    let mut rows = Vec::new();
    for k in 0..reader.frames() {
        rows.push(reader.frame(k).map_err(failed)?);
    }
    if random.once_in(2) {
        for _ in 0..1 + random.below(3) {
            if layout.attributes.is_empty() {
                break;
            }
            let at = random.below(layout.attributes.len());
            let (name, value) = &mut layout.attributes[at];
            match name.as_str() {
                "model" if !random.once_in(5) => *value = mutate::model(value, random),
                _ if random.once_in(3) => {
                    layout.attributes.remove(at);
                }
                _ => *value = (*random.of(&TEXTS)).to_owned(),
            }
        }
    }
    if random.once_in(3) && layout.variables.len() > 1 {
        // Names that other parts look for, on other numbers; time is always the first.
        let others = layout.variables.len() - 1;
        let (a, b) = (1 + random.below(others), 1 + random.below(others));
        let name = layout.variables[a].name.clone();
        layout.variables[a].name = std::mem::replace(&mut layout.variables[b].name, name);
    }
    for _ in 0..random.below(6) {
        let row = random.below(rows.len());
        if let Some(row) = rows.get_mut(row) {
            match random.below(4) {
                0 => row[0] = *random.of(&WILD),
                1 => row.fill(*random.of(&WILD)),
                _ => {
                    let at = random.below(row.len());
                    row[at] = *random.of(&WILD);
                }
            }
        }
    }
    if random.once_in(4) && rows.len() > 1 {
        let (a, b) = (random.below(rows.len()), random.below(rows.len()));
        rows.swap(a, b);
    }
    let mut writer = Writer::replace(to, &layout).map_err(failed)?;
    for row in &rows {
        writer.append(row).map_err(failed)?;
    }
    let status = match random.below(3) {
        0 => Status::Complete,
        1 => Status::Interrupted,
        _ => Status::Running,
    };
    writer.finish(&status, &[]).map_err(failed)
}

/// A checkpoint with other content and the check sum of that content.
pub fn sealed(data: &mut [u8]) {
    if data.len() < 28 {
        return;
    }
    let (head, rest) = data.split_at_mut(28);
    head[12..20].copy_from_slice(&(rest.len() as u64).to_le_bytes());
    head[20..28].copy_from_slice(&check_sum(rest).to_le_bytes());
}

/// That of checkpoint files.
fn check_sum(bytes: &[u8]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut mix = |word: u64| {
        sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum = sum.rotate_left(29);
    };
    let words = bytes.chunks_exact(8);
    let rest = words.remainder();
    for word in words {
        let mut eight = [0; 8];
        eight.copy_from_slice(word);
        mix(u64::from_le_bytes(eight));
    }
    rest.iter().for_each(|byte| mix(u64::from(*byte)));
    sum
}
