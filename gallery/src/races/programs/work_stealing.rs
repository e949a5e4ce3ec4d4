//! A work-stealing deque whose owner takes the last item without asking whether a thief has it already.
//!
//! After Chase and Lev, *Dynamic circular work-stealing deque* (2005). There owner and thief compete for the
//! last item by a compare-and-swap on `top`; here the owner only stores, as several first versions did.

use super::imports::{
    sync::atomic::{AtomicIsize, AtomicUsize, Ordering::SeqCst},
    thread,
};

const ITEMS: usize = 2;

/// The owner takes the last item by a store.
pub fn run() {
    pop_and_steal(|deque, top| {
        deque.top.store(top + 1, SeqCst);
        true
    });
}

/// The owner competes for the last item.
pub fn run_right() {
    pop_and_steal(|deque, top| deque.claim(top));
}

struct Deque {
    top: AtomicIsize,
    bottom: AtomicIsize,
    items: [AtomicUsize; ITEMS],
    claim_last: fn(&Deque, isize) -> bool,
}

impl Deque {
    fn pop(&self) -> Option<usize> {
        let bottom = self.bottom.load(SeqCst) - 1;
        self.bottom.store(bottom, SeqCst);
        let top = self.top.load(SeqCst);
        if top > bottom {
            self.bottom.store(top, SeqCst);
            return None;
        }
        let item = self.items[bottom as usize].load(SeqCst);
        if top < bottom {
            return Some(item);
        }
        let claimed = (self.claim_last)(self, top);
        self.bottom.store(top + 1, SeqCst);
        claimed.then_some(item)
    }

    fn steal(&self) -> Option<usize> {
        let top = self.top.load(SeqCst);
        let bottom = self.bottom.load(SeqCst);
        if top >= bottom {
            return None;
        }
        let item = self.items[top as usize].load(SeqCst);
        self.claim(top).then_some(item)
    }

    fn claim(&self, top: isize) -> bool {
        self.top.compare_exchange(top, top + 1, SeqCst, SeqCst).is_ok()
    }
}

fn pop_and_steal(claim_last: fn(&Deque, isize) -> bool) {
    let deque = Deque {
        top: AtomicIsize::new(0),
        bottom: AtomicIsize::new(ITEMS as isize),
        items: std::array::from_fn(AtomicUsize::new),
        claim_last,
    };
    let times_taken: [AtomicUsize; ITEMS] = std::array::from_fn(|_| AtomicUsize::new(0));
    let take = |item: Option<usize>| {
        if let Some(item) = item {
            assert_eq!(times_taken[item].fetch_add(1, SeqCst), 0, "item {item} was taken twice");
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| (0..ITEMS).for_each(|_| take(deque.steal())));
        scope.spawn(|| (0..ITEMS).for_each(|_| take(deque.pop())));
    });
}
