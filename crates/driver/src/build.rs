//! Programs and objects, by the compilers of the machine.
//!
//! The CPU target needs `cc`, the CUDA target `nvcc` (and the host compiler
//! it brings). Sources go to a folder that the caller owns; nothing is left
//! beside the user's files.
//!
//! ```text
//! cc -O3 -fopenmp FLAGS -I… -D… 0-main.c fill.c 1-kernel.o -o program fill.o -lfftw3 -lm
//!                 handed on       translated, as it is, printed    linked, in the user's order
//! ```
//!
//! A CUDA file is printed as C with all macros gone: it is compiled apart, without the
//! user's `-D` and `-include`, which are in it already. Warning flags are about the user's
//! text: they go to a pass of their own over it, and never to what it was translated to.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use source::shown;
use syntax::Dialect;
use translate::Role;

use crate::beside::{self, Beside, Words};
use crate::cache::{Cache, Key};
pub use crate::compilers::cuda_compiler;
use crate::compilers::{Compiler, c_compiler, cpp_compiler, hip_compiler};
use crate::cpp::copy_name;
use crate::habits;
use crate::language;
use crate::line_directives::{MADE, with_line_directives};
use crate::linked::{Linked, files_in, in_folder};
use crate::options::{MacroOption, Options};
use crate::pipeline::Compiled;
use crate::session::Session;
use crate::translation::{Target, UnitOutput};

/// What is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// A program, or with `-shared` a library.
    Program,
    /// One object, of one input: `-c`.
    Object,
}

/// Why nothing could be made.
#[derive(Debug)]
pub enum BuildError {
    /// No such compiler on this machine: its name and what to do.
    Missing(&'static str, &'static str),
    /// The compiler ran and failed.
    Failed {
        /// What was run.
        compiler: PathBuf,
        /// What it printed.
        output: String,
    },
    /// The system said no.
    Io(PathBuf, std::io::Error),
}

/// A program that was translated, and how it is to be built.
#[derive(Clone, Copy, Debug)]
pub struct Build<'a> {
    /// Its sources and options.
    pub session: &'a Session,
    /// What they became.
    pub compiled: &'a Compiled,
    /// For what.
    pub target: Target,
    /// What is made of it.
    pub product: Product,
    /// The file that the user asked for, if one was: what compilers write beside their output goes there.
    pub named: Option<&'a Path>,
    /// May the cache keep what it has in common with other programs?
    pub is_kept: bool,
}

impl Build<'_> {
    /// Writes the sources to a folder and compiles them there; what compilers had to say
    /// about the user's text is returned.
    pub fn make(&self, folder: &Path, output: &Path) -> Result<String, BuildError> {
        let tools = Tools::find(self)?;
        let mut remarks = tools.warnings(folder)?;
        let sources = self.write_sources(folder)?;
        remarks += &tools.not_kept(&sources);
        match self.product {
            Product::Program => tools.program(&sources, folder, output)?,
            Product::Object => tools.object(&sources, folder, output)?,
        }
        Ok(remarks)
    }

    /// Does the C++ compiler take the files in C++?
    pub(crate) fn check_cpp(&self, folder: &Path) -> Result<(), BuildError> {
        let tools = Tools::find(self)?;
        let sources = self.write_sources(folder)?;
        sources.cpp.iter().try_for_each(|file| {
            let mut command = tools.cpp_compiler(folder, &tools.beside().left())?;
            command.arg("-fsyntax-only").arg(file);
            run_compiler(command, folder).map(drop)
        })
    }

    /// The objects of the files in C++, as they are made fastest.
    pub(crate) fn cpp_objects(&self, folder: &Path) -> Result<Vec<Vec<u8>>, BuildError> {
        let tools = Tools::find(self)?;
        let sources = self.write_sources(folder)?;
        let object = folder.join("instances.o");
        let made = sources.cpp.iter().map(|file| {
            let mut command = tools.cpp_compiler(folder, &tools.beside().left())?;
            command.args(["-O0", "-c"]).arg(file).arg("-o").arg(&object);
            run_compiler(command, folder)?;
            std::fs::read(&object).map_err(|error| BuildError::Io(object.clone(), error))
        });
        made.collect()
    }

    /// Everything that decides what the program will be.
    pub fn key(&self) -> Key {
        let Build { session, compiled, target, .. } = self;
        let mut key = Key::new();
        let text = format!("{target:?} {:?} {:?}", session.options, std::env::current_dir().ok());
        key.add(text.as_bytes());
        self.add_compilers(&mut key);
        for (_, file) in session.sources.map.files() {
            key.add(file.name.as_bytes());
            key.add(&file.bytes);
        }
        for file in compiled.units.iter().flat_map(|unit| &unit.files) {
            key.add(&file.bytes);
        }
        for header in &compiled.headers {
            key.add(&header.bytes);
        }
        self.add_beside(&mut key);
        self.add_linked(&mut key);
        key
    }

    /// Everything that decides what an object of the runtime will be: nothing of the program, but its flags.
    fn runtime_key(&self, file: &str) -> Key {
        let Options { passed, optimize, openmp, threads, .. } = &self.session.options;
        let mut key = Key::new();
        let flags = format!("{:?} {optimize:?} {openmp} {threads}", passed.host);
        key.add(format!("{file} {:?} {:?} {flags}", self.target, self.product).as_bytes());
        self.add_compilers(&mut key);
        self.add_beside(&mut key);
        self.add_libraries(&mut key, &[]);
        key
    }

    fn add_compilers(&self, key: &mut Key) {
        for compiler in self.compilers().into_iter().flatten() {
            key.add(format!("{:?}", compiler.arguments).as_bytes());
            // The name may be a link, as `cc` is; `ccache gcc` has the compiler behind it.
            let behind =
                compiler.arguments.iter().filter_map(|word| crate::compilers::on_path(Path::new(word)));
            for path in std::iter::once(compiler.path.clone()).chain(behind) {
                key.add_identity(&path.canonicalize().unwrap_or(path));
            }
        }
        for name in HEARD {
            key.add(std::env::var_os(name).unwrap_or_default().as_bytes());
        }
    }

    fn add_beside(&self, key: &mut Key) {
        for (name, text) in &self.compiled.beside {
            key.add(name.as_bytes());
            key.add(text.as_bytes());
        }
    }

    /// Objects and libraries count with their content: a rebuilt one makes another program.
    fn add_linked(&self, key: &mut Key) {
        let linked = self.linked();
        for file in linked
            .files()
            .into_iter()
            .chain(self.session.options.passed.device.iter().flat_map(|w| files_in(w)))
        {
            key.add_file(&file);
        }
        self.add_libraries(key, linked.libraries());
    }

    fn add_libraries(&self, key: &mut Key, named: &[OsString]) {
        let system = &self.session.toolchain.library_folders;
        let always = ["c", "m", "gomp"].map(OsString::from);
        for name in named.iter().chain(&always) {
            system.iter().flat_map(|folder| in_folder(name, folder)).for_each(|file| key.add_identity(&file));
        }
    }

    /// Can the key tell all that goes in?
    pub fn is_cacheable(&self) -> bool {
        self.linked().is_all()
    }

    fn linked(&self) -> Linked {
        let passed = &self.session.options.passed;
        Linked::read(passed.link.iter().chain(&passed.host))
    }

    fn compilers(&self) -> [Option<Compiler>; 2] {
        let device = match self.target {
            Target::Cuda(_) => cuda_compiler().ok(),
            Target::Hip(_) => hip_compiler().ok(),
            Target::Cpu | Target::Sim | Target::OpenCl(_) => None,
        };
        [c_compiler(), device.or_else(cpp_compiler)]
    }

    /// Writes what is compiled: translated files, and inputs without directives
    /// as they are. Included headers are found beside the original.
    fn write_sources(&self, folder: &Path) -> Result<Sources, BuildError> {
        let mut sources = Sources::default();
        for (i, unit) in self.compiled.units.iter().enumerate() {
            let input = self.session.sources.map.file(unit.input.file);
            let path = self.session.path(unit.input.file);
            let ending = if unit.input.dialect == Dialect::Cuda { "cu" } else { "c" };
            if unit.files.is_empty() {
                match path.filter(|path| path.extension().is_some_and(|found| found == ending)) {
                    Some(path) => sources.plain.push(path.to_path_buf()),
                    // Compilers know a language by its ending.
                    None => sources.plain.push(write(folder, &format!("{i}-input.{ending}"), &input.bytes)?),
                }
                continue;
            }
            let stem = path.and_then(Path::file_stem).map_or("stdin".into(), |stem| stem.to_string_lossy());
            // Control characters in a name are no reason for trouble with a compiler's.
            let stem: String = stem.chars().filter(|c| c.is_alphanumeric() || "._-+".contains(*c)).collect();
            for (at, file) in unit.files.iter().enumerate() {
                let name = match file.role {
                    Role::Cpp => format!("{i}-{stem}.cpp"),
                    Role::CppHeader(number) => copy_name(number),
                    Role::Ported => format!("{i}-{stem}.hip"),
                    Role::Whole | Role::Host => format!("{i}-{stem}.c"),
                    Role::Kernels => format!("{i}-{stem}.{}", kernels_ending(self.target)),
                    Role::Launchers => format!("{i}-{stem}.launchers.c"),
                };
                let mut bytes = Cow::Borrowed(file.bytes.as_slice());
                if let (Some(map), Role::Whole | Role::Host | Role::Kernels) =
                    (unit.line_maps.get(at), file.role)
                {
                    bytes = Cow::Owned(with_line_directives(&bytes, map, &self.session.sources));
                }
                let written = write(folder, &name, &bytes)?;
                match file.role {
                    Role::CppHeader(_) => continue,
                    Role::Cpp => {
                        sources.cpp.push(written);
                        continue;
                    }
                    _ => sources.names.push((written.clone(), input.name.clone())),
                }
                let is_printed = unit.input.dialect != Dialect::C && file.role != Role::Ported;
                if is_printed { &mut sources.printed } else { &mut sources.plain }.push(written);
            }
        }
        for header in &self.compiled.headers {
            write(folder, &header.name.to_string_lossy(), &header.bytes)?;
        }
        for (name, text) in &self.compiled.beside {
            let text = format!("#line 1 \"{MADE}/{name}\"\n{text}");
            let path = write(folder, name, text.as_bytes())?;
            sources.names.push((path.clone(), format!("{MADE}/{name}")));
            sources.runtime.extend(name.ends_with(".c").then_some(path));
        }
        Ok(sources)
    }
}

/// CUDA's compilers take no two pointers for different because of their types: a `float4` is read as four `half2`.
const AS_NVCC_ALIASES: &str = "-fno-strict-aliasing";

/// Variables that compilers listen to.
const HEARD: [&str; 15] = [
    "CPATH",
    "C_INCLUDE_PATH",
    "LIBRARY_PATH",
    "COMPILER_PATH",
    "GCC_EXEC_PREFIX",
    "SOURCE_DATE_EPOCH",
    "NVCC_PREPEND_FLAGS",
    "NVCC_APPEND_FLAGS",
    "NVCC_CCBIN",
    "OMPI_CC",
    "MPICH_CC",
    "CUDA_HOME",
    "ROCM_PATH",
    "HIPCC_COMPILE_FLAGS_APPEND",
    "HIPCC_LINK_FLAGS_APPEND",
];

/// What a compiler is given.
#[derive(Default)]
struct Sources {
    /// C as the user wrote it, translated or not.
    plain: Vec<PathBuf>,
    /// C that was printed from CUDA C: macros and included text are in it.
    printed: Vec<PathBuf>,
    /// C++ that was made from CUDA C++.
    cpp: Vec<PathBuf>,
    /// The runtime that printed files call.
    runtime: Vec<PathBuf>,
    /// Files that were made, and the inputs they stand for.
    names: Vec<(PathBuf, String)>,
}

/// The compilers of a build, and how they are called.
struct Tools<'a> {
    build: &'a Build<'a>,
    cc: Compiler,
    nvcc: Option<Compiler>,
    /// Takes C, HIP and the flags of `cc`.
    hipcc: Option<Compiler>,
}

impl<'a> Tools<'a> {
    fn find(build: &'a Build<'a>) -> Result<Tools<'a>, BuildError> {
        let nvcc = matches!(build.target, Target::Cuda(_)).then(cuda_compiler).transpose()?;
        let hipcc = matches!(build.target, Target::Hip(_)).then(hip_compiler).transpose()?;
        let cc = c_compiler()
            .ok_or(BuildError::Missing("a C compiler", "install gcc or clang, or set CC to one"))?;
        Ok(Tools { build, cc, nvcc, hipcc })
    }

    fn options(&self) -> &'a Options {
        &self.build.session.options
    }

    /// What the user's C compiler says about the user's C, if it was asked to.
    fn warnings(&self, folder: &Path) -> Result<String, BuildError> {
        let Build { session, compiled, .. } = *self.build;
        let flags = &self.options().passed.warnings;
        let is_c = |unit: &&UnitOutput| unit.input.dialect == Dialect::C;
        let inputs = compiled.units.iter().filter(is_c).filter_map(|unit| session.path(unit.input.file));
        let inputs: Vec<&Path> = inputs.collect();
        if flags.is_empty() || inputs.is_empty() {
            return Ok(String::new());
        }
        let mut command = self.cc.command();
        command.arg("-fsyntax-only").args(self.beside().left());
        command.args(self.preprocessor_flags()).args(self.input_folders());
        command.args(flags).arg("-Wno-unknown-pragmas").args(inputs);
        run_compiler(command, folder)
    }

    /// Compiles and links.
    fn program(&self, sources: &Sources, folder: &Path, output: &Path) -> Result<(), BuildError> {
        if !sources.cpp.is_empty() {
            return self.cpp_program(sources, folder, output);
        }
        let apart = |files: &[PathBuf]| -> Result<Vec<PathBuf>, BuildError> {
            let objects =
                files.iter().map(|file| self.compiled_object(file, sources, folder, &object_of(file)));
            objects.collect()
        };
        // Each file has names of its own for what is written beside it.
        let is_named = self.beside().has_names();
        let mut files = if is_named { apart(&sources.plain)? } else { sources.plain.clone() };
        let is_all_printed = files.is_empty() && !is_named;
        files.extend(if is_all_printed { sources.printed.clone() } else { apart(&sources.printed)? });
        for file in &sources.runtime {
            files.push(self.runtime_object(file, sources, folder)?);
        }
        let mut command =
            self.compiler(sources, folder, is_all_printed && !files.is_empty(), &self.options().passed.host);
        command.args(&files).arg("-o").arg(output).args(self.link_flags()).arg("-lm");
        command.args(matches!(self.build.target, Target::OpenCl(_)).then_some("-lOpenCL"));
        let units = &self.build.compiled.units;
        if !units.is_empty() && units.iter().all(|unit| unit.input.dialect == Dialect::OpenCl) {
            // Kernels for a host to load, which has the rest.
            // A function of the host's with a kernel's name is another one.
            command.args(["-shared", "-fPIC", "-Wl,-Bsymbolic", "-Wno-psabi"]);
        } else if self.build.target == Target::Cpu && self.build.compiled.loads_kernels() {
            command.args(["-rdynamic", "-ldl"]);
        }
        run_compiler(command, folder).map(drop)
    }

    /// Compiles each file in its own language, and links with C++'s library.
    fn cpp_program(&self, sources: &Sources, folder: &Path, output: &Path) -> Result<(), BuildError> {
        let mut objects = self.of_cpp(sources, folder)?;
        for file in &sources.plain {
            objects.push(self.compiled_object(file, sources, folder, &object_of(file))?);
        }
        for file in &sources.runtime {
            objects.push(self.runtime_object(file, sources, folder)?);
        }
        let mut command = self.cpp_compiler(folder, &self.options().passed.host)?;
        command.args(objects).arg("-fopenmp").arg("-o").arg(output).args(self.link_flags()).arg("-lm");
        command.args(matches!(self.build.target, Target::OpenCl(_)).then_some("-lOpenCL"));
        run_compiler(command, folder).map(drop)
    }

    /// The objects of files in C++.
    fn of_cpp(&self, sources: &Sources, folder: &Path) -> Result<Vec<PathBuf>, BuildError> {
        let compiled = sources.cpp.iter().map(|file| {
            let object = file.with_extension("cpp.o");
            let mut command = self.cpp_compiler(folder, &self.beside().left())?;
            command.arg("-c").arg(file).arg("-o").arg(&object);
            run_compiler(command, folder).map(|_| object)
        });
        compiled.collect()
    }

    /// The C++ compiler with everything but files.
    fn cpp_compiler(&self, folder: &Path, host: &[OsString]) -> Result<Command, BuildError> {
        let compiler = cpp_compiler()
            .ok_or(BuildError::Missing("a C++ compiler", "install g++ or clang++, or set CXX to one"))?;
        let options = self.options();
        let mut command = compiler.command();
        // Its messages are read.
        command.env("LC_ALL", "C");
        command.arg(options.optimize.as_ref().map_or("-O3".to_owned(), |level| format!("-O{level}")));
        // Only the runtime needs OpenMP; pragmas of the user's mean something if the user says so.
        command.args(options.openmp.then_some("-fopenmp"));
        command.args([AS_NVCC_ALIASES, "-w", "-I"]).arg(folder).args(host);
        command.args(self.input_folders()).args(self.preprocessor_flags());
        Ok(command)
    }

    /// Compiles, to one object whatever the input became.
    fn object(&self, sources: &Sources, folder: &Path, output: &Path) -> Result<(), BuildError> {
        let files: Vec<&PathBuf> = sources.plain.iter().chain(&sources.printed).collect();
        if let ([file], [], []) = (files.as_slice(), sources.runtime.as_slice(), sources.cpp.as_slice()) {
            return self.compiled_object(file, sources, folder, output).map(drop);
        }
        let mut objects = self.of_cpp(sources, folder)?;
        for file in files {
            objects.push(self.compiled_object(file, sources, folder, &folder.join(object_of(file)))?);
        }
        for file in &sources.runtime {
            let object = self.runtime_object(file, sources, folder)?;
            // Every object brings the runtime, the program has one.
            let mut weaken = Command::new("objcopy");
            weaken.arg("--weaken").arg(&object);
            run_compiler(weaken, folder)?;
            objects.push(object);
        }
        let mut command = self.cc.command();
        command.args(["-r", "-nostdlib", "-o"]).arg(output).args(objects);
        run_compiler(command, folder).map(drop)
    }

    /// An object of the runtime. It is the same for all programs, so it is kept for the next one.
    fn runtime_object(&self, file: &Path, sources: &Sources, folder: &Path) -> Result<PathBuf, BuildError> {
        let object = folder.join(object_of(file));
        let Some(cache) = self.build.is_kept.then(Cache::open).flatten() else {
            return self.compiled_object(file, sources, folder, &object);
        };
        let key = self.build.runtime_key(&file.file_name().unwrap_or_default().to_string_lossy());
        let made = match cache.find(&key) {
            Some(found) => found,
            None => {
                let Ok(private) = cache.private_folder() else {
                    return self.compiled_object(file, sources, folder, &object);
                };
                cache.make(&key, private, |_, kept| {
                    self.compiled_object(file, sources, folder, kept)?;
                    // What is kept can be started: the cache takes anything else for damaged.
                    std::fs::set_permissions(kept, std::fs::Permissions::from_mode(0o700))
                        .map_err(|error| BuildError::Io(kept.to_path_buf(), error))
                })?
            }
        };
        // It is changed before it is linked, and others may clean the cache.
        std::fs::copy(&made.executable, &object).map_err(|error| BuildError::Io(object.clone(), error))?;
        Ok(object)
    }

    fn compiled_object(
        &self,
        file: &Path,
        sources: &Sources,
        folder: &Path,
        object: &Path,
    ) -> Result<PathBuf, BuildError> {
        let object = folder.join(object);
        let is_printed = sources.printed.iter().chain(&sources.runtime).any(|printed| printed == file);
        let (host, names) = self.flags_beside(file, sources);
        let mut command = self.compiler(sources, folder, is_printed, &host);
        command.arg("-c").args(names);
        if self.build.product == Product::Object && !is_kernels(file) {
            // Whoever links it can tell by this what it needs.
            let written = write(folder, "warploom_mark.h", marking(self.build.target).as_bytes())?;
            command.args(self.renamed(&written, MADE)).arg("-include").arg(written);
        }
        command.arg(file).arg("-o").arg(&object);
        run_compiler(command, folder)?;
        Ok(object)
    }

    /// gcov leaves out what OpenMP makes functions of: where lines are counted, kernels run on one thread.
    fn has_threads(&self) -> bool {
        let is_counted = self.keeps_beside() && beside::is_counted(&self.options().passed.host);
        !is_counted || self.options().openmp || self.build.compiled.has_runtime()
    }

    fn beside(&self) -> Beside<'a> {
        let words = match (self.gcc_version(), self.clang_version()) {
            _ if self.nvcc.is_some() || self.hipcc.is_some() => Words::None,
            (_, Some(_)) => Words::Clang,
            (Some(11..), None) => Words::Gcc,
            _ => Words::None,
        };
        Beside { flags: &self.options().passed.host, words }
    }

    fn keeps_beside(&self) -> bool {
        self.build.named.is_some() && self.beside().words != Words::None
    }

    /// The user's flags for a file, and the names of what they ask to write beside its object.
    fn flags_beside(&self, file: &Path, sources: &Sources) -> (Vec<OsString>, Vec<OsString>) {
        let beside = self.beside();
        let is_runtime = sources.runtime.iter().any(|runtime| runtime == file);
        if !beside.has_names() {
            (beside.flags.to_vec(), Vec::new())
        } else if !self.keeps_beside() || is_runtime {
            (beside.left(), Vec::new())
        } else {
            (beside.kept(), beside.named(&self.base_beside(file, sources)))
        }
    }

    /// The name that files beside the output have before their ending: `out/a` for `-c -o out/a.o`; `prog-a` for
    /// `-o prog`, but `a` by early versions of clang.
    fn base_beside(&self, file: &Path, sources: &Sources) -> PathBuf {
        let input = sources.names.iter().find(|(written, _)| written == file);
        let input = input.map_or(file, |(_, input)| Path::new(input));
        let stem = input.file_stem().unwrap_or_default();
        let named = self.build.named.unwrap_or(input);
        match self.build.product {
            Product::Object => named.with_extension(""),
            Product::Program if self.clang_version().is_some_and(|version| version < 17) => stem.into(),
            Product::Program => {
                let mut base = named.as_os_str().to_os_string();
                base.push("-");
                base.push(stem);
                base.into()
            }
        }
    }

    /// What the user asked for and does not get: files beside the output that would be lost.
    fn not_kept(&self, sources: &Sources) -> String {
        let beside = self.beside();
        let (asked, why) = match (beside.asked(), beside.lost()) {
            (Some(asked), _) if self.build.named.is_none() => {
                (asked, "programs that are run at once leave no files beside them; `warploom build` does")
            }
            (_, Some(lost)) => {
                (lost, "this compiler cannot be told where the files go, and writes none; gcc 11 can")
            }
            (Some(asked), None) if !sources.cpp.is_empty() => {
                (asked, "no files are written beside the output of CUDA C++")
            }
            _ => return String::new(),
        };
        format!("note: `{}`: {why}\n", asked.to_string_lossy())
    }

    /// The compiler with everything but files.
    fn compiler(&self, sources: &Sources, folder: &Path, is_printed: bool, host: &[OsString]) -> Command {
        let options = self.options();
        let mut flags = host.to_vec();
        flags.extend(options.openmp.then(|| "-fopenmp".into()));
        flags.extend(options.threads.then(|| "-pthread".into()));
        let level = match self.build.target {
            Target::Sim => "-O2",
            Target::Cpu | Target::Cuda(_) | Target::Hip(_) | Target::OpenCl(_) => "-O3",
        };
        let level = options.optimize.as_ref().map_or_else(|| level.to_string(), |level| format!("-O{level}"));
        let mut command = match &self.nvcc {
            None => {
                let mut command = self.hipcc.as_ref().unwrap_or(&self.cc).command();
                command.arg(level);
                if self.build.target == Target::Cpu {
                    command.args(self.has_threads().then_some("-fopenmp"));
                    // The program was read without it, and its `#if` must choose as they did then.
                    command.args((!options.openmp).then_some("-U_OPENMP"));
                    command.args((!options.openmp && !options.threads).then_some("-U_REENTRANT"));
                }
                command.args(flags);
                command.args(self.hipcc.iter().flat_map(|_| &options.passed.device));
                let mut roles = self.build.compiled.units.iter().flat_map(|unit| &unit.files);
                // What nvcc takes CUDA files for, hipcc wants to be told.
                let is_ported = roles.any(|file| file.role == Role::Ported);
                command.args((is_ported && options.standard.is_none()).then_some("-std=c++17"));
                command
            }
            Some(nvcc) => {
                let mut command = nvcc.command();
                command.arg(level);
                let device = &options.passed.device;
                let chooses = |flag: &&OsString| {
                    let flag = flag.to_string_lossy();
                    ["-arch", "-gencode", "--gpu-arch", "--generate-code"]
                        .iter()
                        .any(|start| flag.starts_with(start))
                };
                if has_gpu() && !device.iter().any(|flag| chooses(&flag)) {
                    command.arg("-arch=native");
                }
                command.args(device).args(behind_nvcc(flags));
                command
            }
        };
        if self.build.compiled.has_runtime() {
            command.args([AS_NVCC_ALIASES, "-w", "-I"]).arg(folder);
        }
        if !is_printed {
            command.args(self.preprocessor_flags());
            let folders = self.input_folders();
            command.args(if self.nvcc.is_some() { behind_nvcc(folders) } else { folders });
        }
        command.args(sources.names.iter().filter_map(|(written, input)| self.renamed(written, input)));
        command
    }

    /// `__FILE__`, and with it `assert`, name the user's file; so does what debuggers read, or no two builds were alike.
    /// The flag came with gcc 8; clang has had it since version 10.
    fn renamed(&self, written: &Path, input: &str) -> Option<OsString> {
        let is_known = self.clang_version() >= Some(10) || self.gcc_version() >= Some(8);
        let mut flag = OsString::from("-ffile-prefix-map=");
        flag.push(written);
        flag.push(format!("={input}"));
        (is_known && self.nvcc.is_none()).then_some(flag)
    }

    fn clang_version(&self) -> Option<u32> {
        self.predefined_number("__clang_major__")
    }

    /// Clang says that it is gcc 4.
    fn gcc_version(&self) -> Option<u32> {
        self.predefined_number("__GNUC__")
    }

    fn predefined_number(&self, name: &str) -> Option<u32> {
        let mut lines = self.build.session.toolchain.predefined.lines();
        let value = |line: &str| line.strip_prefix("#define ")?.strip_prefix(name)?.trim().parse().ok();
        lines.find_map(value)
    }

    /// `#include "x.h"` means beside the input, which the output is not.
    fn input_folders(&self) -> Vec<OsString> {
        let Build { session, compiled, .. } = self.build;
        let mut flags: Vec<OsString> = Vec::new();
        for unit in &compiled.units {
            let folder = session.path(unit.input.file).and_then(Path::parent);
            let folder = folder.filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            flags.extend(["-iquote".into(), folder.as_os_str().to_os_string()]);
        }
        for folder in &self.options().quote_include {
            flags.extend(["-iquote".into(), folder.clone().into_os_string()]);
        }
        flags
    }

    /// The user's `-I`, `-D` and the like, for the compiler of the output.
    fn preprocessor_flags(&self) -> Vec<OsString> {
        let options = self.options();
        let mut flags: Vec<OsString> = Vec::new();
        for folder in &options.include {
            flags.extend(["-I".into(), folder.clone().into_os_string()]);
        }
        for folder in &options.system_include {
            flags.extend(["-isystem".into(), folder.clone().into_os_string()]);
        }
        for option in &options.macros {
            match option {
                MacroOption::Define(text) => flags.push(format!("-D{text}").into()),
                MacroOption::Undefine(name) => flags.push(format!("-U{name}").into()),
            }
        }
        for file in &options.forced_include {
            flags.extend(["-include".into(), file.clone().into_os_string()]);
        }
        if let (Some(standard), Target::Cpu | Target::OpenCl(_)) = (&options.standard, self.build.target) {
            flags.extend(language::of_translated(standard).into_iter().map(Into::into));
        }
        let said = self.build.session.sink.diagnostics();
        if self.nvcc.is_none() && said.iter().any(habits::is_declared_by_use) {
            // It was said, and later compilers would refuse it.
            flags.extend(language::DECLARED_BY_USE.map(Into::into));
        }
        flags
    }

    fn link_flags(&self) -> Vec<OsString> {
        let flags = &self.options().passed.link;
        if self.nvcc.is_none() {
            let is_cudas = |flag: &&OsString| {
                flag.as_bytes().strip_prefix(b"-l").is_some_and(|name| LIBRARIES_OF_CUDA.contains(&name))
            };
            return flags.iter().filter(|flag| !is_cudas(flag)).cloned().collect();
        }
        // nvcc knows no `-Wl,`.
        let for_linker = |flag: &OsString| match flag.as_bytes().strip_prefix(b"-Wl,") {
            None => vec![flag.clone()],
            Some(rest) => {
                let pieces =
                    rest.split(|byte| *byte == b',').map(|piece| OsStr::from_bytes(piece).to_os_string());
                pieces.flat_map(|piece| ["-Xlinker".into(), piece]).collect()
            }
        };
        flags.iter().flat_map(for_linker).collect()
    }
}

/// What a program for the processor or the simulator has without them, in the headers it is compiled with.
const LIBRARIES_OF_CUDA: [&[u8]; 12] = [
    b"cublas",
    b"cublasLt",
    b"cuda",
    b"cudadevrt",
    b"cudart",
    b"cudart_static",
    b"cufft",
    b"curand",
    b"cusolver",
    b"cusparse",
    b"nvToolsExt",
    b"nvtx3interop",
];

/// Flags of the host compiler behind nvcc.
fn behind_nvcc(flags: Vec<OsString>) -> Vec<OsString> {
    flags.into_iter().flat_map(|flag| ["-Xcompiler".into(), flag]).collect()
}

fn is_kernels(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "cu" || ending == "hip")
}

/// How the names of files with kernels end: compilers know a language by that.
pub fn kernels_ending(target: Target) -> &'static str {
    match target {
        Target::Hip(_) => "kernels.hip",
        Target::OpenCl(_) => "cl",
        Target::Cuda(_) | Target::Cpu | Target::Sim => "kernels.cu",
    }
}

fn object_of(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(".o");
    PathBuf::from(name)
}

/// The text that puts the mark into an object. Clang reads `#ident` and forgets it; the assembler's word would be lost
/// in what gcc keeps for `-flto`.
fn marking(target: Target) -> String {
    let mark = mark(target);
    format!("#ifdef __clang__\n__asm__(\".ident \\\"{mark}\\\"\");\n#else\n#ident \"{mark}\"\n#endif\n")
}

/// What an object says about itself.
pub fn mark(target: Target) -> &'static str {
    match target {
        Target::Cpu => "warploom object for cpu",
        Target::Cuda(_) => "warploom object for cuda",
        Target::Hip(_) => "warploom object for hip",
        Target::OpenCl(_) => "warploom object for opencl",
        Target::Sim => "warploom object for sim",
    }
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, BuildError> {
    let path = folder.join(name);
    if let Some(parent) = path.parent().filter(|parent| *parent != folder) {
        std::fs::create_dir_all(parent).map_err(|error| BuildError::Io(parent.to_path_buf(), error))?;
    }
    match std::fs::write(&path, bytes) {
        Ok(()) => Ok(path),
        Err(error) => Err(BuildError::Io(path, error)),
    }
}

/// Runs a compiler; what it said, if it had success.
///
/// Whatever ends it, its files between its own steps go with the folder, and the programs
/// that it started with it.
fn run_compiler(mut command: Command, folder: &Path) -> Result<String, BuildError> {
    let compiler = PathBuf::from(command.get_program());
    command.env("TMPDIR", folder).process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let io = |error| BuildError::Io(compiler.clone(), error);
    let child = command.spawn().map_err(io)?;
    let started = crate::cleanup::Started::leader(child.id());
    let output = child.wait_with_output().map_err(io)?;
    drop(started);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(text) } else { Err(BuildError::Failed { compiler, output: text }) }
}

/// Is there an NVIDIA GPU with its driver?
pub fn has_gpu() -> bool {
    Path::new("/dev/nvidia0").exists() || Path::new("/proc/driver/nvidia/version").exists()
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BuildError::Missing(what, help) => write!(f, "{what} was not found: {help}"),
            BuildError::Failed { compiler, output } => {
                write!(f, "`{}` failed:\n{}", shown(compiler), output.trim_end())?;
                // The library of clang's OpenMP is a package of its own.
                let lacks_threads = output.contains("-lomp");
                let help = "\nhelp: install clang's OpenMP (`libomp-dev` on Debian), or set CC to gcc";
                f.write_str(if lacks_threads { help } else { "" })
            }
            BuildError::Io(path, error) => write!(f, "`{}`: {error}", shown(path)),
        }
    }
}
