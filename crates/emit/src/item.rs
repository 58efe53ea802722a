//! What stands at file level or is declared in a block.
//!
//! Storage class, alignment and attributes go around the declaration that
//! [`crate::types`] makes. Names declared by one declaration of a block are
//! printed as one again when their first halves are the same; in the heading
//! of a `for` they always are.

use hir::{
    AttributeText, CudaSpecs, Field, Function, FunctionId, Item, Qualifiers, RecordId, Type, VarId,
    VarStorage,
};

use crate::Printer;
use crate::style::Dialect;
use crate::types::{join, record_keyword};

/// Attributes that the printed type says already.
const IN_THE_TYPE: [&str; 2] = ["vector_size", "mode"];

impl Printer<'_> {
    /// An item on lines of its own.
    pub fn item(&mut self, item: &Item) {
        match item {
            Item::Record { record, defines } => self.record(*record, *defines),
            Item::Enum(def) => self.enumeration(*def),
            Item::Typedef(typedef) => self.typedef(*typedef),
            Item::Var { .. } => {
                self.inline_declaration(std::slice::from_ref(item));
                self.out.line(";");
            }
            Item::Prototype { function, ty } => {
                let front = self.function_front(&self.program.functions[*function]);
                self.prototype_item(*function, *ty, &front);
            }
            Item::Function(function) => self.function(*function),
            // Held, or the program would have been refused.
            Item::StaticAssert(_) => {}
            Item::Asm(text) => {
                self.write_symbol(*text);
                self.out.line(";");
            }
            // Records print the packing they were defined under.
            Item::Pragma(text) if self.text(*text).trim_start().starts_with("pack") => {}
            Item::Pragma(text) => self.pragma(*text),
            Item::Directive(directive) => self.directive(*directive),
        }
    }

    /// The items of one declaration in a block.
    pub(crate) fn declarations(&mut self, items: &[Item]) {
        let mut rest = items;
        while let Some(first) = rest.first() {
            let group = self.group_len(rest).max(1);
            match first {
                Item::Var { .. } => {
                    self.inline_declaration(&rest[..group]);
                    self.out.line(";");
                    self.jumped_over(&rest[..group]);
                }
                // In a block a function has no storage class but `extern`.
                Item::Prototype { function, ty } => self.prototype_item(*function, *ty, ""),
                _ => self.item(first),
            }
            rest = &rest[group..];
        }
    }

    /// Initialises what C++ does not let a declaration initialise.
    fn jumped_over(&mut self, items: &[Item]) {
        for item in items {
            if let Item::Var { var, with_init: true, .. } = item
                && self.jumped_over.contains(var)
            {
                self.initialised_later(*var);
            }
        }
    }

    /// How many of the items can share one declaration.
    fn group_len(&mut self, items: &[Item]) -> usize {
        let mut first: Option<String> = None;
        let mut len = 0;
        for item in items {
            let Item::Var { var, ty, is_extern, .. } = item else { break };
            let front = self.var_front(*var, *ty, *is_extern);
            if *first.get_or_insert_with(|| front.clone()) != front {
                break;
            }
            len += 1;
        }
        len
    }

    /// Variables of one declaration, without the semicolon.
    pub(crate) fn inline_declaration(&mut self, items: &[Item]) {
        for (number, item) in items.iter().enumerate() {
            let Item::Var { var, with_init, is_extern, ty } = item else { continue };
            if number == 0 {
                let front = self.var_front(*var, *ty, *is_extern);
                self.out.write(&front);
            } else {
                self.out.write(",");
            }
            self.declarator_and_init(*var, *ty, *with_init);
        }
    }

    /// Storage class, specifiers and type of a variable.
    fn var_front(&mut self, id: VarId, ty: Type, is_extern: bool) -> String {
        let program = self.program;
        let var = &program.vars[id];
        let mut words = Vec::new();
        if is_extern {
            words.push("extern".to_owned());
        } else if matches!(var.storage, VarStorage::Internal | VarStorage::StaticLocal) {
            words.push("static".to_owned());
        }
        words.extend(self.cuda_specs(var.cuda));
        if var.register && self.is_c() {
            words.push("register".to_owned());
        }
        if var.thread_local {
            words.push(if self.is_cuda() { "thread_local" } else { "_Thread_local" }.to_owned());
        }
        words.extend(self.align_as(var.align, &var.attrs));
        match self.jumped_over.contains(&id) {
            // What is assigned later is no constant.
            true => {
                let front = self.declaration_parts(ty.unqualified(), "").0;
                let is_const = program.types.innermost_element(ty).is_const();
                words.push(if is_const { front.replace("const ", "") } else { front });
            }
            false => words.push(self.declaration_parts(ty, "").0),
        }
        words.join(" ")
    }

    fn declarator_and_init(&mut self, id: VarId, ty: Type, with_init: bool) {
        let program = self.program;
        let var = &program.vars[id];
        let name = self.var_name(id);
        let declarator = self.declaration_parts(ty, &name).1;
        self.out.write(&format!(" {declarator}"));
        self.asm_label(var.asm_label);
        let attrs = self.attributes(&var.attrs);
        self.out.write(&attrs);
        match (&var.init, with_init && !self.jumped_over.contains(&id)) {
            (Some(hir::Init::Construct(args)), true) if args.is_empty() => {}
            (Some(hir::Init::Construct(args)), true) => {
                self.out.write("(");
                self.list(args);
                self.out.write(")");
            }
            (Some(init), true) => {
                self.out.write(" = ");
                match init {
                    hir::Init::Expr(expr) => self.initial_value(*expr, ty),
                    _ => self.init(init),
                }
            }
            _ => {}
        }
        self.remember_lengths(ty, &name);
    }

    fn prototype_item(&mut self, id: FunctionId, ty: Type, front: &str) {
        let program = self.program;
        let function = &program.functions[id];
        let hir::TypeKind::Function(ty) = program.types.stripped(ty) else { return };
        let name = self.function_name(id);
        let heading = self.prototype(ty, &name);
        self.out.write(&format!("{front}{heading}"));
        self.asm_label(function.asm_label);
        self.out.line(";");
    }

    fn function(&mut self, id: FunctionId) {
        let program = self.program;
        let function = &program.functions[id];
        let (Some(ty), Some(body)) = (program.function_type(id), function.body) else { return };
        self.enter_function(id);
        let name = self.function_name(id);
        let front = self.function_front(function);
        self.out.newline();
        self.trace(function.span);
        // C++ has no definitions of the old style.
        if function.old_style && !self.is_cuda() {
            let heading = self.old_style_heading(ty, &name, &function.params);
            self.out.line(&format!("{front}{heading}"));
            self.old_style_params(&function.params);
        } else {
            let heading = self.function_heading(ty, &name, &function.params);
            self.out.line(&format!("{front}{heading}"));
        }
        for &param in &function.params {
            let name = self.var_name(param);
            self.remember_lengths(program.vars[param].ty, &name);
        }
        self.function_body(body);
        self.result = None;
    }

    fn old_style_params(&mut self, params: &[VarId]) {
        for &param in params {
            let name = self.var_name(param);
            let var = &self.program.vars[param];
            let register = if var.register { "register " } else { "" };
            let text = self.declaration(var.written.unwrap_or(var.ty), &name);
            self.out.line(&format!("{register}{text};"));
        }
    }

    /// Everything before the return type, ending in a space if not empty.
    fn function_front(&mut self, function: &Function) -> String {
        // In front, since a definition takes no attributes after its heading.
        let mut words = self.cuda_specs(function.cuda);
        let attrs = self.attributes(&function.attrs);
        if !attrs.is_empty() {
            words.push(attrs.trim_start().to_owned());
        }
        if function.is_static {
            words.push("static".to_owned());
        } else if function.is_extern {
            words.push("extern".to_owned());
        }
        if function.is_inline && !self.is_open_cl() {
            words.push("inline".to_owned());
        }
        if function.is_noreturn && !self.is_open_cl() {
            words.push(if self.is_cuda() { "__attribute__((noreturn))" } else { "_Noreturn" }.to_owned());
        }
        words.iter().map(|word| format!("{word} ")).collect()
    }

    fn typedef(&mut self, id: hir::TypedefId) {
        let typedef = &self.program.typedefs[id];
        let name = self.typedef_name(id);
        let text = self.declaration(typedef.ty, &name);
        let attrs = self.attributes(&typedef.attrs);
        self.out.line(&format!("typedef {text}{attrs};"));
    }

    fn record(&mut self, id: RecordId, defines: bool) {
        let record = &self.program.records[id];
        if record.tag.is_none() {
            // An anonymous member: printed where it is one.
            return;
        }
        if !defines {
            let name = self.record_name(id);
            return self.out.line(&format!("{name};"));
        }
        if let Some(pack) = record.pack {
            self.out.line(&format!("#pragma pack(push, {pack})"));
        }
        let name = self.record_name(id);
        self.out.write(&name);
        self.record_body(id);
        self.out.line(";");
        if record.pack.is_some() {
            self.out.line("#pragma pack(pop)");
        }
    }

    /// ` { … }` and the attributes after it.
    fn record_body(&mut self, id: RecordId) {
        let program = self.program;
        let record = &program.records[id];
        self.out.line(" {");
        self.out.indent();
        // Those without a name are part of a word there.
        let is_printed = |field: &&Field| !self.is_open_cl() || field.bits.is_none() || field.name.is_some();
        let fields: Vec<&Field> = record.fields.iter().flatten().filter(is_printed).collect();
        for field in fields {
            self.field(field);
        }
        self.out.dedent();
        let attrs = self.attributes(&record.attrs);
        self.out.write(&format!("}}{attrs}"));
    }

    fn field(&mut self, field: &Field) {
        let program = self.program;
        if let Some(word) = self.align_as(field.align, &field.attrs) {
            self.out.write(&format!("{word} "));
        }
        let anonymous = program.types.as_record(field.ty).filter(|&record| {
            field.name.is_none() && field.bits.is_none() && program.records[record].tag.is_none()
        });
        if let Some(record) = anonymous {
            let quals = field.ty.quals;
            self.out.write(if quals.has(Qualifiers::CONST) { "const " } else { "" });
            self.out.write(if quals.has(Qualifiers::VOLATILE) { "volatile " } else { "" });
            self.out.write(record_keyword(program.records[record].kind));
            self.record_body(record);
        } else {
            let name = field.name.map_or("".into(), |name| self.name(name));
            let (base, declarator) = self.declaration_parts(field.ty, &name);
            let bits = field.bits.map_or(String::new(), |bits| format!(" : {bits}"));
            self.out.write(&format!("{}{bits}", join(&base, &declarator)));
        }
        let attrs = self.attributes(&field.attrs);
        self.out.line(&format!("{attrs};"));
    }

    fn enumeration(&mut self, id: hir::EnumId) {
        let program = self.program;
        let def = &program.enums[id];
        let name = if def.tag.is_some() { self.enum_name(id) } else { String::from("enum") };
        let Some(enumerators) = &def.enumerators else {
            return self.out.line(&format!("{name};"));
        };
        self.out.line(&format!("{name} {{"));
        self.out.indent();
        let mut next = 0;
        for &id in enumerators {
            let enumerator = &program.enumerators[id];
            let name = self.enumerator_name(id);
            self.out.write(&name);
            if enumerator.value != next {
                self.out.write(&format!(" = {}", enumerator_value(enumerator.value)));
            }
            next = enumerator.value + 1;
            self.out.line(",");
        }
        self.out.dedent();
        let attrs = self.attributes(&def.attrs);
        self.out.line(&format!("}}{attrs};"));
    }

    /// Attributes with a space before each.
    pub(crate) fn attributes(&self, attrs: &[AttributeText]) -> String {
        let mut text = String::new();
        for attr in attrs {
            let name = self.text(attr.name);
            if IN_THE_TYPE.contains(&&*name) {
                continue;
            }
            // `malloc(f)` names a function that may be declared only later.
            let args = attr.args.filter(|_| name != "malloc");
            let args = args.map_or(String::new(), |args| format!("({})", self.text(args)));
            text.push_str(&format!(" __attribute__(({name}{args}))"));
        }
        text
    }

    /// `_Alignas`, unless an attribute among those printed says it.
    fn align_as(&self, align: Option<u64>, attrs: &[AttributeText]) -> Option<String> {
        let by_attribute = attrs.iter().any(|attr| self.text(attr.name) == "aligned");
        let align = align.filter(|_| !by_attribute)?;
        // `alignas` would have to come before `extern` and `__shared__`.
        Some(match self.style.dialect {
            Dialect::Cuda => format!("__align__({align})"),
            Dialect::OpenCl => format!("__attribute__((aligned({align})))"),
            Dialect::C => format!("_Alignas({align})"),
        })
    }

    fn asm_label(&mut self, label: Option<hir::Symbol>) {
        if let Some(label) = label {
            self.out.write(" ");
            self.write_symbol(label);
        }
    }

    fn cuda_specs(&self, specs: CudaSpecs) -> Vec<String> {
        if self.is_open_cl() {
            return crate::open_cl::specifiers(specs);
        }
        let words = [
            (CudaSpecs::EXTERN_C, "extern \"C\""),
            (CudaSpecs::GLOBAL, "__global__"),
            (CudaSpecs::HOST, "__host__"),
            (CudaSpecs::DEVICE, "__device__"),
            (CudaSpecs::SHARED, "__shared__"),
            (CudaSpecs::CONSTANT, "__constant__"),
            (CudaSpecs::MANAGED, "__managed__"),
            (CudaSpecs::FORCE_INLINE, "__forceinline__"),
            (CudaSpecs::NO_INLINE, "__noinline__"),
        ];
        words.iter().filter(|(spec, _)| specs.has(*spec)).map(|(_, word)| (*word).to_owned()).collect()
    }
}

/// Values beyond `long` need a suffix to be taken at all.
fn enumerator_value(value: i128) -> String {
    match i64::try_from(value) {
        Ok(i64::MIN) => "(-9223372036854775807l - 1)".to_owned(),
        Ok(value) => value.to_string(),
        Err(_) => format!("{value}ull"),
    }
}
