//! The device's side of the conversation.
//!
//! A request is five 64-bit numbers and bytes, an answer four and bytes; see
//! `device.c` for the other side. One request is answered at a time: the host
//! waits, as it would for a call of the runtime.
//!
//! The two sides are the ends of one pair of sockets, and the host inherits its end: it has
//! no name that anybody could find, connect to, or leave behind.

use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gpu::Gpu;
use simulate::{Config, Counters, Findings, Launch, Refused};

use super::{Device, open_cl};

const ALLOC: u64 = 1;
const RELEASE: u64 = 2;
const WRITE: u64 = 3;
const READ: u64 = 4;
const SET: u64 = 5;
const COPY: u64 = 6;
const LAUNCH: u64 = 7;
const SYMBOL: u64 = 8;
const ROOM: u64 = 9;
const BUILD: u64 = 10;
const KERNEL: u64 = 11;

/// CUDA's numbers for what can go wrong here.
const SUCCESS: u64 = 0;
const INVALID_VALUE: u64 = 1;
const OUT_OF_MEMORY: u64 = 2;
const INVALID_CONFIGURATION: u64 = 9;
const INVALID_POINTER: u64 = 17;
const INVALID_FUNCTION: u64 = 98;
const OUT_OF_RESOURCES: u64 = 701;
const TIMEOUT: u64 = 702;

/// No message is longer: a broken host must not make us allocate the world.
const LONGEST: u64 = 64 << 30;

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Whose rules are counted by.
    pub gpu: Gpu,
    /// Count what memory does.
    pub counted: bool,
    /// How long all kernels together may take.
    pub timeout: Option<Duration>,
}

/// What a run left behind.
#[derive(Debug, Default)]
pub struct Session {
    /// Per kernel, in the order of first launches.
    pub kernels: Vec<KernelRun>,
    /// Launches that could not begin: kernel and reason.
    pub refused: Vec<(u32, Refused)>,
    /// Allocations that were not freed, with their size.
    pub leaks: Vec<u64>,
    /// Kernels were ended because time was up.
    pub timed_out: bool,
    /// What is wrong with programs that the host had built when it ran.
    pub not_built: Vec<diagnostics::Diagnostic>,
}

/// All launches of one kernel.
#[derive(Debug)]
pub struct KernelRun {
    /// Its number.
    pub number: u32,
    /// How often it was launched.
    pub launches: u64,
    /// Blocks of the last launch.
    pub grid: [u32; 3],
    /// Threads of a block of the last launch.
    pub block: [u32; 3],
    /// Bytes of shared memory of a block.
    pub shared_bytes: u64,
    /// Counts of all launches.
    pub counters: Counters,
    /// What was found in any.
    pub findings: Findings,
    /// Seconds spent in it.
    pub seconds: f64,
    /// Blocks that the last launch had begun when time was up.
    pub unfinished: Option<u64>,
}

/// Answers the host until it is gone; its exit status.
pub fn serve(
    program: &mut crate::Session,
    device: &mut Device,
    stream: UnixStream,
    host: &mut Child,
    conditions: Conditions,
) -> std::io::Result<(Session, ExitStatus)> {
    let mut session = Session::default();
    let mut server = Server { program, device, conditions, session: &mut session };
    server.converse(stream, host)?;
    let status = host.wait()?;
    let left = device.memory.allocations().iter().filter(|a| !a.is_static);
    session.leaks = left.map(|a| a.bytes()).collect();
    Ok((session, status))
}

/// A connection for a host that is going to be started by the command: our end and its own.
pub fn socket_for(command: &mut Command) -> std::io::Result<(UnixStream, UnixStream)> {
    let (ours, theirs) = UnixStream::pair()?;
    // Only the program that is started now is to inherit it.
    rustix::io::fcntl_setfd(&theirs, rustix::io::FdFlags::empty())?;
    command.env("WARPLOOM_DEVICE", theirs.as_raw_fd().to_string());
    Ok((ours, theirs))
}

/// How often it is asked whether the host is still there. What it started may hold its end of
/// the connection for longer than it lives.
const GLANCE: Duration = Duration::from_millis(100);

/// False when the host is gone, and nothing more will come.
fn wait_for_request(stream: &UnixStream, host: &mut Child) -> std::io::Result<bool> {
    stream.set_read_timeout(Some(GLANCE))?;
    let ready = loop {
        match rustix::net::recv(stream, &mut [0u8; 1], rustix::net::RecvFlags::PEEK) {
            Ok((0, _)) => break false,
            Ok(_) => break true,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if host.try_wait()?.is_some() {
                    break false;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // The host is gone; how, its exit status tells.
            Err(_) => break false,
        }
    };
    stream.set_read_timeout(None)?;
    Ok(ready)
}

struct Server<'a> {
    program: &'a mut crate::Session,
    device: &'a mut Device,
    conditions: Conditions,
    session: &'a mut Session,
}

/// What is sent back.
#[derive(Default)]
struct Answer {
    status: u64,
    value: u64,
    extra: u64,
    bytes: Vec<u8>,
}

fn status(status: u64) -> Answer {
    Answer { status, ..Answer::default() }
}

fn success_if(ok: bool) -> Answer {
    status(if ok { SUCCESS } else { INVALID_POINTER })
}

impl Server<'_> {
    fn converse(&mut self, mut stream: UnixStream, host: &mut Child) -> std::io::Result<()> {
        loop {
            let mut head = [0; 40];
            if !wait_for_request(&stream, host)? {
                return Ok(());
            }
            match stream.read_exact(&mut head) {
                Ok(()) => {}
                // The host is gone; how, its exit status tells.
                Err(_) => return Ok(()),
            }
            let mut words =
                head.chunks_exact(8).map(|w| u64::from_le_bytes(w.try_into().unwrap_or_default()));
            let mut next = || words.next().unwrap_or(0);
            let (operation, a, b, c, length) = (next(), next(), next(), next(), next());
            if length > LONGEST {
                return Ok(());
            }
            let mut bytes = vec![0; length as usize];
            if stream.read_exact(&mut bytes).is_err() {
                return Ok(());
            }
            let answer = self.answer(operation, [a, b, c], &bytes);
            let mut message = Vec::with_capacity(32 + answer.bytes.len());
            for word in [answer.status, answer.value, answer.extra, answer.bytes.len() as u64] {
                message.extend(word.to_le_bytes());
            }
            message.extend(answer.bytes);
            if stream.write_all(&message).is_err() {
                return Ok(());
            }
        }
    }

    fn answer(&mut self, operation: u64, [a, b, c]: [u64; 3], bytes: &[u8]) -> Answer {
        let memory = &mut self.device.memory;
        match operation {
            ALLOC => match memory.allocate_at_multiple(a, b) {
                Some(address) => Answer { value: address, ..Answer::default() },
                None => status(OUT_OF_MEMORY),
            },
            RELEASE => success_if(memory.free(a)),
            WRITE => success_if(memory.write(a, bytes)),
            READ if b > LONGEST => status(INVALID_VALUE),
            READ => {
                let mut bytes = vec![0; b as usize];
                let ok = memory.read(a, &mut bytes);
                Answer { bytes: if ok { bytes } else { Vec::new() }, ..success_if(ok) }
            }
            SET => success_if(c <= LONGEST && memory.write(a, &vec![b as u8; c as usize])),
            COPY => {
                let mut bytes = vec![0; c.min(LONGEST) as usize];
                success_if(memory.read(b, &mut bytes) && memory.write(a, &bytes))
            }
            SYMBOL => match self.device.symbols.get(&(a as u32)) {
                Some(&(address, bytes)) => Answer { value: address, extra: bytes, ..Answer::default() },
                None => status(13),
            },
            ROOM => {
                let (free, all) = memory.room();
                Answer { value: free, extra: all, ..Answer::default() }
            }
            KERNEL => match std::str::from_utf8(bytes).ok().and_then(|name| self.device.names.get(name)) {
                Some(&number) => Answer { value: u64::from(number), ..Answer::default() },
                None => status(INVALID_FUNCTION),
            },
            LAUNCH => self.launch(bytes),
            BUILD => self.build(bytes),
            _ => status(INVALID_VALUE),
        }
    }

    /// Builds a program of OpenCL: what was said about it, and the table of its kernels.
    fn build(&mut self, message: &[u8]) -> Answer {
        let mut built = open_cl::build(self.program, self.device, message);
        let status = u64::from(built.table.is_none());
        self.session.not_built.append(&mut built.errors);
        let value = built.log.len() as u64;
        let bytes = [built.log, built.table.unwrap_or_default()].concat().into_bytes();
        Answer { status, value, bytes, ..Answer::default() }
    }

    fn launch(&mut self, message: &[u8]) -> Answer {
        if message.len() < 32 {
            return status(INVALID_VALUE);
        }
        let (head, args) = message.split_at(32);
        let mut words = head.chunks_exact(4).map(|w| u32::from_le_bytes(w.try_into().unwrap_or_default()));
        let mut next = || words.next().unwrap_or(0);
        let number = next();
        let grid = [next(), next(), next()];
        let block = [next(), next(), next()];
        let dynamic_shared = u64::from(next());
        let Some(code) = self.device.kernels.get(&number) else { return status(INVALID_FUNCTION) };
        let stop = AtomicBool::new(false);
        let config = Config { grid, block, dynamic_shared, args: args.to_vec() };
        let launch = match Launch::new(code, &self.device.memory, self.conditions.gpu, config, &stop) {
            Ok(launch) if self.conditions.counted => launch.counted(),
            Ok(launch) => launch,
            Err(refused) => {
                let error = match refused {
                    Refused::Grid(_) => INVALID_CONFIGURATION,
                    Refused::SharedMemory { .. } | Refused::LocalMemory { .. } => OUT_OF_RESOURCES,
                    Refused::Arguments => INVALID_VALUE,
                };
                self.session.refused.push((number, refused));
                return status(error);
            }
        };
        // What the host does meanwhile is not the kernels' time.
        let spent: f64 = self.session.kernels.iter().map(|run| run.seconds).sum();
        let spent = Duration::try_from_secs_f64(spent).unwrap_or_default();
        let left = self.conditions.timeout.map(|timeout| timeout.saturating_sub(spent));
        let begun = Instant::now();
        let in_time = run_on_all_cores(&launch, &stop, left);
        let begun_blocks = launch.begun();
        let outcome = launch.finish();
        let shared_bytes = code.shared_bytes + dynamic_shared;
        let run = self.session.kernel(number);
        run.launches += 1;
        (run.grid, run.block, run.shared_bytes) = (grid, block, shared_bytes);
        run.counters.add(&outcome.counters);
        run.findings.add(outcome.findings);
        run.seconds += begun.elapsed().as_secs_f64();
        if !in_time {
            run.unfinished = Some(begun_blocks);
        }
        self.session.timed_out |= !in_time;
        let bytes = outcome.output.into_iter().flat_map(|(_, text)| text).collect();
        Answer { status: if in_time { SUCCESS } else { TIMEOUT }, bytes, ..Answer::default() }
    }
}

impl Session {
    /// What is known of a kernel.
    fn kernel(&mut self, number: u32) -> &mut KernelRun {
        let at = match self.kernels.iter().position(|run| run.number == number) {
            Some(at) => at,
            None => {
                self.kernels.push(KernelRun {
                    number,
                    launches: 0,
                    grid: [0; 3],
                    block: [0; 3],
                    shared_bytes: 0,
                    counters: Counters::default(),
                    findings: Findings::default(),
                    seconds: 0.0,
                    unfinished: None,
                });
                self.kernels.len() - 1
            }
        };
        &mut self.kernels[at]
    }
}

/// False if time was up first.
fn run_on_all_cores(launch: &Launch<'_>, stop: &AtomicBool, left: Option<Duration>) -> bool {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(|| launch.work())).collect();
        if let Some(left) = left {
            let until = Instant::now() + left;
            while !workers.iter().all(|worker| worker.is_finished()) {
                if Instant::now() >= until {
                    over.store(true, Ordering::Relaxed);
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    });
    !over.load(Ordering::Relaxed)
}
