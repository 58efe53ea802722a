//! What CUDA's C++ reads differently from C, written so that it means the
//! same.
//!
//! A subscript of a texture becomes a fetch. Lane variables become the thread's
//! index. Builtins of gcc become functions of the device. With `fastmath`, functions and divisions become intrinsics; without,
//! inverse roots become a function that is exact and short. (That
//! `sqrt(x)` of a float is a double computation in C and not in C++ is the
//! printer's matter: it writes `sqrt((double)x)`.)

use hir::copy::{self, Rewrite};
use hir::{Builder, CastKind, ExprId, ExprKind, FunctionId, StmtId, TextureAddress, Type, TypeKind, VarId};
use std::collections::HashMap;

use super::Lowering;
use super::array_reduction::Redirection;
use super::combining::Helpers;
use super::fastmath::divisors;
use super::settled::Settled;
use crate::Language;

impl Lowering<'_, '_> {
    /// The statements as the device compiler must see them.
    pub(super) fn spelled_for_device(&mut self, stmts: Vec<StmtId>) -> Vec<StmtId> {
        let language = self.helpers.language;
        let textures = self.kernel.params.iter().filter_map(|param| {
            let kir::ParamValue::Array { array, .. } = param.value else { return None };
            let array = &self.arrays[array];
            let kir::MemorySpace::Texture { address, .. } = array.space else { return None };
            let is_one = array.dims.len() > 1 || language.fetches_by_index();
            is_one.then_some((param.var, (array.element, address)))
        });
        let textures: HashMap<VarId, (Type, TextureAddress)> = textures.collect();
        for &texture in textures.keys() {
            let ty = texture_object_type(self.b, language);
            self.b.program.vars[texture].ty = ty;
        }
        let lanes = std::mem::take(&mut self.lanes);
        let fastmath = self.kernel.fastmath;
        let redirections = std::mem::take(&mut self.redirections);
        let divisors = divisors(self.b.program, &stmts);
        let settled = Settled::new(self.b.program, &stmts);
        let (b, helpers) = (&mut *self.b, &mut *self.helpers);
        let mut spelling = Spelling {
            b,
            lanes,
            textures,
            fastmath,
            divisors,
            settled,
            helpers,
            redirections,
            redirected: None,
        };
        stmts.into_iter().map(|stmt| copy::stmt(&mut spelling, stmt)).collect()
    }
}

/// Rewrites the body of a function that kernels call, in place; with fast
/// intrinsics if all of its callers may use them.
pub fn spell_device_function(
    b: &mut Builder<'_>,
    function: FunctionId,
    fastmath: bool,
    helpers: &mut Helpers,
) {
    if let Some(body) = b.program.functions[function].body {
        let (lanes, textures) = (HashMap::new(), HashMap::new());
        let divisors = divisors(b.program, &[body]);
        let settled = Settled::new(b.program, &[body]);
        let redirections = Vec::new();
        let mut spelling = Spelling {
            b,
            lanes,
            textures,
            fastmath,
            divisors,
            settled,
            helpers,
            redirections,
            redirected: None,
        };
        let body = copy::stmt(&mut spelling, body);
        b.program.functions[function].body = Some(body);
    }
}

pub(super) struct Spelling<'a, 'b> {
    pub b: &'a mut Builder<'b>,
    lanes: HashMap<VarId, ExprId>,
    textures: HashMap<VarId, (Type, TextureAddress)>,
    /// Fast intrinsics are allowed.
    fastmath: bool,
    /// How often something is divided by a variable.
    pub divisors: HashMap<VarId, usize>,
    /// The variables that stay what they are.
    pub settled: Settled,
    /// Functions that are called.
    pub helpers: &'a mut Helpers,
    /// Where updates of reduced arrays go.
    pub redirections: Vec<Redirection>,
    /// Inside such an update: where.
    pub redirected: Option<Redirection>,
}

impl<'b> Rewrite<'b> for Spelling<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        self.atomic(stmt)
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        if let Some(fast) = self.fastmath.then(|| self.fast(expr)).flatten() {
            return Some(fast);
        }
        match self.b.program.exprs[expr].kind.clone() {
            ExprKind::Var(var) => self.lanes.get(&var).copied(),
            ExprKind::Call { .. } => self.bits(expr).or_else(|| self.classified(expr)),
            ExprKind::Binary { .. } => self.inverse_root(expr),
            ExprKind::Index { .. } => self.in_copy(expr).or_else(|| self.fetch(expr)),
            _ => None,
        }
    }
}

impl Spelling<'_, '_> {
    /// An argument with the conversion to its parameter's type written out.
    pub(super) fn explicit(&mut self, arg: ExprId) -> ExprId {
        let (kind, operand) = match self.b.program.exprs[arg].kind {
            ExprKind::Cast {
                kind: kind @ (CastKind::Arithmetic | CastKind::ToBool),
                implicit: true,
                operand,
            } => (kind, operand),
            _ => return copy::expr(self, arg),
        };
        let ty = self.b.program.exprs[arg].ty;
        if let Some(value) =
            self.b.constant(operand).filter(|_| self.b.program.types.strip(ty).id == Type::DOUBLE.id)
        {
            let text = Some(self.b.symbol(&format!("{value}.0")));
            return self.b.expr(ExprKind::Float { value: value as f64, text }, Type::DOUBLE);
        }
        let operand = copy::expr(self, operand);
        self.b.expr(ExprKind::Cast { kind, implicit: false, operand }, ty)
    }

    /// An element of a reduced array, in the copy that this thread updates.
    fn in_copy(&mut self, access: ExprId) -> Option<ExprId> {
        let to = self.redirected?;
        let (array, subscripts) = self.b.program.element(access);
        if !self.b.program.is_variable(array, to.device) {
            return None;
        }
        let mut subscripts: Vec<ExprId> = subscripts.iter().map(|&index| copy::expr(self, index)).collect();
        subscripts.extend(to.copy);
        let part = self.b.var(to.part);
        Some(self.b.index(part, &subscripts))
    }

    /// `T[i]` and `T[i][j]` of a texture.
    fn fetch(&mut self, access: ExprId) -> Option<ExprId> {
        let (texture, subscripts) = self.b.program.element(access);
        let texture = self.b.program.variable_of(texture)?;
        let (element, address) = *self.textures.get(&texture)?;
        let name = element_name(self.b, element);
        let object = self.b.var(texture);
        let mut args = vec![object];
        // Innermost subscript first: it is x.
        for index in subscripts.into_iter().rev() {
            let index = copy::expr(self, index);
            args.push(index);
        }
        if !self.helpers.language.textures_have_samplers() {
            let outside = if address == TextureAddress::Border { "border" } else { "clamp" };
            let function = format!("hicuda_texel_{outside}_{}", name.replace(' ', "_"));
            return Some(self.b.call(&function, args, element));
        }
        let function = if args.len() == 2 { "tex1Dfetch" } else { "tex2D" };
        if args.len() > 2 {
            args = std::iter::once(object).chain(args[1..].iter().map(|&a| self.texel_centre(a))).collect();
        }
        Some(self.b.call(&format!("{function}<{name}>"), args, element))
    }

    /// Unnormalised coordinates point at corners; texels are half-way between.
    fn texel_centre(&mut self, index: ExprId) -> ExprId {
        let text = Some(self.b.symbol("0.5f"));
        let half = self.b.expr(ExprKind::Float { value: 0.5, text }, Type::FLOAT);
        let kind = ExprKind::Cast { kind: hir::CastKind::Arithmetic, implicit: true, operand: index };
        let index = self.b.expr(kind, Type::FLOAT);
        self.b.binary(hir::BinaryOp::Add, index, half)
    }
}

/// The spelling of an element type between angle brackets.
fn element_name(b: &Builder<'_>, ty: Type) -> &'static str {
    use hir::BuiltinType as B;
    match b.program.types.as_builtin(ty) {
        Some(B::Char) => "char",
        Some(B::SChar) => "signed char",
        Some(B::UChar) => "unsigned char",
        Some(B::Short) => "short",
        Some(B::UShort) => "unsigned short",
        Some(B::UInt) => "unsigned int",
        Some(B::Int) => "int",
        _ => "float",
    }
}

/// `cudaTextureObject_t`
fn texture_object_type(b: &mut Builder<'_>, language: Language) -> Type {
    let name = b.symbol(language.texture_object());
    let existing = b.program.typedefs.iter().find(|(_, t)| t.name == name).map(|(id, _)| id);
    let typedef = existing.unwrap_or_else(|| {
        let ty = Type::builtin(hir::BuiltinType::ULongLong);
        let (attrs, span) = (Vec::new(), hir::Span::BUILTIN);
        let id = b.program.typedefs.alloc(hir::Typedef { name, ty, attrs, align: None, span });
        b.program.types.define_typedef(id, ty);
        id
    });
    b.program.types.intern(TypeKind::Typedef(typedef))
}
