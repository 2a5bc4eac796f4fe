//! Accounts of the ledger.

/// Which line of the ledger an interaction's work goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// Springs between points and on coordinates, bushings.
    Elastic,
    /// Weight.
    Gravity,
    /// Forces and moments.
    Loads,
    /// Motors.
    Motors,
    /// Stops and contacts: energy and loss.
    Contact,
    /// Friction: energy of what sticks, and loss.
    Friction,
}

impl Account {
    /// Whether its interactions act within the system and may store energy, unlike loads from outside.
    pub const fn is_internal(self) -> bool {
        match self {
            Account::Elastic | Account::Contact | Account::Friction => true,
            Account::Gravity | Account::Loads | Account::Motors => false,
        }
    }
}
