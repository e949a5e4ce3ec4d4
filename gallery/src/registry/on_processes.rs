//! Stub.
use crate::exhibit::Exhibit;
/// Exhibits.
pub fn exhibits() -> Vec<Exhibit> {
    Vec::new()
}
