//! Groups of unknowns, and the merges of groups that weak pivots have asked for.

/// Group of every unknown, as a forest of merged groups.
#[derive(Clone)]
pub(crate) struct Groups {
    /// Compressed original group of every unknown.
    of_unknown: Vec<u32>,
    /// Union-find parents; the representative of a set is its smallest member.
    parent: Vec<u32>,
    merges: usize,
    moved: Vec<bool>,
    moves: usize,
}

/// The groups after all merges: members in ascending order, group by group.
pub(crate) struct GroupList {
    pub of_unknown: Vec<u32>,
    pub starts: Vec<usize>,
    pub members: Vec<u32>,
}

impl Groups {
    /// Groups from arbitrary numbers, renumbered by first appearance.
    pub fn new(numbers: &[u32]) -> Self {
        let mut renumbered = std::collections::BTreeMap::new();
        let of_unknown = numbers
            .iter()
            .map(|number| {
                let next = renumbered.len() as u32;
                *renumbered.entry(*number).or_insert(next)
            })
            .collect();
        Self {
            of_unknown,
            moved: vec![false; numbers.len()],
            moves: 0,
            parent: (0..renumbered.len() as u32).collect(),
            merges: 0,
        }
    }

    /// The merged group that an unknown belongs to.
    pub fn find(&mut self, unknown: usize) -> u32 {
        let mut group = self.of_unknown[unknown];
        while self.parent[group as usize] != group {
            let grandparent = self.parent[self.parent[group as usize] as usize];
            self.parent[group as usize] = grandparent;
            group = grandparent;
        }
        group
    }

    /// Puts the groups of two unknowns together.
    pub fn merge(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent[a.max(b) as usize] = a.min(b);
            self.merges += 1;
        }
    }

    /// Moves one unknown to the group of another; refused if it has been moved before, so that
    /// nothing wanders in circles.
    pub fn move_once(&mut self, unknown: usize, partner: usize) -> bool {
        if self.moved[unknown] {
            return false;
        }
        self.of_unknown[unknown] = self.find(partner);
        self.moved[unknown] = true;
        self.moves += 1;
        true
    }

    /// How many unknowns have changed their group.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// How many merges have happened.
    pub fn merges(&self) -> usize {
        self.merges
    }

    /// The choices made so far, if there were any: group of every unknown, parent of every group, unknowns that were moved.
    pub fn choices(&self) -> Option<(Vec<u32>, Vec<u32>, Vec<bool>)> {
        let any = self.moves + self.merges > 0;
        any.then(|| {
            let (of_unknown, parent) = (self.of_unknown.clone(), self.parent.clone());
            (of_unknown, parent, self.moved.clone())
        })
    }

    /// Makes choices again; `false` if they cannot be choices of these groups.
    pub fn choose(&mut self, of_unknown: &[u32], parent: &[u32], moved: &[bool]) -> bool {
        let count = self.parent.len();
        let sound = of_unknown.len() == self.of_unknown.len()
            && moved.len() == self.moved.len()
            && parent.len() == count
            && of_unknown.iter().all(|&group| (group as usize) < count)
            && (0u32..).zip(parent).all(|(own, &above)| above <= own);
        if sound {
            self.of_unknown.copy_from_slice(of_unknown);
            self.parent.copy_from_slice(parent);
            self.moved.copy_from_slice(moved);
            self.moves = moved.iter().filter(|m| **m).count();
            // Every merge took one group from the roots for good.
            self.merges = (0u32..)
                .zip(parent)
                .filter(|(own, above)| own != *above)
                .count();
        }
        sound
    }

    /// The present groups, numbered without gaps.
    pub fn list(&mut self) -> GroupList {
        let n = self.of_unknown.len();
        let mut number = vec![u32::MAX; self.parent.len()];
        let mut count = 0;
        let mut of_unknown = vec![0; n];
        for unknown in 0..n {
            let root = self.find(unknown) as usize;
            if number[root] == u32::MAX {
                number[root] = count;
                count += 1;
            }
            of_unknown[unknown] = number[root];
        }
        let mut starts = vec![0; count as usize + 1];
        for &group in &of_unknown {
            starts[group as usize + 1] += 1;
        }
        for group in 0..count as usize {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut members = vec![0; n];
        for (unknown, &group) in of_unknown.iter().enumerate() {
            members[next[group as usize]] = unknown as u32;
            next[group as usize] += 1;
        }
        GroupList {
            of_unknown,
            starts,
            members,
        }
    }
}

impl GroupList {
    /// Number of groups.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Unknowns of one group, ascending.
    pub fn members(&self, group: usize) -> &[u32] {
        &self.members[self.starts[group]..self.starts[group + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_keeps_members_sorted() {
        let mut groups = Groups::new(&[7, 3, 7, 9, 3]);
        let list = groups.list();
        assert_eq!(list.of_unknown, [0, 1, 0, 2, 1]);
        assert_eq!(list.members(1), [1, 4]);
        groups.merge(3, 0);
        groups.merge(2, 3);
        assert_eq!(groups.merges(), 1);
        let list = groups.list();
        assert_eq!(list.count(), 2);
        assert_eq!(list.members(0), [0, 2, 3]);
        assert!(groups.move_once(4, 0) && !groups.move_once(4, 1));
        assert_eq!(groups.list().members(0), [0, 2, 3, 4]);
        let (of_unknown, parent, moved) = groups.choices().expect("there were some");
        let mut again = Groups::new(&[7, 3, 7, 9, 3]);
        assert!(again.choices().is_none());
        assert!(!again.choose(&of_unknown, &[0, 2, 1], &moved));
        assert!(again.choose(&of_unknown, &parent, &moved));
        assert_eq!(again.list().members, groups.list().members);
        assert_eq!((again.moves(), again.merges()), (1, 1));
    }
}
