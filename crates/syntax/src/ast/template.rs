//! Templates of CUDA files: of functions and of structs.
//!
//! ```c++
//! template <typename T, int BLOCK = 256> __global__ void sum(const T *a, T *out) { … }
//! sum<float, 128><<<…>>>(a, out);
//! ```
//! `template <> … sum<double, 128>(…) { … }` is what the template is for these arguments.
//! The function is stored once, as written; `resolve` reads it again for every
//! list of arguments it is used with.

use source::Span;

use super::{DeclSpecs, ExprId, FunctionDef, Ident, TypeNameId};

/// `template <…>` and the function behind it.
#[derive(Clone, Debug)]
pub struct TemplateDef {
    /// What stands between the angle brackets.
    pub params: Vec<TemplateParam>,
    /// Of a specialisation, the arguments that it is for; its parameters tell those that are not written.
    pub specialises: Option<Vec<TemplateArg>>,
    /// Is it only declared? The body is elsewhere then.
    pub is_declared: bool,
    /// The function, in which the parameters' names are types and constants.
    pub function: Box<FunctionDef>,
    /// From `template` to the closing brace.
    pub span: Span,
}

/// `template <…> struct name { … };`
#[derive(Clone, Debug)]
pub struct ClassTemplateDef {
    /// What stands between the angle brackets.
    pub params: Vec<TemplateParam>,
    /// Of a specialisation, the arguments that it is for.
    pub specialises: Option<Vec<TemplateArg>>,
    /// The struct.
    pub record: super::RecordSpec,
    /// From `template` to the closing brace.
    pub span: Span,
}

/// `template <…> using name = type;`
#[derive(Clone, Debug)]
pub struct AliasTemplateDef {
    /// What stands between the angle brackets.
    pub params: Vec<TemplateParam>,
    /// The name.
    pub name: Ident,
    /// What it stands for.
    pub ty: TypeNameId,
    /// From `template` to the semicolon.
    pub span: Span,
}

/// One parameter of a template.
#[derive(Clone, Debug)]
pub struct TemplateParam {
    /// Its name.
    pub name: Ident,
    /// What it stands for.
    pub kind: TemplateParamKind,
}

/// What a template's parameter stands for.
#[derive(Clone, Debug)]
pub enum TemplateParamKind {
    /// `typename T` or `class T`, with its default.
    Type(Option<TypeNameId>),
    /// `template <typename> class X`, with its default.
    Template(Option<Ident>),
    /// `int N`, with its default.
    Value(Box<DeclSpecs>, Option<ExprId>),
}

/// One argument of a template.
#[derive(Clone, Copy, Debug)]
pub enum TemplateArg {
    /// `float`
    Type(TypeNameId),
    /// The name of a template of classes.
    Template(Ident),
    /// `256`
    Value(ExprId),
}
