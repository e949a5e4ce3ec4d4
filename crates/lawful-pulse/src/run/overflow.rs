//! Stacks that overflow.
//!
//! Beyond the end of a task's stack lies a page that may not be touched. Touching it is a signal, which to
//! the standard library is any other fault: it knows the stacks of threads only. Here it is told apart: if
//! the program's own code came to the page, the task ends there and then, its stack is given up, and the run
//! goes on to tell of it. If other code did (the allocator, say, in the middle of its work), going on
//! would not be safe; then the process says why it dies, in the words that the runner looks for.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) use linux::{can_stop, install, stop, thread};

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(super) fn install() {}

/// Whether a run that waits for something outside can be stopped.
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(super) const fn can_stop() -> bool {
    false
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(super) fn stop(_: u64, _: usize) {}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(super) fn thread() -> usize {
    0
}

use super::coroutine::usable;
use super::stuck::Trouble;
use super::{NOBODY, Run};

impl Run {
    /// The stack of the running task is used up.
    pub(super) fn note_overflow(&self) {
        let (start, end) = self.task(self.current()).stack.get();
        self.stack_size.set(usable(end - start));
        self.trouble(Trouble::Overflow(self.current()));
    }

    /// Runs on the stack that overflowed, from its beginning.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code))]
    fn overflowed(&self) {
        self.note_overflow();
        self.lose();
    }

    /// Runs on the stack of a task that waits for something outside, from its beginning.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code))]
    fn stopped(&self) {
        self.trouble(Trouble::Misuse(self.seat.beat().told()));
        self.stopped.set(true);
        self.lose();
    }

    /// The task is gone, and the run with it.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code))]
    fn lose(&self) {
        self.next.set(NOBODY);
        self.lost.set(true);
    }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux {
    use std::mem::MaybeUninit;
    use std::ptr;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

    use corosensei::trap::CoroutineTrapHandler;
    use libc::{c_int, c_void, siginfo_t, ucontext_t};

    use super::super::current;

    /// What handled the signal before.
    static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();
    /// Where the program's own code begins and ends.
    static CODE_START: AtomicUsize = AtomicUsize::new(0);
    static CODE_END: AtomicUsize = AtomicUsize::new(0);

    /// Handles the signal from now on.
    pub fn install() {
        BEFORE.get_or_init(|| {
            // SAFETY: the callback looks at what it is given and no more.
            unsafe { libc::dl_iterate_phdr(Some(note_code), ptr::null_mut()) };
            let mut before = MaybeUninit::<libc::sigaction>::zeroed();
            // SAFETY: the handler keeps to what may be done in one, and runs on the stack that the
            // standard library has set up for the signals of each of its threads.
            unsafe {
                let mut action: libc::sigaction = MaybeUninit::zeroed().assume_init();
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                action.sa_sigaction = handle as *const () as usize;
                libc::sigaction(libc::SIGSEGV, &action, before.as_mut_ptr());
                before.assume_init()
            }
        });
    }

    /// The first object is the program itself.
    unsafe extern "C" fn note_code(
        info: *mut libc::dl_phdr_info,
        _: libc::size_t,
        _: *mut c_void,
    ) -> c_int {
        // SAFETY: the system gives a valid description, with so many headers.
        unsafe {
            let headers =
                std::slice::from_raw_parts((*info).dlpi_phdr, (*info).dlpi_phnum as usize);
            let executable = |header: &&libc::Elf64_Phdr| {
                header.p_type == libc::PT_LOAD && header.p_flags & libc::PF_X != 0
            };
            if let Some(header) = headers.iter().find(executable) {
                let start = ((*info).dlpi_addr + header.p_vaddr) as usize;
                CODE_START.store(start, Ordering::Relaxed);
                CODE_END.store(start + header.p_memsz as usize, Ordering::Relaxed);
            }
        }
        1
    }

    unsafe extern "C" fn handle(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        // SAFETY: the system gives a valid context; the thread's run is looked at only as far as its
        // coroutine, which is the one that was interrupted.
        unsafe {
            let context = context.cast::<ucontext_t>();
            let (counter, stack) = places(context);
            let run = current().filter(|run| !run.running.get().is_null());
            let trap = run.map(|run| (*run.running.get()).trap_handler());
            // A pointer that leads nowhere is another fault: of a stack only the page at its end is one.
            let touched = (*info).si_addr().addr();
            let overflows = |trap: &CoroutineTrapHandler<()>| {
                trap.stack_ptr_in_bounds(stack) && trap.stack_ptr_in_bounds(touched)
            };
            let Some(trap) = trap.filter(overflows) else {
                return pass_on(signal, info, context.cast());
            };
            let code = CODE_START.load(Ordering::Relaxed)..CODE_END.load(Ordering::Relaxed);
            // A panic that is left half-way would count as going on for ever.
            if !code.contains(&counter) || std::thread::panicking() {
                let words =
                    b"\na task of a scheduled law has overflowed its stack, in code that cannot \
                              be left in the middle\n";
                libc::write(2, words.as_ptr().cast(), words.len());
                libc::abort();
            }
            let registers = trap.setup_trap_handler(|| {
                if let Some(run) = current() {
                    run.overflowed();
                }
            });
            go_there(context, registers);
        }
    }

    /// Signal that stops a run: one that is ignored where nobody handles it.
    const STOP: c_int = libc::SIGURG;
    /// Run that is to be stopped.
    static STOPPED: AtomicU64 = AtomicU64::new(0);

    /// Whether a run that waits for something outside can be stopped.
    pub const fn can_stop() -> bool {
        true
    }

    /// The thread that this is, for [`stop`].
    pub fn thread() -> usize {
        // SAFETY: it has no conditions.
        unsafe { libc::pthread_self() as usize }
    }

    /// Stops a run on another thread, if that waits for a lock of the system: the task that does is given up.
    pub fn stop(run: u64, thread: usize) {
        static INSTALLED: OnceLock<()> = OnceLock::new();
        INSTALLED.get_or_init(|| {
            // SAFETY: the handler keeps to what may be done in one. Whoever waits goes on waiting if it does nothing.
            unsafe {
                let mut action: libc::sigaction = MaybeUninit::zeroed().assume_init();
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
                action.sa_sigaction = handle_stop as *const () as usize;
                libc::sigaction(STOP, &action, ptr::null_mut());
            }
        });
        STOPPED.store(run, Ordering::Relaxed);
        // SAFETY: the run was alive just now, and a thread that has a run outlives the run.
        unsafe { libc::pthread_kill(thread as libc::pthread_t, STOP) };
    }

    unsafe extern "C" fn handle_stop(_: c_int, _: *mut siginfo_t, context: *mut c_void) {
        let Some(run) = current().filter(|run| run.id() == STOPPED.load(Ordering::Relaxed)) else {
            return;
        };
        // SAFETY: the system gives a valid context; what waits for a lock of the system has none of the program's or of
        // the allocator's, so the task can be left there.
        unsafe {
            let context = context.cast::<ucontext_t>();
            let (_, stack) = places(context);
            let Some(running) = run.running.get().as_ref() else { return };
            let trap = running.trap_handler();
            if !trap.stack_ptr_in_bounds(stack) || !waits_for_lock(context) {
                return;
            }
            let registers = trap.setup_trap_handler(|| {
                if let Some(run) = current() {
                    run.stopped();
                }
            });
            go_there(context, registers);
        }
    }

    /// Whether a call for a lock waits, and does not wake others.
    fn waits(operation: c_int) -> bool {
        let flags = libc::FUTEX_PRIVATE_FLAG | libc::FUTEX_CLOCK_REALTIME;
        matches!(operation & !flags, libc::FUTEX_WAIT | libc::FUTEX_WAIT_BITSET)
    }

    /// Whether the thread is inside of the call that waits for a lock: the system is about to make it again.
    #[cfg(target_arch = "x86_64")]
    unsafe fn waits_for_lock(context: *const ucontext_t) -> bool {
        // SAFETY: the caller has a valid context, and the program counter is where code is.
        unsafe {
            let registers = &(*context).uc_mcontext.gregs;
            let next = (registers[libc::REG_RIP as usize] as usize) as *const [u8; 2];
            let call = registers[libc::REG_RAX as usize];
            let operation = registers[libc::REG_RSI as usize] as c_int;
            *next == [0x0f, 0x05] && call == libc::SYS_futex && waits(operation)
        }
    }

    #[cfg(target_arch = "aarch64")]
    unsafe fn waits_for_lock(context: *const ucontext_t) -> bool {
        // SAFETY: as above.
        unsafe {
            let registers = &(*context).uc_mcontext;
            let next = registers.pc as *const u32;
            let operation = registers.regs[1] as c_int;
            let call = registers.regs[8] as i64;
            *next == 0xd400_0001 && call == libc::SYS_futex && waits(operation)
        }
    }

    /// Whatever handled the signal before handles it now.
    unsafe fn pass_on(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        let before = BEFORE.get().map_or(libc::SIG_DFL, |before| before.sa_sigaction);
        // SAFETY: it is a handler of the same kind, since the standard library installed it so; without
        // one the signal comes again and ends the process.
        unsafe {
            if before == libc::SIG_DFL || before == libc::SIG_IGN {
                libc::signal(signal, libc::SIG_DFL);
                return;
            }
            let handler: unsafe extern "C" fn(c_int, *mut siginfo_t, *mut c_void) =
                std::mem::transmute(before);
            handler(signal, info, context);
        }
    }

    /// The program counter and the stack pointer.
    #[cfg(target_arch = "x86_64")]
    unsafe fn places(context: *const ucontext_t) -> (usize, usize) {
        // SAFETY: the caller has a valid context.
        let registers = unsafe { &(*context).uc_mcontext.gregs };
        (registers[libc::REG_RIP as usize] as usize, registers[libc::REG_RSP as usize] as usize)
    }

    #[cfg(target_arch = "x86_64")]
    unsafe fn go_there(context: *mut ucontext_t, to: corosensei::trap::TrapHandlerRegs) {
        // SAFETY: the caller has a valid context.
        let registers = unsafe { &mut (*context).uc_mcontext.gregs };
        registers[libc::REG_RIP as usize] = to.rip as i64;
        registers[libc::REG_RSP as usize] = to.rsp as i64;
        registers[libc::REG_RBP as usize] = to.rbp as i64;
        registers[libc::REG_RDI as usize] = to.rdi as i64;
        registers[libc::REG_RSI as usize] = to.rsi as i64;
    }

    #[cfg(target_arch = "aarch64")]
    unsafe fn places(context: *const ucontext_t) -> (usize, usize) {
        // SAFETY: the caller has a valid context.
        let registers = unsafe { &(*context).uc_mcontext };
        (registers.pc as usize, registers.sp as usize)
    }

    #[cfg(target_arch = "aarch64")]
    unsafe fn go_there(context: *mut ucontext_t, to: corosensei::trap::TrapHandlerRegs) {
        // SAFETY: the caller has a valid context.
        let registers = unsafe { &mut (*context).uc_mcontext };
        registers.pc = to.pc;
        registers.sp = to.sp;
        registers.regs[0] = to.x0;
        registers.regs[1] = to.x1;
        registers.regs[29] = to.x29;
        registers.regs[30] = to.lr;
    }
}
