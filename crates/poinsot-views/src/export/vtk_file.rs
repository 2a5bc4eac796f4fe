//! Files of VTK: surfaces, lines and points with values (`.vtp`), volumes (`.vtu`), several of them (`.vtm`), and a series in time (`.pvd`).
//!
//! Numbers stand behind the text as deflated little-endian bytes, so that no digit is lost.

use miniz_oxide::deflate::compress_to_vec_zlib;
use poinsot::math::V3;
use std::fmt::Write as _;

/// Bytes that are deflated together.
const PIECE: usize = 1 << 16;
/// Fast rather than small.
const LEVEL: u8 = 3;

/// Values of points or cells.
#[derive(Clone, Debug)]
enum Values {
    Real(Vec<f64>),
    Whole(Vec<i32>),
}

/// A named list of values with the names of their components.
#[derive(Clone, Debug)]
struct Field {
    name: &'static str,
    parts: &'static [&'static str],
    values: Values,
}

/// Geometry with values: one file.
#[derive(Clone, Debug)]
pub struct Block {
    /// Name for people and of the file.
    pub name: &'static str,
    points: Vec<V3>,
    /// Numbers of the points of each line.
    pub lines: Vec<Vec<u32>>,
    /// Numbers of the points of each triangle.
    pub triangles: Vec<[u32; 3]>,
    /// Types and numbers of the points of each volume cell; a block with them has no other cells.
    pub volumes: Vec<(u8, Vec<u32>)>,
    /// Whether every point is to be seen by itself.
    dots: bool,
    point_fields: Vec<Field>,
    cell_fields: Vec<Field>,
    /// Lists of texts, such as the names that numbers of items stand for.
    pub texts: Vec<(&'static str, Vec<String>)>,
}

impl Block {
    /// Nothing yet.
    pub fn new(name: &'static str, dots: bool) -> Self {
        Block {
            name,
            points: Vec::new(),
            lines: Vec::new(),
            triangles: Vec::new(),
            volumes: Vec::new(),
            dots,
            point_fields: Vec::new(),
            cell_fields: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// Adds a point and gives its number. All fields must then get values.
    pub fn point(&mut self, at: V3) -> u32 {
        self.points.push(at);
        self.points.len() as u32 - 1
    }

    /// Number of points.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// The value of the last point.
    pub fn value(&mut self, name: &'static str, parts: &'static [&'static str], values: &[f64]) {
        let real = || Values::Real(Vec::new());
        if let Values::Real(list) = field(&mut self.point_fields, name, parts, real) {
            list.extend(values);
        }
    }

    /// The same for whole numbers.
    pub fn number(&mut self, name: &'static str, value: usize) {
        if let Values::Whole(list) = field(&mut self.point_fields, name, &[], whole) {
            list.push(value as i32);
        }
    }

    /// The number of the last `count` cells. Cells are dots, lines and triangles, in this order.
    pub fn cells(&mut self, name: &'static str, value: usize, count: usize) {
        if let Values::Whole(list) = field(&mut self.cell_fields, name, &[], whole) {
            list.extend(std::iter::repeat_n(value as i32, count));
        }
    }

    /// How the name of its file ends.
    pub fn ending(&self) -> &'static str {
        match self.volumes.is_empty() {
            true => "vtp",
            false => "vtu",
        }
    }

    /// The bytes of the file.
    pub fn bytes(&self, time: f64) -> Vec<u8> {
        let mut file = Appended::default();
        let dots = if self.dots { self.points.len() } else { 0 };
        let kind = match self.volumes.is_empty() {
            true => "PolyData",
            false => "UnstructuredGrid",
        };
        file.text.push_str(&head(kind));
        let _ = write!(
            file.text,
            "<{kind}>\n<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{time:?}</DataArray>\n"
        );
        for (name, list) in &self.texts {
            file.texts(name, list);
        }
        let cells = match self.volumes.is_empty() {
            true => format!(
                "NumberOfVerts=\"{dots}\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" NumberOfPolys=\"{}\"",
                self.lines.len(),
                self.triangles.len()
            ),
            false => format!("NumberOfCells=\"{}\"", self.volumes.len()),
        };
        let _ = write!(
            file.text,
            "</FieldData>\n<Piece NumberOfPoints=\"{}\" {cells}>\n",
            self.points.len()
        );
        for (place, fields) in [
            ("PointData", &self.point_fields),
            ("CellData", &self.cell_fields),
        ] {
            let _ = writeln!(file.text, "<{place}>");
            fields.iter().for_each(|f| file.field(f));
            let _ = writeln!(file.text, "</{place}>");
        }
        file.text.push_str("<Points>\n");
        let places = self.points.iter().flat_map(|p| [p.x, p.y, p.z]);
        file.array("Float64", "Points", &["x", "y", "z"], &bytes_of(places));
        file.text.push_str("</Points>\n");
        if self.volumes.is_empty() {
            file.cells("Verts", (0..dots as u32).map(|k| vec![k]), &[]);
            file.cells("Lines", self.lines.iter().cloned(), &[]);
            file.cells("Polys", self.triangles.iter().map(|t| t.to_vec()), &[]);
        } else {
            let types: Vec<u8> = self.volumes.iter().map(|v| v.0).collect();
            file.cells("Cells", self.volumes.iter().map(|v| v.1.clone()), &types);
        }
        let _ = write!(
            file.text,
            "</Piece>\n</{kind}>\n<AppendedData encoding=\"raw\">\n_"
        );
        let mut bytes = file.text.into_bytes();
        bytes.extend(file.data);
        bytes.extend(b"\n</AppendedData>\n</VTKFile>\n");
        bytes
    }
}

fn whole() -> Values {
    Values::Whole(Vec::new())
}

fn field<'a>(
    list: &'a mut Vec<Field>,
    name: &'static str,
    parts: &'static [&'static str],
    values: impl Fn() -> Values,
) -> &'a mut Values {
    let found = list.iter().position(|f| f.name == name);
    let at = found.unwrap_or_else(|| {
        list.push(Field {
            name,
            parts,
            values: values(),
        });
        list.len() - 1
    });
    &mut list[at].values
}

fn bytes_of(values: impl Iterator<Item = f64>) -> Vec<u8> {
    values.flat_map(f64::to_le_bytes).collect()
}

fn head(kind: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"{kind}\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n"
    )
}

/// A text with the bytes that go behind it.
#[derive(Default)]
struct Appended {
    text: String,
    data: Vec<u8>,
}

impl Appended {
    fn field(&mut self, field: &Field) {
        match &field.values {
            Values::Real(list) => {
                let bytes = bytes_of(list.iter().copied());
                self.array("Float64", field.name, field.parts, &bytes);
            }
            Values::Whole(list) => {
                let bytes: Vec<u8> = list.iter().flat_map(|v| v.to_le_bytes()).collect();
                self.array("Int32", field.name, field.parts, &bytes);
            }
        }
    }

    /// Refers to bytes that are put behind the text: number of pieces, length of a piece, of the last one if it is shorter,
    /// lengths when deflated, and the deflated pieces.
    fn array(&mut self, kind: &str, name: &str, parts: &[&str], bytes: &[u8]) {
        let _ = write!(
            self.text,
            "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{}\"",
            parts.len().max(1)
        );
        for (k, part) in parts.iter().enumerate() {
            let _ = write!(self.text, " ComponentName{k}=\"{part}\"");
        }
        let offset = self.data.len();
        let _ = writeln!(self.text, " format=\"appended\" offset=\"{offset}\"/>");
        let pieces: Vec<Vec<u8>> = bytes
            .chunks(PIECE)
            .map(|piece| compress_to_vec_zlib(piece, LEVEL))
            .collect();
        let lengths = pieces.iter().map(Vec::len);
        let sizes = [pieces.len(), PIECE, bytes.len() % PIECE];
        let header = sizes.into_iter().chain(lengths);
        let header: Vec<u8> = header.flat_map(|n| (n as u64).to_le_bytes()).collect();
        self.data.extend(header);
        pieces.iter().for_each(|piece| self.data.extend(piece));
    }

    /// Texts as the numbers of their bytes, each ended by a zero.
    fn texts(&mut self, name: &str, list: &[String]) {
        let _ = write!(
            self.text,
            "<Array type=\"String\" Name=\"{name}\" NumberOfTuples=\"{}\" format=\"ascii\">",
            list.len()
        );
        for one in list {
            one.bytes().chain([0]).for_each(|byte| {
                let _ = write!(self.text, "{byte} ");
            });
        }
        self.text.push_str("</Array>\n");
    }

    /// Cells by their points, and their types where they are of several.
    fn cells(&mut self, name: &str, cells: impl Iterator<Item = Vec<u32>>, types: &[u8]) {
        let (mut points, mut ends) = (Vec::new(), Vec::new());
        for cell in cells {
            points.extend(cell.iter().map(|&k| i64::from(k)));
            ends.push(points.len() as i64);
        }
        if ends.is_empty() {
            return;
        }
        let bytes =
            |list: &[i64]| -> Vec<u8> { list.iter().flat_map(|k| k.to_le_bytes()).collect() };
        let _ = writeln!(self.text, "<{name}>");
        self.array("Int64", "connectivity", &[], &bytes(&points));
        self.array("Int64", "offsets", &[], &bytes(&ends));
        if !types.is_empty() {
            self.array("UInt8", "types", &[], types);
        }
        let _ = writeln!(self.text, "</{name}>");
    }
}

/// A file that names the files of one frame.
pub fn group(files: &[(&str, String)]) -> String {
    let mut text = head("vtkMultiBlockDataSet");
    text.push_str("<vtkMultiBlockDataSet>\n");
    for (k, (name, file)) in files.iter().enumerate() {
        let _ = writeln!(
            text,
            "<DataSet index=\"{k}\" name=\"{name}\" file=\"{}\"/>",
            escaped(file)
        );
    }
    text.push_str("</vtkMultiBlockDataSet>\n</VTKFile>\n");
    text
}

/// A file that names the frames with their times.
pub fn series(frames: &[(f64, String)]) -> String {
    let mut text = head("Collection");
    text.push_str("<Collection>\n");
    for (time, file) in frames {
        let _ = writeln!(
            text,
            "<DataSet timestep=\"{time:?}\" part=\"0\" file=\"{}\"/>",
            escaped(file)
        );
    }
    text.push_str("</Collection>\n</VTKFile>\n");
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::inflate::decompress_to_vec_zlib;

    #[test]
    fn pieces_of_an_array_inflate_to_what_was_put_in() {
        let mut file = Appended::default();
        let values: Vec<f64> = (0..20_001).map(|k| (f64::from(k)).sqrt()).collect();
        let bytes = bytes_of(values.iter().copied());
        file.array("Float64", "root", &[], &bytes);
        let number = |k: usize| {
            let mut eight = [0; 8];
            eight.copy_from_slice(&file.data[8 * k..8 * k + 8]);
            u64::from_le_bytes(eight) as usize
        };
        assert_eq!((number(0), number(1)), (3, PIECE));
        assert_eq!(number(2), bytes.len() - 2 * PIECE);
        let mut at = 8 * 6;
        let mut back = Vec::new();
        for k in 0..3 {
            let piece = &file.data[at..at + number(3 + k)];
            back.extend(decompress_to_vec_zlib(piece).unwrap());
            at += number(3 + k);
        }
        assert_eq!((back, at), (bytes, file.data.len()));
    }

    #[test]
    fn names_of_files_are_escaped() {
        let text = series(&[(0.1, "a & b/\"c\".vtm".into())]);
        assert!(text.contains("timestep=\"0.1\""));
        assert!(text.contains("a &amp; b/&quot;c&quot;.vtm"));
    }
}
