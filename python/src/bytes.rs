//! Numbers as bytes of Python, which `numpy.frombuffer` reads in place.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Numbers one after the other.
pub fn of_numbers<'py>(py: Python<'py>, numbers: &[f64]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, 8 * numbers.len(), |room| {
        for (place, x) in room.chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&x.to_ne_bytes());
        }
        Ok(())
    })
}

/// The number that eight bytes are.
pub fn number(bytes: &[u8]) -> f64 {
    bytes
        .first_chunk()
        .map_or(f64::NAN, |b| f64::from_ne_bytes(*b))
}

/// Numbers of an iterator of known length.
pub fn of_iter<'py>(
    py: Python<'py>,
    count: usize,
    numbers: impl Iterator<Item = f64>,
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, 8 * count, |room| {
        for (place, x) in room.chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&x.to_ne_bytes());
        }
        Ok(())
    })
}

/// Indices as 64-bit integers.
pub fn of_indices<'py>(
    py: Python<'py>,
    count: usize,
    indices: impl Iterator<Item = usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, 8 * count, |room| {
        for (place, k) in room.chunks_exact_mut(8).zip(indices) {
            place.copy_from_slice(&(k as i64).to_ne_bytes());
        }
        Ok(())
    })
}
