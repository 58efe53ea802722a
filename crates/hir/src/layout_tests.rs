//! Random records laid out here and by the C compiler must agree.
//!
//! One C program holds all the records. Sizes, alignments and offsets are
//! checked by `_Static_assert`; where a bit-field lies is checked by running:
//! a zeroed record with the field set to all ones must have exactly our bits.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use source::{Span, Symbol};
use syntax::ast::{BuiltinType, Qualifiers, RecordKind};

use crate::{
    AttributeText, EnumDef, Field, Machine, Program, Record, RecordId, RecordLayout, RecordRules, Type,
    TypeKind, Typedef,
};

/// A small generator of numbers; the same records in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Member types and how C spells them around a name.
struct Palette {
    types: Vec<(Type, &'static str, &'static str)>,
    integers: Vec<(Type, &'static str, u32)>,
    prelude: &'static str,
}

fn palette(program: &mut Program) -> Palette {
    use BuiltinType as B;
    let b = Type::builtin;
    let small_enum = program.enums.alloc(EnumDef {
        tag: None,
        invented_tag: false,
        enumerators: None,
        underlying: b(B::UChar),
        attrs: Vec::<AttributeText>::new(),
        span: Span::BUILTIN,
    });
    let small_enum = program.types.intern(TypeKind::Enum(small_enum));
    let loose = program.typedefs.alloc(Typedef {
        name: Symbol(0),
        ty: Type::INT,
        attrs: Vec::new(),
        align: Some(2),
        span: Span::BUILTIN,
    });
    program.types.define_typedef(loose, Type::INT);
    let loose = program.types.intern(TypeKind::Typedef(loose));
    let ints = program.types.array_of(Type::INT, 3);
    let int_rows = program.types.array_of(ints, 2);
    let nothing = program.types.array_of(Type::LONG, 0);
    let pointer = program.types.pointer_to(Type::VOID);
    let complex = program.types.intern(TypeKind::Complex(B::Float));
    let vector = program.types.intern(TypeKind::Vector(Type::FLOAT, 4));
    let types = vec![
        (Type::BOOL, "_Bool", ""),
        (Type::CHAR, "char", ""),
        (b(B::Short), "short", ""),
        (Type::INT, "int", ""),
        (Type::LONG, "long", ""),
        (b(B::Int128), "__int128", ""),
        (Type::FLOAT, "float", ""),
        (Type::DOUBLE, "double", ""),
        (b(B::LongDouble), "long double", ""),
        (b(B::Float128), "_Float128", ""),
        (b(B::VaList), "__builtin_va_list", ""),
        (Type::LONG.qualified(Qualifiers::ATOMIC), "_Atomic long", ""),
        (small_enum, "enum small", ""),
        (loose, "loose", ""),
        (int_rows, "int", "[2][3]"),
        (nothing, "long", "[0]"),
        (pointer, "void *", ""),
        (complex, "_Complex float", ""),
        (vector, "quad", ""),
    ];
    let integers = vec![
        (Type::BOOL, "_Bool", 1),
        (b(B::UChar), "unsigned char", 8),
        (b(B::UShort), "unsigned short", 16),
        (Type::UINT, "unsigned", 32),
        (Type::ULONG, "unsigned long", 64),
    ];
    let prelude = "enum __attribute__((packed)) small { SMALL };\n\
         typedef int loose __attribute__((aligned(2)));\n\
         typedef float quad __attribute__((vector_size(16)));\n";
    Palette { types, integers, prelude }
}

fn field(name: Option<u32>, ty: Type, bits: Option<u32>, align: Option<u64>) -> Field {
    let name = name.map(Symbol);
    Field { name, ty, bits, bit_offset: 0, attrs: Vec::new(), align, span: Span::BUILTIN }
}

fn record(program: &mut Program, kind: RecordKind, fields: Vec<Field>, pack: Option<u64>) -> RecordId {
    program.records.alloc(Record {
        kind,
        tag: None,
        invented_tag: false,
        fields: Some(fields),
        layout: None,
        attrs: Vec::new(),
        pack,
        span: Span::BUILTIN,
    })
}

/// Adds one random record to the program and to the C text that checks it.
fn random_record(program: &mut Program, palette: &mut Palette, dice: &mut Dice, number: u64, c: &mut CText) {
    let kind = if dice.one_in(5) { RecordKind::Union } else { RecordKind::Struct };
    let word = if kind == RecordKind::Union { "union" } else { "struct" };
    let mut rules = RecordRules { packed: dice.one_in(4), ..RecordRules::default() };
    rules.align = dice.one_in(6).then(|| dice.pick(&[1, 2, 4, 8, 16, 32]));
    let pack = dice.one_in(4).then(|| dice.pick(&[1, 2, 4, 8]));
    let mut fields = Vec::new();
    let mut members = String::new();
    for index in 0..dice.below(7) as usize {
        let align = dice.one_in(8).then(|| dice.pick(&[1, 2, 4, 8, 16]));
        let packed = dice.one_in(10);
        let mut attrs = align.map_or(String::new(), |n| format!(" __attribute__((aligned({n})))"));
        if packed {
            rules.packed_fields.push(index);
            attrs.push_str(" __attribute__((packed))");
        }
        if dice.one_in(2) {
            let (ty, text, width) = dice.pick(&palette.integers);
            let bits = dice.below(u64::from(width) + 1) as u32;
            let named = bits != 0 && !dice.one_in(6);
            let name = if named { format!("f{index}") } else { String::new() };
            let _ = writeln!(members, "  {text} {name} : {bits}{attrs};");
            fields.push(field(named.then_some(index as u32), ty, Some(bits), align));
        } else {
            let (ty, before, after) = dice.pick(&palette.types);
            let _ = writeln!(members, "  {before} f{index}{after}{attrs};");
            fields.push(field(Some(index as u32), ty, None, align));
        }
    }
    if kind == RecordKind::Struct && !fields.is_empty() && dice.one_in(8) {
        let flexible = program.types.intern(TypeKind::Array(Type::DOUBLE, crate::ArrayLen::Unknown));
        let _ = writeln!(members, "  double f{}[];", fields.len());
        // C wants another named member before a flexible one.
        members.insert_str(0, "  char first;\n");
        fields.insert(0, field(Some(99), Type::CHAR, None, None));
        fields.push(field(Some(fields.len() as u32 - 1), flexible, None, None));
        rules.packed_fields.iter_mut().for_each(|index| *index += 1);
    }
    let mut attrs = String::new();
    if rules.packed {
        attrs.push_str(" __attribute__((packed))");
    }
    if let Some(align) = rules.align {
        let _ = write!(attrs, " __attribute__((aligned({align})))");
    }
    if let Some(pack) = pack {
        let _ = writeln!(c.decls, "#pragma pack({pack})");
    }
    let _ = writeln!(c.decls, "{word} r{number} {{\n{members}}}{attrs};\n#pragma pack()");
    let id = record(program, kind, fields, pack);
    let layout = program.compute_record_layout(id, &rules).expect("all members are complete");
    let ty = program.types.intern(TypeKind::Record(id));
    if dice.one_in(4) && c.nested.len() < 20 {
        c.nested.push(format!("{word} r{number}"));
        palette.types.push((ty, c.nested.last().cloned().unwrap_or_default().leak(), ""));
    }
    c.check(program, id, layout, &format!("{word} r{number}"));
}

#[derive(Default)]
struct CText {
    decls: String,
    checks: String,
    nested: Vec<String>,
}

impl CText {
    fn check(&mut self, program: &Program, id: RecordId, layout: RecordLayout, name: &str) {
        let _ =
            writeln!(self.decls, "_Static_assert(sizeof({name}) == {}, \"size of {name}\");", layout.size);
        let _ = writeln!(
            self.decls,
            "_Static_assert(_Alignof({name}) == {}, \"align of {name}\");",
            layout.align
        );
        for member in program.records[id].fields.as_deref().unwrap_or_default() {
            let Some(Symbol(index)) = member.name else { continue };
            let member_name = if index == 99 { "first".to_owned() } else { format!("f{index}") };
            let at = member.bit_offset;
            match member.bits {
                None => {
                    let _ = writeln!(
                        self.decls,
                        "_Static_assert(__builtin_offsetof({name}, {member_name}) == {}, \"{name}.{member_name}\");",
                        at / 8
                    );
                    assert_eq!(at % 8, 0, "ordinary members start on bytes");
                }
                Some(bits) => {
                    let _ = writeln!(
                        self.checks,
                        "  {{ {name} x; memset(&x, 0, sizeof x); x.{member_name} = -1; \
                         bits_at(&x, sizeof x, {at}, {bits}, \"{name}.{member_name}\"); }}"
                    );
                }
            }
        }
    }

    fn program(&self, prelude: &str) -> String {
        format!(
            "#include <string.h>\n#include <stdio.h>\n{prelude}\nstatic int bad;\n\
             static void bits_at(const void *p, size_t size, size_t at, size_t width, const char *name) {{\n\
             for (size_t i = 0; i < 8 * size; i++) {{\n\
             int is = ((const unsigned char *)p)[i / 8] >> (i % 8) & 1, should = i >= at && i < at + width;\n\
             if (is != should) {{ printf(\"%s: bit %zu\\n\", name, i); bad = 1; return; }}\n}}\n}}\n\
             {}\nint main(void) {{\n{}  return bad;\n}}\n",
            self.decls, self.checks
        )
    }
}

#[test]
fn random_records_agree_with_the_c_compiler() {
    agree(if cfg!(target_arch = "aarch64") { Machine::Aarch64 } else { Machine::X86_64 }, &["cc"], &[]);
}

/// On AArch64, by Debian's packages of a cross compiler and an emulator.
#[test]
fn random_records_agree_with_the_c_compiler_of_aarch64() {
    let (compiler, emulator) = ("aarch64-linux-gnu-gcc", "qemu-aarch64");
    for tool in [compiler, emulator] {
        if Command::new(tool).arg("--version").output().is_err() {
            let _ = writeln!(std::io::stderr(), "left out: `{tool}` is not installed");
            return;
        }
    }
    agree(Machine::Aarch64, &[compiler, "-static"], &[emulator]);
}

fn agree(machine: Machine, compiler: &[&str], runner: &[&str]) {
    let mut program = Program { machine, ..Program::default() };
    let mut palette = palette(&mut program);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut c = CText::default();
    for number in 0..600 {
        random_record(&mut program, &mut palette, &mut dice, number, &mut c);
    }
    let text = c.program(palette.prelude);
    let dir = std::env::temp_dir().join(format!("warploom-layout-{machine:?}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let exe = dir.join("records");
    let mut cc = Command::new(compiler[0])
        .args(&compiler[1..])
        .args(["-w", "-O0", "-x", "c", "-", "-o"])
        .arg(&exe)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tests need a C compiler named cc");
    cc.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let compiled = cc.wait_with_output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut run = Command::new(runner.first().map_or(exe.as_os_str(), |runner| runner.as_ref()));
    let run = run.args(runner.first().map(|_| &exe)).output().unwrap();
    std::fs::remove_dir_all(&dir).unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}

/// `unsigned a : 3; unsigned : 0; char c;` on both machines.
#[test]
fn unnamed_bit_fields_align_the_record_only_on_aarch64() {
    for (machine, align, size) in [(Machine::X86_64, 1, 5), (Machine::Aarch64, 4, 8)] {
        let mut program = Program { machine, ..Program::default() };
        let fields = vec![
            field(Some(0), Type::builtin(BuiltinType::UChar), Some(3), None),
            field(None, Type::UINT, Some(0), None),
            field(Some(1), Type::CHAR, None, None),
        ];
        let id = record(&mut program, RecordKind::Struct, fields, None);
        let layout = program.compute_record_layout(id, &RecordRules::default());
        assert_eq!(layout, Some(RecordLayout { size, align }));
        assert_eq!(program.records[id].fields.as_ref().unwrap()[2].bit_offset, 32);
    }
}

#[test]
fn what_has_no_known_size_has_no_layout() {
    let mut program = Program::default();
    let unknown = program.types.intern(TypeKind::Array(Type::INT, crate::ArrayLen::Unknown));
    assert_eq!(program.size_of(unknown), None);
    assert_eq!(program.align_of(unknown), Some(4));
    let incomplete = record(&mut program, RecordKind::Struct, Vec::new(), None);
    program.records[incomplete].fields = None;
    assert_eq!(program.compute_record_layout(incomplete, &RecordRules::default()), None);
    let incomplete = program.types.intern(TypeKind::Record(incomplete));
    assert_eq!(program.size_of(incomplete), None);
    let huge = program.types.array_of(Type::LONG, u64::MAX);
    assert_eq!(program.size_of(huge), None);
    let outer = record(&mut program, RecordKind::Struct, vec![field(Some(0), huge, None, None)], None);
    assert_eq!(program.compute_record_layout(outer, &RecordRules::default()), None);
    assert!(program.records[outer].fields.is_some());
}
