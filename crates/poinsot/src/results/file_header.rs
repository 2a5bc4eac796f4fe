//! The header of a results file: encoded in one go, decoded with every number mistrusted.
//!
//! Format: "NetCDF Classic Format Specification" (Unidata), variant CDF-2. All numbers big endian, all
//! texts padded to four bytes:
//! `magic numrecs dimensions global-attributes variables`, then data of fixed variables, then records.
//! The first global attribute is `status`. It is filled up with zero bytes (readers cut them off) so that
//! it and the attributes added at the end of a run occupy a fixed region, which can be replaced in place
//! by a single small write without moving anything behind it.

use super::file::{Damage, FORMAT_VERSION, Status};
use super::layout::{Axis, Layout, Variable};
use std::io::{self, Read, Seek, SeekFrom};

const MAGIC: [u8; 4] = *b"CDF\x02";
const DIMENSIONS: u32 = 10;
const VARIABLES: u32 = 11;
const ATTRIBUTES: u32 = 12;
const CHAR: u32 = 2;
const INT: u32 = 4;
const DOUBLE: u32 = 6;

/// Position of the number of records.
pub(super) const NUMRECS_AT: u64 = 4;
/// Bytes of the region with status and late attributes: one page, so that it is written at once.
const REGION: usize = 4096;
/// Bytes in front of the text of the status: list tag, number of attributes, name, type, length. Structure changes only here.
const FRONT: usize = 28;
/// Bytes that a system writes at once: a kill can fall between two such pages, never into one.
const PAGE: usize = 4096;

/// An encoded header with the labels behind it.
pub(super) struct Encoded {
    /// Everything in front of the first record.
    pub bytes: Vec<u8>,
    /// Position of the region with status and late attributes.
    pub region_at: u64,
    /// Names of the attributes outside the region.
    pub attributes: Vec<String>,
}

fn put(out: &mut Vec<u8>, number: u32) {
    out.extend(number.to_be_bytes());
}

fn pad(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(4), 0);
}

fn put_name(out: &mut Vec<u8>, name: &str) {
    put(out, name.len() as u32);
    out.extend(name.as_bytes());
    pad(out);
}

fn put_text(out: &mut Vec<u8>, name: &str, text: &str) {
    put_name(out, name);
    put(out, CHAR);
    put_name(out, text);
}

/// Pieces to write one after the other so that a kill between any two pages of them leaves a readable header: first the
/// structure without late attributes, in which the rest of the region is status text, then that rest, then the structure with
/// them. The structure lies within one page. Positions are those in the region.
pub(super) fn region_pieces(
    fixed_attributes: usize,
    status: &Status,
    late: &[(String, String)],
) -> Result<[(u64, Vec<u8>); 3], usize> {
    let region = encode_region(fixed_attributes, status, late)?;
    let bare = encode_region(fixed_attributes, status, &[])?;
    let front = |whole: &[u8]| whole[..FRONT].to_vec();
    Ok([
        (0, front(&bare)),
        (FRONT as u64, region[FRONT..].to_vec()),
        (0, front(&region)),
    ])
}

/// The region with the given status and late attributes; `Err` is the number of bytes too many.
fn encode_region(
    fixed_attributes: usize,
    status: &Status,
    late: &[(String, String)],
) -> Result<Vec<u8>, usize> {
    let mut tail = Vec::new();
    for (name, value) in late {
        put_text(&mut tail, name, value);
    }
    let mut region = Vec::with_capacity(REGION);
    put(&mut region, ATTRIBUTES);
    put(&mut region, (fixed_attributes + 1 + late.len()) as u32);
    put_name(&mut region, "status");
    put(&mut region, CHAR);
    let room = REGION - region.len() - 4;
    // At least a short status must fit beside the late attributes.
    let least = 256;
    if tail.len() + least > room {
        return Err(tail.len() + least - room);
    }
    let length = room - tail.len();
    let mut text = status.to_string();
    while text.len() > length {
        text.pop();
    }
    put(&mut region, length as u32);
    region.extend(text.as_bytes());
    region.resize(REGION - tail.len(), 0);
    region.extend(tail);
    Ok(region)
}

/// Header and labels for a layout that passed [`Layout::check`].
pub(super) fn encode(layout: &Layout, status: &Status) -> Encoded {
    encode_with(layout, status, 0)
}

/// The same with a first name of letters that is longer by `more` bytes.
fn encode_with(layout: &Layout, status: &Status, more: usize) -> Encoded {
    let mut out = MAGIC.to_vec();
    put(&mut out, 0);
    // Dimensions: 0 is time, then two per axis (places, letters of a label).
    put(&mut out, DIMENSIONS);
    put(&mut out, 1 + 2 * layout.axes.len() as u32);
    put_name(&mut out, "time");
    put(&mut out, 0);
    let letters = |axis: &Axis| {
        axis.labels
            .iter()
            .map(String::len)
            .max()
            .unwrap_or(0)
            .max(1)
    };
    for (index, axis) in layout.axes.iter().enumerate() {
        put_name(&mut out, &axis.name);
        put(&mut out, axis.labels.len() as u32);
        let more = if index == 0 { more } else { 0 };
        put_name(
            &mut out,
            &format!("{}_letters{}", axis.name, "_".repeat(more)),
        );
        put(&mut out, letters(axis) as u32);
    }
    // Global attributes.
    let texts: Vec<&(String, String)> = layout
        .attributes
        .iter()
        .filter(|(name, _)| name != "format_version")
        .collect();
    // A place of the front across the end of a page is avoided by a longer name that nobody looks up.
    if out.len() % PAGE > PAGE - FRONT && !layout.axes.is_empty() {
        return encode_with(layout, status, FRONT);
    }
    let region_at = out.len() as u64;
    // Without late attributes the region always has room for the status.
    out.extend(encode_region(1 + texts.len(), status, &[]).unwrap_or_default());
    put_name(&mut out, "format_version");
    put(&mut out, INT);
    put(&mut out, 1);
    put(&mut out, FORMAT_VERSION);
    let mut attributes = vec!["format_version".to_owned()];
    for (name, value) in texts {
        put_text(&mut out, name, value);
        attributes.push(name.clone());
    }
    // Variables: labels first, then records. Begins are filled in when the header length is known.
    put(&mut out, VARIABLES);
    put(
        &mut out,
        (layout.axes.len() + layout.variables.len()) as u32,
    );
    let mut begins: Vec<(usize, u64)> = Vec::new();
    for (index, axis) in layout.axes.iter().enumerate() {
        put_name(&mut out, &axis.name);
        put(&mut out, 2);
        put(&mut out, 1 + 2 * index as u32);
        put(&mut out, 2 + 2 * index as u32);
        put(&mut out, ATTRIBUTES);
        put(&mut out, 1);
        put_text(&mut out, "_Encoding", "utf-8");
        put(&mut out, CHAR);
        let size = (axis.labels.len() * letters(axis)).next_multiple_of(4) as u64;
        put(&mut out, size.min(u64::from(u32::MAX)) as u32);
        begins.push((out.len(), size));
        out.extend([0; 8]);
    }
    for (index, variable) in layout.variables.iter().enumerate() {
        put_name(&mut out, &variable.name);
        put(&mut out, 1 + variable.axes.len() as u32);
        put(&mut out, 0);
        for &axis in &variable.axes {
            put(&mut out, 1 + 2 * axis as u32);
        }
        put(&mut out, ATTRIBUTES);
        put(&mut out, 2);
        put_text(&mut out, "units", &variable.unit);
        put_text(&mut out, "long_name", &variable.description);
        put(&mut out, DOUBLE);
        let size = 8 * layout.variable_len(index) as u64;
        put(&mut out, size as u32);
        begins.push((out.len(), size));
        out.extend([0; 8]);
    }
    let mut begin = out.len() as u64;
    for (at, size) in begins {
        out[at..at + 8].copy_from_slice(&begin.to_be_bytes());
        begin += size;
    }
    // Labels.
    for axis in &layout.axes {
        let width = letters(axis);
        for label in &axis.labels {
            let end = out.len() + width;
            out.extend(label.as_bytes());
            out.resize(end, 0);
        }
        pad(&mut out);
    }
    Encoded {
        bytes: out,
        region_at,
        attributes,
    }
}

/// What a header says.
pub(super) struct Decoded {
    pub layout: Layout,
    pub status: Status,
    pub numrecs: u32,
    /// Position of the first record.
    pub data_at: u64,
    /// Bytes of a record.
    pub record: u64,
}

/// Why a header could not be decoded.
pub(super) enum DecodeError {
    Io(io::Error),
    Damage(Damage),
}

impl From<io::Error> for DecodeError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            DecodeError::Damage(Damage::Short)
        } else {
            DecodeError::Io(error)
        }
    }
}

/// Reads big-endian fields; never takes more than the file has.
struct Fields<R> {
    input: R,
    at: u64,
    end: u64,
}

impl<R: Read + Seek> Fields<R> {
    fn bad<T>(&self, what: &'static str) -> Result<T, DecodeError> {
        let offset = self.at;
        Err(DecodeError::Damage(Damage::Field { what, offset }))
    }
    fn bytes(&mut self, count: u64) -> Result<Vec<u8>, DecodeError> {
        // Checked before the allocation: a damaged length must not ask for gigabytes.
        if count > self.end.saturating_sub(self.at) {
            return Err(DecodeError::Damage(Damage::Short));
        }
        let mut bytes = vec![0; count as usize];
        self.input.read_exact(&mut bytes)?;
        self.at += count;
        Ok(bytes)
    }
    fn number(&mut self) -> Result<u32, DecodeError> {
        let b = self.bytes(4)?;
        Ok(u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
    }
    fn long(&mut self) -> Result<u64, DecodeError> {
        Ok((u64::from(self.number()?) << 32) | u64::from(self.number()?))
    }
    fn padded(&mut self, count: u64) -> Result<Vec<u8>, DecodeError> {
        let mut bytes = self.bytes(count.next_multiple_of(4))?;
        bytes.truncate(count as usize);
        Ok(bytes)
    }
    fn text(&mut self, what: &'static str) -> Result<String, DecodeError> {
        let count = u64::from(self.number()?);
        let bytes = self.padded(count)?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(text),
            Err(_) => self.bad(what),
        }
    }
    /// Length of a list that starts with `tag`; an absent list has tag and length zero.
    fn list(&mut self, tag: u32, what: &'static str) -> Result<u32, DecodeError> {
        match (self.number()?, self.number()?) {
            (0, 0) => Ok(0),
            (found, count) if found == tag => Ok(count),
            _ => self.bad(what),
        }
    }
    /// Attributes as text; numbers other than one integer are skipped.
    fn attributes(&mut self) -> Result<Vec<(String, String)>, DecodeError> {
        let count = self.list(ATTRIBUTES, "attribute list")?;
        let mut list = Vec::new();
        for _ in 0..count {
            let name = self.text("attribute name")?;
            let kind = self.number()?;
            let width = match kind {
                1 | CHAR => 1,
                3 => 2,
                INT | 5 => 4,
                DOUBLE => 8,
                _ => return self.bad("attribute type"),
            };
            let length = u64::from(self.number()?);
            let bytes = self.padded(length * width)?;
            let value = match (kind, bytes.as_slice()) {
                // What stands behind a zero byte is filling.
                (CHAR, text) => match std::str::from_utf8(
                    text.split(|byte| *byte == 0).next().unwrap_or_default(),
                ) {
                    Ok(text) => text.to_owned(),
                    Err(_) => return self.bad("text of an attribute"),
                },
                (INT, &[a, b, c, d]) => i32::from_be_bytes([a, b, c, d]).to_string(),
                _ => continue,
            };
            list.push((name, value));
        }
        Ok(list)
    }
}

fn take(list: &mut Vec<(String, String)>, name: &str) -> Option<String> {
    let at = list.iter().position(|(key, _)| key == name)?;
    Some(list.remove(at).1)
}

/// Decodes the header of a file with `length` bytes.
pub(super) fn decode<R: Read + Seek>(input: R, length: u64) -> Result<Decoded, DecodeError> {
    let mut fields = Fields {
        input,
        at: 0,
        end: length,
    };
    if length < 4 || fields.bytes(4)? != MAGIC {
        return Err(DecodeError::Damage(Damage::OtherFormat));
    }
    let numrecs = fields.number()?;
    let mut dimensions: Vec<(String, u32)> = Vec::new();
    for _ in 0..fields.list(DIMENSIONS, "dimension list")? {
        dimensions.push((fields.text("dimension name")?, fields.number()?));
    }
    let mut attributes = fields.attributes()?;
    let Some(version) = take(&mut attributes, "format_version") else {
        return Err(DecodeError::Damage(Damage::Foreign));
    };
    match version.parse::<u32>() {
        Ok(found) if found > FORMAT_VERSION => {
            return Err(DecodeError::Damage(Damage::Newer { found }));
        }
        Ok(found) if found > 0 => {}
        _ => return fields.bad("format version"),
    }
    let Some(status) = take(&mut attributes, "status") else {
        return fields.bad("status");
    };
    let mut layout = Layout {
        attributes,
        ..Layout::default()
    };
    let mut labels: Vec<(u64, u32, u32)> = Vec::new();
    // Dimension of each axis, to translate the dimensions of variables.
    let mut axis_of: Vec<Option<usize>> = vec![None; dimensions.len()];
    let mut data_at = None;
    let mut record: u64 = 0;
    for _ in 0..fields.list(VARIABLES, "variable list")? {
        let name = fields.text("variable name")?;
        let mut places = Vec::new();
        for _ in 0..fields.number()? {
            let place = fields.number()? as usize;
            if place >= dimensions.len() {
                return fields.bad("dimension of a variable");
            }
            places.push(place);
        }
        let mut facts = fields.attributes()?;
        let kind = fields.number()?;
        let size = fields.number()?;
        let begin = fields.long()?;
        match (kind, places.as_slice()) {
            (CHAR, &[axis, letters]) if dimensions[axis].0 == name => {
                axis_of[axis] = Some(layout.axes.len());
                labels.push((begin, dimensions[axis].1, dimensions[letters].1));
                layout.axes.push(Axis::new(name, Vec::<String>::new()));
            }
            (DOUBLE, &[first, ref rest @ ..]) if dimensions[first].1 == 0 => {
                let mut bytes: u64 = 8;
                let mut axes = Vec::new();
                for &place in rest {
                    let Some(axis) = axis_of[place] else {
                        return fields.bad("axis of a variable");
                    };
                    bytes = bytes.saturating_mul(u64::from(dimensions[place].1));
                    axes.push(axis);
                }
                let start = *data_at.get_or_insert(begin);
                if bytes != u64::from(size) || begin != start.saturating_add(record) {
                    return fields.bad("place of a variable");
                }
                record = record.saturating_add(bytes);
                layout.variables.push(Variable {
                    name,
                    unit: take(&mut facts, "units").unwrap_or_default(),
                    description: take(&mut facts, "long_name").unwrap_or_default(),
                    axes,
                });
            }
            _ => return fields.bad("variable"),
        }
    }
    for (axis, (begin, count, letters)) in labels.into_iter().enumerate() {
        if count == 0 || letters == 0 || begin < fields.at {
            return fields.bad("labels");
        }
        fields.input.seek(SeekFrom::Start(begin))?;
        fields.at = begin;
        let bytes = fields.padded(u64::from(count) * u64::from(letters))?;
        for letters in bytes.chunks_exact(letters as usize) {
            match std::str::from_utf8(letters) {
                Ok(text) => layout.axes[axis]
                    .labels
                    .push(text.trim_end_matches('\0').into()),
                Err(_) => return fields.bad("label"),
            }
        }
    }
    let data_at = match data_at {
        Some(at) if at >= fields.at && layout.check().is_ok() => at,
        _ => return fields.bad("layout"),
    };
    Ok(Decoded {
        layout,
        status: Status::from_text(&status),
        numrecs,
        data_at,
        record,
    })
}

#[cfg(test)]
mod tests;
