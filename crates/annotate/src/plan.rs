//! What becomes of every nest: a kernel around it, kernels inside it, or nothing, with the reason.
//!
//! Each nest has its choices in order of preference. The written program is checked as a whole; when the
//! checker objects to a kernel ([`Plan::refuse`]) its nest takes the next choice, until nothing is
//! said any more. There are finitely many choices, so that this ends. A kernel whose arrays had no
//! place on the device while others were still in the plan is tried once more at the end
//! ([`Plan::with_again`]).

use std::collections::{BTreeMap, BTreeSet};

use source::{Edit, FileId, FileRange};

use crate::calls::Arrays;
use crate::cost::Prediction;
use crate::counts::Trips;
use crate::parallel::{Obstacle, ObstacleKind};
use crate::versions::Versions;

/// All nests of a program.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The outermost ones, in the order of the text.
    pub nests: Vec<Nest>,
    /// Pragmas about kernels that stay although they were to go, each with the reason.
    pub kept_pragmas: Vec<String>,
    /// The search took as much as it may: what could be better was not tried.
    pub is_cut: bool,
    /// Where kernels run on the device, if they leave small work to the host.
    pub conditions: BTreeMap<String, String>,
}

/// A loop at which something is decided.
#[derive(Clone, Debug)]
pub struct Nest {
    /// The file that it stands in, as it was named.
    pub file: String,
    /// The line of its head.
    pub line: usize,
    /// The function.
    pub function: String,
    /// The indices of the loops that nest in each other there, with how often they run.
    pub loops: Vec<(String, Option<Trips>)>,
    /// Why no kernel is around all of it, where none can be.
    pub obstacle: Option<Reason>,
    /// What can be done.
    pub choices: Vec<Choice>,
    /// Which of them is taken.
    pub taken: usize,
    /// What the check said against those before it.
    pub refused: Vec<String>,
    /// One of them was refused because its arrays had no place on the device.
    pub lacked_data: bool,
    /// Why `schedule` finds no other order for it, if that was asked.
    pub no_order: Option<String>,
    /// What a pragma of OpenMP or OpenACC says of it, where that is asked.
    pub pragma: Option<String>,
    /// Functions that kernels run are no place for kernels.
    pub in_function: hir::FunctionId,
    /// Arrays that it touches outside the loops inside it, and all that it touches.
    pub touched: Touched,
}

/// The arrays of a nest.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    /// Outside the loops inside it.
    pub itself: Arrays,
    /// All.
    pub all: Arrays,
    /// The functions that it calls outside the loops inside it.
    pub calls: BTreeSet<hir::FunctionId>,
}

/// What can be done with a nest.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A kernel around it.
    Kernel(Box<Kernel>),
    /// It stays on the host; what is inside is decided there.
    Inside(Vec<Nest>),
    /// It stays on the host.
    Host,
}

impl Nest {
    /// The names of kernels in it that cannot be left.
    pub(crate) fn marked(&self) -> Vec<String> {
        match self.choices.iter().any(|choice| matches!(choice, Choice::Host)) {
            true => self.inside().into_iter().flatten().flat_map(Nest::marked).collect(),
            false => self.choices.iter().filter_map(Choice::kernel_name).collect(),
        }
    }
}

impl Choice {
    /// The name of the kernel, if it is one.
    pub(crate) fn kernel_name(&self) -> Option<String> {
        match self {
            Choice::Kernel(kernel) => Some(kernel.name.clone()),
            Choice::Inside(_) | Choice::Host => None,
        }
    }

    /// The nests inside, if these are decided one by one.
    fn inside(&self) -> Option<&[Nest]> {
        match self {
            Choice::Inside(nests) => Some(nests),
            Choice::Kernel(_) | Choice::Host => None,
        }
    }

    /// The same, to change them.
    pub(crate) fn inside_mut(&mut self) -> Option<&mut Vec<Nest>> {
        match self {
            Choice::Inside(nests) => Some(nests),
            Choice::Kernel(_) | Choice::Host => None,
        }
    }
}

/// A kernel that may be written.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Further kernels that come and go with it: a scheduled nest has several.
    pub others: Vec<String>,
    /// The file.
    pub file: FileId,
    /// The lines to insert.
    pub edits: Vec<Edit>,
    /// Copies of its arrays around it alone, for when no better place is found; none where a
    /// pointer's declaration does not say how much it points to.
    pub copies: Option<Vec<Edit>>,
    /// Lines that become versions in the end.
    pub versions: Option<Versions>,
    /// Where it runs on the device, if that is for the run to say and its copies are around it alone.
    pub threshold: Option<String>,
    /// The line that says why.
    pub why: String,
    /// What it takes.
    pub prediction: Prediction,
    /// Milliseconds that each of its arrays takes, by name, if it is moved for each launch.
    pub moves: BTreeMap<String, f64>,
    /// It is not faster than the processor.
    pub is_too_small: bool,
    /// Functions that it runs.
    pub functions: Vec<hir::FunctionId>,
    /// Where their bodies stand.
    pub called: Vec<FileRange>,
}

impl Kernel {
    /// Copies outside, the kernel inside: lines that stand at one place come in this order.
    fn with_copies(&self) -> Vec<Edit> {
        let start = self.edits.first().map_or(0, |edit| edit.start);
        let copies = self.copies.iter().flatten();
        let (before, after): (Vec<&Edit>, Vec<&Edit>) = copies.partition(|edit| edit.start == start);
        before.into_iter().chain(&self.edits).chain(after).cloned().collect()
    }
}

/// Why something is not done, with places in words.
#[derive(Clone, Debug)]
pub struct Reason {
    /// Are iterations known to depend on each other?
    pub is_serial: bool,
    /// In a sentence.
    pub message: String,
    /// `file.c:12: written here`
    pub places: Vec<String>,
    /// What to change.
    pub help: Option<String>,
}

impl Reason {
    /// A reason that is no dependence.
    pub fn plain(message: impl Into<String>) -> Reason {
        Reason { is_serial: false, message: message.into(), places: Vec::new(), help: None }
    }

    /// From an obstacle, its places told by `place`.
    pub fn of(obstacle: &Obstacle, place: impl Fn(source::Span) -> String) -> Reason {
        let told = |(span, text): &(source::Span, String)| match text.is_empty() {
            true => place(*span),
            false => format!("{} {text}", place(*span)),
        };
        Reason {
            is_serial: obstacle.kind == ObstacleKind::Serial,
            message: obstacle.message.clone(),
            places: obstacle.places.iter().map(told).collect(),
            help: obstacle.help.clone(),
        }
    }
}

impl Plan {
    /// The kernels that are to be written.
    pub fn kernels(&self) -> Vec<&Kernel> {
        let mut found = Vec::new();
        self.nests.iter().for_each(|nest| nest.kernels(&mut found));
        let run: Vec<hir::FunctionId> =
            found.iter().flat_map(|(_, kernel)| kernel.functions.iter().copied()).collect();
        found.into_iter().filter(|(owner, _)| !run.contains(owner)).map(|(_, kernel)| kernel).collect()
    }

    /// The lines to insert into a file; kernels that `is_alone` have copies of their arrays around them.
    pub fn edits(&self, file: FileId, is_alone: impl Fn(&Kernel) -> bool) -> Vec<Edit> {
        let kernels = self.kernels().into_iter().filter(|kernel| kernel.file == file);
        let lines = |kernel: &Kernel| match is_alone(kernel) {
            true => kernel.with_copies(),
            false => kernel.edits.clone(),
        };
        let mut edits: Vec<Edit> = Vec::new();
        for edit in kernels.flat_map(lines) {
            // Kernels that want the same dimensions of an array are told once.
            let is_shape = String::from_utf8_lossy(&edit.text).contains("hicuda shape");
            if !is_shape || !edits.contains(&edit) {
                edits.push(edit);
            }
        }
        edits
    }

    /// Leaves a kernel to the host if it does not pay where these arrays are moved for each of its launches; does it go?
    pub fn moving(&mut self, name: &str, arrays: &BTreeSet<String>) -> bool {
        self.nests.iter_mut().any(|nest| nest.moving(name, arrays))
    }

    /// Takes the next choice of the nest with this kernel; false if there is no such kernel.
    pub fn refuse(&mut self, name: &str, reason: &Reason, lacks_data: bool) -> bool {
        self.nests.iter_mut().any(|nest| nest.refuse(name, reason, lacks_data))
    }

    /// Leaves the nest with this kernel to the host; false if there is no such kernel.
    pub fn leave(&mut self, name: &str, reason: &Reason) -> bool {
        self.nests.iter_mut().any(|nest| nest.leave(name, reason))
    }

    /// What was not tried at a nest where the search ended early.
    pub fn untried(&self, nest: &Nest) -> Option<&'static str> {
        match nest.choice() {
            _ if !self.is_cut => None,
            Choice::Kernel(kernel) if kernel.copies.is_some() && !kernel.is_too_small => {
                Some("whether its arrays can stay on the device")
            }
            Choice::Inside(_) | Choice::Host if nest.lacked_data => Some("another place for its arrays"),
            _ => None,
        }
    }

    /// The nests with a kernel that was refused because its arrays had no place on the device.
    pub fn lacking_data(&self) -> Vec<NestPath> {
        let mut found = Vec::new();
        lacking_data(&self.nests, &mut Vec::new(), &mut found);
        found
    }

    /// The plan in which one nest is again what it was when nothing was refused.
    pub fn with_again(&self, path: &NestPath, fresh: &Plan) -> Option<Plan> {
        let mut plan = self.clone();
        let (at, above) = path.0.split_last()?;
        let (mut nests, mut originals) = (&mut plan.nests, &fresh.nests[..]);
        for at in above {
            nests = nests.get_mut(*at)?.inside_mut()?;
            originals = originals.get(*at)?.inside()?;
        }
        nests.get_mut(*at)?.clone_from(originals.get(*at)?);
        Some(plan)
    }
}

impl Plan {
    /// Was a kernel refused anywhere?
    pub fn has_refused(&self) -> bool {
        fn any(nests: &[Nest]) -> bool {
            nests.iter().any(|nest| !nest.refused.is_empty() || nest.inside().is_some_and(any))
        }
        any(&self.nests)
    }

    /// Takes the kernels that a plan for the program with this one's directives has more.
    pub fn take_over(&mut self, later: &Plan) {
        later.nests.iter().for_each(|nest| self.take_over_nest(nest));
    }

    fn take_over_nest(&mut self, later: &Nest) {
        match later.choice() {
            Choice::Kernel(_) => {
                if let Some(nest) = of_same_loops(&mut self.nests, later) {
                    (nest.choices, nest.taken) = (later.choices.clone(), later.taken);
                    (nest.obstacle, nest.refused) = (None, Vec::new());
                }
            }
            Choice::Inside(nests) => nests.iter().for_each(|nest| self.take_over_nest(nest)),
            Choice::Host => {}
        }
    }
}

/// The refused nest with the loops of another; lines differ where directives were written above.
fn of_same_loops<'n>(nests: &'n mut [Nest], other: &Nest) -> Option<&'n mut Nest> {
    nests.iter_mut().find_map(|nest| {
        let is_same =
            (&nest.file, &nest.function, &nest.loops) == (&other.file, &other.function, &other.loops);
        match is_same && !nest.refused.is_empty() && !matches!(nest.choice(), Choice::Kernel(_)) {
            true => Some(nest),
            false => of_same_loops(nest.inside_mut()?, other),
        }
    })
}

/// A nest by its number, and those of the nests around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NestPath(Vec<usize>);

fn lacking_data(nests: &[Nest], above: &mut Vec<usize>, found: &mut Vec<NestPath>) {
    for (at, nest) in nests.iter().enumerate() {
        above.push(at);
        if nest.lacked_data {
            found.push(NestPath(above.clone()));
        } else if let (Choice::Inside(_), Some(inner)) = (nest.choice(), nest.inside()) {
            lacking_data(inner, above, found);
        }
        above.pop();
    }
}

impl Nest {
    /// What is done.
    pub fn choice(&self) -> &Choice {
        self.choices.get(self.taken).unwrap_or(&Choice::Host)
    }

    /// Does all of it stay on the host?
    pub fn is_on_host(&self) -> bool {
        let mut found = Vec::new();
        self.kernels(&mut found);
        found.is_empty()
    }

    fn kernels<'a>(&'a self, found: &mut Vec<(hir::FunctionId, &'a Kernel)>) {
        match self.choice() {
            Choice::Kernel(kernel) if !kernel.is_too_small => found.push((self.in_function, kernel)),
            Choice::Inside(nests) => nests.iter().for_each(|nest| nest.kernels(found)),
            Choice::Kernel(_) | Choice::Host => {}
        }
    }

    /// The nests inside it.
    pub(crate) fn inside(&self) -> Option<&[Nest]> {
        self.choices.iter().find_map(Choice::inside)
    }

    fn inside_mut(&mut self) -> Option<&mut Vec<Nest>> {
        self.choices.iter_mut().find_map(Choice::inside_mut)
    }

    fn moving(&mut self, name: &str, arrays: &BTreeSet<String>) -> bool {
        match self.choices.get_mut(self.taken) {
            Some(Choice::Kernel(kernel)) if kernel.name == name && !kernel.is_too_small => {
                let each_time: f64 = arrays.iter().filter_map(|array| kernel.moves.get(array)).sum();
                if each_time > 0.0 {
                    kernel.prediction.transfers = kernel.prediction.transfers.max(each_time);
                    // They are with the host before and after it, whatever others do.
                    kernel.prediction.fetched = 0.0;
                }
                kernel.is_too_small = !kernel.prediction.pays();
                kernel.is_too_small
            }
            Some(Choice::Inside(nests)) => nests.iter_mut().any(|nest| nest.moving(name, arrays)),
            _ => false,
        }
    }

    fn leave(&mut self, name: &str, reason: &Reason) -> bool {
        if let Some(Choice::Inside(nests)) = self.choices.get_mut(self.taken) {
            return nests.iter_mut().any(|nest| nest.leave(name, reason));
        }
        let is_here = self.refuse(name, reason, false);
        if is_here {
            self.taken = self.choices.len();
        }
        is_here
    }

    fn refuse(&mut self, name: &str, reason: &Reason, lacks_data: bool) -> bool {
        match self.choices.get_mut(self.taken) {
            Some(Choice::Kernel(kernel))
                if kernel.name == name || kernel.others.iter().any(|n| n == name) =>
            {
                self.lacked_data |= lacks_data;
                self.refused.push(format!("{}: {}", kernel.why, reason.message));
                self.taken += 1;
                // A dependence says more than what the check finds in a consequence of it.
                if self.obstacle.is_none() {
                    self.obstacle = Some(reason.clone());
                }
                true
            }
            Some(Choice::Inside(nests)) => nests.iter_mut().any(|nest| nest.refuse(name, reason, lacks_data)),
            _ => false,
        }
    }
}
