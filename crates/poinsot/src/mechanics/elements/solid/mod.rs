//! Solids on point nodes: Green strains at Gauss points, any elastic law of them (section 20 of the theory).

mod assembly;
mod drawn;
mod element;
mod law;
mod linear;
pub mod material;
mod observe;
mod point_laws;
mod shapes;
mod viscosity;

pub use drawn::{SolidError, at_point, consistent_mass, gauss_points, node_volumes};
pub use element::{Solid, Strains};
pub use linear::{LinearElement, linear_element};
pub use material::{
    Cause, Fibre, FibreLaw, Fit, FitError, Formula, Instability, Loading, Material, Measured,
    Moduli, ModuliError, Ogden, Orthotropic, Reinforced, Response, Wanted, check_moduli, fit,
    instabilities, isotropic, response, turned,
};
pub use observe::{OBSERVED_PER_POINT, PointValues, weights_at_nodes};
pub use shapes::Shape;
pub use viscosity::Branch;

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
/// Fifteen nodes, nine points.
pub type Wedge15 = Solid<15, 9, 54>;
/// Fifteen nodes, nine points, the change of volume taken as its mean (so.3).
pub type Wedge15Volume = Solid<15, 9, 63>;
