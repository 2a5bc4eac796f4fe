//! Mistakes with parameters are found, all of them, in their places.

use super::{problems, stone};

/// One mistake: parameters and mass of the stone, the place, and words of message and help.
fn case(parameters: &str, mass: &str, place: &str, message: &str, help: &str) {
    let (found, shown) = problems(&stone(parameters, mass), &[]);
    assert_eq!(found.len(), 1, "{shown}");
    assert!(shown.contains(&format!("model.toml:{place}")), "{shown}");
    assert!(found[0].message.contains(message), "{shown}");
    assert!(found[0].help.contains(help), "{shown}");
}

#[test]
fn each_mistake_has_its_place() {
    let unknown = "`rotor_mas` is not known here, did you mean `rotor_mass`?; variables: none; parameters: rotor_mass";
    case(
        "rotor_mass = 2",
        "\"2*rotor_mas + 0*rotor_mass\"",
        "8:11 at point_mass[0].mass",
        unknown,
        "give a mass",
    );
    case(
        "rotor_mass = 2",
        "\"rotor_mas\"",
        "8:9 at point_mass[0].mass",
        unknown,
        "give a mass",
    );
    let unknown = "`heavy` is not known here; variables: none; parameters: a";
    case(
        "a = 2",
        "\"heavy + a\"",
        "8:9 at point_mass[0].mass",
        unknown,
        "",
    );
    let wrong = "this is length [m], expected mass [kg], for example `2 kg`";
    case(
        "span = \"3 m\"",
        "\"span\"",
        "8:9 at point_mass[0].mass",
        wrong,
        "give a mass in kg",
    );
    case(
        "span = \"3 m\"",
        "\"2*span\"",
        "8:9 at point_mass[0].mass",
        wrong,
        "give a mass in kg",
    );
    let inverse = "this is [kg^-1], expected mass [kg]";
    case("m_1 = \"3 kg\"", "\"1/m_1\"", "8:9 at", inverse, "");
    let plain = "this is mass per length [kg/m], expected mass [kg]";
    case(
        "rho = \"3 kg/m\"\nl = 2",
        "\"rho*l\"",
        "9:9 at",
        plain,
        "parameters without a unit are plain numbers",
    );
    let sum = "mass [kg] and length [m] cannot be added, compared or chosen between";
    case("a = \"1 kg\"\nb = \"1 m\"", "\"a + b\"", "9:9 at", sum, "");
    case(
        "a = \"1 kg\"\nb = \"1 m\"\nc = \"a*(a < b)\"",
        "\"c\"",
        "4:9 at parameters.c",
        sum,
        "",
    );
    let plain = "`exp` takes a plain number, this is length [m]";
    case("b = \"1 m\"", "\"exp(b)\"", "8:9 at", plain, "");
    case(
        "b = \"1 m\"",
        "\"sin(b)\"",
        "8:9 at",
        "`sin` takes a plain number",
        "",
    );
    case(
        "b = \"1 m\"",
        "\"2^b\"",
        "8:9 at",
        "an exponent takes a plain number",
        "",
    );
    case(
        "b = \"1 kg\"",
        "\"b^0.7\"",
        "8:9 at",
        "mass [kg] cannot be raised to this power",
        "",
    );
    case(
        "b = \"1 kg\"",
        "\"sqrt(b)\"",
        "8:9 at",
        "mass [kg] cannot be raised to this power",
        "",
    );
    let twice = "the formula is mass [kg] already";
    case("b = \"1 kg\"", "\"b + 20 g\"", "8:16 at", twice, "");
    case(
        "b = \"1 kg\"",
        "\"2 b\"",
        "8:11 at",
        "an operator is missing here; write `*` to multiply",
        "",
    );
    case(
        "b = \"1 kgg\"",
        "\"b\"",
        "2:8 at parameters.b",
        "`kgg` is not a known unit",
        "a number, a quantity",
    );
    case(
        "b = \"2*\"",
        "\"b\"",
        "2:8 at parameters.b",
        "expected a number",
        "",
    );
    case(
        "b = \"1/0\"",
        "\"b\"",
        "2:6 at parameters.b",
        "no finite value",
        "",
    );
    case(
        "b = [1, 2]",
        "\"b\"",
        "2:5 at parameters.b",
        "expected one number, found a list of 2 entries",
        "",
    );
    case(
        "b = true",
        "\"b\"",
        "2:5 at parameters.b",
        "expected one number, found true or false",
        "",
    );
    case(
        "b = inf",
        "\"b\"",
        "2:5 at parameters.b",
        "infinite or too large",
        "",
    );
    case(
        "b = 1e200",
        "\"b\"",
        "2:5 at parameters.b",
        "infinite or too large",
        "",
    );
    case(
        "a = 1\nb = \"a + cc\"",
        "\"b\"",
        "3:10 at parameters.b",
        "`cc` is not known here",
        "",
    );
}

#[test]
fn names_that_mean_something_are_refused() {
    for (name, meaning) in [
        ("t", "a variable of formulas"),
        ("x", "a variable of formulas"),
        ("rz", "a variable of formulas"),
        ("pi", "a constant"),
        ("e", "a constant"),
        ("sin", "a function"),
        ("if", "a function"),
        ("and", "an operator"),
        ("nan", "a number that no model holds"),
        ("m", "a unit"),
        ("kN", "a unit"),
        ("g0", "a unit"),
    ] {
        let message = format!("`{name}` is {meaning} and cannot be the name of a parameter");
        let help = format!("choose another name, such as `{name}_0`");
        case(
            &format!("{name} = 2"),
            "1",
            &format!("2:1 at parameters.{name}"),
            &message,
            &help,
        );
    }
    for name in ["\"rotor-mass\"", "\"2m\"", "\"länge\"", "\"\"", "\"a b\""] {
        let message = "cannot be the name of a parameter";
        case(
            &format!("{name} = 2"),
            "1",
            "2:1 at parameters.",
            message,
            "letters A-Z",
        );
    }
    let (_, shown) = problems(
        "parameters = 3\n[[point_mass]]\nname = \"s\"\nmass = 1\n[run]\nduration = 1\ndt = 0.1\n",
        &[],
    );
    assert!(
        shown.contains("expected a table, found a number"),
        "{shown}"
    );
}

#[test]
fn circles_are_named() {
    case(
        "a = \"a\"",
        "\"a\"",
        "2:5 at parameters.a",
        "the parameter `a` is defined in terms of itself",
        "a value of its own",
    );
    let circle = "parameters depend on each other in a cycle: a -> b -> c -> a";
    case(
        "a = \"b\"\nb = \"2*c\"\nc = \"a + 1\"",
        "\"a\"",
        "2:5 at parameters.a",
        circle,
        "a value of its own",
    );
    // What leads to a circle is no part of it, and knots are said once.
    let head = "start = \"2*one\"\none = \"two + one\"\ntwo = \"one\"\nother = \"other\"";
    let (found, shown) = problems(&stone(head, "\"start + other\""), &[]);
    assert_eq!(found.len(), 2, "{shown}");
    assert!(shown.contains("one -> two -> one"), "{shown}");
    assert!(
        shown.contains("the parameter `other` is defined in terms of itself"),
        "{shown}"
    );
}

#[test]
fn mistakes_have_no_followers() {
    // Half a mass, a place and a law that are made of a mistake: no number is invented for it.
    let text = stone(
        "bad = \"3 kgg\"\nworse = \"-bad\"\nspan = \"bad + 1 m\"",
        "\"worse\"",
    );
    let text = format!(
        "{text}[[cable]]\nname = \"rope\"\nfrom = [0, 0, 0]\nto = [1, 0, 0]\nstiffness = 1\nmass_per_length = 1\nelements = 2\n\
         [[joint]]\nname = \"j\"\nkind = \"spherical\"\nbetween = [\"ground\", \"rope@9*bad\"]\n\
         [[force]]\nname = \"f\"\non = \"rope.end\"\nvalue = [1, 0, 0]\nscale = \"span/t\"\n"
    );
    let (found, shown) = problems(&text, &[]);
    assert_eq!(found.len(), 1, "{shown}");
    assert!(
        found[0].message.contains("`kgg` is not a known unit"),
        "{shown}"
    );
}

#[test]
fn formulas_with_variables_are_checked_as_far_as_they_have_units() {
    let force = |scale: &str| {
        let text = stone("pull = \"20 N\"\nomega = \"3 rad/s\"\nspan = \"2 m\"", "1");
        format!(
            "{text}[[force]]\nname = \"f\"\non = \"stone\"\nvalue = [\"pull\", 0, \"0*pull*span/span\"]\nscale = \"{scale}\"\n"
        )
    };
    for sound in ["sin(omega*t)", "t*omega", "span/span*t", "span*t"] {
        let (found, shown) = problems(&force(sound), &[]);
        assert!(
            found.iter().all(|p| p.message.contains("is not used")),
            "{shown}"
        );
    }
    let (found, shown) = problems(&force("span*sin(omega*t)"), &[]);
    assert_eq!(found.len(), 1, "{shown}");
    assert!(
        found[0]
            .message
            .contains("this is length [m], expected a plain number"),
        "{shown}"
    );
    assert!(shown.contains("at force[0].scale"), "{shown}");
    let (found, shown) = problems(&force("sin(omega*t) + span"), &[]);
    assert_eq!(found.len(), 1, "{shown}");
    assert!(
        found[0]
            .message
            .contains("this is length [m], expected a plain number"),
        "{shown}"
    );
    let (found, shown) = problems(&force("sin(omga*t)"), &[]);
    assert!(
        found[0]
            .message
            .contains("`omga` is not known here, did you mean `omega`?; variables: t"),
        "{shown}"
    );
}

#[test]
fn all_mistakes_come_together() {
    let head = "a = \"b\"\nb = \"a\"\nc = \"3 kgg\"\nt = 1\nspan = \"2 m\"";
    let (found, shown) = problems(
        &stone(head, "\"span\""),
        &["spam=3", "run.dt=1kg", "body.x.mass=1"],
    );
    assert_eq!(found.len(), 7, "{shown}");
    for line in [
        "model.toml:2:5",
        "model.toml:4:8",
        "model.toml:5:1",
        "model.toml:12:9",
        "setting spam=3",
        "setting run.dt=1kg",
        "setting body.x.mass=1",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
}

#[test]
fn parameters_that_nothing_is_made_of_are_warned_of() {
    let (found, shown) = problems(&stone("a = 1\nb = \"2*c\"\nc = 2", "\"a\""), &[]);
    assert_eq!(found.len(), 2, "{shown}");
    assert!(
        shown.starts_with(
            "warning: the parameter `b` is not used\n --> model.toml:3:1 at parameters.b"
        ),
        "{shown}"
    );
    assert!(shown.contains("the parameter `c` is not used"), "{shown}");
    let (found, shown) = problems(&stone("a = 1\nb = \"2*c\"\nc = 2", "\"a + b\""), &[]);
    assert!(found.is_empty(), "{shown}");
    // A key that is set from outside does not make them idle.
    let (found, shown) = problems(
        &stone("a = \"2*c\"\nc = 2", "\"a\""),
        &["point_mass.stone.mass=3"],
    );
    assert!(found.is_empty(), "{shown}");
    let (found, shown) = problems(&stone("a = \"2*c\"\nc = 2", "\"a\""), &["a=3"]);
    assert!(found.is_empty(), "{shown}");
}
