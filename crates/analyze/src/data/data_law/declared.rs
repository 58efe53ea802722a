//! What the files of a program declare, each thing by one name.
//!
//! A header that two files include declares its variables and structs in each; `s->next` in one file is the pointer
//! that `s->next` is in the other.

use hir::{Program, RecordId, RecordKind, Symbol, VarId, VarStorage};

use crate::Input;
use crate::maps::{HashMap, HashSet};

/// Variables and structs of a program.
pub struct Declared {
    /// Variables that several files declare, each by its first declaration.
    shared: HashMap<VarId, VarId>,
    /// Structs, each by the first with its members.
    records: HashMap<RecordId, RecordId>,
    /// Variables that hold nothing before they are set.
    automatic: HashSet<VarId>,
}

/// Where members are, by name: what two structs have in common that are declared alike.
type Members = (RecordKind, Vec<(Option<Symbol>, u64, Option<u64>)>);

impl Declared {
    /// By this program.
    pub fn of(input: &Input<'_>) -> Declared {
        let program = input.program;
        let mut shared = HashMap::default();
        for (var, declared) in program.vars.iter() {
            if matches!(declared.storage, VarStorage::Global | VarStorage::Extern) {
                let mut units = 0..program.units.len();
                let first = units.find_map(|unit| input.linkage().variable_in(program, var, unit));
                shared.insert(var, first.unwrap_or(var));
            }
        }
        let automatic = program.vars.iter().filter(|(_, var)| var.storage == VarStorage::Local);
        let automatic = automatic.map(|(var, _)| var).collect();
        Declared { shared, records: first_of_each(program), automatic }
    }

    /// The first declaration of a variable.
    pub fn variable(&self, var: VarId) -> VarId {
        self.shared.get(&var).copied().unwrap_or(var)
    }

    /// The first struct with the members of this one.
    pub fn record(&self, record: RecordId) -> RecordId {
        self.records.get(&record).copied().unwrap_or(record)
    }

    /// The structs that are declared like this one, and itself.
    pub fn twins(&self, record: RecordId) -> impl Iterator<Item = RecordId> {
        let first = self.record(record);
        let twins = self.records.iter().filter(move |(_, other)| **other == first);
        twins.map(|(twin, _)| *twin).chain([first])
    }

    /// Does a variable hold nothing before it is set?
    pub fn is_automatic(&self, var: VarId) -> bool {
        self.automatic.contains(&var)
    }
}

/// Structs that are declared like an earlier one.
fn first_of_each(program: &Program) -> HashMap<RecordId, RecordId> {
    let mut known: HashMap<Members, RecordId> = HashMap::default();
    let mut twins = HashMap::default();
    for (record, declared) in program.records.iter() {
        let Some(fields) = &declared.fields else { continue };
        let member = |field: &hir::Field| (field.name, field.bit_offset, program.size_of(field.ty));
        let members = (declared.kind, fields.iter().map(member).collect());
        let first = *known.entry(members).or_insert(record);
        if first != record {
            twins.insert(record, first);
        }
    }
    twins
}
