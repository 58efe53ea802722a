//! The device's part of a program in C++, read by our own front end.
//!
//! ```text
//! main.cu ──preprocess──▶ tokens ──DevicePart──▶ kernels and what they name ──parse, resolve──▶ hir
//! ```
//! The C++ compiler has taken the program already. Here kernels are read, and nothing else
//! has to be: a host with lambdas does not matter. A kernel with something that cannot be read
//! is left out, and the others are read without it. Of a template, the instances are read that
//! the host launches.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use diagnostics::{Code, Diagnostic, Severity, codes};
use hir::{ExprKind, FunctionId, VarId};
use source::{FileKind, Sources};
use syntax::device_part::Root;
use syntax::lexer::Rules;
use syntax::preprocess::Answer;
use syntax::{DevicePart, Dialect, Token, TokenKind};
use translate::cpp_text::{self, Variable};
use translate::cuda_host::is_device_variable;

use crate::pipeline;
use crate::session::{Input, Session};

use super::RULES;
use super::instances::Instance;

/// What runs on the device, as far as it can be read.
#[derive(Default)]
pub(crate) struct DeviceSide {
    /// The kernels, and what they need.
    pub program: hir::Program,
    /// The unit of each input.
    pub read: Vec<(Input, usize)>,
    /// The kernels, by the number of their file and the names that the host has for them.
    pub kernels: HashMap<String, FunctionId>,
    /// Its variables, by the numbers that the host has for them.
    pub variables: Vec<Option<VarId>>,
    /// Why kernels are missing.
    pub unread: Vec<Diagnostic>,
}

impl DeviceSide {
    /// The variables that the host tells of.
    pub(super) fn find_variables(&mut self, sources: &Sources, told: &[Variable]) {
        let program = &self.program;
        let find = |told: &Variable| {
            let found = || {
                program.vars.iter().filter(|(var, declared)| {
                    is_device_variable(program, *var)
                        && declared.name.is_some_and(|known| sources.text(known) == told.name.as_str())
                })
            };
            // A header is read by either compiler for itself.
            let text = &sources.map.file(told.file).bytes;
            let is_there = |declared: &hir::Var| {
                let place = sources.map.range(declared.span);
                place.is_some_and(|at| {
                    at.start as usize == told.at && sources.map.file(at.file).bytes == *text
                })
            };
            let there = found().find(|(_, declared)| is_there(declared));
            // What a macro declares may be elsewhere; two of one name are not told apart then.
            let only = || found().next().filter(|_| found().count() == 1);
            there.or_else(only).map(|(var, _)| var)
        };
        self.variables = told.iter().map(find).collect();
    }
}

/// One input before its instances are known.
pub(super) struct Unit {
    input: Input,
    /// Which of the CUDA files it is.
    number: usize,
    part: DevicePart,
    roots: Vec<Root>,
}

/// The device's part of each input, as tokens.
pub(super) fn units(session: &mut Session, inputs: &[Input], side: &mut DeviceSide) -> Vec<Unit> {
    let mut units = Vec::new();
    for (number, &input) in inputs.iter().filter(|input| input.dialect == Dialect::Cuda).enumerate() {
        let before = session.sink.take();
        let answers = answers(session);
        let tokens = pipeline::preprocess_for_device(session, input, answers);
        let broken = errors(session).into_iter().next();
        session.sink.take();
        before.into_iter().for_each(|found| session.sink.push(found));
        if let Some(error) = broken {
            side.unread.push(error);
            continue;
        }
        let part = DevicePart::of(&tokens, &mut session.sources);
        let roots = part.roots(&tokens, &session.sources);
        units.push(Unit { input, number, part, roots });
    }
    units
}

/// Which branches are read in the place of inline PTX: our own front end knows none of it.
fn answers(session: &mut Session) -> Vec<Answer> {
    const ASM: &[u8] = b"asm";
    let files = session.sources.map.files().filter(|(_, file)| {
        file.kind == FileKind::User && file.bytes.windows(ASM.len()).any(|bytes| bytes == ASM)
    });
    let files: Vec<_> = files.map(|(id, file)| (id, file.bytes.clone())).collect();
    let mut answers = Vec::new();
    for (file, text) in files {
        let found = cpp_text::answers_without_ptx(file, &mut session.sources).into_iter();
        answers.extend(found.map(|(at, holds)| Answer { text: text.clone(), at: at as u32, holds }));
    }
    answers
}

/// The names of the kernels, and whether any is a template.
pub(super) fn kernel_names(session: &Session, units: &[Unit]) -> (BTreeSet<String>, bool) {
    let kernels = || units.iter().flat_map(|unit| &unit.roots).filter(|root| root.is_kernel);
    let names = kernels().map(|root| session.sources.text(root.name.symbol).into_owned()).collect();
    (names, kernels().any(|root| root.template_params.is_some()))
}

/// Reads all units; warnings and broken rules of CUDA are in the sink.
pub(super) fn read(
    session: &mut Session,
    units: &mut [Unit],
    (instances, is_host_compiled): (&[Vec<Instance>], bool),
    side: &mut DeviceSide,
) {
    for unit in units {
        let mut left_out = BTreeSet::new();
        let own = instances.get(unit.number).map(Vec::as_slice).unwrap_or_default();
        let mut wanted = wanted(session, unit, own);
        wanted.retain(|(root, instance)| match instance.type_without_a_name() {
            Some(ty) => {
                side.unread.push(unnamed_type(&unit.roots[*root], instance, ty));
                false
            }
            None => true,
        });
        if !is_host_compiled {
            let is_wanted = |at: &usize| wanted.iter().any(|(root, _)| root == at);
            let templates = (0..unit.roots.len()).filter(|&at| {
                unit.roots[at].is_kernel && unit.roots[at].template_params.is_some() && !is_wanted(&at)
            });
            side.unread.extend(templates.map(|at| unknown_instances(session, &unit.roots[at])));
        }
        unit.need_types(session, &wanted);
        loop {
            let mut scratch = hir::Program { host_is_unread: true, ..hir::Program::default() };
            let before = session.sink.take();
            let tokens = unit.tokens(session, &wanted, &left_out);
            pipeline::typed(session, &tokens, unit.input.dialect, &mut scratch);
            let broken = errors(session);
            session.sink.take();
            before.into_iter().for_each(|found| session.sink.push(found));
            let known = left_out.len();
            // A broken rule is told, like everything else, when it is read for good.
            for error in broken.into_iter().filter(|error| !is_rule(error.code)) {
                let blamed = unit.part.roots_with(error.primary.span, &session.sources);
                let is_new = blamed.is_empty() || blamed.iter().any(|root| !left_out.contains(root));
                left_out.extend(&blamed);
                if is_new {
                    side.unread.push(error);
                }
                if blamed.is_empty() {
                    return;
                }
            }
            if left_out.len() == known {
                break;
            }
        }
        let tokens = unit.tokens(session, &wanted, &left_out);
        side.program.host_is_unread = true;
        let Some(index) = pipeline::typed(session, &tokens, unit.input.dialect, &mut side.program) else {
            continue;
        };
        side.read.push((unit.input, index));
        for (number, (root, instance)) in wanted.iter().enumerate() {
            if !left_out.contains(&unit.roots[*root].index) {
                let function = unit.function(session, &side.program, *root, number);
                let name = format!("{} {}", unit.number, instance.told);
                side.kernels.extend(function.map(|function| (name, function)));
            }
        }
    }
}

/// Which instance is of which root.
fn wanted<'a>(session: &Session, unit: &Unit, instances: &'a [Instance]) -> Vec<(usize, &'a Instance)> {
    let mut wanted = Vec::new();
    for instance in instances {
        let is_it = |root: &Root| {
            let binds = |name: &str| instance.bound.iter().any(|(bound, _)| bound == name);
            let params = root.template_params.iter().flatten();
            root.is_kernel
                && session.sources.text(root.name.symbol) == instance.kernel
                && params.into_iter().all(|&param| binds(&session.sources.text(param)))
        };
        let found: Vec<usize> = (0..unit.roots.len()).filter(|&at| is_it(&unit.roots[at])).collect();
        // Overloads are told apart by what they take.
        let exact = found.iter().find(|&&at| unit.roots[at].params == Some(instance.params));
        wanted.extend(exact.or(found.first()).map(|&root| (root, instance)));
    }
    wanted
}

impl Unit {
    /// A template names its parameters; what they stand for, only its instances name.
    fn need_types(&mut self, session: &Session, wanted: &[(usize, &Instance)]) {
        for (root, instance) in wanted {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let words = instance.bound.iter().flat_map(|(_, value)| value.split(|c| !is_part(c)));
            let names = words.filter_map(|word| session.sources.symbols.lookup(word.as_bytes()));
            self.part.need(self.roots[*root].index, names);
        }
    }

    /// What is read: the part without some roots, and mentions of the instances.
    fn tokens(
        &self,
        session: &mut Session,
        wanted: &[(usize, &Instance)],
        left_out: &BTreeSet<usize>,
    ) -> Vec<Token> {
        let mut tokens = self.part.tokens(left_out, &session.sources);
        let end = tokens.pop_if(|token| token.kind == TokenKind::Eof);
        for (number, (root, instance)) in wanted.iter().enumerate() {
            let root = &self.roots[*root];
            let Some(params) = &root.template_params else { continue };
            if left_out.contains(&root.index) {
                continue;
            }
            let bound = |name: &str| {
                let found = instance.bound.iter().find(|(bound, _)| bound == name);
                found.map(|(_, value)| {
                    value.replace("{anonymous}::", "").replace("(anonymous namespace)::", "")
                })
            };
            let args: Vec<String> =
                params.iter().filter_map(|&param| bound(&session.sources.text(param))).collect();
            let (kernel, args) = (&instance.kernel, args.join(", "));
            let text = format!("static void {}(void) {{ (void){kernel}<{args}>; }}", mention(number));
            tokens.extend(self.lexed(session, &text, root));
        }
        tokens.extend(end);
        tokens
    }

    /// Tokens that stand where the kernel does, for whoever reports them.
    fn lexed(&self, session: &mut Session, text: &str, root: &Root) -> Vec<Token> {
        let sources = &mut session.sources;
        let name = "<instance>".to_owned();
        let Some(file) = sources.map.add(name, Arc::from(text.as_bytes()), FileKind::System, None) else {
            return Vec::new();
        };
        let tokens = syntax::lex(file, Rules { c23_literals: true, ..Rules::default() }, sources);
        let tokens = tokens.into_iter().filter(|token| token.kind != TokenKind::Eof);
        let tokens: Vec<Token> = tokens.map(|token| Token { span: root.name.span, ..token }).collect();
        self.part.plain(&tokens, sources)
    }

    /// The function that an instance became.
    fn function(
        &self,
        session: &Session,
        program: &hir::Program,
        root: usize,
        number: usize,
    ) -> Option<FunctionId> {
        let root = &self.roots[root];
        if root.template_params.is_none() {
            let mut functions = program.functions.iter();
            let is_it = |function: &hir::Function| function.body.is_some() && function.span == root.name.span;
            return functions.find(|(_, function)| is_it(function)).map(|(id, _)| id);
        }
        let name = session.sources.symbols.lookup(mention(number).as_bytes())?;
        let mut functions = program.functions.iter().filter(|(_, function)| function.name == name);
        let body = functions.find_map(|(_, function)| function.body)?;
        program.exprs_below(body).find_map(|expr| match program.exprs[expr].kind {
            ExprKind::Function(function) => Some(function),
            _ => None,
        })
    }
}

/// The function that mentions an instance.
fn mention(number: usize) -> String {
    format!("warploom_instance_{number}")
}

/// Is it about CUDA, and not about what we read?
fn is_rule(code: &Code) -> bool {
    RULES.contains(&code)
}

fn errors(session: &Session) -> Vec<Diagnostic> {
    let found = session.sink.diagnostics().iter();
    found.filter(|found| found.severity() == Severity::Error).cloned().collect()
}

/// A template whose launches nobody has compiled.
fn unknown_instances(session: &Session, root: &Root) -> Diagnostic {
    let name = session.sources.text(root.name.symbol);
    let message = format!("`{name}` is a template, and its instances are known when host code is compiled");
    Diagnostic::new(&codes::UNSUPPORTED_SYNTAX, root.name.span, message)
}

/// A template that gets a lambda.
fn unnamed_type(root: &Root, instance: &Instance, ty: &str) -> Diagnostic {
    let message = format!("`{}` is launched with `{ty}`, which only the C++ compiler knows", instance.kernel);
    Diagnostic::new(&codes::UNSUPPORTED_SYNTAX, root.name.span, message)
        .help("pass a struct with an `operator()`")
}

/// A kernel that is not analysed, as a remark.
pub(super) fn remark(why: &Diagnostic, is_host_compiled: bool) -> Diagnostic {
    let message = format!("kernels with this are not analysed: {}", why.message);
    let remark = Diagnostic::new(&codes::DEVICE_CODE_NOT_READ, why.primary.span, message);
    match is_host_compiled {
        true => remark.note("the C++ compiler takes the program, and `--target cpu` runs it"),
        false => remark,
    }
}
