//! The program and what is declared in it.

use std::collections::{BTreeMap, BTreeSet};

use source::{Arena, Id, Span, Symbol};
use syntax::ast::{CudaSpecs, RecordKind};

use crate::{Directive, Expr, ExprId, FunctionType, Init, Instance, Stmt, StmtId, Type, Types};

/// Names a variable or parameter.
pub type VarId = Id<Var>;
/// Names a function.
pub type FunctionId = Id<Function>;
/// Names a struct or union.
pub type RecordId = Id<Record>;
/// Names an enum.
pub type EnumId = Id<EnumDef>;
/// Names a typedef.
pub type TypedefId = Id<Typedef>;
/// Names a label of a function.
pub type LabelId = Id<Label>;
/// Names a directive.
pub type DirectiveId = Id<Directive>;

/// A whole program: one or more translation units in one set of arenas.
#[derive(Default, Debug)]
pub struct Program {
    /// The machine whose layout rules hold.
    pub machine: Machine,
    /// What its kernels are to be fast on.
    pub device: gpu::Device,
    /// The types.
    pub types: Types,
    /// The translation units, in the order given.
    pub units: Vec<Unit>,
    /// Variables and parameters.
    pub vars: Arena<Var>,
    /// Functions.
    pub functions: Arena<Function>,
    /// Structs and unions.
    pub records: Arena<Record>,
    /// Enums.
    pub enums: Arena<EnumDef>,
    /// Enumerators.
    pub enumerators: Arena<Enumerator>,
    /// Typedefs.
    pub typedefs: Arena<Typedef>,
    /// Labels.
    pub labels: Arena<Label>,
    /// Expressions.
    pub exprs: Arena<Expr>,
    /// Statements.
    pub stmts: Arena<Stmt>,
    /// Directives.
    pub directives: Arena<Directive>,
    /// The bodies that calls in kernels run, by the call.
    pub instances: BTreeMap<ExprId, Instance>,
    /// Variables of CUDA files that are constants, as C++ has it: `const int n = 4;`.
    pub constants: BTreeMap<VarId, i128>,
    /// Functions made from a template: their text is the template's, which other
    /// functions may share.
    pub template_instances: BTreeSet<FunctionId>,
    /// Declarations without a type, which are of `int`s.
    pub untyped: Vec<Span>,
    /// Parameters of OpenCL's kernels that say where local memory of theirs begins.
    pub local_offsets: BTreeSet<VarId>,
    /// Something in an OpenCL file asks how many dimensions the range of work items has.
    pub asks_dimensions: bool,
    /// There are expressions with statements in them, `({ … })`: whoever looks for statements
    /// looks into expressions too.
    pub has_stmt_exprs: bool,
    /// Only what runs on the device was read: launches are in host code that another compiler reads.
    pub host_is_unread: bool,
}

/// Whose sizes and alignments hold. Both are LP64 Linux; they differ in the
/// signedness of `char` and the format of `long double`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Machine {
    /// x86-64 Linux.
    #[default]
    X86_64,
    /// AArch64 Linux.
    Aarch64,
}

/// One translation unit.
#[derive(Default, Debug)]
pub struct Unit {
    /// What stands at file level, in order.
    pub items: Vec<Item>,
    /// True for a CUDA file, and for an OpenCL file, which is read as one.
    pub cuda: bool,
    /// True for an OpenCL file.
    pub open_cl: bool,
    /// The input file.
    pub file: Option<source::FileId>,
}

/// Something at file level or declared in a block.
///
/// A type that a declaration defines on the way (`struct s { … } x;`) becomes
/// an item of its own before it, so that each item can be printed alone.
#[derive(Clone, Debug)]
pub enum Item {
    /// The definition of a struct or union, or (before it is complete) its
    /// forward declaration.
    Record {
        /// Which.
        record: RecordId,
        /// Body or only the tag?
        defines: bool,
    },
    /// The definition of an enum.
    Enum(EnumId),
    /// A typedef.
    Typedef(TypedefId),
    /// A variable. The initialiser, if this declaration has it, is in `Var`.
    Var {
        /// Which.
        var: VarId,
        /// Does this declaration carry the initialiser?
        with_init: bool,
        /// `extern` as written here.
        is_extern: bool,
        /// The type as written here (a later declaration may complete it).
        ty: Type,
    },
    /// A function declaration without a body.
    Prototype {
        /// Which.
        function: FunctionId,
        /// The type as written here.
        ty: Type,
    },
    /// A function definition.
    Function(FunctionId),
    /// `_Static_assert`, checked; kept only as a place.
    StaticAssert(Span),
    /// File-level `asm`, as written.
    Asm(Symbol),
    /// A pragma that is not ours.
    Pragma(Symbol),
    /// A directive at file level.
    Directive(DirectiveId),
}

/// A variable or parameter.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name; empty symbol never: unnamed parameters have none.
    pub name: Option<Symbol>,
    /// Its type.
    pub ty: Type,
    /// The array or function type a parameter was written with, of which `ty`
    /// is the adjusted pointer: the `[n]` of `float a[n][m]` is only here.
    pub written: Option<Type>,
    /// Where it lives.
    pub storage: VarStorage,
    /// Memory space of a CUDA variable.
    pub cuda: CudaSpecs,
    /// The initialiser.
    pub init: Option<Init>,
    /// Attributes and alignment, to print back.
    pub attrs: Vec<AttributeText>,
    /// `asm("symbol")`, the text as written.
    pub asm_label: Option<Symbol>,
    /// `_Alignas` or `aligned`, in bytes.
    pub align: Option<u64>,
    /// `_Thread_local`
    pub thread_local: bool,
    /// `register`, as written.
    pub register: bool,
    /// The declared name.
    pub span: Span,
    /// The function it is declared in.
    pub owner: Option<FunctionId>,
}

impl Var {
    /// A local variable with nothing special about it.
    pub fn new(name: Option<Symbol>, ty: Type, span: Span) -> Var {
        Var {
            name,
            ty,
            written: None,
            storage: VarStorage::Local,
            cuda: CudaSpecs::default(),
            init: None,
            attrs: Vec::new(),
            asm_label: None,
            align: None,
            thread_local: false,
            register: false,
            span,
            owner: None,
        }
    }
}

/// Storage duration and linkage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarStorage {
    /// File scope, visible to other units.
    Global,
    /// File scope, `static`.
    Internal,
    /// `extern`, defined elsewhere (or later).
    Extern,
    /// A parameter.
    Param,
    /// Automatic.
    Local,
    /// `static` in a function.
    StaticLocal,
    /// `__func__` and the variables CUDA predefines (`threadIdx`, …).
    Predefined,
}

/// A GNU attribute as text, to be printed back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttributeText {
    /// Name without underscores.
    pub name: Symbol,
    /// What stands between its parentheses.
    pub args: Option<Symbol>,
}

/// A function, defined or only declared.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name.
    pub name: Symbol,
    /// A function type.
    pub ty: Type,
    /// The parameters of the definition (of the first prototype, if none).
    pub params: Vec<VarId>,
    /// The body, if it is defined.
    pub body: Option<StmtId>,
    /// `static`
    pub is_static: bool,
    /// `inline`
    pub is_inline: bool,
    /// Declared `extern` together with `inline`.
    pub is_extern: bool,
    /// `_Noreturn`
    pub is_noreturn: bool,
    /// The definition gives its parameters the old way.
    pub old_style: bool,
    /// CUDA's function space.
    pub cuda: CudaSpecs,
    /// A name the compiler knows (`__builtin_…`, CUDA's `__syncthreads`, …).
    pub builtin: bool,
    /// Attributes to print back.
    pub attrs: Vec<AttributeText>,
    /// `asm("symbol")`, the text as written.
    pub asm_label: Option<Symbol>,
    /// The declared name.
    pub span: Span,
    /// The whole definition.
    pub def_span: Option<Span>,
}

impl Function {
    /// A function with nothing special about it, and without a body.
    pub fn new(name: Symbol, ty: Type, span: Span) -> Function {
        Function {
            name,
            ty,
            params: Vec::new(),
            body: None,
            is_static: false,
            is_inline: false,
            is_extern: false,
            is_noreturn: false,
            old_style: false,
            cuda: CudaSpecs::default(),
            builtin: false,
            attrs: Vec::new(),
            asm_label: None,
            span,
            def_span: None,
        }
    }
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// Which.
    pub kind: RecordKind,
    /// The tag; invented for records without one, except anonymous members.
    pub tag: Option<Symbol>,
    /// The tag is ours.
    pub invented_tag: bool,
    /// The members; `None` while incomplete.
    pub fields: Option<Vec<Field>>,
    /// Size and alignment once complete.
    pub layout: Option<RecordLayout>,
    /// Attributes to print back (packed and aligned included).
    pub attrs: Vec<AttributeText>,
    /// `#pragma pack(n)` in force.
    pub pack: Option<u64>,
    /// The tag, or the keyword.
    pub span: Span,
}

/// One member.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name; `None` for anonymous records and unnamed bit-fields.
    pub name: Option<Symbol>,
    /// The type.
    pub ty: Type,
    /// Width of a bit-field.
    pub bits: Option<u32>,
    /// Offset in bits from the start of the record.
    pub bit_offset: u64,
    /// Attributes to print back.
    pub attrs: Vec<AttributeText>,
    /// `_Alignas` or `aligned`, in bytes.
    pub align: Option<u64>,
    /// The name.
    pub span: Span,
}

/// Size and alignment of a complete record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordLayout {
    /// In bytes, padding included.
    pub size: u64,
    /// In bytes.
    pub align: u64,
}

/// An enum.
#[derive(Clone, Debug)]
pub struct EnumDef {
    /// The tag; invented for enums without one.
    pub tag: Option<Symbol>,
    /// The tag is ours.
    pub invented_tag: bool,
    /// The enumerators; `None` while incomplete.
    pub enumerators: Option<Vec<Id<Enumerator>>>,
    /// The integer type that holds the values.
    pub underlying: Type,
    /// Attributes to print back.
    pub attrs: Vec<AttributeText>,
    /// The tag, or the keyword.
    pub span: Span,
}

/// An enumerator.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// The name.
    pub name: Symbol,
    /// The value.
    pub value: i128,
    /// Its type as an expression.
    pub ty: Type,
    /// The name.
    pub span: Span,
    /// The enum it belongs to.
    pub owner: EnumId,
}

/// A typedef.
#[derive(Clone, Debug)]
pub struct Typedef {
    /// The name.
    pub name: Symbol,
    /// What it stands for.
    pub ty: Type,
    /// Attributes to print back.
    pub attrs: Vec<AttributeText>,
    /// `aligned`, in bytes.
    pub align: Option<u64>,
    /// The name.
    pub span: Span,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// The name.
    pub name: Symbol,
    /// Where it is defined, or used if it never is.
    pub span: Span,
}

impl Program {
    /// The type structure of a function.
    pub fn function_type(&self, function: FunctionId) -> Option<&FunctionType> {
        match self.types.stripped(self.functions[function].ty) {
            crate::TypeKind::Function(ty) => Some(ty),
            _ => None,
        }
    }
}
