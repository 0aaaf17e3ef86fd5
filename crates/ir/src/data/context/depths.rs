//! The nesting depths of interned types and attributes.

use rustc_hash::FxHashMap;

/// The nesting depth of each row of a table, in a byte where it fits one.
#[derive(Clone, Debug, Default)]
pub(super) struct Depths {
    bytes: Vec<u8>,
    /// The depths from [`DEEP`] on, by row.
    deep: FxHashMap<usize, u16>,
}

/// The byte of a depth that is in the map.
const DEEP: u8 = u8::MAX;

impl Depths {
    /// Adds the depth of the next row.
    pub(super) fn push(&mut self, depth: u16) {
        let byte = u8::try_from(depth).unwrap_or(DEEP);
        if byte == DEEP {
            self.deep.insert(self.bytes.len(), depth);
        }
        self.bytes.push(byte);
    }

    /// Returns the depth of a row.
    pub(super) fn get(&self, row: usize) -> u16 {
        match self.bytes[row] {
            DEEP => self.deep[&row],
            byte => byte.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_keep_every_depth() {
        let mut depths = Depths::default();
        let all = [1, 254, 255, 256, 257, u16::MAX, 2];
        all.into_iter().for_each(|depth| depths.push(depth));
        assert_eq!(Vec::from_iter((0..all.len()).map(|row| depths.get(row))), all);
    }
}
