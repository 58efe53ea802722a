//! Calls of the program's own functions, expanded in place.

use hir::{ExprId, FunctionId, Span, Type};

use super::{Call, Compiler, Home, Result};
use crate::code::Reg;

/// Deeper chains of calls are taken for a mistake of ours.
const DEPTH: usize = 64;

impl Compiler<'_> {
    pub(super) fn call(&mut self, callee: ExprId, args: &[ExprId], ty: Type, span: Span) -> Result<Reg> {
        let Some(named) = self.program.called_function(callee) else {
            return Err(self.unsupported(span, "a call through a pointer"));
        };
        let function = self.linkage.definition(self.program, named);
        match self.program.functions[function].body {
            Some(_) => self.expand(function, args, ty, span),
            None => self.intrinsic(function, args, ty, span),
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
