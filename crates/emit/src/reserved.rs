//! Names that C leaves to the program and another language has taken.
//!
//! CUDA is C++, and its headers come before any file: `class` is a keyword, `min` a function and `float3` a type there. OpenCL C
//! has `kernel`, `barrier` and `float3`. What a program calls so gets an underscore in the text of its kernels:
//!
//! ```text
//! typedef struct { float x, y, z; } float3;      struct float3_ { … };
//! static int min(int a, int b) { … }             __device__ static int min_(int a, int b)
//! int class = 0;                                 int class_ = 0;
//! ```

use std::borrow::Cow;

use hir::{Enumerator, Id, Symbol, TypeKind, Typedef, TypedefId, open_cl_words};
use source::{FileKind, Sources, Span};

use crate::{Dialect, Printer, open_cl};

impl<'a> Printer<'a> {
    /// A name that the program has given, as this language can have it.
    pub(crate) fn name(&self, symbol: Symbol) -> Cow<'a, str> {
        let name = self.text(symbol);
        if self.is_word(&name) { Cow::Owned(self.free(&name)) } else { name }
    }

    /// A name that the program has given at file level, where the language's headers have theirs.
    pub(crate) fn name_of_file(&self, symbol: Symbol, declared: Span) -> Cow<'a, str> {
        let name = self.text(symbol);
        let is_taken = match self.style.dialect {
            Dialect::C => false,
            // In a CUDA file `min` is one more of that name.
            Dialect::Cuda => {
                self.is_word(&name) || is_of_cuda(&name) && !self.program.units.iter().any(|unit| unit.cuda)
            }
            Dialect::OpenCl => self.is_word(&name),
        };
        if is_taken && is_of_program(self.sources, declared) { Cow::Owned(self.free(&name)) } else { name }
    }

    pub(crate) fn typedef_name(&self, id: TypedefId) -> Cow<'a, str> {
        let typedef = &self.program.typedefs[id];
        match self.is_open_cl() && open_cl::has_typedef(self.program, self.sources, id) {
            true => self.text(typedef.name),
            false => self.name_of_file(typedef.name, typedef.span),
        }
    }

    /// A tag. In C++ it is the name of a type by itself, so that no other type can have it.
    pub(crate) fn tag(&self, tag: Symbol, declared: Span) -> Cow<'a, str> {
        let program = self.program;
        let is_other = |typedef: &Typedef| match program.types.stripped(typedef.ty) {
            TypeKind::Record(record) => program.records[*record].tag != Some(tag),
            TypeKind::Enum(id) => program.enums[*id].tag != Some(tag),
            _ => true,
        };
        let mut typedefs = program.typedefs.iter().filter(|(_, typedef)| typedef.name == tag);
        match self.is_cuda() && typedefs.any(|(_, typedef)| is_other(typedef)) {
            true => Cow::Owned(self.free(&self.text(tag))),
            false => self.name_of_file(tag, declared),
        }
    }

    pub(crate) fn enumerator_name(&self, id: Id<Enumerator>) -> Cow<'a, str> {
        let enumerator = &self.program.enumerators[id];
        self.name_of_file(enumerator.name, enumerator.span)
    }

    /// A path to a member: `a.b[2]`.
    pub(crate) fn path(&self, path: Symbol) -> String {
        let text = self.text(path);
        let is_of_word = |c: char| c == '_' || c.is_alphanumeric();
        let words = text.split_inclusive(|c: char| !is_of_word(c)).map(|part| {
            let word = part.trim_end_matches(|c: char| !is_of_word(c));
            match self.is_word(word) {
                true => self.free(word) + &part[word.len()..],
                false => part.to_owned(),
            }
        });
        words.collect()
    }

    /// Can nothing have this name, wherever it is declared?
    fn is_word(&self, name: &str) -> bool {
        match self.style.dialect {
            Dialect::C => false,
            Dialect::Cuda => CXX_KEYWORDS.contains(&name),
            Dialect::OpenCl => open_cl_words::is_keyword(name),
        }
    }

    /// A name for something of ours, which nothing of the program's has.
    pub(crate) fn unused(&self, name: &str) -> String {
        match self.sources.symbols.lookup(name.as_bytes()) {
            Some(_) => self.free(name),
            None => name.to_owned(),
        }
    }

    /// The name with underscores, as many as make it new.
    fn free(&self, name: &str) -> String {
        let mut free = format!("{name}_");
        while self.sources.symbols.lookup(free.as_bytes()).is_some() {
            free.push('_');
        }
        free
    }
}

/// Is it declared in a file of the user's?
pub fn is_of_program(sources: &Sources, declared: Span) -> bool {
    let at = sources.expansions.outermost_call(declared);
    let file = sources.map.file_at(at.lo);
    file.is_some_and(|file| sources.map.file(file).kind == FileKind::User)
}

/// What CUDA's headers declare at file level in C++, as far as a program in C may have a use for the name.
pub fn is_of_cuda(name: &str) -> bool {
    is_type_of_cuda(name)
        || name.strip_prefix("make_").is_some_and(is_type_of_cuda)
        || ["cuda", "atomic"].iter().any(|start| name.starts_with(start))
        || VARIABLES.contains(&name)
        || FUNCTIONS.contains(&name)
}

/// What CUDA's headers declare in C, too: `dim3`, `float4`.
pub fn is_type_of_cuda(name: &str) -> bool {
    const ELEMENTS: [&str; 12] = [
        "char",
        "uchar",
        "short",
        "ushort",
        "int",
        "uint",
        "long",
        "ulong",
        "longlong",
        "ulonglong",
        "float",
        "double",
    ];
    let element = name.trim_end_matches(['1', '2', '3', '4']);
    name == "dim3" || ELEMENTS.contains(&element) && name.len() == element.len() + 1
}

/// The place of a thread: generated text speaks of it.
pub const VARIABLES: [&str; 5] = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];

/// Functions that C's library has not.
const FUNCTIONS: [&str; 54] = [
    "clock",
    "clock64",
    "cospi",
    "cospif",
    "cyl_bessel_i0",
    "cyl_bessel_i0f",
    "cyl_bessel_i1",
    "cyl_bessel_i1f",
    "erfcinv",
    "erfcinvf",
    "erfcx",
    "erfcxf",
    "erfinv",
    "erfinvf",
    "exp10",
    "exp10f",
    "fdivide",
    "fdividef",
    "llmax",
    "llmin",
    "max",
    "min",
    "norm",
    "norm3d",
    "norm3df",
    "norm4d",
    "norm4df",
    "normcdf",
    "normcdff",
    "normcdfinv",
    "normcdfinvf",
    "normf",
    "rcbrt",
    "rcbrtf",
    "rhypot",
    "rhypotf",
    "rnorm",
    "rnorm3d",
    "rnorm3df",
    "rnorm4d",
    "rnorm4df",
    "rnormf",
    "rsqrt",
    "rsqrtf",
    "sincos",
    "sincosf",
    "sincospi",
    "sincospif",
    "sinpi",
    "sinpif",
    "ullmax",
    "ullmin",
    "umax",
    "umin",
];

/// Words that C++ takes for itself, and that are names in C.
pub const CXX_KEYWORDS: &[&str] = &[
    "and",
    "and_eq",
    "bitand",
    "bitor",
    "bool",
    "catch",
    "char16_t",
    "char32_t",
    "class",
    "compl",
    "concept",
    "const_cast",
    "constexpr",
    "decltype",
    "delete",
    "dynamic_cast",
    "explicit",
    "export",
    "false",
    "friend",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "requires",
    "static_assert",
    "static_cast",
    "template",
    "this",
    "throw",
    "true",
    "try",
    "typeid",
    "typename",
    "using",
    "virtual",
    "wchar_t",
    "xor",
    "xor_eq",
];
