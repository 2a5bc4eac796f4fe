//! Matrices in Matrix Market files: a header, sizes, and one entry per line.

use super::{ReductionError, Sparse, damaged};
use crate::meshes::MeshError;

/// Largest size of a matrix: indices have 32 bits, and three are needed per node.
const LARGEST: usize = 100_000_000;
/// Difference between entries that should be equal, relative to the largest of the matrix.
const EQUAL: f64 = 1e-6;

/// A matrix as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Market {
    size: usize,
    /// Both triangles.
    entries: Vec<(u32, u32, f64)>,
    largest: f64,
}

/// Reads a real square matrix, symmetric or written as a general one with equal halves.
pub fn matrix_market(bytes: &[u8]) -> Result<Market, MeshError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| damaged("the file is no text; write the matrix as text"))?;
    let mut lines = text.lines().enumerate();
    let header = lines.next().map_or("", |(_, line)| line);
    let symmetric = form(header)?;
    let mut rest = lines.filter(|(_, line)| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('%')
    });
    let Some((at, line)) = rest.next() else {
        return Err(damaged("the file ends before the sizes of the matrix"));
    };
    let sizes: Vec<usize> = numbers(at, line, 3, "rows, columns and number of entries")?;
    let (size, count) = (sizes[0], sizes[2]);
    if sizes[1] != size || size == 0 || size > LARGEST {
        return Err(wrong(
            at,
            format!("a square matrix is expected, found {size} x {}", sizes[1]),
        ));
    }
    let mut market = Market {
        size,
        entries: Vec::new(),
        largest: 0.0,
    };
    let mut found = 0;
    for (at, line) in rest {
        market.entry(at, line, symmetric)?;
        found += 1;
    }
    if found != count {
        return Err(damaged(format!(
            "the file has {found} entries, but says that there are {count}"
        )));
    }
    // Every displacement has an entry on the diagonal; so memory is bounded by the size of the file.
    if found < size {
        return Err(damaged(format!(
            "{found} entries cannot fill {size} rows: some displacements have none"
        )));
    }
    if !symmetric {
        market.check_halves()?;
    }
    Ok(market)
}

/// Whether the header says that only one half is written.
fn form(header: &str) -> Result<bool, MeshError> {
    let words: Vec<String> = header
        .split_whitespace()
        .map(str::to_ascii_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [
            "%%matrixmarket",
            "matrix",
            "coordinate",
            "real" | "integer",
            symmetry,
        ] => match *symmetry {
            "symmetric" => Ok(true),
            "general" => Ok(false),
            other => Err(wrong(
                0,
                format!("a symmetric matrix is expected, found `{other}`"),
            )),
        },
        ["%%matrixmarket", ..] => Err(wrong(
            0,
            "`matrix coordinate real symmetric` is expected after `%%MatrixMarket`",
        )),
        _ => Err(wrong(
            0,
            "`%%MatrixMarket matrix coordinate real symmetric` is expected",
        )),
    }
}

impl Market {
    fn entry(&mut self, at: usize, line: &str, symmetric: bool) -> Result<(), MeshError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[row, column, value] = words.as_slice() else {
            return Err(wrong(at, "a row, a column and a value are expected"));
        };
        let index = |word: &str| -> Result<u32, MeshError> {
            let number = word.parse().ok();
            let inside = number.filter(|k: &usize| (1..=self.size).contains(k));
            let k = inside.ok_or_else(|| {
                wrong(
                    at,
                    format!("`{word}` is no index between 1 and {}", self.size),
                )
            })?;
            Ok(k as u32 - 1)
        };
        let (i, j) = (index(row)?, index(column)?);
        let number = value.parse().ok().filter(|v: &f64| v.is_finite());
        let v = number.ok_or_else(|| wrong(at, format!("`{value}` is no number")))?;
        self.largest = self.largest.max(v.abs());
        self.entries.push((i, j, v));
        if symmetric && i != j {
            self.entries.push((j, i, v));
        }
        Ok(())
    }

    fn check_halves(&self) -> Result<(), MeshError> {
        let matrix = Sparse::from_entries(self.size, self.entries.clone());
        for column in 0..self.size {
            for (row, value) in matrix.column(column) {
                if !((value - matrix.get(column, row)).abs() <= EQUAL * self.largest) {
                    return Err(damaged(format!(
                        "the matrix is not symmetric: row {}, column {} is {value:e}, but row {}, column {} is {:e}",
                        row + 1,
                        column + 1,
                        column + 1,
                        row + 1,
                        matrix.get(column, row)
                    )));
                }
            }
        }
        Ok(())
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The matrix.
    pub fn matrix(self) -> Sparse {
        Sparse::from_entries(self.size, self.entries)
    }

    /// The matrix between nodes, of a mass that is the same for the three displacements of every node.
    pub fn per_node(self) -> Result<Sparse, ReductionError> {
        let (nodes, limit) = (self.size / 3, EQUAL * self.largest);
        let whole = Sparse::from_entries(self.size, self.entries);
        let mut entries = Vec::new();
        for column in 0..3 * nodes {
            for (row, value) in whole.column(column) {
                let same = row % 3 == column % 3;
                let wanted = match same {
                    true => whole.get(row - row % 3, column - column % 3),
                    false => 0.0,
                };
                if !((value - wanted).abs() <= limit) {
                    return Err(ReductionError::Mass {
                        row: row + 1,
                        column: column + 1,
                        value,
                        wanted,
                    });
                }
                if same {
                    entries.push((row as u32 / 3, column as u32 / 3, value / 3.0));
                }
            }
        }
        Ok(Sparse::from_entries(nodes, entries))
    }
}

fn wrong(line: usize, what: impl std::fmt::Display) -> MeshError {
    damaged(format!("line {}: {what}", line + 1))
}

fn numbers(at: usize, line: &str, count: usize, what: &str) -> Result<Vec<usize>, MeshError> {
    let read: Option<Vec<usize>> = line.split_whitespace().map(|w| w.parse().ok()).collect();
    let right = read.filter(|list| list.len() == count);
    right.ok_or_else(|| wrong(at, format!("{what} are expected")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "%%MatrixMarket matrix coordinate real symmetric\n";

    fn message(text: &str) -> String {
        matrix_market(text.as_bytes()).expect_err("damaged").message
    }

    #[test]
    fn both_halves_are_filled() {
        let text = format!("{HEADER}% a comment\n2 2 2\n1 1 3.5\n2 1 -1e-1\n");
        let m = matrix_market(text.as_bytes()).expect("sound").matrix();
        assert_eq!(m.times(&[1.0, 10.0]), [2.5, -0.1]);
    }

    #[test]
    fn general_files_need_equal_halves() {
        let head = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 1\n";
        assert!(matrix_market(format!("{head}2 1 1\n").as_bytes()).is_ok());
        assert!(message(&format!("{head}2 1 2\n")).contains("not symmetric"));
    }

    #[test]
    fn damaged_files_name_the_line() {
        assert!(message("").contains("line 1"));
        assert!(message("%%MatrixMarket matrix array real general\n").contains("line 1"));
        assert!(message(HEADER).contains("ends before"));
        assert!(message(&format!("{HEADER}2 3 0\n")).contains("line 2: a square matrix"));
        assert!(message(&format!("{HEADER}2 2 1\n3 1 1\n")).contains("line 3: `3` is no index"));
        assert!(message(&format!("{HEADER}2 2 1\n2 1 x\n")).contains("line 3: `x` is no number"));
        assert!(message(&format!("{HEADER}2 2 1\n2 1\n")).contains("line 3"));
        assert!(message(&format!("{HEADER}2 2 2\n2 1 1\n")).contains("1 entries"));
        assert!(message(&format!("{HEADER}2 2 1\n2 1 inf\n")).contains("no number"));
    }

    /// Bytes changed at random: nothing panics, nothing takes more memory than the file has.
    #[test]
    fn damaged_bytes_are_refused_or_read() {
        let text = format!("{HEADER}3 3 4\n1 1 1\n2 2 1\n3 3 1.5\n3 1 -2e-1\n");
        let mut seed = 12345u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        for _ in 0..20_000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..1 + random(3) {
                let at = random(bytes.len());
                match random(3) {
                    0 => bytes[at] = random(256) as u8,
                    1 => bytes.truncate(at + 1),
                    _ => bytes.insert(at, b"0123456789 \n-+.e%"[random(17)]),
                }
            }
            let _ = matrix_market(&bytes).map(Market::per_node);
        }
    }

    #[test]
    fn mass_is_the_same_for_all_directions() {
        let text = |third: &str| format!("{HEADER}3 3 3\n1 1 2\n2 2 2\n3 3 {third}\n");
        let read = |text: String| matrix_market(text.as_bytes()).expect("sound").per_node();
        assert_eq!(read(text("2")).expect("a mass").values, [2.0]);
        assert!(matches!(
            read(text("1")),
            Err(ReductionError::Mass { row: 3, .. })
        ));
    }
}
