//! Addresses of statics.

/// Whether an address is that of a static, or may be one: what lies there outlives every run.
pub(super) fn is_static(address: usize) -> bool {
    ranges().iter().any(|range| range.contains(&address))
}

/// Where the statics of the program and of its libraries are.
#[cfg(target_os = "linux")]
fn ranges() -> &'static [std::ops::Range<usize>] {
    use std::ops::Range;
    use std::sync::OnceLock;

    use libc::{PF_W, PT_LOAD, c_int, c_void, dl_iterate_phdr, dl_phdr_info, size_t};

    unsafe extern "C" fn add(info: *mut dl_phdr_info, _: size_t, ranges: *mut c_void) -> c_int {
        // SAFETY: the system gives a valid description, with so many headers; the list is that of the call below.
        unsafe {
            let ranges = &mut *ranges.cast::<Vec<Range<usize>>>();
            let count = usize::from((*info).dlpi_phnum);
            for header in std::slice::from_raw_parts((*info).dlpi_phdr, count) {
                if header.p_type == PT_LOAD && header.p_flags & PF_W != 0 {
                    let start = ((*info).dlpi_addr + header.p_vaddr) as usize;
                    ranges.push(start..start + header.p_memsz as usize);
                }
            }
        }
        0
    }

    static RANGES: OnceLock<Vec<Range<usize>>> = OnceLock::new();
    RANGES.get_or_init(|| {
        let mut ranges = Vec::new();
        // SAFETY: the callback gets the list and uses it during the call alone.
        unsafe { dl_iterate_phdr(Some(add), (&raw mut ranges).cast()) };
        ranges
    })
}

/// Where statics are is not known here: every address may be one.
#[cfg(not(target_os = "linux"))]
fn ranges() -> &'static [std::ops::Range<usize>] {
    const ALL: std::ops::Range<usize> = 0..usize::MAX;
    &[ALL]
}
