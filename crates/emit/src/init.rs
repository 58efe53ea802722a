//! Initialisers: braces, with designators where the order alone does not tell.
//!
//! Entries are positional as long as each is the one after its predecessor.
//! A member without a name cannot be designated; its own members can, so
//! they are printed as members of what surrounds them.

use hir::{ExprId, Init, InitEntry, RecordKind, Type, TypeKind};

use crate::Printer;

/// A line of entries is broken when it gets longer.
const WIDTH: usize = 96;
/// Longer arrays keep their designators.
const MOST_ELEMENTS: u64 = 1 << 16;

impl Printer<'_> {
    /// What stands to the right of `=`.
    pub fn init(&mut self, init: &Init) {
        match init {
            Init::Expr(expr) => self.argument(*expr),
            Init::List { ty, entries, .. } => self.init_list(*ty, entries),
            Init::Construct(args) => {
                self.out.write("{");
                self.list(args);
                self.out.write("}");
            }
        }
    }

    /// The one value that an object of type `ty` begins with.
    pub(crate) fn initial_value(&mut self, value: ExprId, ty: Type) {
        match self.characters(value, ty) {
            Some(characters) => self.out.write(&characters),
            None => self.converted_to(value, ty),
        }
    }

    /// The braces of a compound literal; one expression gets a pair of its own.
    pub(crate) fn braced(&mut self, init: &Init) {
        if let Init::Expr(expr) = init {
            self.out.write("{");
            self.argument(*expr);
            self.out.write("}");
        } else {
            self.init(init);
        }
    }

    fn init_list(&mut self, ty: Type, entries: &[InitEntry]) {
        self.out.write("{");
        self.out.indent();
        let designated = self.is_cuda() && self.has_designators(ty, entries);
        let mut list = List { expected: Some(self.first_index(ty)), designated, empty: true };
        match self.elements_in_order(ty, entries) {
            Some(elements) => elements.into_iter().for_each(|value| self.element(ty, value, &mut list)),
            None => entries.iter().for_each(|entry| self.init_entry(ty, entry, &mut list)),
        }
        self.out.dedent();
        self.out.write("}");
    }

    /// The elements of an array with designators, which C++ has not: all of them, up to the last
    /// that has a value. Or the lanes of a vector, of which OpenCL C wants each.
    fn elements_in_order<'i>(&self, ty: Type, entries: &'i [InitEntry]) -> Option<Vec<Option<&'i Init>>> {
        let is_plain =
            |(at, entry): (usize, &InitEntry)| entry.index == at as u64 && entry.last == entry.index;
        let is_array = self.is_cuda() && self.program.types.is_array(ty);
        let count = match self.lanes(ty) {
            Some(lanes) => lanes,
            None if !is_array || entries.iter().enumerate().all(is_plain) => return None,
            None => {
                entries.iter().map(|entry| entry.last + 1).max().filter(|count| *count <= MOST_ELEMENTS)?
            }
        };
        let mut elements = vec![None; count as usize];
        for entry in entries {
            elements[entry.index as usize..=entry.last as usize].fill(Some(&entry.value));
        }
        Some(elements)
    }

    /// Of a struct of CUDA that is a vector in OpenCL C.
    fn lanes(&self, ty: Type) -> Option<u64> {
        let record = &self.program.records[self.program.types.as_record(ty).filter(|_| self.is_open_cl())?];
        let is_vector = |tag| hir::open_cl_words::is_vector_type(&self.sources.text(tag));
        record.tag.is_some_and(is_vector).then_some(record.fields.as_ref()?.len() as u64)
    }

    fn element(&mut self, ty: Type, value: Option<&Init>, list: &mut List) {
        self.separate(list);
        let element = self.program.part_type(ty, 0);
        let is_list = element.is_some_and(|ty| !self.program.types.is_scalar(ty));
        match value {
            Some(value) => self.inner_value(element, value),
            None => self.out.write(if is_list { "{}" } else { "0" }),
        }
    }

    fn init_entry(&mut self, ty: Type, entry: &InitEntry, list: &mut List) {
        if let (Some(None), Init::List { ty: inner, entries, .. }) =
            (self.field_name(ty, entry.index), &entry.value)
        {
            list.expected = None;
            for entry in entries {
                self.init_entry(*inner, entry, list);
            }
            list.expected = None;
            return;
        }
        self.separate(list);
        if list.designated || list.expected != Some(entry.index) || entry.last != entry.index {
            self.designator(ty, entry);
        }
        list.expected = self.index_after(ty, entry.last);
        self.inner_value(self.program.part_type(ty, entry.index), &entry.value);
    }

    /// What stands between braces for an object of type `ty`.
    fn inner_value(&mut self, ty: Option<Type>, value: &Init) {
        let Init::Expr(expr) = value else { return self.init(value) };
        match ty.and_then(|ty| self.characters(*expr, ty)) {
            Some(characters) => self.out.write(&characters),
            None if self.narrows_in_braces(*expr) => self.value(*expr),
            None => self.init(value),
        }
    }

    /// Does some member need to be named? C++ wants all of them named then.
    fn has_designators(&self, ty: Type, entries: &[InitEntry]) -> bool {
        let mut expected = self.first_index(ty);
        self.program.types.as_record(ty).is_some()
            && entries.iter().any(|entry| {
                let is_next = entry.index == expected;
                expected = self.skip_padding(ty, entry.last + 1);
                !is_next
            })
    }

    /// A comma and a space, or a new line when this one is full.
    fn separate(&mut self, list: &mut List) {
        if std::mem::take(&mut list.empty) {
            return;
        }
        self.out.write(",");
        if self.out.column() > WIDTH { self.out.newline() } else { self.out.write(" ") }
    }

    fn designator(&mut self, ty: Type, entry: &InitEntry) {
        match self.field_name(ty, entry.index) {
            Some(Some(name)) => self.out.write(&format!(".{name} = ")),
            // Only whole values can be given to a nameless member; positional.
            Some(None) => {}
            None if entry.last != entry.index => {
                self.out.write(&format!("[{} ... {}] = ", entry.index, entry.last));
            }
            None => self.out.write(&format!("[{}] = ", entry.index)),
        }
    }

    /// The name of a member: `None` if `ty` is not a record, `Some(None)` if
    /// the member has none.
    fn field_name(&self, ty: Type, index: u64) -> Option<Option<String>> {
        let record = self.program.types.as_record(ty)?;
        let fields = self.program.records[record].fields.as_deref()?;
        Some(fields.get(index as usize)?.name.map(|name| self.name(name).into_owned()))
    }

    /// The index an entry without designator has at the start of a list.
    fn first_index(&self, ty: Type) -> u64 {
        self.skip_padding(ty, 0)
    }

    /// The index an entry without designator has after `last`, if it has one:
    /// a union is initialised by one member only.
    fn index_after(&self, ty: Type, last: u64) -> Option<u64> {
        if let TypeKind::Record(record) = self.program.types.stripped(ty)
            && self.program.records[*record].kind == RecordKind::Union
        {
            return None;
        }
        Some(self.skip_padding(ty, last + 1))
    }

    /// The next member that is not an unnamed bit-field.
    fn skip_padding(&self, ty: Type, index: u64) -> u64 {
        let record = self.program.types.as_record(ty);
        let fields = record.and_then(|r| self.program.records[r].fields.as_deref()).unwrap_or_default();
        let is_padding = |f: &hir::Field| f.name.is_none() && f.bits.is_some();
        let skipped = fields.iter().skip(index as usize).take_while(|f| is_padding(f)).count();
        index + skipped as u64
    }
}

/// A brace-enclosed list as far as it is printed.
struct List {
    /// The index of an entry that needs no designator.
    expected: Option<u64>,
    /// Has every entry a designator?
    designated: bool,
    empty: bool,
}
