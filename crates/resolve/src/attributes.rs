//! GNU attributes: those that change a type or its layout are understood, all
//! are kept as text to be printed back.

use hir::{AttributeText, BuiltinType, Type, TypeKind, const_eval};
use syntax::ast;

use crate::conversions::{is_signed, to_unsigned};
use crate::resolver::Resolver;

/// What attributes say.
#[derive(Default, Clone, Debug)]
pub(crate) struct Attributes {
    /// `aligned`, in bytes.
    pub(crate) align: Option<u64>,
    /// `packed`
    pub(crate) packed: bool,
    /// `vector_size`, in bytes.
    pub(crate) vector_size: Option<u64>,
    /// `mode`, as written.
    pub(crate) mode: Option<String>,
    /// `noreturn`
    pub(crate) noreturn: bool,
    /// All of them.
    pub(crate) texts: Vec<AttributeText>,
}

impl Resolver<'_> {
    /// Reads attributes, of which the most demanding `aligned` wins.
    pub(crate) fn attributes<'b>(
        &mut self,
        attrs: impl IntoIterator<Item = &'b ast::Attribute>,
    ) -> Attributes {
        let mut read = Attributes::default();
        for attr in attrs {
            read.texts.push(AttributeText { name: attr.name, args: attr.args_text });
            match self.sources.symbols.bytes(attr.name) {
                b"aligned" => {
                    // Without a number: as much as any type needs.
                    let align = attr.first_arg.map_or(Some(16), |arg| self.constant_size(arg));
                    read.align = read.align.max(align.filter(|n| n.is_power_of_two()));
                }
                b"packed" => read.packed = true,
                b"vector_size" => read.vector_size = attr.first_arg.and_then(|arg| self.constant_size(arg)),
                b"mode" => {
                    let text = attr.args_text.map(|text| self.text(text));
                    read.mode = text.map(|text| text.trim().trim_matches('_').to_string());
                }
                b"noreturn" => read.noreturn = true,
                _ => {}
            }
        }
        read
    }

    fn constant_size(&mut self, expr: ast::ExprId) -> Option<u64> {
        let value = self.rvalue(expr);
        const_eval::integer(self.program, value).and_then(|n| u64::try_from(n).ok())
    }

    /// `_Alignas(…)`, the strictest of several.
    pub(crate) fn align_specs(&mut self, specs: &[ast::AlignSpec]) -> Option<u64> {
        let mut strictest = None;
        for spec in specs {
            let align = match *spec {
                ast::AlignSpec::Type(ty) => {
                    let ty = self.type_name(ty);
                    self.program.align_of(ty)
                }
                ast::AlignSpec::Expr(expr) => self.constant_size(expr).filter(|n| n.is_power_of_two()),
            };
            strictest = strictest.max(align);
        }
        strictest
    }

    /// The type after `mode` and `vector_size`.
    pub(crate) fn with_type_attributes(&mut self, ty: Type, attrs: &Attributes) -> Type {
        let ty = match &attrs.mode {
            Some(mode) => self.with_mode(ty, mode),
            None => ty,
        };
        match attrs.vector_size {
            Some(bytes) => self.with_vector_size(ty, bytes),
            None => ty,
        }
    }

    /// `int __attribute__((mode(DI)))` is a 64 bit integer.
    fn with_mode(&mut self, ty: Type, mode: &str) -> Type {
        use BuiltinType as B;
        let Some(builtin) = self.arithmetic_type(ty) else { return ty };
        let signed_type = match mode {
            "QI" | "byte" => B::SChar,
            "HI" => B::Short,
            "SI" => B::Int,
            "DI" | "word" | "pointer" | "unwind_word" => B::Long,
            "TI" => B::Int128,
            "HF" => B::Float16,
            "SF" | "SC" => B::Float,
            "DF" | "DC" => B::Double,
            "XF" | "XC" => B::LongDouble,
            "TF" | "TC" => B::Float128,
            _ => return ty,
        };
        let is_integer = self.program.types.is_integer(ty);
        let wanted = if is_integer && !is_signed(builtin) { to_unsigned(signed_type) } else { signed_type };
        let kind = match mode {
            "SC" | "DC" | "XC" | "TC" => TypeKind::Complex(wanted),
            _ => TypeKind::Builtin(wanted),
        };
        self.program.types.intern(kind).qualified(ty.quals)
    }

    /// `float __attribute__((vector_size(16)))` is four floats. Inside a
    /// pointer, array or function type it is the innermost type that changes.
    fn with_vector_size(&mut self, ty: Type, bytes: u64) -> Type {
        match self.program.types.kind(ty).clone() {
            TypeKind::Pointer(target) => {
                let target = self.with_vector_size(target, bytes);
                self.program.types.pointer_to(target).qualified(ty.quals)
            }
            TypeKind::Array(element, len) => {
                let element = self.with_vector_size(element, bytes);
                self.program.types.intern(TypeKind::Array(element, len)).qualified(ty.quals)
            }
            TypeKind::Function(mut function) => {
                function.result = self.with_vector_size(function.result, bytes);
                self.program.types.intern(TypeKind::Function(function)).qualified(ty.quals)
            }
            _ => match self.program.size_of(ty) {
                Some(size)
                    if size > 0 && bytes.is_multiple_of(size) && self.program.types.is_arithmetic(ty) =>
                {
                    let lanes = u32::try_from(bytes / size).unwrap_or(u32::MAX);
                    let vector = TypeKind::Vector(ty.unqualified(), lanes);
                    self.program.types.intern(vector).qualified(ty.quals)
                }
                _ => ty,
            },
        }
    }
}
