//! The table of nodes of a part: a line with number, three coordinates and any names of sets for each, in the order of the
//! rows of the matrices.

use super::damaged;
use crate::math::V3;
use crate::meshes::MeshError;

use std::collections::{BTreeMap, HashMap};

/// Nodes of a part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeTable {
    /// Places, as written.
    pub points: Vec<V3>,
    /// Numbers that the user knows them by.
    pub numbers: Vec<u64>,
    /// Named sets: positions in the table.
    pub sets: BTreeMap<String, Vec<usize>>,
    /// Position of each number.
    pub position: HashMap<u64, usize>,
}

/// Reads a table: words between blanks, commas or semicolons; what follows `#` is a comment.
pub fn node_table(bytes: &[u8]) -> Result<NodeTable, MeshError> {
    let text = std::str::from_utf8(bytes).map_err(|_| damaged("the file is no text"))?;
    let mut table = NodeTable::default();
    for (at, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let blank = |c: char| c.is_whitespace() || c == ',' || c == ';';
        let words: Vec<&str> = line.split(blank).filter(|w| !w.is_empty()).collect();
        if words.is_empty() {
            continue;
        }
        let wrong = |what: String| damaged(format!("line {}: {what}", at + 1));
        if words.len() < 4 {
            return Err(wrong("a number and three coordinates are expected".into()));
        }
        let number: u64 = words[0]
            .parse()
            .map_err(|_| wrong(format!("`{}` is no node number", words[0])))?;
        let mut point = V3::zeros();
        for i in 0..3 {
            let read = words[1 + i].parse().ok();
            // Squares and products of coordinates stay numbers.
            let sound = read.filter(|x: &f64| x.abs() < 1e30);
            point[i] =
                sound.ok_or_else(|| wrong(format!("`{}` is no coordinate", words[1 + i])))?;
        }
        let position = table.points.len();
        if table.position.insert(number, position).is_some() {
            return Err(wrong(format!("node {number} is there twice")));
        }
        table.points.push(point);
        table.numbers.push(number);
        for name in &words[4..] {
            let set = table.sets.entry((*name).to_string()).or_default();
            if set.last() != Some(&position) {
                set.push(position);
            }
        }
    }
    if table.points.is_empty() {
        return Err(damaged("there is no node in it"));
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_numbers_places_and_sets() {
        let text = "# nodes\n7 0 1e-3 2 left\n\n9, 1, 0, 0 ; left right # last\n";
        let table = node_table(text.as_bytes()).expect("sound");
        assert_eq!(table.numbers, [7, 9]);
        assert_eq!(table.points[0], V3::new(0.0, 1e-3, 2.0));
        assert_eq!(table.sets["left"], [0, 1]);
        assert_eq!(table.sets["right"], [1]);
        assert_eq!(table.position[&9], 1);
    }

    #[test]
    fn damaged_tables_name_the_line() {
        let message = |text: &str| node_table(text.as_bytes()).expect_err("damaged").message;
        assert!(message("1 0 0 0\n2 0 0\n").contains("line 2: a number and three"));
        assert!(message("x 0 0 0\n").contains("no node number"));
        assert!(message("1 0 nan 0\n").contains("`nan` is no coordinate"));
        assert!(message("1 0 0 0\n1 0 0 0\n").contains("line 2: node 1 is there twice"));
        assert!(message("# none\n").contains("no node"));
    }
}
