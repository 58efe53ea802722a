//! Declarations: enumerations, structs, unions, globals and locals.
//!
//! ```text
//! enum e1 { E2 = -4, E3, E4 = 17 };
//! typedef struct { int m1 : 5; unsigned char m2[3]; float m3; } s7;
//! static const s7 g8[2] = { [1] = { 3, { 1, 2 } } };
//! ```
//!
//! Invariant: every variable is initialised where it is declared.

use crate::code::Real;
use crate::generator::Generator;
use crate::int_type::Int;
use crate::scope::Variable;
use crate::types::{Enumeration, Field, Record, RecordKind, Type};

impl Generator {
    /// `enum e1 { .. };`
    pub(crate) fn enumeration(&mut self) {
        let tag = self.name("e");
        let mut items: Vec<(String, i32)> = Vec::new();
        let mut written = Vec::new();
        for _ in 0..self.rng.between(2, 5) {
            let name = self.name("E");
            let following = items.last().map_or(0, |(_, value)| value + 1);
            if self.rng.chance(40) {
                let value = self.rng.below(200) as i32 - 60;
                written.push(format!("{name} = {value}"));
                items.push((name, value));
            } else {
                written.push(name.clone());
                items.push((name, following));
            }
        }
        self.out.push_str(&format!("enum {tag} {{ {} }};\n", written.join(", ")));
        self.enumerations.push(Enumeration { tag, items });
    }

    /// A struct of random members, or one of the two unions of views.
    pub(crate) fn record(&mut self) {
        let tag = self.name("s");
        let kind = match self.rng.below(10) {
            0..=6 => RecordKind::Struct,
            7 => RecordKind::PackedStruct,
            _ => RecordKind::Union,
        };
        let fields = if kind == RecordKind::Union { self.views() } else { self.members(kind) };
        let typedef = self.rng.chance(40);
        let (keyword, attribute) = match kind {
            RecordKind::Struct => ("struct", ""),
            RecordKind::PackedStruct => ("struct", "__attribute__((packed)) "),
            RecordKind::Union => ("union", ""),
        };
        let opening = if typedef {
            format!("typedef {keyword} {attribute}")
        } else {
            format!("{keyword} {attribute}{tag} ")
        };
        self.out.push_str(&format!("{opening}{{\n"));
        for field in &fields {
            let width = field.width.map_or(String::new(), |width| format!(" : {width}"));
            let declaration = self.declaration(&field.ty, &field.name);
            self.out.push_str(&format!("  {declaration}{width};\n"));
        }
        self.out.push_str(&if typedef { format!("}} {tag};\n") } else { "};\n".to_string() });
        let spelling = if typedef { tag } else { format!("{keyword} {tag}") };
        self.records.push(Record { kind, spelling, fields });
    }

    fn members(&mut self, kind: RecordKind) -> Vec<Field> {
        let packed = kind == RecordKind::PackedStruct;
        let mut fields = Vec::new();
        for _ in 0..self.rng.between(2, 6) {
            let name = self.name("m");
            if self.rng.chance(30) {
                let (ty, most) = if packed {
                    self.rng.pick(&[(Int::I32, 31), (Int::U32, 32)])
                } else {
                    self.rng.pick(&[(Int::I32, 31), (Int::U32, 32), (Int::U8, 8)])
                };
                let width = self.rng.between(if ty.signed { 2 } else { 1 }, most) as u32;
                fields.push(Field { name, ty: Type::Int(ty), width: Some(width) });
            } else {
                // An array in a packed struct would decay to a misaligned pointer.
                let ty = if packed { Type::Int(self.rng.pick(&Int::ALL)) } else { self.value_type(1) };
                fields.push(Field { name, ty, width: None });
            }
        }
        fields
    }

    /// The members of a union: one word seen whole, in halves and in bytes.
    fn views(&mut self) -> Vec<Field> {
        let views = if self.rng.chance(50) {
            vec![(Int::U32, 1), (Int::U16, 2), (Int::U8, 4)]
        } else {
            vec![(Int::U64, 1), (Int::U32, 2), (Int::U8, 8)]
        };
        let field = |generator: &mut Generator, (ty, count): (Int, usize)| {
            let ty = Type::Int(ty);
            let ty = if count == 1 { ty } else { Type::Array(Box::new(ty), count) };
            Field { name: generator.name("v"), ty, width: None }
        };
        views.into_iter().map(|view| field(self, view)).collect()
    }

    /// A type of values: `depth` arrays may nest, and records are those declared so far.
    pub(crate) fn value_type(&mut self, depth: usize) -> Type {
        match self.rng.below(20) {
            0..=9 => Type::Int(self.rng.pick(&Int::ALL)),
            10 | 11 => Type::Real(self.rng.pick(&[Real::Single, Real::Double])),
            12 => Type::Enum(self.rng.below(self.enumerations.len())),
            13..=15 if !self.records.is_empty() => Type::Record(self.rng.below(self.records.len())),
            16..=19 if depth > 0 => {
                let length = self.rng.pick(&[2, 3, 4, 5, 8]);
                Type::Array(Box::new(self.value_type(depth - 1)), length)
            }
            _ => Type::Int(Int::I32),
        }
    }

    /// A global variable; some are const, some volatile, some pointers to earlier ones.
    pub(crate) fn global(&mut self) {
        if self.rng.chance(20) && self.pointer("g", "static ").is_some() {
            return;
        }
        let ty = self.value_type(2);
        let name = self.name("g");
        let (qualifier, writable, addressable) = match (self.rng.below(10), &ty) {
            (0 | 1, _) => ("const ", false, false),
            (2, Type::Int(_)) => ("volatile ", true, false),
            _ => ("", true, true),
        };
        let (declaration, value) = (self.declaration(&ty, &name), self.initialiser(&ty, true));
        self.line(&format!("static {qualifier}{declaration} = {value};"));
        let depth = self.scope.depth();
        self.scope.add(Variable { name, ty, writable, retargetable: false, addressable, depth });
    }

    /// A local variable of the present block.
    pub(crate) fn local(&mut self) {
        if self.rng.chance(15) && self.pointer("p", "").is_some() {
            return;
        }
        let ty = self.value_type(2);
        let name = self.name("x");
        let (qualifier, writable, addressable) = match (self.rng.below(12), &ty) {
            (0, _) => ("const ", false, false),
            (1, Type::Int(_)) => ("register ", true, false),
            (2, Type::Int(_)) => ("volatile ", true, false),
            _ => ("", true, true),
        };
        let (declaration, value) = (self.declaration(&ty, &name), self.initialiser(&ty, false));
        self.line(&format!("{qualifier}{declaration} = {value};"));
        let depth = self.scope.depth();
        self.scope.add(Variable { name, ty, writable, retargetable: false, addressable, depth });
    }

    /// A pointer to a visible object that may be written, if there is one.
    fn pointer(&mut self, stem: &str, storage: &str) -> Option<()> {
        let choices: Vec<Variable> =
            self.scope.visible().iter().filter(|v| v.addressable && self.may_write(v)).cloned().collect();
        let index = self.rng.below(choices.len());
        let target = choices.get(index)?;
        let name = self.name(stem);
        let (ty, value) = match &target.ty {
            Type::Pointer(_) | Type::Slice(..) => return None,
            Type::Array(element, length) if self.rng.chance(60) => {
                (Type::Slice(element.clone(), *length), target.name.clone())
            }
            own => (Type::Pointer(Box::new(own.clone())), format!("&{}", target.name)),
        };
        let declaration = self.declaration(&ty, &name);
        self.line(&format!("{storage}{declaration} = {value};"));
        let depth = self.scope.depth();
        self.scope.add(Variable { name, ty, writable: true, retargetable: true, addressable: false, depth });
        Some(())
    }

    /// `name` declared with type `ty`; with an empty name, the type's own name.
    pub(crate) fn declaration(&mut self, ty: &Type, name: &str) -> String {
        match ty {
            Type::Int(ty) => format!("{} {name}", self.spell_int(*ty)),
            Type::Real(ty) => format!("{} {name}", ty.spelling()),
            Type::Enum(index) => format!("enum {} {name}", self.enumerations[*index].tag),
            Type::Record(index) => format!("{} {name}", self.records[*index].spelling),
            Type::Array(element, length) => {
                let inner = if name.starts_with('*') {
                    format!("({name})[{length}]")
                } else {
                    format!("{name}[{length}]")
                };
                self.declaration(element, &inner)
            }
            Type::Pointer(target) | Type::Slice(target, _) => self.declaration(target, &format!("*{name}")),
        }
    }
}
