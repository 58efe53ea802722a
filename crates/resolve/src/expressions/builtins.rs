//! Builtins and library functions become ordinary functions of the program on
//! first mention.

use hir::{BuiltinType, Function, FunctionId, FunctionType, Qualifiers, Span, Symbol, Type, TypeKind};

use crate::expressions::library::{self, Known};
use crate::resolver::Resolver;
use crate::scopes::Name;

impl Resolver<'_> {
    /// The function a name of the compiler stands for.
    pub(crate) fn builtin_function(&mut self, symbol: Symbol) -> Option<FunctionId> {
        if let Some(&function) = self.builtins.get(&symbol) {
            return Some(function);
        }
        let text = self.text(symbol);
        let known = library::builtin(text.strip_prefix("__builtin_")?)?;
        Some(self.declare_known(symbol, known, true))
    }

    /// A function of the C library that no header declared: its type is
    /// known, so one message is enough.
    pub(crate) fn library_function(&mut self, symbol: Symbol) -> Option<FunctionId> {
        let known = library::library(&self.text(symbol))?;
        Some(self.declare_known(symbol, known, false))
    }

    /// A builtin whose type depends on its arguments: each call has its own
    /// result type, and the function itself says nothing about parameters.
    pub(crate) fn generic_builtin(&mut self, symbol: Symbol) -> FunctionId {
        if let Some(&function) = self.builtins.get(&symbol) {
            return function;
        }
        let ty = FunctionType { result: Type::INT, params: Vec::new(), variadic: false, prototype: false };
        let ty = self.program.types.intern(TypeKind::Function(ty));
        self.declare_builtin(symbol, ty, true)
    }

    /// The function that a call declares: of the C library's type if it
    /// is one of its functions, else `int f()`.
    pub(crate) fn implicit_function(&mut self, symbol: Symbol, span: Span) -> FunctionId {
        if let Some(&Name::Function(function)) = self.linked.get(&symbol) {
            self.scopes.declare(symbol, Name::Function(function));
            return function;
        }
        let function = match self.library_function(symbol) {
            Some(function) => function,
            None => {
                let ty =
                    FunctionType { result: Type::INT, params: Vec::new(), variadic: false, prototype: false };
                let ty = self.program.types.intern(TypeKind::Function(ty));
                self.declare_builtin(symbol, ty, false)
            }
        };
        self.program.functions[function].span = span;
        self.implicit.insert(function);
        self.linked.insert(symbol, Name::Function(function));
        self.scopes.declare(symbol, Name::Function(function));
        function
    }

    fn declare_known(&mut self, symbol: Symbol, known: Known, builtin: bool) -> FunctionId {
        let mut letters = known.signature.bytes();
        let result = letters.next().map_or(Type::VOID, |letter| self.letter_type(letter, known.real));
        let mut params = Vec::new();
        let mut variadic = false;
        for letter in letters {
            match letter {
                b'.' => variadic = true,
                _ => params.push(self.letter_type(letter, known.real)),
            }
        }
        let ty = FunctionType { result, params, variadic, prototype: true };
        let ty = self.program.types.intern(TypeKind::Function(ty));
        self.declare_builtin(symbol, ty, builtin)
    }

    fn declare_builtin(&mut self, symbol: Symbol, ty: Type, builtin: bool) -> FunctionId {
        let function =
            self.program.functions.alloc(Function { builtin, ..Function::new(symbol, ty, Span::BUILTIN) });
        self.builtins.insert(symbol, function);
        function
    }

    /// The type a letter of a signature stands for.
    fn letter_type(&mut self, letter: u8, real: BuiltinType) -> Type {
        use BuiltinType as B;
        let builtin = match letter {
            b'b' => B::Bool,
            b'i' => B::Int,
            b'u' => B::UInt,
            b'l' => B::Long,
            b'm' | b'z' => B::ULong,
            b'L' => B::LongLong,
            b'M' => B::ULongLong,
            b't' => B::UShort,
            b'X' => B::UInt128,
            b'f' => B::Float,
            b'd' => real,
            b'e' => B::LongDouble,
            b'V' => B::VaList,
            _ => B::Void,
        };
        let types = &mut self.program.types;
        let constant = |ty: Type| ty.qualified(Qualifiers::CONST);
        match letter {
            b'F' => types.intern(TypeKind::Complex(B::Float)),
            b'D' => types.intern(TypeKind::Complex(real)),
            b'E' => types.intern(TypeKind::Complex(B::LongDouble)),
            b'p' => types.pointer_to(Type::VOID),
            b'P' => types.pointer_to(constant(Type::VOID)),
            b's' => types.pointer_to(Type::CHAR),
            b'S' => types.pointer_to(constant(Type::CHAR)),
            b'I' => types.pointer_to(Type::INT),
            b'g' => types.pointer_to(Type::builtin(real)),
            b'q' => {
                let inner = types.pointer_to(Type::CHAR);
                types.pointer_to(inner)
            }
            b'Q' => {
                let inner = types.pointer_to(Type::VOID);
                types.pointer_to(inner)
            }
            b'k' => {
                let object = types.pointer_to(constant(Type::VOID));
                let ty = FunctionType {
                    result: Type::INT,
                    params: vec![object, object],
                    variadic: false,
                    prototype: true,
                };
                let ty = types.intern(TypeKind::Function(ty));
                types.pointer_to(ty)
            }
            _ => Type::builtin(builtin),
        }
    }
}
