//! Numbers of nodes and rows as types, so that one is not taken for another.
//!
//! A number of a vector is bare only where nothing else could be meant: stages, strains, attachments and the nodes of one
//! interaction.

use super::wrench::STAGES;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut, Range};

/// A node of the system, the ground being the first. Not the number of a node within its flexible body or within an
/// interaction, and not that of an unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct NodeIndex(usize);

/// The ground.
pub const GROUND: NodeIndex = NodeIndex(0);

impl NodeIndex {
    /// The node at a position in lists with one entry per node.
    pub const fn new(position: usize) -> Self {
        NodeIndex(position)
    }

    /// Its position in lists with one entry per node.
    #[inline]
    pub const fn position(self) -> usize {
        self.0
    }

    /// The first `count` nodes.
    pub fn first(
        count: usize,
    ) -> impl ExactSizeIterator<Item = NodeIndex> + DoubleEndedIterator + Clone {
        Self::range(0..count)
    }

    /// The nodes at these positions.
    #[inline]
    pub fn range(
        positions: Range<usize>,
    ) -> impl ExactSizeIterator<Item = NodeIndex> + DoubleEndedIterator + Clone {
        positions.map(NodeIndex)
    }
}

/// A constraint row of the system, which has a multiplier per stage. Not the number of a constraint, which may have several rows,
/// and not that of an unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct RowIndex(usize);

impl RowIndex {
    /// The row at a position in lists with one entry per row.
    pub const fn new(position: usize) -> Self {
        RowIndex(position)
    }

    /// Its position in lists with one entry per row.
    #[inline]
    pub const fn position(self) -> usize {
        self.0
    }

    /// A row of the same constraint: `k` of them further.
    #[inline]
    pub const fn plus(self, k: usize) -> Self {
        RowIndex(self.0 + k)
    }

    /// The first `count` rows.
    pub fn first(count: usize) -> impl ExactSizeIterator<Item = RowIndex> + Clone {
        (0..count).map(RowIndex)
    }
}

/// What lists hold once per node of the system: they are accessed by [`NodeIndex`].
pub trait PerNode {}

/// What has a position in lists.
pub trait Position: Copy {
    /// The position.
    fn position(self) -> usize;
}

impl Position for NodeIndex {
    #[inline]
    fn position(self) -> usize {
        self.0
    }
}

impl Position for RowIndex {
    #[inline]
    fn position(self) -> usize {
        self.0
    }
}

/// Numbers and lists, which could belong to anything, one per node or row of the system.
#[derive(Clone, Debug, PartialEq)]
pub struct List<I, T> {
    values: Vec<T>,
    of: PhantomData<I>,
}

/// One per node of the system.
pub type NodeList<T> = List<NodeIndex, T>;

/// One per constraint row of the system.
pub type RowList<T> = List<RowIndex, T>;

impl<I, T> List<I, T> {
    /// The same for `count` nodes or rows.
    pub fn new(value: T, count: usize) -> Self
    where
        T: Clone,
    {
        vec![value; count].into()
    }

    /// Adds the value of the next one.
    pub fn push(&mut self, value: T) {
        self.values.push(value);
    }
}

impl<I, T> Default for List<I, T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<I, T> From<Vec<T>> for List<I, T> {
    fn from(values: Vec<T>) -> Self {
        List {
            values,
            of: PhantomData,
        }
    }
}

impl<I, T> FromIterator<T> for List<I, T> {
    fn from_iter<V: IntoIterator<Item = T>>(values: V) -> Self {
        values.into_iter().collect::<Vec<T>>().into()
    }
}

impl<I, T> Extend<T> for List<I, T> {
    fn extend<V: IntoIterator<Item = T>>(&mut self, values: V) {
        self.values.extend(values);
    }
}

impl<'a, I, T> IntoIterator for &'a List<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.values.iter()
    }
}

impl<I, T> Deref for List<I, T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.values
    }
}

impl<I, T> DerefMut for List<I, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values
    }
}

impl<I: Position, T> Index<I> for List<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, index: I) -> &T {
        &self.values[index.position()]
    }
}

impl<I: Position, T> IndexMut<I> for List<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.values[index.position()]
    }
}

impl<T: PerNode> Index<NodeIndex> for [T] {
    type Output = T;
    #[inline]
    fn index(&self, node: NodeIndex) -> &T {
        &self[node.0]
    }
}

impl<T: PerNode> IndexMut<NodeIndex> for [T] {
    #[inline]
    fn index_mut(&mut self, node: NodeIndex) -> &mut T {
        &mut self[node.0]
    }
}

impl<T: PerNode> Index<NodeIndex> for Vec<T> {
    type Output = T;
    #[inline]
    fn index(&self, node: NodeIndex) -> &T {
        &self.as_slice()[node.0]
    }
}

impl<T: PerNode> IndexMut<NodeIndex> for Vec<T> {
    #[inline]
    fn index_mut(&mut self, node: NodeIndex) -> &mut T {
        &mut self.as_mut_slice()[node.0]
    }
}

/// Multipliers of a row at the stages.
impl Index<RowIndex> for [[f64; STAGES]] {
    type Output = [f64; STAGES];
    #[inline]
    fn index(&self, row: RowIndex) -> &[f64; STAGES] {
        &self[row.0]
    }
}

impl IndexMut<RowIndex> for [[f64; STAGES]] {
    #[inline]
    fn index_mut(&mut self, row: RowIndex) -> &mut [f64; STAGES] {
        &mut self[row.0]
    }
}

impl Index<RowIndex> for Vec<[f64; STAGES]> {
    type Output = [f64; STAGES];
    #[inline]
    fn index(&self, row: RowIndex) -> &[f64; STAGES] {
        &self.as_slice()[row.0]
    }
}

impl IndexMut<RowIndex> for Vec<[f64; STAGES]> {
    #[inline]
    fn index_mut(&mut self, row: RowIndex) -> &mut [f64; STAGES] {
        &mut self.as_mut_slice()[row.0]
    }
}
