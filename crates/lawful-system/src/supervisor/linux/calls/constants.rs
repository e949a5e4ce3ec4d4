//! Numbers of Linux, which are the same on all architectures unless they say otherwise.

macro_rules! numbers {
    ($($name:ident $x86_64:literal $aarch64:literal;)*) => {
        /// Numbers of system calls.
        pub mod number {
            $(
                #[cfg(target_arch = "x86_64")]
                pub const $name: i64 = $x86_64;
                #[cfg(target_arch = "aarch64")]
                pub const $name: i64 = $aarch64;
            )*
        }
    };
}

numbers! {
    READ 0 63;
    WRITE 1 64;
    CLOSE 3 57;
    LSEEK 8 62;
    MMAP 9 222;
    MUNMAP 11 215;
    RT_SIGACTION 13 134;
    RT_SIGPROCMASK 14 135;
    PREAD64 17 67;
    SHMGET 29 194;
    NANOSLEEP 35 101;
    SOCKET 41 198;
    SENDTO 44 206;
    SOCKETPAIR 53 199;
    CLONE 56 220;
    EXECVE 59 221;
    WAIT4 61 260;
    KILL 62 129;
    FCNTL 72 25;
    FTRUNCATE 77 46;
    CHDIR 80 49;
    UMASK 95 166;
    GETEUID 107 175;
    GETEGID 108 177;
    SETSID 112 157;
    SETGROUPS 116 159;
    SETRESUID 117 147;
    SETRESGID 119 149;
    CAPSET 126 91;
    PRCTL 157 167;
    MOUNT 165 40;
    UMOUNT2 166 39;
    LISTXATTR 194 11;
    GETDENTS64 217 61;
    CLOCK_GETTIME 228 113;
    EXIT_GROUP 231 94;
    WAITID 247 95;
    ADD_KEY 248 217;
    REQUEST_KEY 249 218;
    KEYCTL 250 219;
    OPENAT 257 56;
    MKDIRAT 258 34;
    NEWFSTATAT 262 79;
    SYMLINKAT 266 36;
    PPOLL 271 73;
    SIGNALFD4 289 74;
    DUP3 292 24;
    PIPE2 293 59;
    PERF_EVENT_OPEN 298 241;
    PRLIMIT64 302 261;
    SECCOMP 317 277;
    MEMFD_CREATE 319 279;
    BPF 321 280;
    USERFAULTFD 323 282;
    IO_URING_SETUP 425 425;
    IO_URING_ENTER 426 426;
    IO_URING_REGISTER 427 427;
    OPEN_TREE 428 428;
    MOVE_MOUNT 429 429;
    CLOSE_RANGE 436 436;
    MOUNT_SETATTR 442 442;
}

pub const ENOENT: i32 = 2;
pub const EINTR: i32 = 4;
pub const EAGAIN: i32 = 11;
pub const ETXTBSY: i32 = 26;
pub const ENOSYS: i32 = 38;
pub const EAFNOSUPPORT: i32 = 97;

pub const SIGKILL: i32 = 9;
pub const SIGPIPE: i32 = 13;
pub const SIGCHLD: i32 = 17;
pub const SIGXCPU: i32 = 24;
pub const SIGXFSZ: i32 = 25;

pub const AT_CURRENT: i32 = -100;
pub const O_RDONLY: i32 = 0;
pub const O_WRONLY: i32 = 1;
pub const O_RDWR: i32 = 2;
pub const O_CREAT: i32 = 0o100;
pub const O_APPEND: i32 = 0o2000;
pub const O_NONBLOCK: i32 = 0o4000;
#[cfg(target_arch = "x86_64")]
pub const O_DIRECTORY: i32 = 0o200_000;
#[cfg(target_arch = "aarch64")]
pub const O_DIRECTORY: i32 = 0o40_000;
pub const O_CLOEXEC: i32 = 0o2_000_000;

pub const POLLIN: i16 = 1;
pub const POLLOUT: i16 = 4;

pub const WNOHANG: i32 = 1;
/// Waits for children with any exit signal. (`__WALL`)
pub const WAIT_ALL: i32 = 0x4000_0000;

pub const CLONE_VM: u64 = 0x100;
pub const CLONE_PIDFD: u64 = 0x1000;
pub const CLONE_VFORK: u64 = 0x4000;
