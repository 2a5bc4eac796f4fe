use super::*;
use poinsot::results::{Axis, Layout, Status, Variable, Writer};

/// One body with a spike in its velocity, energies, and a line of nodes.
fn results(name: &str, frames: usize, nodes: usize) -> (Reader, Vec<Vec<f64>>) {
    let labels: Vec<String> = (0..nodes).map(|k| format!("rod@{k}")).collect();
    let layout = Layout {
        axes: vec![
            Axis::new("xyz", ["x", "y", "z"]),
            Axis::new("body", ["top"]),
            Axis::new("line_node", labels),
        ],
        variables: vec![
            Variable::new("time", "s", "time", []),
            Variable::new("position", "m", "", [1, 0]),
            Variable::new("velocity", "m/s", "", [1, 0]),
            Variable::new("node_position", "m", "", [2, 0]),
            Variable::new("node_velocity", "m/s", "", [2, 0]),
            Variable::new("total_energy", "J", "", []),
        ],
        attributes: Vec::new(),
    };
    let path = std::env::temp_dir().join(format!("poinsot-pack-{name}-{}.nc", std::process::id()));
    let mut writer = Writer::replace(&path, &layout).unwrap();
    let mut rows = Vec::new();
    for frame in 0..frames {
        let mut row: Vec<f64> = (0..layout.row_len())
            .map(|c| (0.1 * frame as f64 + c as f64).sin() / 3.0)
            .collect();
        row[0] = 0.01 * frame as f64;
        if frame == frames / 3 {
            row[4] = 77.7;
        }
        writer.append(&row).unwrap();
        rows.push(row);
    }
    writer.finish(&Status::Complete, &[]).unwrap();
    let reader = Reader::open(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    (reader, rows)
}

/// What the page makes of a block: columns of stored frames, and those of the sides.
fn unpacked(packed: &Packed, name: &str) -> (Value, Vec<usize>, Vec<Vec<Vec<f64>>>) {
    let blocks = packed.blocks.as_array().unwrap();
    let block = blocks.iter().find(|b| b["name"] == name).unwrap().clone();
    let number = |key: &str| block[key].as_u64().unwrap() as usize;
    let (count, columns) = (number("count"), number("columns"));
    let bytes = &packed.bytes;
    let word = |at: usize, width: usize| {
        let mut eight = [0; 8];
        eight[..width].copy_from_slice(&bytes[at..at + width]);
        u64::from_le_bytes(eight)
    };
    let at = number("framesAt");
    let frames: Vec<usize> = (0..count).map(|k| word(at + 4 * k, 4) as usize).collect();
    let width = match block["encoding"].as_str().unwrap() {
        "f64" => 8,
        "f32" => 4,
        _ => 2,
    };
    let sides = if block["envelope"] == true { 3 } else { 1 };
    let size = count * columns;
    let mut all = Vec::new();
    for side in 0..sides {
        let start = number("dataAt") + side * size * width;
        let mut values = Vec::new();
        for c in 0..columns {
            let mut sum = 0_u64;
            let mut column = Vec::new();
            for k in c * count..(c + 1) * count {
                let difference = (0..width)
                    .map(|w| u64::from(bytes[start + w * size + k]) << (8 * w))
                    .sum::<u64>();
                sum = sum.wrapping_add(difference);
                column.push(match width {
                    8 => f64::from_bits(sum),
                    4 => f64::from(f32::from_bits(sum as u32)),
                    _ => {
                        let at = number("scalesAt") + 16 * c;
                        let [low, step] = [at, at + 8].map(|a| f64::from_bits(word(a, 8)));
                        low + step * f64::from(sum as u16)
                    }
                });
            }
            values.push(column);
        }
        all.push(values);
    }
    (block, frames, all)
}

fn exact(packed: &Packed, column: usize) -> [f64; 4] {
    [0, 1, 2, 3].map(|k| {
        let at = packed.exact_at + 32 * column + 8 * k;
        f64::from_le_bytes(packed.bytes[at..at + 8].try_into().unwrap())
    })
}

#[test]
fn a_short_run_is_stored_whole() {
    let (mut reader, rows) = results("whole", 50, 4);
    let packed = pack(&mut reader, 1.0).unwrap();
    let (block, frames, values) = unpacked(&packed, "books");
    assert_eq!((&block["encoding"], frames.len()), (&json!("f64"), 50));
    assert_eq!(block["ranges"], json!([[0, 1], [31, 1]]));
    for (frame, row) in rows.iter().enumerate() {
        // All digits of time and energy.
        assert_eq!(values[0][0][frame], row[0]);
        assert_eq!(values[0][1][frame], row[31]);
    }
    for (name, first, count) in [("items", 4, 3), ("geometry", 1, 3), ("fields", 19, 12)] {
        let (block, frames, values) = unpacked(&packed, name);
        assert_eq!((&block["encoding"], frames.len()), (&json!("f32"), 50));
        for (frame, row) in rows.iter().enumerate() {
            for c in 0..count {
                assert_eq!(values[0][c][frame], f64::from(row[first + c] as f32));
            }
        }
    }
    for c in 0..rows[0].len() {
        let column: Vec<f64> = rows.iter().map(|r| r[c]).collect();
        let low = column.iter().copied().fold(f64::INFINITY, f64::min);
        let high = column.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(exact(&packed, c), [column[0], column[49], low, high]);
    }
}

#[test]
fn of_a_long_run_true_frames_and_all_peaks_are_stored() {
    let (mut reader, rows) = results("long", 3000, 8);
    // Room for less than a fifth of the frames.
    let packed = pack(&mut reader, 0.002).unwrap();
    let (block, frames, values) = unpacked(&packed, "items");
    assert_eq!(block["envelope"], true);
    assert!(frames.len() < 600 && frames.len() > 100);
    assert_eq!((frames[0], frames[frames.len() - 1]), (0, 2999));
    for (k, &frame) in frames.iter().enumerate() {
        assert_eq!(values[0][0][k], f64::from(rows[frame][4] as f32));
    }
    let peak = values[2][0].iter().copied().fold(0.0, f64::max);
    assert_eq!(peak, f64::from(77.7_f32));
    assert_eq!(exact(&packed, 4)[3], 77.7);
    let (block, frames, values) = unpacked(&packed, "fields");
    assert_eq!(block["encoding"], "u16");
    for (k, &frame) in frames.iter().enumerate() {
        // Half of one of 65535 levels between -1/3 and 1/3.
        assert!(
            (values[0][5][k] - rows[frame][4 + 3 + 24 + 5]).abs() < 0.51 * (2.0 / 3.0) / 65534.0
        );
    }
}

#[test]
fn frames_are_chosen_evenly_with_both_ends() {
    assert_eq!(chosen(5, 5), [0, 1, 2, 3, 4]);
    assert_eq!(chosen(5, 3), [0, 2, 4]);
    assert_eq!(chosen(1, 1), [0]);
    assert_eq!(chosen(2, 2), [0, 1]);
    let many = chosen(10_001, 7);
    assert!(many[0] == 0 && many[6] == 10_000 && many.windows(2).all(|w| w[1] > w[0]));
}
