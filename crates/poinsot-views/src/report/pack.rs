//! The numbers of a results file, as many as a page can carry.
//!
//! Columns are put into four blocks by what they are for, each with its own choice of frames and digits. Every number in the page is one of the
//! results file: frames are left out, never averaged. Where frames are left out of curves, the least and largest values between two stored
//! frames are kept beside them; first, last, least and largest values of every column are kept with all digits.

use super::encode::{self, Encoding};
use poinsot::results::{FileError, Layout, Reader};
use serde_json::{Value, json};

/// Frames that are kept at most, however small they are.
const MOST_FRAMES: usize = 20_000;

/// What is drawn as a moving line of nodes, or is the place of a body.
const GEOMETRY: [&str; 4] = [
    "position",
    "orientation",
    "node_position",
    "node_orientation",
];
/// Values along lines.
const FIELDS: [&str; 9] = [
    "node_velocity",
    "node_angular_velocity",
    "section_force",
    "section_moment",
    "section_strain",
    "section_curvature",
    "tension",
    "cable_strain",
    "stretch",
];

/// A group of columns with a budget [bytes before deflation].
struct Group {
    name: &'static str,
    budget: f64,
    ranges: Vec<[usize; 2]>,
}

/// The stored numbers of one block.
struct Block {
    name: &'static str,
    encoding: Encoding,
    ranges: Vec<[usize; 2]>,
    columns: Vec<usize>,
    frames: Vec<usize>,
    times: Vec<f64>,
    values: Vec<Vec<f64>>,
    /// Least and largest values from a stored frame to the one after it, if frames were left out.
    between: Option<[Vec<Vec<f64>>; 2]>,
}

/// First, last, least and largest value of a column, with the frames of the last two.
#[derive(Clone, Copy, Debug)]
struct Exact {
    values: [f64; 4],
    frames: [u32; 2],
}

/// Packed numbers and where they are.
pub struct Packed {
    /// Bytes, ready for the page.
    pub bytes: Vec<u8>,
    /// Descriptions of the blocks.
    pub blocks: Value,
    /// Where the exact values begin.
    pub exact_at: usize,
}

/// Packs a results file; budgets are multiplied by `scale`.
pub fn pack(reader: &mut Reader, scale: f64) -> Result<Packed, FileError> {
    let frames = reader.frames();
    let groups = groups(reader.layout(), scale);
    let mut blocks: Vec<Block> = groups.into_iter().map(|g| plan(g, frames)).collect();
    let mut exact = vec![
        Exact {
            values: [f64::NAN; 4],
            frames: [0; 2],
        };
        reader.layout().row_len()
    ];
    for frame in 0..frames {
        let row = reader.frame(frame)?;
        for (known, &value) in exact.iter_mut().zip(&row) {
            known.add(frame, value);
        }
        for block in &mut blocks {
            block.add(frame, &row);
        }
    }
    let mut bytes = Vec::new();
    let described: Vec<Value> = blocks.iter().map(|b| b.write(&mut bytes)).collect();
    let exact_at = bytes.len();
    for one in &exact {
        bytes.extend(one.values.iter().flat_map(|v| v.to_le_bytes()));
    }
    for one in &exact {
        bytes.extend(one.frames.iter().flat_map(|f| f.to_le_bytes()));
    }
    Ok(Packed {
        bytes,
        blocks: Value::Array(described),
        exact_at,
    })
}

impl Exact {
    fn add(&mut self, frame: usize, value: f64) {
        let [first, last, low, high] = &mut self.values;
        if frame == 0 {
            *first = value;
        }
        *last = value;
        if *low > value || low.is_nan() {
            *low = value;
            self.frames[0] = frame as u32;
        }
        if *high < value || high.is_nan() {
            *high = value;
            self.frames[1] = frame as u32;
        }
    }
}

fn groups(layout: &Layout, scale: f64) -> Vec<Group> {
    let million = 1e6 * scale;
    let mut groups = [
        ("books", 3.0 * million),
        ("items", 4.0 * million),
        ("geometry", 5.0 * million),
        ("fields", 8.0 * million),
    ]
    .map(|(name, budget)| Group {
        name,
        budget,
        ranges: Vec::new(),
    });
    for (k, variable) in layout.variables.iter().enumerate() {
        let name = variable.name.as_str();
        let of_items = variable
            .axes
            .first()
            .is_some_and(|&a| layout.axes.get(a).is_some_and(|axis| axis.name != "xyz"));
        let group = if GEOMETRY.contains(&name) {
            2
        } else if FIELDS.contains(&name) {
            3
        } else {
            usize::from(of_items)
        };
        let range = [layout.offset(k), layout.variable_len(k)];
        match groups[group].ranges.last_mut() {
            Some([first, count]) if *first + *count == range[0] => *count += range[1],
            _ => groups[group].ranges.push(range),
        }
    }
    groups
        .into_iter()
        .filter(|g| !g.ranges.is_empty())
        .collect()
}

/// Chooses frames and digits: all frames with as many digits as fit, otherwise fewer frames.
fn plan(group: Group, frames: usize) -> Block {
    let columns: Vec<usize> = group
        .ranges
        .iter()
        .flat_map(|&[first, count]| first..first + count)
        .collect();
    let room = group.budget / columns.len() as f64;
    let all = frames.clamp(1, MOST_FRAMES) as f64;
    let choices = match group.name {
        "books" => [Encoding::F64, Encoding::F32],
        "items" => [Encoding::F32, Encoding::F32],
        _ => [Encoding::F32, Encoding::U16],
    };
    let whole = frames <= MOST_FRAMES;
    let fits = |e: &Encoding| whole && e.width() as f64 * all <= room;
    let found = choices.into_iter().find(fits);
    let encoding = found.unwrap_or(choices[1]);
    let between = found.is_none() && group.name != "geometry";
    let numbers = if between { 3.0 } else { 1.0 };
    let count = match found {
        Some(_) => all,
        // Even the smallest page shows a motion.
        None => (room / (numbers * encoding.width() as f64)).clamp(2.0, all),
    };
    let count = (count as usize).min(frames);
    let empty = || vec![Vec::with_capacity(count); columns.len()];
    Block {
        name: group.name,
        encoding,
        frames: chosen(frames, count),
        times: Vec::with_capacity(count),
        values: empty(),
        between: between.then(|| [empty(), empty()]),
        ranges: group.ranges,
        columns,
    }
}

/// `count` of the frames, evenly, the first and the last among them.
fn chosen(frames: usize, count: usize) -> Vec<usize> {
    match count {
        0 | 1 => (0..count).collect(),
        _ => (0..count)
            .map(|k| (k * (frames - 1) + (count - 1) / 2) / (count - 1))
            .collect(),
    }
}

impl Block {
    fn add(&mut self, frame: usize, row: &[f64]) {
        let stored = self.frames.get(self.times.len()) == Some(&frame);
        if stored {
            self.times.push(row[0]);
            for (values, &c) in self.values.iter_mut().zip(&self.columns) {
                values.push(row[c]);
            }
        }
        let Some([low, high]) = &mut self.between else {
            return;
        };
        for (k, &c) in self.columns.iter().enumerate() {
            if stored {
                low[k].push(row[c]);
                high[k].push(row[c]);
            } else if let (Some(a), Some(b)) = (low[k].last_mut(), high[k].last_mut()) {
                *a = a.min(row[c]);
                *b = b.max(row[c]);
            }
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) -> Value {
        let frames_at = bytes.len();
        let frames = self.frames.iter().map(|&f| f as u32);
        bytes.extend(frames.flat_map(u32::to_le_bytes));
        let times_at = bytes.len();
        bytes.extend(self.times.iter().flat_map(|t| t.to_le_bytes()));
        let scales_at = bytes.len();
        let mut scales = Vec::new();
        if self.encoding == Encoding::U16 {
            for (k, values) in self.values.iter().enumerate() {
                let sides = self.between.iter().flatten().flat_map(|side| &side[k]);
                scales.push(encode::levels(values.iter().chain(sides).copied()));
            }
            for (low, step) in &scales {
                bytes.extend(low.to_le_bytes());
                bytes.extend(step.to_le_bytes());
            }
        }
        let data_at = bytes.len();
        encode::append(bytes, self.encoding, &self.values, &scales);
        for side in self.between.iter().flatten() {
            encode::append(bytes, self.encoding, side, &scales);
        }
        json!({
            "name": self.name,
            "encoding": self.encoding.word(),
            "ranges": self.ranges,
            "columns": self.columns.len(),
            "count": self.times.len(),
            "envelope": self.between.is_some(),
            "framesAt": frames_at,
            "timesAt": times_at,
            "scalesAt": scales_at,
            "dataAt": data_at,
        })
    }
}

#[cfg(test)]
mod tests;
