//! Calls of the program's own functions, expanded in place.

use hir::{CastKind, ExprId, ExprKind, FunctionId, Span, Type};

use super::{Call, Compiler, Home, Result};
use crate::code::Reg;

/// Deeper chains of calls are taken for a mistake of ours.
const DEPTH: usize = 64;

impl Compiler<'_> {
    pub(super) fn call(&mut self, callee: ExprId, args: &[ExprId], ty: Type, span: Span) -> Result<Reg> {
        let Some(function) = self.called_function(callee) else {
            return Err(self.unsupported(span, "a call through a pointer"));
        };
        match self.definition(function) {
            Some(function) => self.expand(function, args, ty, span),
            None => self.intrinsic(function, args, ty, span),
        }
    }

    /// The function with the body: this one, or one that another file defines.
    fn definition(&self, function: FunctionId) -> Option<FunctionId> {
        let declared = &self.program.functions[function];
        if declared.body.is_some() {
            return Some(function);
        }
        let is_it = |f: &hir::Function| f.name == declared.name && f.body.is_some() && !f.is_static;
        let found = self.program.functions.iter().find(|(_, f)| !declared.builtin && is_it(f));
        found.map(|(id, _)| id)
    }

    fn called_function(&self, callee: ExprId) -> Option<FunctionId> {
        match self.program.exprs[callee].kind {
            ExprKind::Function(function) => Some(function),
            ExprKind::Cast { kind: CastKind::FunctionDecay, operand, .. } => self.called_function(operand),
            _ => None,
        }
    }

    fn expand(&mut self, function: FunctionId, args: &[ExprId], ty: Type, span: Span) -> Result<Reg> {
        if self.calls.len() > DEPTH || self.calls.iter().any(|call| call.function == function) {
            return Err(self.unsupported(span, "a function that calls itself"));
        }
        let declared = &self.program.functions[function];
        let Some(body) = declared.body else { return Err(self.unsupported(span, "this call")) };
        self.find_variables_in_memory(body);
        let mut values = Vec::new();
        for &arg in args {
            let value = self.value(arg)?;
            // The parameter may change; the argument must not.
            values.push((value, self.program.exprs[arg].ty, self.program.exprs[arg].span));
        }
        for (&var, (value, ty, span)) in declared.params.iter().zip(values) {
            match self.declare(var)? {
                Home::Register(to) => {
                    self.emit(crate::code::Instr::Copy { to, from: value });
                }
                Home::Memory(address) => {
                    let to = self.constant(address);
                    match self.scalar_of(ty) {
                        Some(_) => self.store(super::place::Place::Memory(to), value, ty, span)?,
                        None => self.move_object(to, value, ty, span)?,
                    }
                }
            }
        }
        let result = self.result_home(ty)?;
        let labels = std::mem::take(&mut self.labels);
        let gotos = std::mem::take(&mut self.gotos);
        let loops = std::mem::take(&mut self.loops);
        self.calls.push(Call { function, result, returns: Vec::new() });
        self.stmt(body)?;
        self.land_gotos()?;
        let returns = self.calls.pop().map(|call| call.returns).unwrap_or_default();
        returns.into_iter().for_each(|from| self.land(from));
        (self.labels, self.gotos, self.loops) = (labels, gotos, loops);
        self.at = span;
        Ok(match result {
            Some(Home::Register(register)) => register,
            Some(Home::Memory(address)) => self.constant(address),
            None => self.constant(0),
        })
    }

    fn result_home(&mut self, ty: Type) -> Result<Option<Home>> {
        if self.program.types.is_void(ty) {
            return Ok(None);
        }
        Ok(Some(match self.scalar_of(ty) {
            Some(_) => Home::Register(self.register()),
            None => Home::Memory(self.local(ty)?),
        }))
    }
}
