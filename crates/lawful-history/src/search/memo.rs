//! Where the search has been.

/// Finds nodes by their hash. What the nodes are is the walk's business.
pub(crate) struct Memo {
    /// An empty entry, or half of a hash above the node's number plus one.
    entries: Vec<u64>,
    filled: usize,
}

impl Memo {
    pub(crate) fn new() -> Memo {
        Memo { entries: vec![0; 64], filled: 0 }
    }

    /// Whether a node with this hash is the one that is looked for.
    pub(crate) fn finds(&self, hash: u64, mut is_it: impl FnMut(usize) -> bool) -> bool {
        let tag = hash >> 32;
        let mut position = self.position(tag);
        loop {
            let entry = self.entries[position];
            if entry == 0 {
                return false;
            }
            if entry >> 32 == tag && is_it((entry as u32 - 1) as usize) {
                return true;
            }
            position = (position + 1) & (self.entries.len() - 1);
        }
    }

    pub(crate) fn add(&mut self, hash: u64, node: usize) {
        if 2 * (self.filled + 1) > self.entries.len() {
            self.grow();
        }
        let node = u32::try_from(node + 1).expect("fewer nodes than fit into memory");
        self.place(hash >> 32 << 32 | u64::from(node));
        self.filled += 1;
    }

    fn place(&mut self, entry: u64) {
        let mut position = self.position(entry >> 32);
        while self.entries[position] != 0 {
            position = (position + 1) & (self.entries.len() - 1);
        }
        self.entries[position] = entry;
    }

    fn grow(&mut self) {
        let larger = vec![0; 4 * self.entries.len()];
        for entry in std::mem::replace(&mut self.entries, larger) {
            if entry != 0 {
                self.place(entry);
            }
        }
    }

    fn position(&self, tag: u64) -> usize {
        tag as usize & (self.entries.len() - 1)
    }
}
