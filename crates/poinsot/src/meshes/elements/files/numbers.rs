//! Numbers of a file and the places they stand for.

use std::collections::HashMap;

/// Places of numbers. Numbers that rise, as in nearly all files, take four bytes each, others some forty.
#[derive(Default)]
pub struct Numbers {
    /// Places of numbers above all before them.
    rising: Vec<u32>,
    others: HashMap<u64, u32>,
}

impl Numbers {
    /// Adds the number that is the next of the list; false if it is there already.
    pub fn add(&mut self, list: &[u64], number: u64) -> bool {
        let place = list.len() as u32;
        let last = self.rising.last().map(|p| list[*p as usize]);
        if last.is_none_or(|last| number > last) {
            self.rising.push(place);
            return true;
        }
        self.place(list, number).is_none() && self.others.insert(number, place).is_none()
    }

    /// The place of a number.
    pub fn place(&self, list: &[u64], number: u64) -> Option<u32> {
        let at = |k: usize| list[self.rising[k] as usize];
        // Numbers without gaps need no search.
        if let Some(first) = self.rising.first() {
            let ahead = number.checked_sub(list[*first as usize]);
            let ahead = ahead.and_then(|a| usize::try_from(a).ok());
            if let Some(k) = ahead.filter(|a| *a < self.rising.len())
                && at(k) == number
            {
                return Some(self.rising[k]);
            }
        }
        let found = self
            .rising
            .binary_search_by_key(&number, |p| list[*p as usize]);
        match found {
            Ok(k) => Some(self.rising[k]),
            Err(_) => self.others.get(&number).copied(),
        }
    }
}
