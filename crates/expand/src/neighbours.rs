//! What other files call the variables and records of a kernel's file.
//!
//! `b.c` has `extern float a[64];` and `a.c`, where the kernel is, defines it:
//! two ids, one object. In an instance both are the id of the kernel's file, so
//! that the directives there speak of the same array.

use std::collections::HashMap;

use hir::instantiate::Surroundings;
use hir::{Item, Linkage, Program, RecordId, Symbol, VarId};

/// The names of the other units, as one unit has them.
pub struct Neighbours {
    variables: HashMap<VarId, VarId>,
    records: HashMap<RecordId, RecordId>,
}

impl Neighbours {
    /// Looks the names of all other units up in this one.
    pub fn of(program: &Program, linkage: &Linkage, unit: usize) -> Neighbours {
        let mut found = Neighbours { variables: HashMap::new(), records: HashMap::new() };
        let records = records_by_tag(program, unit);
        let others = program.units.iter().enumerate().filter(|(other, _)| *other != unit);
        for item in others.flat_map(|(_, other)| &other.items) {
            match item {
                Item::Var { var, .. } => {
                    let own = linkage.variable_in(program, *var, unit);
                    found.variables.extend(own.map(|own| (*var, own)));
                }
                Item::Record { record, defines: true } => {
                    let own = same_record(program, *record, &records);
                    found.records.extend(own.map(|own| (*record, own)));
                }
                _ => {}
            }
        }
        found
    }
}

/// The records that a unit defines; those without a tag of their own have none.
type Records = HashMap<Option<Symbol>, Vec<RecordId>>;

fn records_by_tag(program: &Program, unit: usize) -> Records {
    let mut records = Records::new();
    for item in &program.units[unit].items {
        if let Item::Record { record, defines: true } = item {
            records.entry(tag(program, *record)).or_default().push(*record);
        }
    }
    records
}

fn tag(program: &Program, record: RecordId) -> Option<Symbol> {
    let declared = &program.records[record];
    declared.tag.filter(|_| !declared.invented_tag)
}

/// The record of a unit that has this one's tag and members.
fn same_record(program: &Program, record: RecordId, records: &Records) -> Option<RecordId> {
    let names = |id: RecordId| -> Option<Vec<_>> {
        Some(program.records[id].fields.as_ref()?.iter().map(|field| field.name).collect())
    };
    let fields = names(record)?;
    let layout = &program.records[record].layout;
    let is_same =
        |own: &RecordId| program.records[*own].layout == *layout && names(*own).as_ref() == Some(&fields);
    records.get(&tag(program, record))?.iter().copied().find(is_same)
}

impl Surroundings for Neighbours {
    fn variable(&self, var: VarId) -> VarId {
        self.variables.get(&var).copied().unwrap_or(var)
    }

    fn record(&self, record: RecordId) -> RecordId {
        self.records.get(&record).copied().unwrap_or(record)
    }
}
