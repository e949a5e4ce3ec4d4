//! Basic Encoding Rules (X.690): elements of a tag, a definite length and a content.

/// Tag of an `OCTET STRING` in a list.
pub(super) const OCTETS: u8 = 0x04;
/// Tag of a `SEQUENCE` in a list, and of the message.
pub(super) const SEQUENCE: u8 = 0x30;

/// Tag of a field with a value of its own.
pub(super) const fn primitive(number: u8) -> u8 {
    0x80 | number
}

/// Tag of a field that is made of elements.
pub(super) const fn constructed(number: u8) -> u8 {
    0xA0 | number
}

/// Elements that are written one after the other.
#[derive(Default)]
pub(super) struct Writer {
    pub bytes: Vec<u8>,
}

impl Writer {
    /// Writes an element whose content is made of elements.
    pub fn element<E>(
        &mut self,
        tag: u8,
        content: impl FnOnce(&mut Writer) -> Result<(), E>,
    ) -> Result<(), E> {
        self.bytes.push(tag);
        let start = self.bytes.len();
        content(self)?;
        // The length is known only now, and has as many bytes as it takes.
        let length = length(self.bytes.len() - start);
        self.bytes.splice(start..start, length);
        Ok(())
    }

    pub fn octets(&mut self, tag: u8, octets: &[u8]) {
        self.bytes.push(tag);
        self.bytes.extend(length(octets.len()));
        self.bytes.extend_from_slice(octets);
    }

    /// Writes an `INTEGER` or `ENUMERATED` in as few bytes as it takes. The first bit is the sign.
    pub fn integer(&mut self, tag: u8, value: u32) {
        let bytes = u64::from(value).to_be_bytes();
        let is_needed = |index: &usize| bytes[*index] != 0 || bytes[index + 1] >= 0x80;
        let start = (0..bytes.len() - 1).find(is_needed).unwrap_or(bytes.len() - 1);
        self.octets(tag, &bytes[start..]);
    }
}

/// Bytes of a definite length.
fn length(length: usize) -> Vec<u8> {
    if length < 0x80 {
        return vec![length as u8];
    }
    let bytes = length.to_be_bytes();
    let start = bytes.iter().position(|byte| *byte != 0).unwrap_or(0);
    let mut encoded = vec![0x80 | (bytes.len() - start) as u8];
    encoded.extend_from_slice(&bytes[start..]);
    encoded
}

/// Elements that are read one after the other: those of a content, or of all bytes.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub bytes: &'a [u8],
    /// Offset of the next element.
    pub position: usize,
    /// End of the content, which is not after the last byte.
    pub end: usize,
}

/// Why there is no element: the place, and what should be there.
pub(super) type NoElement = (usize, &'static str);

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, position: 0, end: bytes.len() }
    }

    /// The tag of the next element, if there is one.
    pub fn tag(&self) -> Option<u8> {
        self.bytes[..self.end].get(self.position).copied()
    }

    pub fn octets(&self) -> &'a [u8] {
        &self.bytes[self.position..self.end]
    }

    /// Takes the next element, whatever it is. The reader is of its content.
    ///
    /// Nothing is reserved for a length before it is known that so many bytes are there.
    pub fn next(&mut self) -> Result<Reader<'a>, NoElement> {
        let mut position = self.position;
        let mut byte = |expected| match self.bytes[..self.end].get(position) {
            Some(byte) => {
                position += 1;
                Ok(*byte)
            }
            None => Err((position, expected)),
        };
        byte("an element")?;
        let length = match byte("a length")? {
            short @ 0..=0x7F => usize::from(short),
            long @ 0x81..=0x84 => {
                let mut length = 0;
                for _ in 0x80..long {
                    length = length << 8 | usize::from(byte("the rest of a length")?);
                }
                length
            }
            _ => return Err((position - 1, "a definite length of at most four bytes")),
        };
        let left = self.end - position;
        if length > left {
            return Err((position, "as many bytes as the length says"));
        }
        self.position = position + length;
        Ok(Reader { bytes: self.bytes, position, end: self.position })
    }
}
