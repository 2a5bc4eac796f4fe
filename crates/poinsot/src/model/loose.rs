//! Items that nothing holds: allowed, and hardly ever meant beside items that are connected.

use super::actions::On;
use super::inside::{FollowerPoint, Leaders};
use super::types::{Model, SlideOn};
use std::collections::HashSet;

impl Model {
    /// Items that no joint, spring, bushing, load or rolling contact touches, in words such as ``beam `whip` ``. None in
    /// a model without connections, where everything flies freely.
    pub fn loose_items(&self) -> Vec<String> {
        let used = self.touched();
        if used.is_empty() {
            return Vec::new();
        }
        let free = |name: &&String| !used.contains(name.as_str());
        let bodies = self.bodies.iter().map(|b| &b.name);
        let masses = self.point_masses.iter().map(|m| &m.name);
        let beams = self.beams.iter().filter(|b| b.points.is_empty());
        let cables = self.cables.iter().filter(|c| c.points.is_empty());
        let shells = self.shells.iter().filter(|s| s.points.is_empty());
        let solids = self.solids.iter().filter(|s| s.points.is_empty());
        let mut list: Vec<String> = Vec::new();
        let mut add = |what: &str, names: Vec<&String>| {
            list.extend(names.into_iter().map(|name| format!("{what} `{name}`")));
        };
        add("body", bodies.filter(free).collect());
        add("point mass", masses.filter(free).collect());
        add("beam", beams.map(|b| &b.name).filter(free).collect());
        add("cable", cables.map(|c| &c.name).filter(free).collect());
        add("shell", shells.map(|s| &s.name).filter(free).collect());
        add("solid", solids.map(|s| &s.name).filter(free).collect());
        list
    }

    /// Names of items that something connects or drives; empty when nothing connects any.
    fn touched(&self) -> HashSet<&str> {
        let mut pairs: Vec<_> = self.joints.iter().map(|j| &j.between).collect();
        let mut loaded: Vec<&str> = Vec::new();
        for action in self.actions() {
            match action.acts.on {
                On::Points(between) => pairs.push(between),
                On::Item(name, _) => loaded.push(name),
                On::Coordinate(_) | On::TwoCoordinates(_) => {}
            }
        }
        let tied = !(self.ties.is_empty() && self.reduced_bodies.is_empty());
        if pairs.is_empty() && self.supports.is_empty() && !tied {
            return HashSet::new();
        }
        let lines = self.joints.iter().filter_map(|j| j.slide.as_deref());
        let lines = lines.map(|slide| match &slide.on {
            SlideOn::Line(name) | SlideOn::Curve(name, _) => name.as_str(),
        });
        let ends = pairs.into_iter().flatten().map(|end| end.item.as_str());
        let held = self.supports.iter().flat_map(|s| &s.on);
        let tied = self.ties.iter().flat_map(|t| t.pairs.iter().flatten());
        let followers = || self.ties.iter().flat_map(|t| &t.followers);
        let carried = followers().map(|f| match &f.point {
            FollowerPoint::Item(name) | FollowerPoint::OfLine { line: name, .. } => name,
        });
        let around = followers().filter_map(|f| match &f.leaders {
            Leaders::Within(within) => Some(&within.solid),
            Leaders::Points(_) => None,
        });
        let tied = tied.chain(carried).chain(around);
        let interfaces = self.reduced_bodies.iter().flat_map(|b| &b.interfaces);
        let held = held.chain(tied).chain(interfaces.map(|i| &i.to));
        let held = held.map(String::as_str);
        ends.chain(lines).chain(loaded).chain(held).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Model, Source, read_model};

    fn model(joint: &str) -> Model {
        let text = format!(
            "[run]\nduration = 1\ndt = 0.1\n[[point_mass]]\nname = \"a\"\nmass = 1\n[[point_mass]]\nname = \"b\"\nmass = 1\n\
             position = [1, 0, 0]\n[[cable]]\nname = \"c\"\nfrom = [0, 0, 1]\nto = [0, 0, 2]\nstiffness = 1e3\n\
             mass_per_length = 1\nelements = 1\n{joint}"
        );
        read_model(&Source::new("m.toml", text))
            .expect("a sound model")
            .0
    }

    #[test]
    fn what_is_connected_to_nothing_is_named() {
        assert!(model("").loose_items().is_empty(), "all fly freely");
        let one = "[[joint]]\nname = \"j\"\nkind = \"distance\"\nbetween = [\"ground\", \"a\"]\npoints = [[0, 0, 3], [0, 0, 0]]\n";
        assert_eq!(model(one).loose_items(), ["point mass `b`", "cable `c`"]);
        let two = format!(
            "{one}[[joint]]\nname = \"k\"\nkind = \"spherical\"\nbetween = [\"ground\", \"c.end\"]\n[[force]]\nname = \"f\"\non = \"b\"\nvalue = [1, 0, 0]\n"
        );
        assert!(model(&two).loose_items().is_empty());
    }
}
