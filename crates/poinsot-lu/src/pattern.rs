//! Sparsity pattern in compressed columns.

use crate::error::PatternError;

/// Where a square sparse matrix may be nonzero: compressed columns, rows strictly ascending.
///
/// The values of a matrix are a plain slice in the same order: column by column, rows ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    column_starts: Vec<usize>,
    rows: Vec<u32>,
}

impl Pattern {
    /// Pattern from compressed columns; `column_starts` has `n + 1` entries.
    pub fn new(n: usize, column_starts: Vec<usize>, rows: Vec<u32>) -> Result<Self, PatternError> {
        // Two values of the index range stay free as markers.
        if n >= u32::MAX as usize - 1 || rows.len() >= u32::MAX as usize - 1 {
            return Err(PatternError::TooLarge);
        }
        let bad_pointers = PatternError::ColumnPointers { expected: n + 1 };
        if column_starts.len() != n + 1 || column_starts[0] != 0 || column_starts[n] != rows.len() {
            return Err(bad_pointers);
        }
        if column_starts.windows(2).any(|w| w[0] > w[1]) {
            return Err(bad_pointers);
        }
        for column in 0..n {
            let column_rows = &rows[column_starts[column]..column_starts[column + 1]];
            if column_rows.windows(2).any(|w| w[0] >= w[1]) {
                return Err(PatternError::Unsorted { column });
            }
            // Ascending, so the last row is the largest.
            if let Some(&row) = column_rows.last()
                && row as usize >= n
            {
                let row = row as usize;
                return Err(PatternError::OutOfRange { row, column, n });
            }
        }
        Ok(Self {
            column_starts,
            rows,
        })
    }

    /// Pattern from (row, column) positions in any order; repeated positions count once.
    pub fn from_entries(
        n: usize,
        entries: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<Self, PatternError> {
        let mut by_column: Vec<(u32, u32)> = entries.into_iter().map(|(i, j)| (j, i)).collect();
        by_column.sort_unstable();
        by_column.dedup();
        let mut column_starts = vec![0; n + 1];
        for &(j, i) in &by_column {
            let (row, column) = (i as usize, j as usize);
            if row >= n || column >= n {
                return Err(PatternError::OutOfRange { row, column, n });
            }
            column_starts[column + 1] += 1;
        }
        for column in 0..n {
            column_starts[column + 1] += column_starts[column];
        }
        Self::new(
            n,
            column_starts,
            by_column.into_iter().map(|(_, i)| i).collect(),
        )
    }

    /// Number of unknowns.
    pub fn n(&self) -> usize {
        self.column_starts.len() - 1
    }

    /// Number of stored positions, i.e. of values.
    pub fn entries(&self) -> usize {
        self.rows.len()
    }

    /// Start of every column in the values, and the number of values at the end.
    pub fn column_starts(&self) -> &[usize] {
        &self.column_starts
    }

    /// Row of every value.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Index of the value at a position, for building scatter maps; `None` outside the pattern.
    pub fn position(&self, row: usize, column: usize) -> Option<usize> {
        let (&start, &end) = (
            self.column_starts.get(column)?,
            self.column_starts.get(column + 1)?,
        );
        let row = u32::try_from(row).ok()?;
        let offset = self.rows[start..end].binary_search(&row).ok()?;
        Some(start + offset)
    }

    /// Columns of every row, as (row starts, columns): the transposed pattern.
    pub(crate) fn transposed(&self) -> (Vec<usize>, Vec<u32>) {
        let n = self.n();
        let mut starts = vec![0; n + 1];
        for &i in &self.rows {
            starts[i as usize + 1] += 1;
        }
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut columns = vec![0; self.rows.len()];
        for j in 0..n {
            for &i in &self.rows[self.column_starts[j]..self.column_starts[j + 1]] {
                columns[next[i as usize]] = j as u32;
                next[i as usize] += 1;
            }
        }
        (starts, columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_sorted_and_merged() {
        let pattern =
            Pattern::from_entries(3, [(2, 1), (0, 0), (1, 1), (2, 1), (0, 2)]).expect("valid");
        assert_eq!(pattern.column_starts(), [0, 1, 3, 4]);
        assert_eq!(pattern.rows(), [0, 1, 2, 0]);
        assert_eq!(pattern.position(2, 1), Some(2));
        assert_eq!(pattern.position(2, 0), None);
        assert_eq!(pattern.position(0, 7), None);
        assert_eq!(pattern.transposed(), (vec![0, 2, 3, 4], vec![0, 2, 1, 1]));
    }

    #[test]
    fn invalid_patterns_are_refused() {
        let out = Pattern::from_entries(2, [(2, 0)]);
        assert_eq!(
            out,
            Err(PatternError::OutOfRange {
                row: 2,
                column: 0,
                n: 2
            })
        );
        let unsorted = Pattern::new(2, vec![0, 2, 2], vec![1, 0]);
        assert_eq!(unsorted, Err(PatternError::Unsorted { column: 0 }));
        let pointers = Pattern::new(2, vec![0, 2], vec![0, 1]);
        assert_eq!(pointers, Err(PatternError::ColumnPointers { expected: 3 }));
    }
}
