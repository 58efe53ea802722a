//! The only list of diagnostic codes.
//!
//! `E00xx` what no run can do, `E01xx` lexing and preprocessing, `E02xx` syntax, `E03xx` names and types,
//! `E04xx` directive form, `E05xx` directive meaning, `E06xx` target limits,
//! `E07xx` what kernels call;
//! `W1xxx` warnings, `R2xxx` remarks, `S3xxx` simulator findings. A code keeps
//! its number for ever; a retired one is not used again. Each has a page in
//! `explain/`, with a wrong and a right example that a test runs.

/// One code of the list.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// `E0501`
    pub id: &'static str,
    /// `array-not-on-device`: what it is called in a sentence.
    pub name: &'static str,
    /// One line for the index.
    pub summary: &'static str,
}

/// How much a diagnostic weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The program cannot be translated.
    Error,
    /// Probably a mistake.
    Warning,
    /// What the compiler did or decided.
    Remark,
}

impl Code {
    /// The severity, told by the first letter of the id.
    pub fn severity(&self) -> Severity {
        match self.id.as_bytes().first() {
            Some(b'W') => Severity::Warning,
            Some(b'R') => Severity::Remark,
            _ => Severity::Error,
        }
    }
}

const fn code(id: &'static str, name: &'static str, summary: &'static str) -> Code {
    Code { id, name, summary }
}

// Sizes that no run can have.
/// `tblock(1 / 0)`
pub static SIZE_DIVIDES_BY_ZERO: Code =
    code("E0010", "size-divides-by-zero", "a size of a kernel's grid divides by zero");

// Lexing and preprocessing.
/// A `/*` without its `*/`.
pub static UNTERMINATED_COMMENT: Code =
    code("E0101", "unterminated-comment", "a block comment is not closed before the end of the file");
/// A quote without its partner.
pub static UNTERMINATED_LITERAL: Code =
    code("E0102", "unterminated-literal", "a string or character constant is not closed on its line");
/// `#include` of something that is not there.
pub static INCLUDE_NOT_FOUND: Code =
    code("E0103", "include-not-found", "an included file was not found on the search path");
/// An `#if` without its `#endif`.
pub static UNTERMINATED_CONDITIONAL: Code =
    code("E0104", "unterminated-conditional", "an `#if` has no `#endif` in its file");
/// An `#endif` or `#else` without its `#if`.
pub static UNMATCHED_CONDITIONAL: Code =
    code("E0105", "unmatched-conditional", "an `#else`, `#elif` or `#endif` belongs to no open `#if`");
/// `#` and a word that is no directive.
pub static UNKNOWN_DIRECTIVE: Code =
    code("E0106", "unknown-directive", "a line starts with `#` and a word that is no directive");
/// A directive that lacks what it needs.
pub static MALFORMED_DIRECTIVE: Code =
    code("E0107", "malformed-directive", "a preprocessing directive or operator lacks what it needs");
/// A `#define` that defines nothing.
pub static MALFORMED_DEFINITION: Code =
    code("E0108", "malformed-definition", "a `#define` has a wrong name, parameter list or operator");
/// A macro call with the wrong number of arguments.
pub static WRONG_ARGUMENT_COUNT: Code =
    code("E0109", "wrong-argument-count", "a macro is called with too many or too few arguments");
/// A macro call without its `)`.
pub static UNTERMINATED_MACRO_CALL: Code =
    code("E0110", "unterminated-macro-call", "the arguments of a macro call are not closed");
/// A `##` that makes no token.
pub static INVALID_PASTE: Code =
    code("E0111", "invalid-paste", "`##` would make something that is not one token");
/// An `#if` condition that is no expression.
pub static BAD_CONDITION: Code =
    code("E0112", "bad-condition", "the condition of an `#if` is not an integer expression");
/// A division by zero in an `#if`.
pub static DIVISION_BY_ZERO_IN_CONDITION: Code =
    code("E0113", "division-by-zero-in-condition", "the condition of an `#if` divides by zero");
/// Headers nested without end.
pub static INCLUDE_TOO_DEEP: Code =
    code("E0114", "include-too-deep", "headers include each other without an end");
/// A header that cannot be read.
pub static INCLUDE_UNREADABLE: Code =
    code("E0115", "include-unreadable", "an included file exists but cannot be read");
/// An `#error` that was reached.
pub static ERROR_DIRECTIVE: Code = code("E0116", "error-directive", "the program contains an `#error`");
/// A byte that begins no token.
pub static STRAY_BYTE: Code = code("E0117", "stray-byte", "a byte starts no token of C");
/// Macros or headers that multiply without end.
pub static EXPANSION_TOO_LARGE: Code =
    code("E0118", "expansion-too-large", "preprocessing would produce more than the compiler can hold");
/// Macro calls nested beyond the limit.
pub static NESTED_TOO_DEEPLY: Code =
    code("E0119", "nested-too-deeply", "macro calls are nested too deeply in their arguments");
/// A name that a pragma forbids.
pub static POISONED_NAME: Code =
    code("E0120", "poisoned-name", "a name is used that `#pragma GCC poison` forbids");
// Warnings of the preprocessor.
/// A macro defined twice, differently.
pub static MACRO_REDEFINED: Code =
    code("W1001", "macro-redefined", "a macro gets another meaning without `#undef`");
/// A `#warning` that was reached.
pub static WARNING_DIRECTIVE: Code = code("W1002", "warning-directive", "the program contains a `#warning`");
/// Text after a directive that takes none.
pub static EXTRA_TOKENS: Code = code("W1003", "extra-tokens", "text after a directive that takes none");

// Syntax.
/// Another token was expected.
pub static UNEXPECTED_TOKEN: Code =
    code("E0201", "unexpected-token", "something else was expected at this place");
/// A `;` was forgotten.
pub static MISSING_SEMICOLON: Code =
    code("E0202", "missing-semicolon", "a statement or declaration does not end in `;`");
/// An opening bracket without its partner.
pub static UNCLOSED_BRACKET: Code =
    code("E0203", "unclosed-bracket", "a `(`, `[` or `{` is not closed where it should be");
/// A closing brace without its partner.
pub static UNMATCHED_BRACE: Code = code("E0204", "unmatched-brace", "a `}` closes nothing");
/// An operand is missing.
pub static EXPECTED_EXPRESSION: Code =
    code("E0205", "expected-expression", "an expression was expected at this place");
/// A declaration uses a name that is no type.
pub static UNKNOWN_TYPE_NAME: Code =
    code("E0206", "unknown-type-name", "a name that is not declared stands where a type must stand");
/// `long float`
pub static INVALID_TYPE: Code =
    code("E0207", "invalid-type", "these type specifiers do not make a type together");
/// `static extern`
pub static CONFLICTING_SPECIFIERS: Code =
    code("E0208", "conflicting-specifiers", "a declaration has more than one storage class");
/// Brackets or blocks nested beyond the limit, or an endless chain.
pub static TOO_DEEP: Code =
    code("E0209", "too-deep", "the nesting or a chain of operators exceeds the limit");
/// `if (c) int x;`
pub static DECLARATION_WITHOUT_BLOCK: Code =
    code("E0210", "declaration-without-block", "a declaration stands where only a statement may");
/// C++ or an extension that is not read.
pub static UNSUPPORTED_SYNTAX: Code =
    code("E0211", "unsupported-syntax", "a construct of C++ or of other compilers that is not supported");
/// A statement outside functions.
pub static EXPECTED_DECLARATION: Code =
    code("E0212", "expected-declaration", "a declaration was expected at file level");
/// `else` on its own.
pub static ELSE_WITHOUT_IF: Code = code("E0213", "else-without-if", "an `else` does not belong to any `if`");

// Directive form.
/// `#pragma hicuda kernle`
pub static NO_SUCH_DIRECTIVE: Code =
    code("E0401", "no-such-directive", "the word after the sentinel names no directive");
/// `loop_partition over_threads`
pub static NO_SUCH_CLAUSE: Code =
    code("E0402", "no-such-clause", "the directive has no clause or value of this name");
/// `kernel k nowait nowait`
pub static DUPLICATE_CLAUSE: Code = code("E0403", "duplicate-clause", "a clause is given twice");
/// A piece of the directive is missing.
pub static INCOMPLETE_DIRECTIVE: Code =
    code("E0404", "incomplete-directive", "a part of the directive is missing or wrong");
/// `barrier now`
pub static TRAILING_TOKENS: Code =
    code("E0405", "trailing-tokens", "something follows a directive that is complete");
/// A loop directive above something else.
pub static LOOP_EXPECTED: Code =
    code("E0406", "loop-expected", "a loop directive does not stand directly above a `for` loop");
/// A directive below `if (c)` without braces.
pub static BRACES_NEEDED: Code =
    code("E0407", "braces-needed", "a stand-alone directive stands where C takes a single statement");
/// A directive outside functions.
pub static MISPLACED_DIRECTIVE: Code =
    code("E0408", "misplaced-directive", "the directive cannot stand outside a function");
/// `atomic` at the end of a block.
pub static STATEMENT_EXPECTED: Code =
    code("E0409", "statement-expected", "`atomic` does not stand directly above a statement");
/// A `when` that no launch can decide.
pub static CONDITION_MISPLACED: Code =
    code("E0410", "condition-misplaced", "a `when` stands where no launch can decide it");

// Directives in their place.
/// A region without its end.
pub static MISSING_REGION_END: Code =
    code("E0450", "missing-region-end", "a `kernel` or `singular` region has no end");
/// An end without its region.
pub static UNMATCHED_REGION_END: Code =
    code("E0451", "unmatched-region-end", "a `kernel_end` or `singular_end` ends nothing");
/// The two ends of a region in different blocks.
pub static REGION_CROSSES_BLOCKS: Code =
    code("E0452", "region-crosses-blocks", "a region does not begin and end in the same block");
/// A kernel in a kernel.
pub static NESTED_KERNEL: Code = code("E0453", "nested-kernel", "a kernel stands inside a kernel");
/// A name for two things.
pub static KERNEL_NAME_TAKEN: Code =
    code("E0454", "kernel-name-taken", "a kernel's name is that of another kernel or of a declaration");
/// `goto`, `break`, `continue` or `return` across the edge of a region.
pub static JUMP_ACROSS_REGION: Code =
    code("E0455", "jump-across-region", "a jump enters or leaves a `kernel` or `singular` region");
/// `global`, `constant` or `texture` in a kernel.
pub static HOST_DIRECTIVE_IN_KERNEL: Code =
    code("E0456", "host-directive-in-kernel", "a directive for the host stands inside a kernel");
/// What needs all threads where there is one.
pub static IN_SINGULAR: Code =
    code("E0457", "in-singular", "a directive for the whole block stands inside a `singular` region");
/// `barrier` and the like outside kernels.
pub static DEVICE_DIRECTIVE_ON_HOST: Code =
    code("E0458", "device-directive-on-host", "a directive for kernels stands where no kernel can be");
/// Brackets after a scalar.
pub static SECTION_OF_SCALAR: Code =
    code("E0459", "section-of-scalar", "a section is given for something that has no dimensions");
/// An array without brackets.
pub static MISSING_SECTION: Code =
    code("E0460", "missing-section", "an array or pointer is named without a section");
/// Too many or too few ranges.
pub static SECTION_RANK: Code =
    code("E0461", "section-rank", "a section does not have one range for each dimension");
/// A shape for an array or scalar.
pub static SHAPE_OF_NON_POINTER: Code =
    code("E0462", "shape-of-non-pointer", "`shape` names something that is not a pointer");
/// `thread(1.5)`
pub static INTEGER_EXPECTED: Code =
    code("E0463", "integer-expected", "a number in a directive is not an integer");
/// `jam(n)`
pub static CONSTANT_EXPECTED: Code =
    code("E0464", "constant-expected", "a number that generated code depends on is not a constant");
/// `tblock(0)`
pub static NOT_POSITIVE: Code =
    code("E0465", "not-positive", "a size or factor in a directive is zero or negative");
/// A function where data is meant.
pub static VARIABLE_EXPECTED: Code =
    code("E0466", "variable-expected", "a data directive names something that is not a variable");

/// `<<<1.5, 64>>>`
pub static LAUNCH_CONFIGURATION: Code =
    code("E0480", "launch-configuration", "a launch has a grid, block or size of the wrong type");
/// `<<<…>>>` before an ordinary function's arguments.
pub static NOT_A_KERNEL: Code = code("E0481", "not-a-kernel", "a function that is not a kernel is launched");
/// A kernel's arguments without `<<<…>>>` before them.
pub static KERNEL_CALLED: Code =
    code("E0483", "kernel-called", "a kernel is called like a function, without `<<<…>>>`");
/// `float4(1, 2, 3, 4)`
pub static NO_CONSTRUCTOR: Code =
    code("E0482", "no-constructor", "a value of this type cannot be constructed from these");

// What directives mean for the program.
/// A loop that cannot be partitioned.
pub static LOOP_NOT_CANONICAL: Code =
    code("E0501", "loop-not-canonical", "a partitioned loop's iterations cannot be counted before it runs");
/// No dimension is left for a partitioned loop.
pub static PARTITION_TOO_DEEP: Code =
    code("E0502", "partition-too-deep", "more nested loops are partitioned than the grid has dimensions");
/// `over_tblock(d)` or `over_thread(d)` names an entry that the loop cannot take.
pub static NO_SUCH_ENTRY: Code = code(
    "E0503",
    "no-such-entry",
    "`over_tblock(d)` or `over_thread(d)` names an entry that the loop cannot take",
);
/// A scalar's new value would be lost.
pub static SCALAR_LIVE_OUT: Code =
    code("E0504", "scalar-live-out", "a kernel changes a scalar whose new value is used after it");
/// A scalar carries a value between iterations.
pub static SCALAR_CARRIED: Code =
    code("E0505", "scalar-carried", "iterations of a partitioned loop depend on each other through a scalar");
/// An array without a device copy.
pub static ARRAY_NOT_ON_DEVICE: Code =
    code("E0506", "array-not-on-device", "a kernel uses an array that has no device copy there");
/// A second device copy of one variable.
pub static SECOND_DEVICE_COPY: Code =
    code("E0507", "second-device-copy", "a variable would have two device copies at once");
/// A write to constant or texture memory.
pub static WRITE_TO_READ_ONLY: Code =
    code("E0508", "write-to-read-only", "a kernel writes to constant or texture memory");
/// A transfer or release without a copy.
pub static NO_DEVICE_COPY: Code =
    code("E0509", "no-device-copy", "a directive needs a device copy that does not exist");
/// A release that may run more or less often than the alloc.
pub static RELEASE_IN_OTHER_BLOCK: Code =
    code("E0510", "release-in-other-block", "a device copy is released in another block than it was made in");
/// A section beyond its array.
pub static SECTION_OUTSIDE: Code =
    code("E0511", "section-outside", "a section is not inside the array, or not inside the device copy");
/// An access beyond the device copy.
pub static ACCESS_OUTSIDE_SECTION: Code =
    code("E0512", "access-outside-section", "a kernel accesses what its device copy does not hold");
/// A barrier that some threads miss.
pub static DIVERGENT_BARRIER: Code =
    code("E0513", "divergent-barrier", "not all threads of a block reach a barrier or shared transfer");
/// A shared array of unknown size.
pub static SHARED_EXTENT_NOT_CONSTANT: Code =
    code("E0514", "shared-extent-not-constant", "the size of a shared array is not known when compiling");
/// An access beyond the shared part.
pub static SHARED_ACCESS_OUTSIDE: Code = code(
    "E0515",
    "shared-access-outside",
    "an access is not proven to be inside the shared part of its array",
);
/// Two shared copies, or nothing to load.
pub static SHARED_MISUSE: Code =
    code("E0516", "shared-misuse", "a `shared` directive contradicts another, or has nothing to do");
/// A `singular` region that cannot be one thread's.
pub static SINGULAR_MISUSE: Code = code(
    "E0517",
    "singular-misuse",
    "a `singular` region needs other threads, or stands in a loop over threads",
);
/// Shared memory without a device copy behind it.
pub static SHARED_WITHOUT_COPY: Code =
    code("E0518", "shared-without-copy", "a shared array caches an array that is not on the device");
/// A call the device cannot make.
pub static CALL_IN_KERNEL: Code =
    code("E0519", "call-in-kernel", "a kernel calls a function that cannot run on the device");
/// A jump into or out of the life of a copy.
pub static JUMP_PAST_DIRECTIVE: Code =
    code("E0520", "jump-past-directive", "a jump skips a directive that makes or releases a device copy");
/// A copy of pointers.
pub static POINTER_IN_COPY: Code =
    code("E0521", "pointer-in-copy", "the elements of a device copy would hold host pointers");
/// A constant copy of unknown size.
pub static CONSTANT_SIZE_UNKNOWN: Code =
    code("E0522", "constant-size-unknown", "a constant copy has a size that is not known when compiling");
/// Copies found by address must look alike.
pub static LAYOUTS_DIFFER: Code =
    code("E0523", "layouts-differ", "a reassigned pointer may mean device copies of different layout");
/// A last value that no thread has.
pub static VALUE_AFTER_PARTITION: Code = code(
    "E0524",
    "value-after-partition",
    "a value computed per iteration is used after the partitioned loop",
);
/// A pointer to one of several arrays.
pub static POINTER_NOT_TRACED: Code =
    code("E0525", "pointer-not-traced", "an access in a kernel cannot be traced to one array");
/// A pointer whose dimensions nothing gives.
pub static SHAPE_NEEDED: Code =
    code("E0526", "shape-needed", "a section of a pointer needs dimensions that no `shape` gives it");
/// Evaluated never, once or more often, depending on the target.
pub static DIRECTIVE_WITH_EFFECT: Code =
    code("E0527", "directive-with-effect", "an expression of a directive has a side effect");
/// A variable of the region, outside of it.
pub static DECLARED_IN_KERNEL: Code =
    code("E0540", "declared-in-kernel", "a variable that is declared inside a kernel is used after it");

/// A `use_device` whose copy cannot stand for the array.
pub static NOT_USABLE_ON_DEVICE: Code = code(
    "E0541",
    "not-usable-on-device",
    "`use_device` names an array whose device copy cannot stand for it",
);

/// A `private` clause that cannot be kept.
pub static CANNOT_BE_PRIVATE: Code =
    code("E0542", "cannot-be-private", "a `private` clause names what an iteration cannot have for itself");
/// A private array is read first.
pub static PRIVATE_READ_FIRST: Code =
    code("E0543", "private-read-first", "an iteration may read a private array before it has written it");
/// A `snapshot` that is of no use, or cannot be made.
pub static NO_SNAPSHOT: Code =
    code("E0545", "no-snapshot", "a `snapshot` names an array whose old values no copy can serve");
/// A volatile object in a kernel.
pub static VOLATILE_IN_KERNEL: Code = code("E0544", "volatile-in-kernel", "a kernel uses a volatile object");

/// `ahead` or `order` asks for what cannot be done.
pub static TILE_CLAUSE_NOT_KEPT: Code =
    code("E0560", "tile-clause-not-kept", "`ahead` or `order` of a shared array cannot be kept");
/// `assume` in a kernel that the host cannot test before it.
pub static ASSUMPTION_NOT_TESTED: Code =
    code("E0561", "assumption-not-tested", "an assumption of a kernel cannot be tested before its launch");
/// `defines` names what the kernel does not write.
pub static DEFINES_NOTHING: Code =
    code("E0562", "defines-nothing", "`defines` names an array that the kernel does not write");
/// `free(x)` between `global alloc x[*] pinned` and `global free x`.
pub static PINNED_MEMORY_FREED: Code =
    code("E0563", "pinned-memory-freed", "memory that is pinned for a device copy is given back");
/// Not what the device fetches through its texture units.
pub static NOT_A_TEXTURE: Code =
    code("E0740", "not-a-texture", "texture memory cannot hold an array of this kind");
/// A `copyout … to` that does not fit.
pub static COPYOUT_TARGET: Code =
    code("E0741", "copyout-target", "a `copyout` goes to a section that differs from what is copied");

// Limits of the device.
/// A block too large for the device.
pub static TOO_MANY_THREADS: Code = code(
    "E0601",
    "too-many-threads",
    "a block has more threads, or a grid more blocks, than the device can run, or none",
);
/// More constants than fit.
pub static CONSTANT_MEMORY_FULL: Code =
    code("E0602", "constant-memory-full", "constant copies need more than the device's constant memory");
/// More shared memory than a block has.
pub static SHARED_MEMORY_FULL: Code =
    code("E0603", "shared-memory-full", "a shared array needs more than a block's shared memory");
/// More values than a launch can hand over.
pub static ARGUMENTS_TOO_LARGE: Code =
    code("E0604", "arguments-too-large", "a kernel is given more by value than a launch can take along");

// What threads do to each other.
/// Iterations of different threads meet.
pub static THREADS_COLLIDE: Code = code(
    "E0630",
    "threads-collide",
    "different threads touch one element at the same time, and one of them writes it",
);
/// What every thread runs changes what it starts from.
pub static REDUNDANT_UPDATE: Code = code(
    "E0631",
    "redundant-update",
    "a statement that every thread runs reads what it, or a later one, writes",
);
/// A loop that threads share is left by one of them.
pub static PARTITION_LEFT_EARLY: Code =
    code("E0632", "partition-left-early", "a partitioned loop is left before its end");
/// Whether threads meet is not known.
pub static DEPENDENCE_UNDECIDED: Code =
    code("W1040", "dependence-undecided", "it is not known whether different threads touch the same element");
/// Whether updates meet is not known.
pub static UPDATE_UNDECIDED: Code =
    code("W1041", "update-undecided", "it is not known whether different threads update the same element");

// Which copy is the newest.
/// The host's copy is old.
pub static STALE_ON_HOST: Code =
    code("E0640", "stale-on-host", "the host reads an array whose newest values are on the device");
/// The device's copy is old.
pub static STALE_ON_DEVICE: Code =
    code("E0641", "stale-on-device", "a kernel reads an array whose newest values are on the host");
/// The host's copy may be old.
pub static MAYBE_STALE_ON_HOST: Code =
    code("W1045", "maybe-stale-on-host", "the host reads an array whose newest values may be on the device");
/// The device's copy may be old.
pub static MAYBE_STALE_ON_DEVICE: Code =
    code("W1046", "maybe-stale-on-device", "a kernel reads an array whose newest values may be on the host");
/// Nothing has changed since the last transfer.
pub static NEEDLESS_COPY: Code =
    code("W1047", "needless-copy", "a transfer moves values that are already there");
/// A copyout of elements without a value.
pub static COPYOUT_OF_NOTHING: Code =
    code("E0695", "copyout-of-nothing", "a transfer brings back elements that the device copy never got");
/// `clear` in place of `copyin`.
pub static READS_CLEARED: Code =
    code("E0696", "reads-cleared", "a kernel reads zeros of `clear` where the program has other values");
/// A transfer of older values.
pub static COPY_OVER_NEWER: Code =
    code("E0697", "copy-over-newer", "a transfer overwrites newer values with older ones");
/// A transfer of what may be older.
pub static MAYBE_COPY_OVER_NEWER: Code =
    code("W1153", "maybe-copy-over-newer", "a transfer may overwrite newer values with older ones");
/// Values of the host are copied where a device copy may lack them.
pub static COPY_COMPLETED: Code = code(
    "R2049",
    "copy-completed",
    "a device copy gets the host's values, as it may be used before it is written",
);

// Warnings about directives.
/// A partitioned loop that is empty.
pub static LOOP_NEVER_RUNS: Code = code("W1101", "loop-never-runs", "a partitioned loop has no iteration");
/// A directive without use.
pub static UNUSED_DEVICE_COPY: Code =
    code("W1102", "unused-device-copy", "a device copy is made that no kernel uses");
/// A device copy that leaks.
pub static NEVER_FREED: Code =
    code("W1103", "never-freed", "a device copy is not released at the end of its block");
/// An access that may leave the device copy.
pub static COVERAGE_UNDECIDED: Code = code(
    "W1104",
    "coverage-undecided",
    "it cannot be decided whether an access stays inside its device copy",
);
/// An access that could be faster.
pub static SHARED_NOT_USED: Code = code(
    "W1105",
    "shared-not-used",
    "an access is not proven to be in the shared part and reads device memory",
);
/// A call that cannot be looked into.
pub static DIRECTIVE_EFFECT_UNKNOWN: Code =
    code("W1106", "directive-effect-unknown", "a directive calls a function that may have a side effect");
/// `#pragma hicdua`
pub static MISSPELLED_PRAGMA: Code =
    code("W1150", "misspelled-pragma", "a pragma is nearly, but not quite, `hicuda`");
/// A kernel whose threads all do the same.
pub static NOTHING_PARTITIONED: Code =
    code("W1151", "nothing-partitioned", "a kernel of many threads partitions no loop");
/// `thread(8, 4)` over one loop.
pub static UNUSED_DIMENSION: Code =
    code("W1152", "unused-dimension", "no loop is partitioned over a dimension of the kernel");
/// A call that declares `int f()`, as in C90.
pub static IMPLICIT_FUNCTION: Code =
    code("W1180", "implicit-function-declaration", "a function is called that nothing declares before");
/// `static x;`
pub static IMPLICIT_INT: Code =
    code("W1181", "implicit-int", "a declaration has no type, and is taken to be `int`");
/// `#pragma omp` on a loop of a kernel.
pub static PRAGMA_TAKEN_OFF: Code =
    code("R2095", "pragma-taken-off", "a loop that directives change keeps no pragma of others");

// Names and types.
/// A name that nothing declares.
pub static UNDECLARED_NAME: Code =
    code("E0301", "undeclared-name", "a name is used that no declaration in sight introduces");
/// A call of a function that nothing declares.
pub static UNDECLARED_FUNCTION: Code =
    code("E0302", "undeclared-function", "a function is called that no declaration in sight introduces");
/// Defined twice in one scope.
pub static REDEFINITION: Code =
    code("E0303", "redefinition", "a name, tag or member is defined a second time in the same scope");
/// Two declarations of one thing disagree.
pub static CONFLICTING_TYPES: Code =
    code("E0304", "conflicting-types", "two declarations of one name do not agree in type, kind or linkage");
/// A type was expected.
pub static NOT_A_TYPE: Code = code(
    "E0305",
    "not-a-type",
    "a name that is not a type stands where a type is needed, or a tag is of another kind",
);
/// The type is known by name only.
pub static INCOMPLETE_TYPE: Code =
    code("E0306", "incomplete-type", "a complete type is needed, but its members or size are not known here");
/// The record has no such member.
pub static NO_SUCH_MEMBER: Code =
    code("E0307", "no-such-member", "a struct or union has no member of this name");
/// Too many or too few arguments.
pub static CALL_ARITY: Code =
    code("E0308", "call-arity", "a call passes more or fewer arguments than the function takes");
/// A value of the wrong type.
pub static INCOMPATIBLE_TYPES: Code =
    code("E0309", "incompatible-types", "a value cannot be converted to the type that is needed");
/// An operator does not work on these types.
pub static INVALID_OPERANDS: Code =
    code("E0310", "invalid-operands", "an operator is applied to types it is not defined for");
/// Not something that can be stored to.
pub static NOT_AN_LVALUE: Code =
    code("E0311", "not-an-lvalue", "an object is needed, but the expression is only a value");
/// A constant object is modified.
pub static ASSIGN_TO_CONST: Code = code("E0312", "assign-to-const", "an object declared `const` is modified");
/// Not a function.
pub static NOT_CALLABLE: Code =
    code("E0313", "not-callable", "something is called that is neither a function nor a pointer to one");
/// A constant is needed.
pub static NOT_CONSTANT: Code =
    code("E0314", "not-constant", "the value must be known at compile time, but depends on the run");
/// A type that cannot exist.
pub static IMPOSSIBLE_TYPE: Code =
    code("E0315", "impossible-type", "a declaration builds a type that C does not have");
/// A declaration that cannot stand here.
pub static INVALID_DECLARATION: Code = code(
    "E0316",
    "invalid-declaration",
    "a declaration has a storage class, initialiser or specifier that does not fit",
);
/// A bit-field that cannot be.
pub static INVALID_BIT_FIELD: Code =
    code("E0317", "invalid-bit-field", "a bit-field has a type or width that is not allowed");
/// An initialiser that does not fit.
pub static INVALID_INITIALIZER: Code =
    code("E0318", "invalid-initializer", "an initialiser does not fit the object it initialises");
/// Two labels of one switch are the same.
pub static DUPLICATE_CASE: Code =
    code("E0319", "duplicate-case", "a `switch` has two labels for one value, or two `default`s");
/// A statement without what it belongs to.
pub static MISPLACED_STATEMENT: Code = code(
    "E0320",
    "misplaced-statement",
    "`break`, `continue`, `case`, `default` or `return` stands outside what it belongs to",
);
/// `goto` to nowhere, or a label twice.
pub static UNDEFINED_LABEL: Code =
    code("E0321", "undefined-label", "a label is used but not defined, or defined twice, in its function");
/// `_Static_assert` of something false.
pub static STATIC_ASSERTION_FAILED: Code =
    code("E0322", "static-assertion-failed", "the condition of a `_Static_assert` is false");
/// A number, character or string that cannot be read.
pub static INVALID_CONSTANT: Code =
    code("E0323", "invalid-constant", "a number, character constant or string is not well formed");
/// A cast between unrelated types.
pub static INVALID_CAST: Code =
    code("E0324", "invalid-cast", "a cast asks for a conversion that does not exist");
/// No association fits.
pub static NO_GENERIC_MATCH: Code = code(
    "E0325",
    "no-generic-match",
    "no association of `_Generic` has the type of the controlling expression, or two have",
);
/// No type is written.
pub static MISSING_TYPE: Code =
    code("E0326", "missing-type", "a declaration has no type, which old C took for `int`");
/// A builtin is used in a way it does not know.
pub static INVALID_BUILTIN_CALL: Code =
    code("E0327", "invalid-builtin-call", "a compiler builtin is called with arguments it does not take");
/// A jump into the scope of `int a[n];`
pub static JUMP_INTO_VARIABLE_SCOPE: Code = code(
    "E0328",
    "jump-into-variable-scope",
    "a jump skips a declaration whose size is computed when it is reached",
);

// Warnings about names and types.
/// Pointers to different types.
pub static INCOMPATIBLE_POINTERS: Code = code(
    "W1031",
    "incompatible-pointers",
    "a pointer is converted to a pointer to another type without a cast",
);
/// Pointer and integer are mixed.
pub static POINTER_FROM_INTEGER: Code = code(
    "W1032",
    "pointer-from-integer",
    "an integer becomes a pointer, or a pointer an integer, without a cast",
);
/// A pointer loses `const` or `volatile`.
pub static DISCARDED_QUALIFIER: Code = code(
    "W1033",
    "discarded-qualifier",
    "a pointer to constant or volatile data becomes a pointer to plain data",
);
/// A constant does not fit.
pub static CONSTANT_OUT_OF_RANGE: Code = code(
    "W1034",
    "constant-out-of-range",
    "a constant does not fit its type, or a character constant has several characters",
);
/// More values than room.
pub static EXCESS_INITIALIZERS: Code =
    code("W1035", "excess-initializers", "an initialiser has more values than the object has room for");
/// `return` does not fit the function.
pub static RETURN_MISMATCH: Code = code(
    "W1036",
    "return-mismatch",
    "a function that returns nothing returns a value, or the other way round",
);
/// Unrelated pointers are compared.
pub static POINTER_COMPARISON: Code = code(
    "W1037",
    "pointer-comparison",
    "pointers to different types, or a pointer and an integer, are compared",
);
/// A declaration without effect.
pub static USELESS_DECLARATION: Code = code(
    "W1038",
    "useless-declaration",
    "a declaration declares nothing, or a tag that only its parameter list can see",
);
/// `__builtin_no_such_thing()`
pub static UNKNOWN_BUILTIN: Code =
    code("W1039", "unknown-builtin", "a compiler builtin is called that is not known here");

// Reductions and atomic updates.
/// A use of a reduced variable that combines nothing.
pub static NOT_A_REDUCTION: Code =
    code("E0660", "not-a-reduction", "a loop uses the variable it reduces for something else");
/// A reduced variable that the kernel itself wants to know.
pub static REDUCTION_NOT_COMPLETE: Code = code(
    "E0661",
    "reduction-not-complete",
    "a kernel uses what its grid reduces, which is known only after the kernel",
);
/// `reduction` of something that is no number.
pub static NOT_REDUCIBLE: Code =
    code("E0662", "not-reducible", "a `reduction` clause names something that cannot be reduced");
/// One variable, two operations.
pub static REDUCTIONS_DISAGREE: Code =
    code("E0663", "reductions-disagree", "a variable is reduced by two different operations");
/// A barrier inside a loop that reduces inside another loop over threads.
pub static REDUCTION_AROUND_BARRIER: Code = code(
    "E0664",
    "reduction-around-barrier",
    "a loop over threads inside another both reduces and holds a barrier",
);
/// `atomic` above a statement that is more than an update.
pub static NOT_AN_ATOMIC_UPDATE: Code =
    code("E0665", "not-an-atomic-update", "the statement below `atomic` is not one update of one object");
/// `atomic` on a variable of one thread.
pub static ATOMIC_ON_PRIVATE: Code =
    code("E0666", "atomic-on-private", "an atomic update of a variable that each thread has for itself");
/// `atomic` on a type without atomic operations.
pub static NO_ATOMIC_OPERATION: Code =
    code("E0667", "no-atomic-operation", "an atomic update of a type for which the device has no operation");
/// `reduction` and `jam` in one nest.
pub static REDUCTION_IN_JAM: Code =
    code("E0668", "reduction-in-jam", "a loop that reduces has other bounds for each jammed iteration");
/// A float array whose private copies do not fit.
pub static NO_ROOM_FOR_COPIES: Code = code(
    "E0669",
    "no-room-for-copies",
    "an array of floating-point numbers is too large to be reduced in a fixed order",
);
/// A dimension of the grid that repeats the updates of an array.
pub static UPDATES_REPEATED: Code =
    code("E0670", "updates-repeated", "several threads would update a reduced array for one iteration");
/// `min: d at k` where `k` does not follow the iterations.
pub static PLACE_NOT_ORDERED: Code = code(
    "E0671",
    "place-not-ordered",
    "threads cannot tell which of two equal values the sequential program keeps",
);

// Outlining and translation.
/// A subscript that cannot be rewritten for a compact device copy.
pub static ACCESS_NOT_REDIRECTED: Code = code(
    "E0590",
    "access-not-redirected",
    "an access to a partly copied array has subscripts that cannot be rewritten",
);
/// `switch` or `do` around a barrier.
pub static UNSUPPORTED_AROUND_BARRIER: Code =
    code("E0591", "unsupported-around-barrier", "a barrier stands inside a statement that cannot hold one");
/// A directive of a later version.
pub static DIRECTIVE_NOT_TRANSLATED: Code =
    code("E0592", "directive-not-translated", "a directive is understood but cannot be translated yet");
/// `jam` on a loop over blocks only.
pub static JAM_WITHOUT_THREADS: Code =
    code("E0680", "jam-without-threads", "`jam` stands on a loop that is not partitioned over threads");
/// `jam(1000)`
pub static JAM_TOO_LARGE: Code =
    code("E0681", "jam-too-large", "`jam` asks for more iterations at once than a thread has registers");
/// `jam(4:3)`
pub static UNEVEN_RUNS: Code =
    code("E0685", "uneven-runs", "the iterations of `jam(n:w)` are not whole runs of neighbours");
/// `vector(a)` with `a[2 * i]`
pub static CANNOT_VECTOR: Code =
    code("E0686", "cannot-vector", "`vector` names an array that cannot be read several elements at a time");
/// A jump among what each copy does.
pub static CANNOT_JAM: Code =
    code("E0682", "cannot-jam", "the copies of a jammed loop cannot run from barrier to barrier together");
/// `jam` with an index that wraps around.
pub static JAM_IGNORED: Code =
    code("W1070", "jam-ignored", "`jam` has no effect, because the index of the loop may wrap around");
/// A kernel reached from a kernel.
pub static KERNEL_THROUGH_CALL: Code =
    code("E0700", "kernel-through-call", "a kernel calls a function that holds a kernel");
/// A variable that outlives the call.
pub static STATE_IN_KERNEL: Code =
    code("E0701", "state-in-kernel", "a static variable of a kernel or a called function keeps its value");
/// A pointer into a copy of another layout.
pub static ARGUMENT_LAYOUT: Code =
    code("E0702", "argument-layout", "a called function would find a device copy laid out differently");
/// A variable of another file.
pub static VARIABLE_ELSEWHERE: Code = code(
    "E0703",
    "variable-elsewhere",
    "a called function reads a variable that the kernel's file cannot name",
);
/// A function of a kernel that cannot be put in place of its call.
pub static CALL_NOT_EXPANDED: Code = code(
    "E0705",
    "call-not-expanded",
    "a function with directives of kernels is not called as a plain statement",
);
/// A range of cases that cannot be written out.
pub static TOO_MANY_CASES: Code = code("E0706", "too-many-cases", "a kernel has a range of very many cases");
/// A type that is another on the device.
pub static TYPE_NOT_ON_DEVICE: Code =
    code("E0707", "type-not-on-device", "a kernel uses a type that is another on the device");
/// A type of run-time size on the device.
pub static VARIABLE_LENGTH_IN_KERNEL: Code = code(
    "E0704",
    "variable-length-in-kernel",
    "a kernel or a called function has an array of variable length",
);
/// A recipe above a loop of the wrong form.
pub static RECIPE_NOT_APPLICABLE: Code =
    code("E0683", "recipe-not-applicable", "a loop does not have the form that a recipe needs");
/// A recipe that reverses a dependence.
pub static RECIPE_CHANGES_RESULT: Code =
    code("E0684", "recipe-changes-result", "a recipe would change the result of its loop");
/// Something in a kernel that the simulator does not know.
pub static NOT_SIMULATED: Code = code("E0800", "not-simulated", "the simulator does not know this");
/// An address where nothing lies.
pub static OUT_OF_BOUNDS: Code =
    code("E0801", "out-of-bounds", "a kernel touches memory outside of every allocation");
/// An address that does not fit the access.
pub static MISALIGNED: Code =
    code("E0802", "misaligned-access", "a kernel's access is not aligned to its size");
/// Memory nobody wrote.
pub static UNINITIALIZED: Code =
    code("E0803", "uninitialized-memory", "a kernel reads memory that nobody has written");
/// Two threads, one word, no order.
pub static RACE: Code = code("E0804", "race", "two threads touch one word, and nothing orders them");
/// Not everybody reaches a barrier.
pub static BARRIER_NOT_REACHED: Code =
    code("E0805", "barrier-not-reached", "only some threads of a block reach a barrier");
/// A warp function waits for lanes that do not come.
pub static ABSENT_LANES: Code =
    code("E0806", "absent-lanes", "the mask of a warp function names lanes that are elsewhere");
/// Constants are constant.
pub static WROTE_CONSTANT: Code = code("E0807", "wrote-constant", "a kernel writes constant memory");
/// An assertion failed.
pub static KERNEL_TRAP: Code = code("E0808", "kernel-trap", "a kernel ended itself");
/// Time was up.
pub static KERNEL_TIMEOUT: Code = code("E0809", "kernel-timeout", "a kernel did not end in time");
/// A launch that no device would take.
pub static LAUNCH_REFUSED: Code = code("E0810", "launch-refused", "a kernel cannot be launched this way");
/// `run --verify`
pub static DIFFERS_FROM_SEQUENTIAL: Code =
    code("E0816", "differs-from-sequential", "a value is another one than in the sequential program");
/// `run --target sim`: a mistake of ours.
pub static CONTRADICTED_VERDICT: Code =
    code("E0817", "contradicted-verdict", "a run finds what was proven not to be there");
/// A template of which it is not clear what it stands for.
pub static TEMPLATE_ARGUMENTS: Code = code(
    "E0812",
    "template-arguments",
    "the arguments of a function template do not fit or cannot be deduced",
);
/// A template that never ends.
pub static TEMPLATE_TOO_DEEP: Code =
    code("E0813", "template-too-deep", "a function template needs too many instances of templates");
/// A reference to nothing.
pub static REFERENCE_NOT_BOUND: Code =
    code("E0814", "reference-not-bound", "a reference cannot be bound to this");
/// No function of a name fits, or several do.
pub static NO_OVERLOAD: Code =
    code("E0815", "no-overload", "no function of this name takes these arguments, or several do");
/// No private copies of a reduced array.
pub static ARRAY_REDUCED_IN_PLACE: Code =
    code("R2070", "array-reduced-in-place", "an array is reduced by atomic operations on device memory");
/// `kernel` without sizes.
pub static GEOMETRY_CHOSEN: Code =
    code("R2080", "geometry-chosen", "the compiler chose the sizes of a kernel's grid");
/// A pointer of OpenCL C knows its memory.
pub static POINTER_OF_TWO_MEMORIES: Code = code(
    "E0860",
    "pointer-of-two-memories",
    "a pointer leads to different memories, which OpenCL C cannot say",
);
/// What OpenCL C lacks.
pub static NOT_IN_OPENCL: Code =
    code("E0861", "not-in-opencl", "the OpenCL target cannot say what a kernel does");
/// What HIP lacks.
pub static NOT_IN_HIP: Code = code("E0870", "not-in-hip", "a CUDA file uses what HIP does not have");
/// A shuffle with a width of 32.
pub static WARP_OF_32: Code =
    code("W1170", "warp-of-32", "a CUDA file that becomes HIP counts on warps of 32 threads");
/// `#if __CUDA_ARCH__ >= 700`
pub static VERSION_OF_CUDA: Code =
    code("W1171", "version-of-cuda", "a CUDA file that becomes HIP asks for a version of CUDA or its GPUs");
/// Two directives share a line, through a macro perhaps.
pub static EDITS_COLLIDE: Code = code("E0691", "edits-collide", "two changes of the host text would overlap");
/// A program without directives.
pub static NOTHING_TO_TRANSLATE: Code =
    code("E0692", "nothing-to-translate", "no input has a directive, so there is nothing to translate");
/// The output is in two files.
pub static HOST_STAYS_C: Code =
    code("R2001", "host-stays-c", "the host part cannot be C++ and goes to a file of its own");
/// A barrier that was not written.
pub static BARRIER_ADDED: Code =
    code("R2040", "barrier-added", "threads of a block share data here, so a barrier is added");
/// `sqrt` of a `float`.
pub static DOUBLE_MATH_ON_FLOAT: Code =
    code("R2041", "double-math-on-float", "a kernel computes with `double` what it has and keeps as `float`");
/// A loop over sections in shared memory.
pub static LOADED_AHEAD: Code =
    code("R2042", "loaded-ahead", "a loop loads its next section while it works on the present one");
/// A section in shared memory that is turned over.
pub static STORED_BY_COLUMNS: Code =
    code("R2043", "stored-by-columns", "a section in shared memory is stored column by column");
/// A pipeline.
pub static ROUNDS_OVERLAP: Code =
    code("R2044", "rounds-overlap", "the rounds of a loop of the host copy and compute side by side");
/// Nearly a pipeline.
pub static ROUNDS_IN_ORDER: Code = code(
    "R2045",
    "rounds-in-order",
    "kernels have `nowait`, but the rounds of the loop around them do not overlap",
);
/// Threads of a warp access device memory far apart.
pub static STRIDED_ACCESS: Code =
    code("R2130", "strided-access", "neighbouring threads access device memory far from each other");
/// A kernel was rewritten.
pub static COALESCED: Code =
    code("R2131", "coalesced", "a kernel is rewritten so that neighbouring threads access neighbours");
/// A kernel could be better and is not rewritten.
pub static NOT_COALESCED: Code =
    code("R2132", "not-coalesced", "a kernel with strided accesses is left as it is");

/// A kernel has no meaning as loops that run one after the other.
pub static KERNEL_NOT_RAISED: Code =
    code("E0900", "kernel-not-raised", "a kernel cannot be raised to sequential loops");
/// Something around the kernels has no counterpart in C.
pub static HOST_NOT_RAISED: Code =
    code("E0901", "host-not-raised", "the program around raised kernels cannot be written in C");
/// There is no kernel.
pub static NOTHING_TO_RAISE: Code =
    code("E0902", "nothing-to-raise", "a program without a CUDA kernel is raised");

/// The machine's C++ compiler refuses a CUDA program.
pub static NOT_CPP: Code = code("E0930", "not-cpp", "the C++ compiler refuses a CUDA program");
/// A header that neither the machine nor this compiler has.
pub static HEADER_OF_A_LIBRARY: Code =
    code("E0931", "header-of-a-library", "a CUDA program includes a header that this machine does not have");

/// A kernel of a program in C++ that our own front end does not read.
pub static DEVICE_CODE_NOT_READ: Code =
    code("R2210", "device-code-not-read", "a kernel of a program in C++ is not analysed");
/// `#else` in the place of `asm("mma.sync…")`
pub static PTX_PASSED_OVER: Code =
    code("R2211", "ptx-passed-over", "an `#else` is read in the place of inline PTX");
/// `__global__ int k()`
pub static KERNEL_RETURNS: Code = code("E0932", "kernel-returns", "a kernel returns a value");
/// `rand()` in a kernel.
pub static HOST_FUNCTION_ON_DEVICE: Code =
    code("E0933", "host-function-on-device", "a function of the host is called on the device");
/// A global without `__device__` in a kernel.
pub static HOST_VARIABLE_ON_DEVICE: Code =
    code("E0934", "host-variable-on-device", "a variable of the host is used on the device");
/// A call of a `__device__` function in `main`.
pub static DEVICE_FUNCTION_ON_HOST: Code =
    code("E0935", "device-function-on-host", "a function of the device is called on the host");
/// `__shared__ int n = 0;`
pub static SHARED_INITIALISED: Code =
    code("E0936", "shared-initialised", "a shared variable has an initialiser");
/// `__shared__ float tile[128][128];`
pub static TOO_MUCH_SHARED: Code =
    code("E0937", "too-much-shared", "a kernel declares more than 48 KB of shared memory");
/// `int *a = malloc(4);`
pub static CAST_MISSING: Code =
    code("E0938", "cast-missing", "a value becomes a pointer or an enum without the cast that C++ wants");
/// `goto` over `int n = 4;`
pub static JUMP_PAST_INITIALISER: Code =
    code("E0939", "jump-past-initialiser", "a jump passes the initialiser of a variable in a CUDA file");
/// `__global__ __device__ void k()`
pub static WRONG_MARK: Code =
    code("E0940", "wrong-mark", "a kernel or a variable is marked as what it cannot be");
/// `atomicMax(&x, 1.0f)`
pub static NO_SUCH_FORM: Code =
    code("E0941", "no-such-form", "a function of CUDA's has no form for the type it is called with");
/// `limit = 3;` in a kernel, with `__constant__ int limit;`
pub static CONSTANT_WRITTEN: Code = code("E0942", "constant-written", "a kernel writes constant memory");
/// `extern __shared__ int t[];` and `extern __shared__ float t[];`
pub static DYNAMIC_SHARED_TYPES: Code =
    code("E0943", "dynamic-shared-types", "dynamic shared memory has one name and two types");
/// `__global__ void k(int n) { int n; }`
pub static PARAMETER_DECLARED_AGAIN: Code =
    code("E0944", "parameter-declared-again", "a kernel declares one of its parameters again");
/// `int new;`
pub static NOT_IN_CPP: Code = code("E0945", "not-in-cpp", "a CUDA file has what C takes and C++ does not");
/// The host has another variable of that name.
pub static DEVICE_VARIABLE_ON_HOST: Code =
    code("W1160", "device-variable-on-host", "the host uses a variable of the device by its name");

/// The loops are right, but directives on them would not be accepted.
pub static RAISED_WITHOUT_DIRECTIVES: Code =
    code("R2200", "raised-without-directives", "raised kernels are plain loops, without directives");
/// An array that `check --fix` and `annotate` write no data directives for.
pub static DATA_NOT_PLACED: Code =
    code("R2350", "data-not-placed", "no data directives could be written for an array of a kernel");

/// A caller without the device copy that others bring.
pub static NOT_ON_DEVICE_ON_PATH: Code = code(
    "E0720",
    "not-on-device-on-path",
    "some call of a function does not have the device copy that it uses",
);
/// No caller has it.
pub static NO_CALLER_HAS_IT: Code =
    code("E0721", "no-caller-has-it", "a function uses a device copy that none of its callers has");
/// Callers with different copies.
pub static CALLERS_DISAGREE: Code =
    code("E0722", "callers-disagree", "callers of a function bring device copies of different kinds");
/// A section that cannot be said in the callee.
pub static SECTION_UNKNOWN_IN_CALLEE: Code = code(
    "E0723",
    "section-unknown-in-callee",
    "a function cannot tell which part of its caller's array is on the device",
);
/// A release that a return passes by.
pub static RELEASED_IN_SOME_CALLS: Code = code(
    "E0725",
    "released-in-some-calls",
    "a function releases its caller's device copy, but may return before",
);
/// Threads that collide where two names are one array.
pub static ALIASES_COLLIDE: Code = code(
    "E0730",
    "aliases-collide",
    "two names of a kernel are one array in a call, and threads collide there",
);
/// Two device copies of one array.
pub static TWO_COPIES_OF_ONE: Code =
    code("E0731", "two-copies-of-one", "two names are one array in a call, and each has a device copy");
/// Names that may overlap in a kernel.
pub static ALIASES_UNDECIDED: Code = code(
    "W1060",
    "aliases-undecided",
    "two names of a kernel may overlap in a call, and threads may collide",
);
/// Copies that may overlap.
pub static COPIES_MAY_OVERLAP: Code =
    code("W1061", "copies-may-overlap", "two device copies may be of the same elements of an array");
/// A function without callers that wants device copies.
pub static NEVER_CALLED: Code =
    code("W1062", "never-called", "a function that nothing calls uses device copies that nothing makes");
/// A function that is called through a pointer and wants device copies.
pub static CALLED_THROUGH_POINTER: Code =
    code("W1063", "called-through-pointer", "what is on the device in calls through a pointer is not known");
/// The host reads what `copyout … to` put there.
pub static HOLDS_ANOTHER_ARRAY: Code =
    code("W1064", "holds-another-array", "the host reads what `copyout … to` put into another array");
/// `printf` in a kernel.
pub static PRINTED_IN_ANY_ORDER: Code =
    code("W1065", "printed-in-any-order", "a kernel prints, in another order than the sequential program");
/// A pointer that was set since the copies were made.
pub static MAYBE_NOT_ON_DEVICE: Code =
    code("W1066", "maybe-not-on-device", "a pointer may name an array that has no device copy there");
/// The data law was given up.
pub static TOO_LARGE_TO_FOLLOW: Code =
    code("W1067", "too-large-to-follow", "a program is too large to follow all values that it moves");
/// A bound that the callee has no word for.
pub static END_UNKNOWN_IN_CALLEE: Code = code(
    "W1085",
    "end-unknown-in-callee",
    "a function cannot tell how much of its caller's array is on the device",
);

/// Every code; `explain` and the tests go by this list.
pub static ALL: &[&Code] = &[
    &SIZE_DIVIDES_BY_ZERO,
    &UNTERMINATED_COMMENT,
    &UNTERMINATED_LITERAL,
    &INCLUDE_NOT_FOUND,
    &UNTERMINATED_CONDITIONAL,
    &UNMATCHED_CONDITIONAL,
    &UNKNOWN_DIRECTIVE,
    &MALFORMED_DIRECTIVE,
    &MALFORMED_DEFINITION,
    &WRONG_ARGUMENT_COUNT,
    &UNTERMINATED_MACRO_CALL,
    &INVALID_PASTE,
    &BAD_CONDITION,
    &DIVISION_BY_ZERO_IN_CONDITION,
    &INCLUDE_TOO_DEEP,
    &INCLUDE_UNREADABLE,
    &ERROR_DIRECTIVE,
    &STRAY_BYTE,
    &EXPANSION_TOO_LARGE,
    &NESTED_TOO_DEEPLY,
    &POISONED_NAME,
    &UNEXPECTED_TOKEN,
    &MISSING_SEMICOLON,
    &UNCLOSED_BRACKET,
    &UNMATCHED_BRACE,
    &EXPECTED_EXPRESSION,
    &UNKNOWN_TYPE_NAME,
    &INVALID_TYPE,
    &CONFLICTING_SPECIFIERS,
    &TOO_DEEP,
    &DECLARATION_WITHOUT_BLOCK,
    &UNSUPPORTED_SYNTAX,
    &EXPECTED_DECLARATION,
    &ELSE_WITHOUT_IF,
    &UNDECLARED_NAME,
    &UNDECLARED_FUNCTION,
    &REDEFINITION,
    &CONFLICTING_TYPES,
    &NOT_A_TYPE,
    &INCOMPLETE_TYPE,
    &NO_SUCH_MEMBER,
    &CALL_ARITY,
    &INCOMPATIBLE_TYPES,
    &INVALID_OPERANDS,
    &NOT_AN_LVALUE,
    &ASSIGN_TO_CONST,
    &NOT_CALLABLE,
    &NOT_CONSTANT,
    &IMPOSSIBLE_TYPE,
    &INVALID_DECLARATION,
    &INVALID_BIT_FIELD,
    &INVALID_INITIALIZER,
    &DUPLICATE_CASE,
    &MISPLACED_STATEMENT,
    &UNDEFINED_LABEL,
    &STATIC_ASSERTION_FAILED,
    &INVALID_CONSTANT,
    &INVALID_CAST,
    &NO_GENERIC_MATCH,
    &MISSING_TYPE,
    &INVALID_BUILTIN_CALL,
    &JUMP_INTO_VARIABLE_SCOPE,
    &NO_SUCH_DIRECTIVE,
    &NO_SUCH_CLAUSE,
    &DUPLICATE_CLAUSE,
    &INCOMPLETE_DIRECTIVE,
    &TRAILING_TOKENS,
    &LOOP_EXPECTED,
    &BRACES_NEEDED,
    &MISPLACED_DIRECTIVE,
    &STATEMENT_EXPECTED,
    &CONDITION_MISPLACED,
    &MISSING_REGION_END,
    &UNMATCHED_REGION_END,
    &REGION_CROSSES_BLOCKS,
    &NESTED_KERNEL,
    &KERNEL_NAME_TAKEN,
    &JUMP_ACROSS_REGION,
    &HOST_DIRECTIVE_IN_KERNEL,
    &IN_SINGULAR,
    &DEVICE_DIRECTIVE_ON_HOST,
    &SECTION_OF_SCALAR,
    &MISSING_SECTION,
    &SECTION_RANK,
    &SHAPE_OF_NON_POINTER,
    &INTEGER_EXPECTED,
    &CONSTANT_EXPECTED,
    &NOT_POSITIVE,
    &VARIABLE_EXPECTED,
    &LAUNCH_CONFIGURATION,
    &NOT_A_KERNEL,
    &NO_CONSTRUCTOR,
    &KERNEL_CALLED,
    &LOOP_NOT_CANONICAL,
    &PARTITION_TOO_DEEP,
    &NO_SUCH_ENTRY,
    &SCALAR_LIVE_OUT,
    &SCALAR_CARRIED,
    &ARRAY_NOT_ON_DEVICE,
    &SECOND_DEVICE_COPY,
    &WRITE_TO_READ_ONLY,
    &NO_DEVICE_COPY,
    &NOT_ON_DEVICE_ON_PATH,
    &NO_CALLER_HAS_IT,
    &CALLERS_DISAGREE,
    &SECTION_UNKNOWN_IN_CALLEE,
    &RELEASED_IN_SOME_CALLS,
    &END_UNKNOWN_IN_CALLEE,
    &ALIASES_COLLIDE,
    &TWO_COPIES_OF_ONE,
    &ALIASES_UNDECIDED,
    &COPIES_MAY_OVERLAP,
    &NEVER_CALLED,
    &CALLED_THROUGH_POINTER,
    &HOLDS_ANOTHER_ARRAY,
    &PRINTED_IN_ANY_ORDER,
    &MAYBE_NOT_ON_DEVICE,
    &TOO_LARGE_TO_FOLLOW,
    &RELEASE_IN_OTHER_BLOCK,
    &SECTION_OUTSIDE,
    &ACCESS_OUTSIDE_SECTION,
    &DIVERGENT_BARRIER,
    &SHARED_EXTENT_NOT_CONSTANT,
    &SHARED_ACCESS_OUTSIDE,
    &SHARED_MISUSE,
    &SINGULAR_MISUSE,
    &SHARED_WITHOUT_COPY,
    &CALL_IN_KERNEL,
    &JUMP_PAST_DIRECTIVE,
    &POINTER_IN_COPY,
    &CONSTANT_SIZE_UNKNOWN,
    &LAYOUTS_DIFFER,
    &VALUE_AFTER_PARTITION,
    &POINTER_NOT_TRACED,
    &SHAPE_NEEDED,
    &DIRECTIVE_WITH_EFFECT,
    &DECLARED_IN_KERNEL,
    &NOT_USABLE_ON_DEVICE,
    &CANNOT_BE_PRIVATE,
    &PRIVATE_READ_FIRST,
    &NO_SNAPSHOT,
    &VOLATILE_IN_KERNEL,
    &TILE_CLAUSE_NOT_KEPT,
    &ASSUMPTION_NOT_TESTED,
    &DEFINES_NOTHING,
    &PINNED_MEMORY_FREED,
    &NOT_A_TEXTURE,
    &COPYOUT_TARGET,
    &TOO_MANY_THREADS,
    &CONSTANT_MEMORY_FULL,
    &SHARED_MEMORY_FULL,
    &ARGUMENTS_TOO_LARGE,
    &THREADS_COLLIDE,
    &REDUNDANT_UPDATE,
    &PARTITION_LEFT_EARLY,
    &DEPENDENCE_UNDECIDED,
    &UPDATE_UNDECIDED,
    &STALE_ON_HOST,
    &STALE_ON_DEVICE,
    &MAYBE_STALE_ON_HOST,
    &MAYBE_STALE_ON_DEVICE,
    &NEEDLESS_COPY,
    &COPY_COMPLETED,
    &MAYBE_COPY_OVER_NEWER,
    &COPYOUT_OF_NOTHING,
    &READS_CLEARED,
    &COPY_OVER_NEWER,
    &MACRO_REDEFINED,
    &WARNING_DIRECTIVE,
    &EXTRA_TOKENS,
    &INCOMPATIBLE_POINTERS,
    &POINTER_FROM_INTEGER,
    &DISCARDED_QUALIFIER,
    &CONSTANT_OUT_OF_RANGE,
    &EXCESS_INITIALIZERS,
    &RETURN_MISMATCH,
    &POINTER_COMPARISON,
    &USELESS_DECLARATION,
    &UNKNOWN_BUILTIN,
    &LOOP_NEVER_RUNS,
    &UNUSED_DEVICE_COPY,
    &NEVER_FREED,
    &COVERAGE_UNDECIDED,
    &SHARED_NOT_USED,
    &DIRECTIVE_EFFECT_UNKNOWN,
    &NOT_A_REDUCTION,
    &REDUCTION_NOT_COMPLETE,
    &NOT_REDUCIBLE,
    &REDUCTIONS_DISAGREE,
    &REDUCTION_AROUND_BARRIER,
    &NOT_AN_ATOMIC_UPDATE,
    &ATOMIC_ON_PRIVATE,
    &NO_ATOMIC_OPERATION,
    &REDUCTION_IN_JAM,
    &NO_ROOM_FOR_COPIES,
    &UPDATES_REPEATED,
    &PLACE_NOT_ORDERED,
    &ARRAY_REDUCED_IN_PLACE,
    &ACCESS_NOT_REDIRECTED,
    &UNSUPPORTED_AROUND_BARRIER,
    &DIRECTIVE_NOT_TRANSLATED,
    &JAM_WITHOUT_THREADS,
    &JAM_TOO_LARGE,
    &CANNOT_JAM,
    &UNEVEN_RUNS,
    &CANNOT_VECTOR,
    &JAM_IGNORED,
    &RECIPE_NOT_APPLICABLE,
    &RECIPE_CHANGES_RESULT,
    &NOT_SIMULATED,
    &OUT_OF_BOUNDS,
    &MISALIGNED,
    &UNINITIALIZED,
    &RACE,
    &BARRIER_NOT_REACHED,
    &ABSENT_LANES,
    &WROTE_CONSTANT,
    &KERNEL_TRAP,
    &KERNEL_TIMEOUT,
    &LAUNCH_REFUSED,
    &DIFFERS_FROM_SEQUENTIAL,
    &CONTRADICTED_VERDICT,
    &TEMPLATE_ARGUMENTS,
    &TEMPLATE_TOO_DEEP,
    &REFERENCE_NOT_BOUND,
    &NO_OVERLOAD,
    &GEOMETRY_CHOSEN,
    &POINTER_OF_TWO_MEMORIES,
    &NOT_IN_OPENCL,
    &NOT_IN_HIP,
    &WARP_OF_32,
    &VERSION_OF_CUDA,
    &EDITS_COLLIDE,
    &NOTHING_TO_TRANSLATE,
    &KERNEL_THROUGH_CALL,
    &STATE_IN_KERNEL,
    &ARGUMENT_LAYOUT,
    &VARIABLE_ELSEWHERE,
    &TOO_MANY_CASES,
    &TYPE_NOT_ON_DEVICE,
    &VARIABLE_LENGTH_IN_KERNEL,
    &CALL_NOT_EXPANDED,
    &MISSPELLED_PRAGMA,
    &NOTHING_PARTITIONED,
    &UNUSED_DIMENSION,
    &IMPLICIT_FUNCTION,
    &IMPLICIT_INT,
    &PRAGMA_TAKEN_OFF,
    &HOST_STAYS_C,
    &BARRIER_ADDED,
    &DOUBLE_MATH_ON_FLOAT,
    &LOADED_AHEAD,
    &STORED_BY_COLUMNS,
    &ROUNDS_OVERLAP,
    &ROUNDS_IN_ORDER,
    &STRIDED_ACCESS,
    &COALESCED,
    &NOT_COALESCED,
    &KERNEL_NOT_RAISED,
    &HOST_NOT_RAISED,
    &NOTHING_TO_RAISE,
    &NOT_CPP,
    &HEADER_OF_A_LIBRARY,
    &DEVICE_CODE_NOT_READ,
    &PTX_PASSED_OVER,
    &KERNEL_RETURNS,
    &HOST_FUNCTION_ON_DEVICE,
    &HOST_VARIABLE_ON_DEVICE,
    &DEVICE_FUNCTION_ON_HOST,
    &SHARED_INITIALISED,
    &TOO_MUCH_SHARED,
    &CAST_MISSING,
    &JUMP_PAST_INITIALISER,
    &WRONG_MARK,
    &NO_SUCH_FORM,
    &CONSTANT_WRITTEN,
    &DYNAMIC_SHARED_TYPES,
    &PARAMETER_DECLARED_AGAIN,
    &NOT_IN_CPP,
    &DEVICE_VARIABLE_ON_HOST,
    &RAISED_WITHOUT_DIRECTIVES,
    &DATA_NOT_PLACED,
];

/// The code with this id, in either case.
pub fn find(id: &str) -> Option<&'static Code> {
    ALL.iter().copied().find(|c| c.id.eq_ignore_ascii_case(id))
}
