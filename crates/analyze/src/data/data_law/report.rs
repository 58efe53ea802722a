//! What is said where the law is broken, and what happens to arrays, for
//! `--explain-data`.

use std::collections::BTreeSet;

use diagnostics::{Diagnostic, Safety, codes};
use hir::{Span, StmtKind};

use crate::{CopyId, Input, KernelFacts, Place, SharedFacts};

use super::Law;
use super::pieces::{Piece, Why};
use super::record::{Certainty, Side};
use super::state::Object;
use super::timeline::{Happening, Newest, What};
use super::touches::ReadOf;
use super::value::{Loc, LocKind};

impl Law<'_, '_> {
    /// A read of the host was found to be like this.
    pub(super) fn host_read(&mut self, object: &Object, span: Span, found: &ReadOf) {
        let Some(place) = place_of(object, found) else { return };
        if let Some(piece) = &found.certain {
            let message = stale_on_host(self.input, object, &place, span, piece, true);
            self.say(&place, "host", message);
            return;
        }
        let elsewhere = |piece: &Piece| match piece.why {
            Why::Elsewhere(by) => Some(by),
            _ => None,
        };
        if let Some(by) = found.possible.iter().find_map(elsewhere) {
            let message = holds_another(self.input, &place, span, by);
            self.say(&place, "elsewhere", message);
        }
        let is_newer = |piece: &&Piece| matches!(piece.why, Why::Kernel(_) | Why::Tile(_));
        if let Some(piece) = found.possible.iter().find(is_newer) {
            let message = stale_on_host(self.input, object, &place, span, piece, false);
            self.say(&place, "host", message);
        }
        for piece in &found.possible {
            self.settle(object, piece);
        }
        if !found.possible.is_empty()
            && let Some((_, directive)) = object.released
        {
            let name = self.input.place_name(&place);
            self.not_proven(directive, format!("that no newer value of `{name}` is lost"));
        }
    }

    /// A read of a kernel was found to be like this.
    pub(super) fn device_read(&mut self, kernel: &KernelFacts, object: &Object, span: Span, found: &ReadOf) {
        let Some(place) = place_of(object, found) else { return };
        if let Some(piece) = &found.certain {
            let message = stale_on_device(self.input, object, &place, span, piece, true);
            self.say(&place, "device", message);
            return;
        }
        for piece in &found.possible {
            if self.settle(object, piece) {
                continue;
            }
            if piece.why == Why::Unknown {
                let name = self.input.place_name(&place);
                let what = format!("that the device has the newest value of all it reads of `{name}`");
                self.not_proven(kernel.directive, what);
            } else {
                let message = stale_on_device(self.input, object, &place, span, piece, false);
                self.say(&place, "device", message);
            }
        }
    }

    /// Where a device copy may lack values that the host has, they are copied when it is made:
    /// then it lacks none. `false` if this is no remedy.
    pub(super) fn settle(&mut self, object: &Object, piece: &Piece) -> bool {
        let lacking = self.lacking(object, piece);
        let is_remedy = !lacking.is_empty();
        self.found.completed.extend(lacking);
        is_remedy
    }

    /// The device copies for lack of whose values a piece is stale.
    pub(super) fn lacking(&self, object: &Object, piece: &Piece) -> BTreeSet<(usize, CopyId)> {
        match piece.why {
            // The host's values of that time are not those that the zeros stand for now.
            Why::Cleared(_) if object.zeros_written => BTreeSet::new(),
            Why::Never(made) | Why::Cleared(made) => {
                object.copies.iter().filter(|copy| copy.made == made).map(|copy| copy.copy).collect()
            }
            Why::Moved(by) => self.moved_from.get(&by).cloned().unwrap_or_default(),
            _ => BTreeSet::new(),
        }
    }

    /// Results that stay on the device when a function returns to callers that are not
    /// known.
    pub(super) fn left_to_callers(&mut self) {
        let objects = self.now.as_ref().map(|now| now.objects.clone()).unwrap_or_default();
        for (loc, object) in objects.iter() {
            if let Some((_, directive)) = object.released
                && !self.is_local(loc)
                && !object.host.may.is_empty()
                && !matches!(self.names.kind(loc), LocKind::Heap(..))
            {
                self.note_stale(loc, object, Side::Host, Certainty::Possible, None);
                for piece in &object.host.may {
                    self.settle(object, piece);
                }
                self.not_proven(directive, "that callers need none of the values it loses");
            }
        }
    }

    /// Reports once per array and kind, when all paths are known.
    pub(super) fn say(&mut self, place: &Place, kind: &'static str, message: Diagnostic) {
        let function = self.input.program.vars[place.var].owner;
        let name = format!("{}/{:?}", self.input.place_name(place), function);
        if self.silent == 0 {
            self.notes.say((name, kind), message);
        }
    }

    /// A transfer moves what is there already, or does not: it is needless if it is so from wherever its function is called.
    pub(super) fn note_needless(&mut self, transfer: Span, needless: Option<Diagnostic>) {
        if self.silent == 0 {
            self.notes.needless(transfer.lo, needless);
        }
    }

    /// Notes what happens to an array.
    pub(super) fn happens(
        &mut self,
        loc: Loc,
        place: &Place,
        span: Span,
        what: What,
        copy: Option<(usize, CopyId)>,
    ) {
        if self.silent > 0 {
            return;
        }
        let occasion = (span, std::mem::discriminant(&what), self.input.place_name(place));
        if self.notes.has(&occasion) {
            return;
        }
        let object = self.object(loc);
        let own = object.copies.first().map(|copy| copy.copy);
        let happening = copy.or(own).map(|(unit, id)| {
            let alive = !object.copies.is_empty();
            let newest = Newest { host: object.host.clone(), device: object.device.clone() };
            (unit, Happening { place: place.clone(), span, what, copy: Some(id), newest, alive })
        });
        self.notes.happens(occasion, happening);
    }
}

/// The array whose copy a read is about.
fn place_of(object: &Object, found: &ReadOf) -> Option<Place> {
    let piece = found.certain.as_ref().or(found.possible.first())?;
    let copy = object.copy_for(&piece.set).map(|copy| copy.place.clone());
    copy.or_else(|| object.place.clone())
}

/// The host reads what a kernel has newer.
fn stale_on_host(
    input: &Input<'_>,
    object: &Object,
    place: &Place,
    span: Span,
    piece: &Piece,
    certain: bool,
) -> Diagnostic {
    let name = input.place_name(place);
    if let (Why::Moved(copyout), true) = (piece.why, certain) {
        let message = format!("this copies elements of `{name}` to the host that the device copy never got");
        return Diagnostic::new(&codes::COPYOUT_OF_NOTHING, copyout, message)
            .label("no transfer and no kernel put a value there")
            .related(span, "the host reads one of them here")
            .help(format!("copy `{name}` in before the kernel, or copy out only what the kernel writes"));
    }
    if let Why::Tile(written) = piece.why
        && certain
    {
        let message = format!("the host reads `{name}`, but what the kernel wrote was only in shared memory");
        return Diagnostic::new(&codes::STALE_ON_HOST, span, message)
            .label("the host's copy is old here")
            .related(written, "the kernel writes it here, in shared memory")
            .help(format!("write `#pragma hicuda shared copyout {name}…` in the kernel"));
    }
    let (code, message) = match certain {
        true => (
            &codes::STALE_ON_HOST,
            format!("the host reads `{name}`, but what the kernel wrote is only on the device"),
        ),
        false => (
            &codes::MAYBE_STALE_ON_HOST,
            format!("the host may read an old `{name}`: a kernel may have written it on the device"),
        ),
    };
    let mut found = Diagnostic::new(code, span, message).label("the host's copy is old here");
    let kernel = match piece.why {
        Why::Kernel(kernel) => kernel,
        Why::Tile(written) => return found.related(written, "the kernel writes it here, in shared memory"),
        _ => return found,
    };
    found = found.related(kernel, "this kernel writes it, on the device");
    if let Some((released, _)) = object.released {
        found = found.related(released, "its device copy is released here, with the new values");
    }
    let ranges =
        crate::array_shape::ArrayShape::declared(input.program, place).map_or(0, |shape| shape.rank());
    let ranges = object.copies.first().map_or(ranges, |copy| copy.rank);
    let line = format!("#pragma hicuda global copyout {name}{}", "[*]".repeat(ranges));
    found = found.help(format!("write `{line}` after the kernel"));
    match after_kernel(input, kernel) {
        Some(at) if certain => {
            found.fix("copy it out after the kernel", at, format!("{line}\n"), Safety::Safe)
        }
        _ => found,
    }
}

/// The host reads what `copyout … to` put there.
fn holds_another(input: &Input<'_>, place: &Place, span: Span, by: Span) -> Diagnostic {
    let name = input.place_name(place);
    let message =
        format!("the host reads what `copyout` put into `{name}`, which the sequential program does not");
    Diagnostic::new(&codes::HOLDS_ANOTHER_ARRAY, span, message)
        .label("the sequential program reads what stood here before")
        .related(by, "this puts another array's values there")
        .note("whether both are the same is not known, and `run --verify` compares what is printed, and the values of the next transfers")
        .help(format!(
            "copy out to the array that the kernel writes, and let the program itself fill `{name}`"
        ))
}

/// The empty place at the start of the line after a kernel's `kernel_end`.
fn after_kernel(input: &Input<'_>, kernel: Span) -> Option<Span> {
    let program = input.program;
    let end = program.stmts.iter().find_map(|(_, stmt)| match stmt.kind {
        StmtKind::Kernel { directive, end, .. } if program.directives[directive].span == kernel => Some(end),
        _ => None,
    })?;
    let range = input.sources.map.range(end)?;
    let file = input.sources.map.file(range.file);
    let rest = file.bytes.get(range.end as usize..)?;
    // The line of the directive includes its line feed, or ends before it.
    let ends_line = file.bytes.get((range.end as usize).checked_sub(1)?) == Some(&b'\n');
    let skip = match ends_line {
        true => 0,
        false => rest.iter().position(|byte| *byte == b'\n')? as u32 + 1,
    };
    Some(Span::in_file(end.hi + skip, end.hi + skip)).filter(|_| !end.is_from_macro())
}

/// A kernel reads what the host has newer, or what nobody has put there.
fn stale_on_device(
    input: &Input<'_>,
    object: &Object,
    place: &Place,
    span: Span,
    piece: &Piece,
    certain: bool,
) -> Diagnostic {
    let name = input.place_name(place);
    if !certain {
        return maybe_stale_on_device(&name, object, span, piece);
    }
    let directive = |text: &str| format!("`#pragma hicuda global {text}`");
    match piece.why {
        Why::Cleared(at) => {
            let message = format!("the kernel reads zeros of `{name}`, where the program has other values");
            Diagnostic::new(&codes::READS_CLEARED, span, message)
                .label("the device's copy was cleared")
                .related(at, "cleared here; the host's values stay on the host")
                .help("write `copyin` in place of `clear`")
        }
        Why::Never(alloc) => {
            let message = match object.filled {
                false => format!("the kernel reads `{name}`, but nothing was copied to the device"),
                true => format!("the kernel reads elements of `{name}` that nobody put on the device"),
            };
            let found = Diagnostic::new(&codes::STALE_ON_DEVICE, span, message)
                .label("the device's copy has no values yet");
            let found = found.related(alloc, "makes room, and copies nothing");
            match object.filled {
                false => found.help("add `copyin` to this directive").fix(
                    "copy the values in",
                    alloc.end(),
                    " copyin",
                    Safety::Safe,
                ),
                true => {
                    found.help(format!("write {} before the kernel", directive(&format!("copyin {name}…"))))
                }
            }
        }
        Why::Host(written) => {
            let message =
                format!("the kernel reads an old `{name}`: the host changed it since it was copied");
            Diagnostic::new(&codes::STALE_ON_DEVICE, span, message)
                .label("the device's copy is old here")
                .related(written, "the host changes it here")
                .help(format!("write {} before the kernel", directive(&format!("copyin {name}…"))))
        }
        Why::Tile(from) => {
            let message =
                format!("the kernel reads an old `{name}`: the new value was only in shared memory");
            Diagnostic::new(&codes::STALE_ON_DEVICE, span, message)
                .label("the device's copy is old here")
                .related(from, "written here, in shared memory")
                .help(format!("write `#pragma hicuda shared copyout {name}…` in that kernel"))
        }
        Why::Elsewhere(_) | Why::Unknown => maybe_stale_on_device(&name, object, span, piece),
        Why::Kernel(from) | Why::Moved(from) => {
            let message = format!("the kernel reads an old `{name}`: an old value was copied to the device");
            Diagnostic::new(&codes::STALE_ON_DEVICE, span, message)
                .label("the device's copy is old here")
                .related(from, "this moves an old value")
                .help(format!("copy `{name}` out before it is copied in again"))
        }
    }
}

/// A kernel reads a copy in shared memory that nothing was put into.
pub(super) fn empty_tile(input: &Input<'_>, place: &Place, span: Span, made: Span) -> Diagnostic {
    let name = input.place_name(place);
    let message = format!("the kernel reads `{name}` in shared memory, but nothing was copied there");
    Diagnostic::new(&codes::STALE_ON_DEVICE, span, message)
        .label("the copy in shared memory has no values yet")
        .related(made, "makes room, and copies nothing")
        .help("add `copyin` to this directive")
}

/// A kernel may read an element of a copy in shared memory that nothing was put into, or bring it back.
pub(super) fn maybe_empty_tile(
    input: &Input<'_>,
    shared: &SharedFacts,
    span: Span,
    is_copyout: bool,
) -> Diagnostic {
    let name = input.place_name(&shared.place);
    let (message, read) = match is_copyout {
        true => {
            (format!("this may bring back elements of `{name}` that nothing was put into"), "brought back")
        }
        false => (format!("the kernel may read `{name}` in shared memory where nothing was put"), "read"),
    };
    let (made, help) = match shared.copyin {
        None => ("makes room, and copies nothing", "add `copyin` to this directive"),
        Some(_) => ("does not load all of it", "name no section behind `copyin`"),
    };
    Diagnostic::new(&codes::MAYBE_STALE_ON_DEVICE, span, message)
        .label(format!("not all that is {read} here is known to be written since the copy was made"))
        .related(input.program.directives[shared.directive].span, made)
        .help(format!("{help}, or write every element that is {read}"))
}

fn maybe_stale_on_device(name: &str, object: &Object, span: Span, piece: &Piece) -> Diagnostic {
    let (since, related) = match piece.why {
        Why::Host(written) => {
            ("the host may have changed it since", Some((written, "the host changes it here")))
        }
        Why::Moved(from) => {
            ("an old value may have been copied there", Some((from, "this may move an old value")))
        }
        Why::Kernel(from) => {
            ("its newest value may be in a copy that is gone", Some((from, "this kernel writes it")))
        }
        Why::Tile(from) => {
            ("the new value may be in shared memory alone", Some((from, "written here, in shared memory")))
        }
        Why::Elsewhere(from) => {
            ("it was copied from what `copyout` put there", Some((from, "puts another array's values there")))
        }
        Why::Never(_) | Why::Cleared(_) | Why::Unknown => ("its newest value may be elsewhere", None),
    };
    let label = match object.filled {
        true => "the device's copy is old here",
        false => "the device's copy has no values yet",
    };
    let message = format!("the kernel may read an old `{name}`: {since}");
    let mut found = Diagnostic::new(&codes::MAYBE_STALE_ON_DEVICE, span, message).label(label);
    if let Some((at, what)) = related {
        found = found.related(at, what);
    }
    found.help(format!("write `#pragma hicuda global copyin {name}…` before the kernel"))
}

/// A transfer moves what the host has, and the newer values were lost with a copy.
pub(super) fn newer_lost(
    input: &Input<'_>,
    place: &Place,
    at: Span,
    newer: Span,
    released: Span,
) -> Diagnostic {
    let name = input.place_name(place);
    let message = format!("this moves old values of `{name}`: the newer ones went with an earlier copy");
    Diagnostic::new(&codes::COPY_OVER_NEWER, at, message)
        .label("the values it moves are older")
        .related(newer, "the kernel writes the newer ones here")
        .related(released, "the copy that has them is released here")
        .help("`copyout` the newer values before that, or keep that copy until here")
}

/// A transfer overwrites what is newer on the other side.
pub(super) fn over_newer(
    input: &Input<'_>,
    place: &Place,
    at: Span,
    newer: Span,
    copies_in: bool,
) -> Diagnostic {
    let name = input.place_name(place);
    let (message, written) = match copies_in {
        true => {
            (format!("this overwrites newer values of `{name}` on the device"), "the kernel writes them here")
        }
        false => {
            (format!("this overwrites newer values of `{name}` on the host"), "the host writes them here")
        }
    };
    let other = if copies_in { "copyout" } else { "copyin" };
    Diagnostic::new(&codes::COPY_OVER_NEWER, at, message)
        .label("the values it moves are older")
        .related(newer, written)
        .help(format!("`{other}` the newer values before, or move only the others"))
}

/// A transfer may overwrite what is newer on the other side.
pub(super) fn maybe_over_newer(
    input: &Input<'_>,
    place: &Place,
    at: Span,
    newer: Span,
    copies_in: bool,
) -> Diagnostic {
    let name = input.place_name(place);
    let (side, writer) = if copies_in { ("device", "kernel") } else { ("host", "host") };
    let other = if copies_in { "copyout" } else { "copyin" };
    let message = format!("this may overwrite newer values of `{name}` on the {side}");
    Diagnostic::new(&codes::MAYBE_COPY_OVER_NEWER, at, message)
        .label("some values it moves may be older")
        .related(newer, format!("the {writer} writes `{name}` here"))
        .help(format!("`{other}` the newer values before, or move only the others"))
}

/// A transfer moves what is already there.
pub(super) fn needless(
    input: &Input<'_>,
    place: &Place,
    at: Span,
    object: &Object,
    copies_in: bool,
) -> Diagnostic {
    let name = input.place_name(place);
    let message = match copies_in {
        true => format!("this copies `{name}` to the device, which has the same values already"),
        false => format!("this copies `{name}` to the host, which has the same values already"),
    };
    let since = if copies_in { "the host" } else { "a kernel" };
    let mut found = Diagnostic::new(&codes::NEEDLESS_COPY, at, message)
        .label(format!("{since} has not changed it since the last transfer"));
    if let (false, Some(kernel)) = (copies_in, object.by_kernel) {
        found = found.related(kernel, "what this kernel wrote was copied before");
    }
    found.help("remove the transfer")
}
