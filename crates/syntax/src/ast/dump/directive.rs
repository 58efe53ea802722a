//! Directives in their own words, expressions parenthesised.

use super::Dumper;
use crate::ast::{
    AllocInit, CudaLiteAnnotation, Directive, DirectiveKind, Distribution, ExprId, Padding, ReductionClause,
    ScheduledTime, SectionDim, SectionSpec, TextureAddress, TextureFilter, TileClauses, UnrollFactor,
};

impl Dumper<'_> {
    pub(super) fn directive_text(&self, directive: &Directive) -> String {
        let kind = &directive.kind;
        match kind {
            DirectiveKind::Error => "directive error".into(),
            DirectiveKind::CudaLite(annotation) => format!("cudalite {}", self.annotation_text(annotation)),
            _ => {
                let when = directive.when.as_ref().map(|when| self.list_text(&[when.condition]));
                let when = when.map_or(String::new(), |condition| format!("when({condition}) "));
                format!("hicuda {when}{}{}", kind.name(), self.directive_rest(kind))
            }
        }
    }

    /// What follows the directive's name, with a blank in front.
    fn directive_rest(&self, kind: &DirectiveKind) -> String {
        match kind {
            DirectiveKind::Kernel { name, tblock, thread, nowait, fastmath, defines } => {
                let mut text = format!(" {}", self.text(name.symbol));
                text += &self.clause_text("tblock", tblock.as_deref());
                text += &self.clause_text("thread", thread.as_deref());
                text += if *nowait { " nowait" } else { "" };
                text += if *fastmath { " fastmath" } else { "" };
                text + &self.clause_text("defines", defines.as_deref())
            }
            DirectiveKind::LoopPartition {
                over_tblock,
                block_entry,
                over_thread,
                thread_entry,
                jam,
                run,
                vector,
                reductions,
                private,
                independent,
                ..
            } => {
                let mut text = match (over_tblock, block_entry) {
                    (None, _) => String::new(),
                    (_, Some(entry)) => self.clause_text("over_tblock", Some(std::slice::from_ref(entry))),
                    (Some(Distribution::Block), None) => " over_tblock(BLOCK)".into(),
                    (Some(Distribution::Cyclic), None) => " over_tblock(CYCLIC)".into(),
                };
                text += match thread_entry {
                    Some(entry) => self.clause_text("over_thread", Some(std::slice::from_ref(entry))),
                    None if *over_thread => " over_thread".into(),
                    None => String::new(),
                }
                .as_str();
                if let Some(jam) = jam {
                    let run = run.map_or_else(String::new, |run| format!(":{}", self.expr_text(run)));
                    text += &format!(" jam({}{run})", self.expr_text(*jam));
                }
                text +=
                    &self.clause_text("vector", Some(vector.as_slice()).filter(|names| !names.is_empty()));
                text.extend(reductions.iter().map(|r| self.reduction_text(r)));
                text +=
                    &self.clause_text("private", Some(private.as_slice()).filter(|names| !names.is_empty()));
                text + if *independent { " independent" } else { "" }
            }
            DirectiveKind::Shape(items) => {
                let items = items.iter().map(|item| {
                    let dims: String =
                        item.dims.iter().map(|d| format!("[{}]", self.expr_text(*d))).collect();
                    format!(" {}{dims}", self.expr_text(item.pointer))
                });
                items.collect()
            }
            DirectiveKind::Tile(list) | DirectiveKind::Assume(list) => format!("({})", self.list_text(list)),
            DirectiveKind::Collapse(n) => format!("({})", self.expr_text(*n)),
            DirectiveKind::Unroll(UnrollFactor::Full) => "(full)".into(),
            DirectiveKind::Unroll(UnrollFactor::Times(n)) => format!("({})", self.expr_text(*n)),
            DirectiveKind::Permute(names) => {
                let names: Vec<_> = names.iter().map(|n| self.text(n.symbol)).collect();
                format!("({})", names.join(", "))
            }
            DirectiveKind::Schedule(tuples) => {
                let entry = |time: &ScheduledTime| match time.is_shared_out {
                    true => format!("[{}]", self.expr_text(time.time)),
                    false => self.expr_text(time.time),
                };
                let tuple =
                    |times: &Vec<ScheduledTime>| times.iter().map(entry).collect::<Vec<_>>().join(", ");
                let tuples: Vec<_> = tuples.iter().map(|times| format!("({})", tuple(times))).collect();
                format!("({})", tuples.join(", "))
            }
            DirectiveKind::Wavefront(values) | DirectiveKind::Snapshot(values) if !values.is_empty() => {
                format!("({})", self.list_text(values))
            }
            _ => self.data_rest(kind),
        }
    }

    fn data_rest(&self, kind: &DirectiveKind) -> String {
        match kind {
            DirectiveKind::GlobalAlloc { var, pinned, init } => {
                let pinned = if *pinned { " pinned" } else { "" };
                let init = match init {
                    AllocInit::None => String::new(),
                    AllocInit::Clear => " clear".into(),
                    AllocInit::Copyin(section) => {
                        format!(" copyin{}", self.optional_section(section.as_ref()))
                    }
                };
                self.section_text(var) + pinned + &init
            }
            DirectiveKind::GlobalCopyin(var) => self.section_text(var),
            DirectiveKind::GlobalCopyout { var, to } => {
                self.section_text(var) + &self.target_text(to.as_ref())
            }
            DirectiveKind::ConstantCopyin(vars) => vars.iter().map(|v| self.section_text(v)).collect(),
            DirectiveKind::GlobalFree(names)
            | DirectiveKind::ConstantRemove(names)
            | DirectiveKind::TextureRemove(names)
            | DirectiveKind::SharedRemove(names) => {
                names.iter().map(|n| format!(" {}", self.expr_text(*n))).collect()
            }
            DirectiveKind::TextureCopyin { var, address, filter } => {
                let address = match address {
                    None => "",
                    Some(TextureAddress::Clamp) => " addr(clamp)",
                    Some(TextureAddress::Border) => " addr(border)",
                    Some(TextureAddress::Wrap) => " addr(wrap)",
                };
                let filter = match filter {
                    None => "",
                    Some(TextureFilter::Point) => " filter(point)",
                    Some(TextureFilter::Linear) => " filter(linear)",
                };
                self.section_text(var) + address + filter
            }
            DirectiveKind::SharedAlloc { var, copyin, tile } => {
                let mut text = self.section_text(var);
                if let Some(copyin) = copyin {
                    text += if copyin.nobndcheck { " copyin(nobndcheck)" } else { " copyin" };
                    text += &self.optional_section(copyin.var.as_ref());
                }
                text + &self.tile_text(tile)
            }
            DirectiveKind::SharedCopyout { var, nobndcheck } => {
                let check = if *nobndcheck { "(nobndcheck)" } else { "" };
                format!("{check}{}", self.section_text(var))
            }
            _ => String::new(),
        }
    }

    fn tile_text(&self, tile: &TileClauses) -> String {
        let pad = match tile.pad {
            None => String::new(),
            Some(Padding::Auto) => " pad(auto)".into(),
            Some(Padding::None) => " pad(none)".into(),
            Some(Padding::Elements(n)) => format!(" pad({})", self.expr_text(n)),
        };
        let ahead = self.clause_text("ahead", tile.ahead.as_ref().map(std::slice::from_ref));
        let order = tile.order.map_or(String::new(), |order| format!(" order({})", order.text()));
        pad + &ahead + &order
    }

    fn clause_text(&self, name: &str, values: Option<&[ExprId]>) -> String {
        values.map_or(String::new(), |values| format!(" {name}({})", self.list_text(values)))
    }

    fn reduction_text(&self, reduction: &ReductionClause) -> String {
        let op = reduction.op.text();
        let fast = if reduction.fast { "fast, " } else { "" };
        let mut vars = String::new();
        for (i, var) in reduction.vars.iter().enumerate() {
            let before = match i {
                0 => "",
                _ if reduction.places.contains(&i) => " at",
                _ => ",",
            };
            vars += &format!("{before}{}", self.section_text(var));
        }
        format!(" reduction({fast}{op}:{vars})")
    }

    fn section_text(&self, section: &SectionSpec) -> String {
        let dims = section.dims.iter().map(|dim| match dim {
            SectionDim::Range(low, high) => format!("[{}:{}]", self.expr_text(*low), self.expr_text(*high)),
            SectionDim::Index(index) => format!("[{}]", self.expr_text(*index)),
            SectionDim::All => "[*]".into(),
        });
        format!(" {}{}", self.expr_text(section.base), dims.collect::<String>())
    }

    fn optional_section(&self, section: Option<&SectionSpec>) -> String {
        section.map_or(String::new(), |section| self.section_text(section))
    }

    fn target_text(&self, to: Option<&SectionSpec>) -> String {
        to.map_or(String::new(), |to| format!(" to{}", self.section_text(to)))
    }

    fn annotation_text(&self, annotation: &CudaLiteAnnotation) -> String {
        match annotation {
            CudaLiteAnnotation::Kernel { threads, blocks_per_sm } => {
                format!("kernel({}, {})", self.expr_text(*threads), self.expr_text(*blocks_per_sm))
            }
            CudaLiteAnnotation::Array { name, rank, element_size, extents } => format!(
                "garray({}, rank {}, size {}, extents {})",
                self.text(name.symbol),
                self.expr_text(*rank),
                self.expr_text(*element_size),
                self.list_text(extents)
            ),
            CudaLiteAnnotation::BoundCheck => "boundchk".into(),
            CudaLiteAnnotation::Loop { iterator, start, end, increment } => {
                format!(
                    "loop({}, {})",
                    self.text(iterator.symbol),
                    self.list_text(&[*start, *end, *increment])
                )
            }
        }
    }
}
