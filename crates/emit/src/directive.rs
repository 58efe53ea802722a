//! Directives, printed back as `#pragma hicuda` lines.

use hir::{
    AllocInit, CudaLite, Directive, DirectiveId, DirectiveKind, Distribution, ExprId, GlobalAction, IndexSum,
    KernelClauses, Padding, PartitionClauses, Section, SectionDim, SharedAction, TextureAddress,
    TextureFilter, TileClauses, Time, Times,
};

use crate::Printer;

impl Printer<'_> {
    /// A directive on a line of its own.
    pub fn directive(&mut self, directive: DirectiveId) {
        if self.style.without_directives {
            return;
        }
        let program = self.program;
        let directive = &program.directives[directive];
        let text = self.directive_text(directive);
        self.out.line(&format!("#pragma {text}"));
        for &other in directive.when.iter().flat_map(|when| &when.others) {
            self.directive(other);
        }
    }

    /// The text after `#pragma`.
    pub fn directive_text(&mut self, directive: &Directive) -> String {
        let text = match &directive.kind {
            DirectiveKind::Kernel(clauses) => self.kernel_clauses(clauses),
            DirectiveKind::LoopPartition(clauses) => self.partition_clauses(clauses),
            DirectiveKind::Singular => "singular".to_owned(),
            DirectiveKind::Barrier => "barrier".to_owned(),
            DirectiveKind::Shape(shapes) => {
                let mut text = String::from("shape");
                for shape in shapes {
                    text.push_str(&format!(" {}", self.expr_text(shape.pointer)));
                    for &dim in &shape.dims {
                        text.push_str(&format!("[{}]", self.expr_text(dim)));
                    }
                }
                text
            }
            DirectiveKind::Global(action) => format!("global {}", self.global_action(action)),
            DirectiveKind::ConstantCopyin(sections) => {
                let sections: Vec<String> = sections.iter().map(|s| self.section(s)).collect();
                format!("constant copyin {}", sections.join(" "))
            }
            DirectiveKind::ConstantRemove(names) => format!("constant remove {}", self.name_list(names)),
            DirectiveKind::TextureCopyin { section, address, filter } => {
                let section = self.section(section);
                let address = address.map_or(String::new(), |a| format!(" addr({})", texture_address(a)));
                let filter = filter.map_or(String::new(), |f| format!(" filter({})", texture_filter(f)));
                format!("texture copyin {section}{address}{filter}")
            }
            DirectiveKind::TextureRemove(names) => format!("texture remove {}", self.name_list(names)),
            DirectiveKind::Shared(action) => format!("shared {}", self.shared_action(action)),
            DirectiveKind::UseDevice(used) => {
                let mut text = format!("use_device({})", self.list_text(&used.arrays));
                for (clause, names) in [("reads", &used.reads), ("writes", &used.writes)] {
                    if !names.is_empty() {
                        text.push_str(&format!(" {clause}({})", self.list_text(names)));
                    }
                }
                text
            }
            DirectiveKind::Assume(conditions) => format!("assume({})", self.list_text(conditions)),
            DirectiveKind::Atomic => "atomic".to_owned(),
            DirectiveKind::Tile(sizes) => format!("tile({})", self.list_text(sizes)),
            DirectiveKind::Permute(names) => {
                let names: Vec<String> =
                    names.iter().map(|(name, _)| self.text(*name).into_owned()).collect();
                format!("permute({})", names.join(", "))
            }
            DirectiveKind::Schedule(tuples) => {
                let tuples: Vec<String> = tuples.iter().map(|tuple| self.times(tuple)).collect();
                format!("schedule({})", tuples.join(", "))
            }
            DirectiveKind::Unroll(None) => "unroll(full)".to_owned(),
            DirectiveKind::Unroll(Some(times)) => format!("unroll({})", self.expr_text(*times)),
            DirectiveKind::Collapse(depth) => format!("collapse({})", self.expr_text(*depth)),
            DirectiveKind::Stage { length, arrays, tile } => {
                let (length, arrays) = (self.expr_text(*length), self.list_text(arrays));
                format!("stage({length}: {arrays}){}", tile_clauses(tile))
            }
            DirectiveKind::Fuse => "fuse".to_owned(),
            DirectiveKind::Fission => "fission".to_owned(),
            DirectiveKind::Wavefront(found) if found.is_empty() => "wavefront".to_owned(),
            DirectiveKind::Wavefront(given) => format!("wavefront({})", self.list_text(given)),
            DirectiveKind::Snapshot(arrays) => format!("snapshot({})", self.list_text(arrays)),
            DirectiveKind::CudaLite(annotation) => return format!("cudalite {}", self.cuda_lite(annotation)),
            DirectiveKind::Error => "error".to_owned(),
        };
        let when = directive
            .when
            .as_ref()
            .map_or(String::new(), |when| format!("when({}) ", self.expr_text(when.condition)));
        format!("hicuda {when}{text}")
    }

    /// `(k, 1, i + j)`
    fn times(&self, tuple: &Times) -> String {
        let entry = |time: &Time| {
            let mut terms = self.index_terms(&time.sum);
            let compared = time.comparisons.iter().map(|c| (c.adds, self.comparison(&c.not_negative)));
            terms.extend(compared);
            let text = added_up(terms, time.sum.constant);
            if time.is_shared_out { format!("[{text}]") } else { text }
        };
        let entries: Vec<String> = tuple.entries.iter().map(entry).collect();
        format!("({})", entries.join(", "))
    }

    /// `(i >= k)`: what is added on the left, what is taken away on the right.
    fn comparison(&self, not_negative: &IndexSum) -> String {
        let (left, right): (Vec<_>, Vec<_>) =
            self.index_terms(not_negative).into_iter().partition(|(factor, _)| *factor > 0);
        let right = right.into_iter().map(|(factor, name)| (-factor, name)).collect();
        match not_negative.constant {
            -1 => format!("({} > {})", added_up(left, 0), added_up(right, 0)),
            constant => format!("({} >= {})", added_up(left, constant), added_up(right, 0)),
        }
    }

    fn index_terms(&self, sum: &IndexSum) -> Vec<(i64, String)> {
        sum.terms.iter().map(|(name, factor)| (*factor, self.text(*name).into_owned())).collect()
    }

    fn kernel_clauses(&mut self, clauses: &KernelClauses) -> String {
        let mut text = format!("kernel {}", self.text(clauses.name));
        for (word, sizes) in [("tblock", &clauses.tblock), ("thread", &clauses.thread)] {
            if let Some(sizes) = sizes {
                text.push_str(&format!(" {word}({})", self.list_text(sizes)));
            }
        }
        text.push_str(if clauses.nowait { " nowait" } else { "" });
        text.push_str(if clauses.fastmath { " fastmath" } else { "" });
        if !clauses.defines.is_empty() {
            text.push_str(&format!(" defines({})", self.list_text(&clauses.defines)));
        }
        text
    }

    fn partition_clauses(&mut self, clauses: &PartitionClauses) -> String {
        let mut text = String::from("loop_partition");
        match (clauses.over_tblock, clauses.block_entry) {
            (None, _) => {}
            (_, Some(entry)) => text.push_str(&format!(" over_tblock({})", self.expr_text(entry))),
            (Some(Distribution::Block), None) => text.push_str(" over_tblock(BLOCK)"),
            (Some(Distribution::Cyclic), None) => text.push_str(" over_tblock(CYCLIC)"),
        }
        match clauses.thread_entry {
            Some(entry) => text.push_str(&format!(" over_thread({})", self.expr_text(entry))),
            None => text.push_str(if clauses.over_thread { " over_thread" } else { "" }),
        }
        if let Some(jam) = clauses.jam {
            let run = clauses.run.map_or_else(String::new, |run| format!(":{}", self.expr_text(run)));
            text.push_str(&format!(" jam({}{run})", self.expr_text(jam)));
        }
        if !clauses.vector.is_empty() {
            text.push_str(&format!(" vector({})", self.list_text(&clauses.vector)));
        }
        for reduction in &clauses.reductions {
            let fast = if reduction.fast { "fast, " } else { "" };
            text.push_str(&format!(" reduction({fast}{}: ", reduction.op.text()));
            for (i, var) in reduction.vars.iter().enumerate() {
                let is_place = reduction.places.contains(&i);
                text.push_str(if is_place {
                    " at "
                } else if i > 0 {
                    ", "
                } else {
                    ""
                });
                text.push_str(&self.section(var));
            }
            text.push(')');
        }
        if !clauses.private.is_empty() {
            text.push_str(&format!(" private({})", self.list_text(&clauses.private)));
        }
        text.push_str(if clauses.independent { " independent" } else { "" });
        text
    }

    fn global_action(&mut self, action: &GlobalAction) -> String {
        match action {
            GlobalAction::Alloc { section, pinned, init } => {
                let section = self.section(section) + if *pinned { " pinned" } else { "" };
                match init {
                    AllocInit::None => format!("alloc {section}"),
                    AllocInit::Copyin(None) => format!("alloc {section} copyin"),
                    AllocInit::Copyin(Some(part)) => format!("alloc {section} copyin {}", self.section(part)),
                    AllocInit::Clear => format!("alloc {section} clear"),
                }
            }
            GlobalAction::Copyin(section) => format!("copyin {}", self.section(section)),
            GlobalAction::Copyout { section, to } => {
                let to = to.as_ref().map_or(String::new(), |to| format!(" to {}", self.section(to)));
                format!("copyout {}{to}", self.section(section))
            }
            GlobalAction::Free(names) => format!("free {}", self.name_list(names)),
        }
    }

    fn shared_action(&mut self, action: &SharedAction) -> String {
        match action {
            SharedAction::Alloc { section, copyin, tile } => {
                let mut text = format!("alloc {}", self.section(section));
                if let Some(copyin) = copyin {
                    text.push_str(if copyin.nobndcheck { " copyin(nobndcheck)" } else { " copyin" });
                    if let Some(part) = &copyin.section {
                        text.push_str(&format!(" {}", self.section(part)));
                    }
                }
                text.push_str(&tile_clauses(tile));
                text
            }
            SharedAction::Copyout { section, nobndcheck } => {
                let word = if *nobndcheck { "copyout(nobndcheck)" } else { "copyout" };
                format!("{word} {}", self.section(section))
            }
            SharedAction::Remove(names) => format!("remove {}", self.name_list(names)),
        }
    }

    fn cuda_lite(&mut self, annotation: &CudaLite) -> String {
        match annotation {
            CudaLite::Kernel(threads, blocks) => {
                format!("__global__ {} {}", self.tight_text(*threads), self.tight_text(*blocks))
            }
            CudaLite::Array { var, extents } => {
                let name = var.map_or(String::new(), |var| self.var_name(var));
                let element = var.and_then(|var| self.program.types.pointee(self.program.vars[var].ty));
                let size = element.and_then(|ty| self.program.size_of(ty)).unwrap_or(1);
                let sizes: Vec<String> = extents.iter().map(|&e| self.tight_text(e)).collect();
                format!("garray {name} {} {size} {}", extents.len(), sizes.join(" "))
            }
            CudaLite::BoundCheck => "BoundChk".to_owned(),
            CudaLite::Loop(var, start, end, step) => {
                let name = var.map_or(String::new(), |var| self.var_name(var));
                let [start, end, step] = [*start, *end, *step].map(|e| self.tight_text(e));
                format!("loop {name} {start} {end} {step}")
            }
        }
    }

    fn section(&mut self, section: &Section) -> String {
        let mut text = self.expr_text(section.base);
        for dim in &section.dims {
            text.push_str(&match *dim {
                SectionDim::Range(low, high) => format!("[{}:{}]", self.bound(low), self.bound(high)),
                SectionDim::Index(index) => format!("[{}]", self.expr_text(index)),
                SectionDim::All => "[*]".to_owned(),
            });
        }
        text
    }

    /// A bound: the colon of a `?:` must not be taken for the section's.
    fn bound(&mut self, expr: ExprId) -> String {
        self.captured(|p| p.operand(expr, crate::Precedence::Or))
    }

    /// An expression where a space would end it.
    fn tight_text(&mut self, expr: ExprId) -> String {
        self.captured(|p| p.operand(expr, crate::Precedence::Postfix))
    }

    fn list_text(&mut self, exprs: &[ExprId]) -> String {
        self.captured(|p| p.list(exprs))
    }

    fn name_list(&mut self, names: &[ExprId]) -> String {
        let names: Vec<String> = names.iter().map(|&name| self.expr_text(name)).collect();
        names.join(" ")
    }
}

/// ` pad(1) ahead(0) order(columns)`, as far as they are given.
fn tile_clauses(tile: &TileClauses) -> String {
    let mut text = match tile.pad {
        Padding::Auto => String::new(),
        Padding::None => " pad(none)".to_owned(),
        Padding::Elements(n) => format!(" pad({n})"),
    };
    if let Some(sections) = tile.ahead {
        text.push_str(&format!(" ahead({sections})"));
    }
    if let Some(order) = tile.order {
        text.push_str(&format!(" order({})", order.text()));
    }
    text
}

fn texture_address(address: TextureAddress) -> &'static str {
    match address {
        TextureAddress::Clamp => "clamp",
        TextureAddress::Border => "border",
        TextureAddress::Wrap => "wrap",
    }
}

fn texture_filter(filter: TextureFilter) -> &'static str {
    match filter {
        TextureFilter::Point => "point",
        TextureFilter::Linear => "linear",
    }
}

/// `i + 2 * j - 1`
fn added_up(terms: Vec<(i64, String)>, constant: i64) -> String {
    let number = (constant != 0 || terms.is_empty()).then(|| (constant, String::new()));
    let mut text = String::new();
    for (factor, what) in terms.into_iter().chain(number) {
        let sign = match (text.is_empty(), factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let times = match (factor.unsigned_abs(), what.as_str()) {
            (magnitude, "") => magnitude.to_string(),
            (1, _) => what,
            (magnitude, _) => format!("{magnitude} * {what}"),
        };
        text = format!("{text}{sign}{times}");
    }
    text
}
