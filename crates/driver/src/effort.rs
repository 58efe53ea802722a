//! How much a long search takes, and may take: counted in what is read and followed, not in seconds, so that one program gets
//! one answer on every machine.
//!
//! A unit is a statement that was read, or that the data law followed ([`Record::followed`]). A search that has taken as
//! much as it may ends with what it has; whoever asked for it says so.
//!
//! [`Record::followed`]: analyze::data_law::record::Record::followed

use std::sync::Arc;

/// Who is told how it goes on.
type Teller = Arc<dyn Fn(&str) + Send + Sync>;

/// What was taken so far, and who is told.
#[derive(Clone, Default)]
pub struct Effort {
    taken: usize,
    most: Option<usize>,
    readings: usize,
    teller: Option<Teller>,
}

impl Effort {
    /// A search begins.
    pub(crate) fn begin(&mut self, most: usize) {
        (self.taken, self.readings, self.most) = (0, 0, Some(most));
    }

    /// It has ended: nothing is limited any more.
    pub(crate) fn end(&mut self) {
        self.most = None;
    }

    /// A program was read and followed.
    pub(crate) fn took(&mut self, units: usize) {
        self.taken += units;
        self.readings += 1;
    }

    /// Has the search taken as much as it may?
    pub(crate) fn is_spent(&self) -> bool {
        self.most.is_some_and(|most| self.taken >= most)
    }

    /// Somebody wants to see how it goes on.
    pub fn tell(&mut self, teller: impl Fn(&str) + Send + Sync + 'static) {
        self.teller = Some(Arc::new(teller));
    }

    /// What is done now.
    pub(crate) fn says(&self, what: impl FnOnce() -> String) {
        if let Some(teller) = &self.teller {
            let share = self.most.map_or(0, |most| (self.taken * 100 / most.max(1)).min(100));
            teller(&format!("{}, {share} % of the steps, program read {} times", what(), self.readings));
        }
    }
}

impl std::fmt::Debug for Effort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Effort {{ taken: {}, most: {:?}, readings: {} }}", self.taken, self.most, self.readings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_where_it_has_taken_what_it_may() {
        let mut effort = Effort::default();
        effort.took(1_000_000);
        assert!(!effort.is_spent());
        effort.begin(100);
        effort.took(99);
        assert!(!effort.is_spent());
        effort.took(1);
        assert!(effort.is_spent());
        effort.end();
        assert!(!effort.is_spent());
    }
}
