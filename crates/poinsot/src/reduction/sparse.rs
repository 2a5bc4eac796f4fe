//! Symmetric matrices with few entries.

/// A symmetric matrix: all entries, column by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sparse {
    /// Start of each column, and the end.
    pub starts: Vec<usize>,
    /// Row of each entry, sorted within columns.
    pub rows: Vec<u32>,
    /// Values.
    pub values: Vec<f64>,
}

impl Sparse {
    /// Sums up entries `(row, column, value)` of both triangles.
    pub fn from_entries(size: usize, mut entries: Vec<(u32, u32, f64)>) -> Self {
        // The sort is stable, so that sums have the order of the file.
        entries.sort_by_key(|e| (e.1, e.0));
        let mut matrix = Sparse {
            starts: vec![0; size + 1],
            ..Self::default()
        };
        let mut last = None;
        for (row, column, value) in entries {
            match (last == Some((row, column)), matrix.values.last_mut()) {
                (true, Some(sum)) => *sum += value,
                _ => {
                    matrix.rows.push(row);
                    matrix.values.push(value);
                    matrix.starts[column as usize + 1] += 1;
                    last = Some((row, column));
                }
            }
        }
        for k in 0..size {
            matrix.starts[k + 1] += matrix.starts[k];
        }
        matrix
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Entries `(row, value)` of a column.
    pub fn column(&self, k: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let places = self.starts[k]..self.starts[k + 1];
        let rows = self.rows[places.clone()].iter();
        rows.zip(&self.values[places])
            .map(|(&r, &v)| (r as usize, v))
    }

    /// An entry.
    pub fn get(&self, row: usize, column: usize) -> f64 {
        let places = self.starts[column]..self.starts[column + 1];
        let found = self.rows[places.clone()].binary_search(&(row as u32));
        found.map_or(0.0, |k| self.values[places.start + k])
    }

    /// The product with a vector.
    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        // Columns are rows: the matrix is symmetric.
        let row = |k: usize| self.column(k).map(|(r, v)| v * x[r]).sum();
        (0..self.size()).map(row).collect()
    }

    /// The same for the three components of vectors, one after the other.
    pub fn times_each(&self, x: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; x.len()];
        for k in 0..self.size() {
            for (r, v) in self.column(k) {
                for i in 0..3 {
                    out[3 * k + i] += v * x[3 * r + i];
                }
            }
        }
        out
    }

    /// Largest entry on the diagonal.
    pub fn largest(&self) -> f64 {
        let diagonal = (0..self.size()).map(|k| self.get(k, k));
        diagonal.fold(0.0, f64::max)
    }
}

/// Dot product.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
