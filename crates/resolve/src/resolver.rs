//! The state of resolving one unit, and the few operations everything uses.

use std::collections::{HashMap, HashSet};

use diagnostics::codes::INCLUDE_NOT_FOUND;
use diagnostics::{Diagnostic, Severity, Sink};
use hir::{Expr, ExprId, ExprKind, FunctionId, Item, RecordId, Span, Symbol, Type, TypeKind, Var, VarId};
use source::{FileId, Sources};
use syntax::ast;

use crate::Options;
use crate::cuda::{Class, Instances, Methods, Receiver};
use crate::labels::Labels;
use crate::open_cl::OpenCl;
use crate::pack::PackStack;
use crate::scopes::{Name, Scopes};
use crate::switches::Switch;
use crate::variable_scopes::VariableScopes;

/// Everything known while one unit is resolved.
pub(crate) struct Resolver<'a> {
    /// What is resolved.
    pub(crate) ast: &'a ast::Unit,
    /// In which language.
    pub(crate) options: &'a Options,
    /// Into what.
    pub(crate) program: &'a mut hir::Program,
    /// Spellings and places.
    pub(crate) sources: &'a mut Sources,
    /// Where messages go.
    pub(crate) sink: &'a mut Sink,
    /// The names visible here.
    pub(crate) scopes: Scopes,
    /// Every name with linkage seen so far, also those declared `extern` in a
    /// block that is closed by now.
    pub(crate) linked: HashMap<Symbol, Name>,
    /// The function whose body is being resolved.
    pub(crate) function: Option<FunctionContext>,
    /// Types defined by the declaration or statement at hand; they become
    /// items in front of it.
    pub(crate) pending: Vec<Item>,
    /// Builtins mentioned so far.
    pub(crate) builtins: HashMap<Symbol, FunctionId>,
    /// Default arguments of a CUDA file's functions, by parameter.
    pub(crate) default_arguments: HashMap<FunctionId, Vec<Option<ExprId>>>,
    /// The function templates of a CUDA file.
    pub(crate) templates: Vec<&'a ast::TemplateDef>,
    /// The templates of structs, by name.
    pub(crate) class_templates: HashMap<Symbol, &'a ast::ClassTemplateDef>,
    /// Templates that are second names of types.
    pub(crate) alias_templates: HashMap<Symbol, &'a ast::AliasTemplateDef>,
    /// What they are for some arguments.
    pub(crate) class_specialisations:
        HashMap<(Symbol, Vec<crate::cuda::Argument>), &'a ast::ClassTemplateDef>,
    /// What they are for arguments of some shape.
    pub(crate) partial_specialisations: HashMap<Symbol, Vec<&'a ast::ClassTemplateDef>>,
    /// What was made of them.
    pub(crate) instances: Instances,
    /// Structs that own memory, so that a copy would share it.
    pub(crate) owners: HashSet<RecordId>,
    /// Variables of a CUDA file that are references; their type is a pointer.
    pub(crate) references: HashSet<VarId>,
    /// Members that are references; their type is a pointer.
    pub(crate) reference_fields: HashSet<(RecordId, u32)>,
    /// Which parameters of a CUDA file's functions are references.
    pub(crate) reference_params: HashMap<FunctionId, Vec<bool>>,
    /// Functions of a CUDA file whose result is a reference.
    pub(crate) reference_results: HashSet<FunctionId>,
    /// All functions of a name, where a CUDA file has several, in order.
    pub(crate) overloads: HashMap<Symbol, Vec<FunctionId>>,
    /// The functions of a CUDA file's structs.
    pub(crate) methods: HashMap<RecordId, Methods>,
    /// The scopes of its classes.
    pub(crate) classes: HashMap<RecordId, Class>,
    /// The template that a class is an instance of, with its arguments.
    pub(crate) class_arguments: HashMap<RecordId, (Symbol, Vec<crate::cuda::Argument>)>,
    /// The object whose function is being resolved.
    pub(crate) receiver: Option<Receiver>,
    /// Functions that a call declared.
    pub(crate) implicit: HashSet<FunctionId>,
    /// Undeclared names reported in this function: each once.
    pub(crate) reported_names: HashSet<Symbol>,
    /// An included file was not found: names it would have declared are not
    /// the user's mistake.
    pub(crate) header_missing: bool,
    /// Compound literals here live as long as the program.
    pub(crate) in_static_initializer: bool,
    /// How many parameter lists are open.
    pub(crate) prototype_depth: u32,
    /// Records whose members are being read.
    pub(crate) defining: Vec<RecordId>,
    /// `#pragma pack`
    pub(crate) pack: PackStack,
    /// The vectors of an OpenCL file, and the functions they needed so far.
    pub(crate) open_cl: OpenCl,
}

/// What a function body needs to know about its function.
pub(crate) struct FunctionContext {
    /// The function.
    pub(crate) id: FunctionId,
    /// What it returns.
    pub(crate) result: Type,
    /// Its labels.
    pub(crate) labels: Labels,
    /// Its variable-length declarations, and the jumps past them.
    pub(crate) variable_scopes: VariableScopes,
    /// How many loops enclose this point.
    pub(crate) loops: u32,
    /// The switches around this point, innermost last.
    pub(crate) switches: Vec<Switch>,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(
        ast: &'a ast::Unit,
        options: &'a Options,
        program: &'a mut hir::Program,
        sources: &'a mut Sources,
        sink: &'a mut Sink,
    ) -> Resolver<'a> {
        program.machine = options.machine;
        // Conversions add about a third to what was written.
        program.exprs.reserve(ast.exprs.len() / 3 * 4);
        program.stmts.reserve(ast.stmts.len());
        let header_missing = sink.diagnostics().iter().any(|d| *d.code == INCLUDE_NOT_FOUND);
        Resolver {
            ast,
            options,
            program,
            sources,
            sink,
            scopes: Scopes::default(),
            linked: HashMap::new(),
            function: None,
            pending: Vec::new(),
            builtins: HashMap::new(),
            default_arguments: HashMap::new(),
            templates: Vec::new(),
            class_templates: HashMap::new(),
            alias_templates: HashMap::new(),
            class_specialisations: HashMap::new(),
            partial_specialisations: HashMap::new(),
            instances: Instances::default(),
            owners: HashSet::new(),
            references: HashSet::new(),
            reference_fields: HashSet::new(),
            reference_params: HashMap::new(),
            reference_results: HashSet::new(),
            overloads: HashMap::new(),
            methods: HashMap::new(),
            classes: HashMap::new(),
            class_arguments: HashMap::new(),
            receiver: None,
            implicit: HashSet::new(),
            reported_names: HashSet::new(),
            header_missing,
            in_static_initializer: false,
            prototype_depth: 0,
            defining: Vec::new(),
            pack: PackStack::default(),
            open_cl: OpenCl::default(),
        }
    }

    /// Resolves the unit and adds it to the program.
    pub(crate) fn unit(mut self) -> usize {
        let ast = self.ast;
        self.declare_predefined_types();
        let mut items = std::mem::take(&mut self.pending);
        self.items(&ast.items, &mut items);
        self.finish_tentative(&items);
        let file = self.input_file();
        self.program.units.push(hir::Unit {
            items,
            cuda: self.options.cuda,
            open_cl: self.options.open_cl,
            file,
        });
        self.program.units.len() - 1
    }

    /// The file the unit was read from: where the first item stands, or the
    /// file that (through others) includes it. What the command line includes is before that.
    fn input_file(&self) -> Option<FileId> {
        let mut files = self.ast.items.iter().filter_map(|item| self.outermost_file(item));
        files.find(|file| self.sources.map.file(*file).name != syntax::COMMAND_LINE)
    }

    fn outermost_file(&self, item: &ast::Item) -> Option<FileId> {
        let span = self.ast.span_of(item);
        let mut file = self.sources.map.file_at(self.sources.expansions.outermost_call(span).lo)?;
        while let Some(include) = self.sources.map.file(file).included_at {
            file = self.sources.map.file_at(include.lo)?;
        }
        Some(file)
    }

    /// Reports, except warnings about text in system headers.
    pub(crate) fn report(&mut self, mut diagnostic: Diagnostic) {
        // What is wrong with an instance of a template of ours is wrong where a user asks for it.
        if self.in_system_header(diagnostic.primary.span) {
            let asked = self.instances.asked_at.iter().rev();
            let user = asked.copied().find(|&span| !self.in_system_header(span));
            diagnostic.primary.span = user.unwrap_or(diagnostic.primary.span);
        }
        if self.options.cuda && !self.options.open_cl && !self.in_system_header(diagnostic.primary.span) {
            diagnostic = crate::cuda::as_in_cpp(self, diagnostic);
        }
        let quiet =
            diagnostic.severity() != Severity::Error && self.in_system_header(diagnostic.primary.span);
        if !quiet {
            self.sink.push(diagnostic);
        }
    }

    /// Was this text written in a system header (or is it built in)?
    pub(crate) fn in_system_header(&self, span: Span) -> bool {
        let map = &self.sources.map;
        map.is_of_system(span.lo)
    }

    /// A new expression.
    pub(crate) fn make(&mut self, kind: ExprKind, ty: Type, span: Span) -> ExprId {
        self.program.exprs.alloc(Expr { kind, ty, span })
    }

    /// An expression that stands for a reported mistake.
    pub(crate) fn error_expr(&mut self, span: Span) -> ExprId {
        self.make(ExprKind::Error, Type::ERROR, span)
    }

    /// The type of an expression.
    pub(crate) fn ty(&self, expr: ExprId) -> Type {
        self.program.exprs[expr].ty
    }

    /// The place of an expression.
    pub(crate) fn span(&self, expr: ExprId) -> Span {
        self.program.exprs[expr].span
    }

    /// Was something wrong with this expression reported already?
    pub(crate) fn is_error(&self, expr: ExprId) -> bool {
        self.program.types.is_error(self.ty(expr))
    }

    /// The structure of a type, without names and qualifiers.
    pub(crate) fn kind(&self, ty: Type) -> &TypeKind {
        self.program.types.stripped(ty)
    }

    /// A spelling as owned text.
    pub(crate) fn text(&self, symbol: Symbol) -> String {
        self.sources.text(symbol).into_owned()
    }

    /// A variable with nothing special about it.
    pub(crate) fn plain_var(&self, name: Option<Symbol>, ty: Type, span: Span) -> Var {
        Var { owner: self.function.as_ref().map(|f| f.id), ..Var::new(name, ty, span) }
    }
}
