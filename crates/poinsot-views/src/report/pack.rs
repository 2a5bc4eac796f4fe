//! The numbers of a results file, as many as a page can carry.
//!
//! Columns are put into four blocks by what they are for, each with its own choice of frames and digits. Every number in the page is one of the
//! results file: frames are left out, never averaged. Where frames are left out of curves, the least and largest values between two stored
//! frames are kept beside them; first, last, least and largest values of every column are kept with all digits.

use super::encode::{self, Encoding};
use poinsot::results::{FileError, Reader};
use serde_json::{Value, json};

/// Frames that are kept at most, however small they are.
const MOST_FRAMES: usize = 20_000;

/// Of runs with more columns than this the values all over flexible bodies have no exact extremes beside what is stored of them.
const MOST_EXACT: usize = 100_000;

/// What is drawn as a moving line of nodes, or is the place of a body.
const GEOMETRY: [&str; 4] = [
    "position",
    "orientation",
    "node_position",
    "node_orientation",
];
/// Axes of values all over flexible bodies.
const FIELD_AXES: [&str; 10] = [
    "line_node",
    "beam_node",
    "beam_station",
    "cable_point",
    "shell_node",
    "shell_stress_node",
    "shell_strength_node",
    "shell_element",
    "solid_node",
    "solid_element",
];

/// A group of columns with a budget [bytes before deflation].
struct Group {
    name: &'static str,
    budget: f64,
    ranges: Vec<[usize; 2]>,
    /// Whether only frames with fields have its numbers.
    sparse: bool,
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
    /// Columns that have them: first and count.
    pub exact_ranges: Vec<[usize; 2]>,
}

/// Packs a results file; budgets are multiplied by `scale`.
pub fn pack(reader: &mut Reader, scale: f64) -> Result<Packed, FileError> {
    let frames = reader.frames();
    let full = reader.full_frames();
    let groups = groups(reader, scale);
    let all: Vec<usize> = (0..frames).collect();
    let plan = |g: Group| {
        let of = if g.sparse { &full } else { &all };
        plan(g, of)
    };
    let mut blocks: Vec<Block> = groups.into_iter().map(plan).collect();
    // What is not in every frame stands behind what is.
    let dense = (0..reader.layout().row_len()).find(|&c| reader.is_sparse(c));
    let dense = dense.unwrap_or(reader.layout().row_len());
    let mut exact = vec![
        Exact {
            values: [f64::NAN; 4],
            frames: [0; 2],
        };
        reader.layout().row_len()
    ];
    for frame in 0..frames {
        let row = reader.frame(frame)?;
        let known = match full.binary_search(&frame) {
            Ok(_) => &mut exact[..],
            Err(_) => &mut exact[..dense],
        };
        for (known, &value) in known.iter_mut().zip(&row) {
            known.add(frame, value);
        }
        for block in &mut blocks {
            block.add(frame, &row);
        }
    }
    let mut bytes = Vec::new();
    let described: Vec<Value> = blocks.iter().map(|b| b.write(&mut bytes)).collect();
    let exact_at = bytes.len();
    let exact_ranges = match exact.len() > MOST_EXACT {
        true => {
            let kept = blocks
                .iter()
                .filter(|b| ["books", "items"].contains(&b.name));
            kept.flat_map(|b| b.ranges.iter().copied()).collect()
        }
        false => vec![[0, exact.len()]],
    };
    let kept = exact_ranges.iter();
    let kept: Vec<Exact> = kept
        .flat_map(|&[first, count]| exact[first..first + count].iter().copied())
        .collect();
    for one in &kept {
        bytes.extend(one.values.iter().flat_map(|v| v.to_le_bytes()));
    }
    for one in &kept {
        bytes.extend(one.frames.iter().flat_map(|f| f.to_le_bytes()));
    }
    Ok(Packed {
        bytes,
        blocks: Value::Array(described),
        exact_at,
        exact_ranges,
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

fn groups(reader: &Reader, scale: f64) -> Vec<Group> {
    let layout = reader.layout();
    let million = 1e6 * scale;
    let mut groups = [
        ("books", 3.0 * million, false),
        ("items", 4.0 * million, false),
        ("geometry", 5.0 * million, false),
        ("fields", 8.0 * million, false),
        // The same for what is not in every frame.
        ("geometry", 5.0 * million, true),
        ("fields", 8.0 * million, true),
    ]
    .map(|(name, budget, sparse)| Group {
        name,
        budget,
        ranges: Vec::new(),
        sparse,
    });
    for (k, variable) in layout.variables.iter().enumerate() {
        let name = variable.name.as_str();
        let of_items = variable
            .axes
            .first()
            .is_some_and(|&a| layout.axes.get(a).is_some_and(|axis| axis.name != "xyz"));
        let range = [layout.offset(k), layout.variable_len(k)];
        let sparse = 2 * usize::from(reader.is_sparse(range[0]));
        let of_nodes = variable.axes.first().is_some_and(|&a| {
            let axis = layout.axes.get(a);
            axis.is_some_and(|axis| FIELD_AXES.contains(&axis.name.as_str()))
        });
        let group = if GEOMETRY.contains(&name) {
            2 + sparse
        } else if of_nodes {
            3 + sparse
        } else {
            usize::from(of_items)
        };
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
fn plan(group: Group, of: &[usize]) -> Block {
    let frames = of.len();
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
        frames: chosen(frames, count).into_iter().map(|k| of[k]).collect(),
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
