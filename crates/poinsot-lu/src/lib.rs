//! Multifrontal sparse LU for multibody systems.
