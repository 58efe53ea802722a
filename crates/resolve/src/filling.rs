//! An aggregate that an initialiser is filling.
//!
//! Designators may come back to a nested aggregate, `{ .p.x = 1, .q = 2, .p.y = 3 }`,
//! so nested lists stay open until the outermost one is finished.
//!
//! Invariant: of two entries for one element the later one counts.

use std::collections::HashMap;

use hir::{Init, InitEntry, Span, Type};

/// The elements `first..=last` of an array or record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) first: u64,
    pub(crate) last: u64,
}

/// A value, or a nested aggregate that may get more.
#[derive(Clone)]
enum Value {
    Done(Init),
    Open(Box<Filling>),
}

/// What some elements are set to.
#[derive(Clone)]
struct Entry {
    step: Step,
    value: Value,
}

/// An aggregate and what it has been given so far.
#[derive(Clone)]
pub(crate) struct Filling {
    /// Its type.
    pub(crate) ty: Type,
    /// Where the next value goes.
    pub(crate) position: u64,
    span: Span,
    is_union: bool,
    entries: Vec<Entry>,
    /// One past the highest element filled.
    end: u64,
    has_ranges: bool,
    /// The latest entry by first element; made when it is first needed.
    latest: Option<HashMap<u64, usize>>,
}

impl Filling {
    pub(crate) fn new(ty: Type, is_union: bool, span: Span) -> Filling {
        Filling {
            ty,
            position: 0,
            span,
            is_union,
            entries: Vec::new(),
            end: 0,
            has_ranges: false,
            latest: None,
        }
    }

    /// One past the highest element filled.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// Sets elements, whatever they were before.
    pub(crate) fn put(&mut self, step: Step, value: Init) {
        self.push(Entry { step, value: Value::Done(value) });
    }

    /// The nested aggregate at a step: the one that is there already, or the
    /// given one. What it gets next is added to what it has. `parts` takes a whole
    /// value apart, where it has parts.
    pub(crate) fn open(
        &mut self,
        step: Step,
        fresh: Filling,
        parts: &mut dyn FnMut(&Init) -> Option<Vec<InitEntry>>,
    ) -> Option<&mut Filling> {
        let at = match self.existing(step) {
            Some(at) => at,
            None => {
                self.push(Entry { step, value: Value::Open(Box::new(fresh.clone())) });
                self.entries.len() - 1
            }
        };
        self.go_on_after(step);
        let entry = self.entries.get_mut(at)?;
        if let Value::Done(init) = &mut entry.value {
            // Written with braces, or as a whole; a whole value cannot be
            // changed in part, so a list replaces it.
            let filling = match init {
                Init::List { entries, .. } => fresh.with(std::mem::take(entries)),
                Init::Expr(_) | Init::Construct(_) => match parts(init) {
                    Some(entries) => fresh.with(entries),
                    None => fresh,
                },
            };
            entry.value = Value::Open(Box::new(filling));
        }
        match &mut entry.value {
            Value::Open(filling) => Some(filling),
            Value::Done(_) => None,
        }
    }

    /// Everything as an initialiser.
    pub(crate) fn finish(self) -> Init {
        let finished = |entry: Entry| InitEntry {
            index: entry.step.first,
            last: entry.step.last,
            value: match entry.value {
                Value::Done(init) => init,
                Value::Open(filling) => filling.finish(),
            },
        };
        let mut entries: Vec<InitEntry> = self.entries.into_iter().map(finished).collect();
        // In the order of the object, each element once: C++ knows no other.
        let in_order = entries.windows(2).all(|pair| pair[0].index < pair[1].index);
        if !in_order && !self.has_ranges {
            entries.sort_by_key(|entry| entry.index);
            let latest = |at: &usize| entries.get(at + 1).is_none_or(|next| next.index != entries[*at].index);
            let kept: Vec<usize> = (0..entries.len()).filter(latest).collect();
            entries = kept.into_iter().map(|at| entries[at].clone()).collect();
        }
        Init::List { ty: self.ty, entries, span: self.span }
    }

    fn with(mut self, entries: Vec<InitEntry>) -> Filling {
        for InitEntry { index, last, value } in entries {
            self.put(Step { first: index, last }, value);
        }
        self
    }

    fn push(&mut self, entry: Entry) {
        if self.is_union {
            // Another member, or the same one anew: the old value is gone.
            self.entries.clear();
            self.latest = None;
        }
        if let Some(latest) = &mut self.latest {
            latest.insert(entry.step.first, self.entries.len());
        }
        self.has_ranges |= entry.step.first != entry.step.last;
        self.end = self.end.max(entry.step.last.saturating_add(1));
        self.go_on_after(entry.step);
        self.entries.push(entry);
    }

    /// A union is full after any of its members.
    fn go_on_after(&mut self, step: Step) {
        self.position = if self.is_union { u64::MAX } else { step.last.saturating_add(1) };
    }

    /// The entry for exactly these elements.
    fn existing(&mut self, step: Step) -> Option<usize> {
        if step.first >= self.end {
            return None;
        }
        if self.has_ranges {
            self.isolate(step);
        }
        let newest = self.entries.len().checked_sub(1)?;
        if self.entries[newest].step == step {
            return Some(newest);
        }
        let entries = &self.entries;
        let index = || entries.iter().enumerate().map(|(at, e)| (e.step.first, at)).collect();
        let at = *self.latest.get_or_insert_with(index).get(&step.first)?;
        (self.entries[at].step == step).then_some(at)
    }

    /// Cuts a range so that the step's elements have an entry of their own.
    fn isolate(&mut self, step: Step) {
        let covers = |e: &Entry| e.step.first <= step.first && e.step.last >= step.last && e.step != step;
        let Some(at) = self.entries.iter().rposition(covers) else { return };
        let Entry { step: range, value } = self.entries.remove(at);
        let mut pieces = Vec::with_capacity(3);
        if range.first < step.first {
            pieces.push(Entry {
                step: Step { first: range.first, last: step.first - 1 },
                value: value.clone(),
            });
        }
        pieces.push(Entry { step, value: value.clone() });
        if range.last > step.last {
            pieces.push(Entry { step: Step { first: step.last + 1, last: range.last }, value });
        }
        self.entries.splice(at..at, pieces);
        self.latest = None;
    }
}
