//! Solids on point nodes: Green strains at Gauss points, any elastic law of them (section 20 of the theory).

mod assembly;
mod drawn;
mod element;
mod law;
pub mod material;
mod point_laws;
mod shapes;

pub use drawn::{SolidError, consistent_mass};
pub use element::{Solid, Strains};
pub use material::{Material, Ogden};
pub use shapes::Shape;

/// Eight nodes, strains as they are or assumed (so.1).
pub type Hex8 = Solid<8, 8, 48>;
/// Eight nodes, the change of volume taken as its mean (so.3).
pub type Hex8Volume = Solid<8, 8, 56>;
/// Twenty nodes, eight points.
pub type Hex20 = Solid<20, 8, 48>;
/// Twenty-seven nodes and points.
pub type Hex27 = Solid<27, 27, 162>;
/// Twenty-seven nodes and points, the change of volume projected on linear functions (so.3).
pub type Hex27Volume = Solid<27, 27, 189>;
/// Ten nodes, four points.
pub type Tet10 = Solid<10, 4, 24>;
/// Ten nodes, four points, the change of volume taken as its mean (so.3).
pub type Tet10Volume = Solid<10, 4, 28>;
