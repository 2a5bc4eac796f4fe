//! Elements of solids, for the sections of the page of reports.

use super::cut::Division;
use super::items::{Flexible, Form};
use super::meshes::deflated;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The elements of a volume, kind by kind, with the way that each kind is divided into tetrahedra.
pub(super) fn cells(body: &Flexible) -> Vec<Value> {
    let Form::Facets(facets) = &body.form else {
        return Vec::new();
    };
    let mut kinds: BTreeMap<usize, Vec<(u32, &[u32])>> = BTreeMap::new();
    for (element, cell) in facets.volumes.iter().enumerate() {
        let list = kinds.entry(cell.nodes.len()).or_default();
        list.push((element as u32, &cell.nodes));
    }
    let kind = |(nodes, list): (usize, Vec<(u32, &[u32])>)| {
        let division = Division::of(nodes)?;
        let four = |t: &super::cut::Tetrahedron| {
            let [a, b, c, d] = t.points;
            [a, b, c, d, usize::from(t.outer)]
        };
        Some(json!({
            "nodes": nodes,
            "extra": division.extra,
            "tetrahedra": division.tetrahedra.iter().map(four).collect::<Vec<_>>(),
            "count": list.len(),
            "data": deflated(&words(&list)),
        }))
    };
    kinds.into_iter().filter_map(kind).collect()
}

/// Number and nodes of elements, as differences from those of the element before, which deflate well.
fn words(list: &[(u32, &[u32])]) -> Vec<u8> {
    let width = list.first().map_or(0, |(_, nodes)| nodes.len() + 1);
    let mut before = vec![0_u32; width];
    let mut bytes = Vec::with_capacity(4 * width * list.len());
    for (element, nodes) in list {
        let own = std::iter::once(element).chain(*nodes);
        for (word, before) in own.zip(&mut before) {
            bytes.extend(word.wrapping_sub(*before).to_le_bytes());
            *before = *word;
        }
    }
    bytes
}
