//! Free motions are named, and gravity finds the place of what only hangs; bad input is refused with its line.

use super::{model, path, problems, simulation};
use poinsot::statics::{Analysis, PathEnd, StaticsError};

fn arm(top: &str) -> String {
    format!(
        "{top}\n[[body]]\nname = \"arm\"\nmass = 1\ninertia = [0.01, 0.02, 0.03]\nposition = [0.5, 0, 0.6]\n\
         [[joint]]\nname = \"A\"\nkind = \"revolute\"\nbetween = [\"ground\", \"arm\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n"
    )
}

fn failure(text: &str) -> String {
    match path(text).1 {
        PathEnd::Failed(error) => error.to_string(),
        end => panic!("{end:?}"),
    }
}

#[test]
fn a_hinge_without_a_load_is_named() {
    let message = failure(&arm("[statics]"));
    assert!(
        message.contains("body `arm` can still rotate about joint `A`"),
        "{message}"
    );
    assert!(message.contains("not determined") && message.contains("spring"));
    assert_eq!(message.matches("can still").count(), 1, "{message}");
}

#[test]
fn a_run_that_cannot_start_from_equilibrium_says_why() {
    let text = arm("[run]\nduration = 1\ndt = 0.1\nstart = \"equilibrium\"");
    let problems = simulation(&text).err().expect("a mechanism");
    let message = &problems[0].message;
    assert!(
        message.contains("body `arm` can still rotate about joint `A`"),
        "{message}"
    );
}

#[test]
fn several_free_motions_are_told_apart() {
    let text = arm("[statics]")
        + "[[body]]\nname = \"block\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\nposition = [3, 0, 0]\n\
           [[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = [\"block\", \"ground\"]\nat = [3, 0, 0]\naxis = [1, 0, 0]\n";
    let message = failure(&text);
    assert!(
        message.contains("`arm` can still rotate about joint `A`"),
        "{message}"
    );
    assert!(
        message.contains("`block` can still slide along joint `rail`"),
        "{message}"
    );
    assert_eq!(message.matches("can still").count(), 2, "{message}");
}

#[test]
fn a_falling_stone_has_no_equilibrium() {
    let text = "gravity = [0, 0, -9.81]\n[statics]\n[[body]]\nname = \"stone\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\n";
    let message = failure(text);
    assert!(
        message.contains("there is no equilibrium: body `stone` is not held by anything"),
        "{message}"
    );
}

#[test]
fn a_pendulum_drawn_anywhere_hangs_down() {
    // Drawn above the horizontal, where the tangent is negative; straight up is no stable equilibrium.
    let (points, end, _) = path(&arm("gravity = [0, 0, -9.81]\n[statics]"));
    assert_eq!(end, PathEnd::Complete);
    let last = points.last().expect("a point");
    let r = last.state.poses[1].r;
    let length = 0.5f64.hypot(0.6);
    assert!((r.z + length).abs() < 1e-12 && r.x.abs() < 1e-9, "{r}");
    assert_eq!(last.unstable, Some(0));
    assert!(points[0].settled);
}

#[test]
fn a_slack_cable_drawn_straight_finds_its_catenary() {
    // Inextensible catenary over 10 m with 11 m of cable: sag 2.0054 m; 40 chords and EA/wl = 5e3 come close to it.
    let text = "gravity = [0, 0, -9.81]\n[statics]\n[[cable]]\nname = \"c\"\nstiffness = 1e6\nmass_per_drawn_length = 2\n\
        from = [0, 0, 0]\nto = [10, 0, 0]\nelements = 40\nfree_length = 11\n\
        [[joint]]\nname = \"a\"\nkind = \"spherical\"\nbetween = [\"ground\", \"c.start\"]\n\
        [[joint]]\nname = \"b\"\nkind = \"spherical\"\nbetween = [\"ground\", \"c.end\"]\n";
    let (points, end, _) = path(text);
    assert_eq!(end, PathEnd::Complete);
    let last = &points.last().expect("a point").state;
    let low = last.poses.iter().map(|p| p.r.z).fold(0.0, f64::min);
    // 2 a sinh(5/a) = 11.
    let mut a = 6.0f64;
    for _ in 0..50 {
        let (f, slope) = (
            2.0 * a * (5.0 / a).sinh() - 11.0,
            2.0 * (5.0 / a).sinh() - 10.0 / a * (5.0 / a).cosh(),
        );
        a -= f / slope;
    }
    let sag = a * (5.0 / a).cosh() - a;
    assert!((low + sag).abs() < 2e-3 * sag, "{low} {sag}");
}

#[test]
fn bad_settings_are_refused_with_their_lines() {
    for (table, line, what) in [
        ("[statics]\nuntil = -1", 2, "positive"),
        ("[statics]\nincrement = 2", 2, "larger than `until`"),
        (
            "[statics]\nuntil = 0.5\nevery = 0.6",
            3,
            "larger than `until`",
        ),
        (
            "[statics]\narc_length = true\nevery = 0.5",
            3,
            "cannot be combined",
        ),
        (
            "[statics]\nrelaxation = true\narc_length = true",
            2,
            "cannot be combined",
        ),
        ("[statics]\nbranch = \"leave\"", 2, "leave"),
        ("[statics]\nvary = \"speed\"", 2, "unknown vary"),
        (
            "[statics]\nvary = \"time\"\nat = 1",
            3,
            "a list of increasing times",
        ),
        ("[statics]\nvary = \"time\"\ntime = 1", 3, "does not apply"),
        ("[statics]\nat = [1, 0.5]", 2, "must increase"),
        ("[statics]\nat = []", 2, "a list of increasing numbers"),
        ("[statics]\nat = [0, 1]", 2, "positive"),
        ("[statics]\nat = [1]\nuntil = 2", 3, "cannot be combined"),
        ("[statics]\nat = [1]\nevery = 0.5", 3, "cannot be combined"),
        (
            "[statics]\nat = [1]\narc_length = true",
            2,
            "cannot be combined",
        ),
        ("[statics]\ntime = -1", 2, "zero or positive"),
        ("[statics]\nat = -1", 2, "zero or positive"),
        ("[statics]\nmax_arc = 2", 2, "at most"),
        ("[statics]\nmax_points = 0", 2, "from 1"),
        ("[statics]\nmax_iterations = 0", 2, "from 1"),
        ("[statics]\ntolerance = 1", 2, "at most"),
        ("[statics]\nspeed = 1", 2, "unknown key `speed`"),
        (
            "[turning]\nangular_velocity = [0, 0, 0]",
            2,
            "does not turn",
        ),
        (
            "[turning]\nthrough = [0, 0, 0]",
            1,
            "`angular_velocity` is missing",
        ),
        ("[turning]\nangular_velocity = \"fast\"", 2, ""),
        ("[run]\nduration = 1\ndt = 0.1\nstart = \"rest\"", 4, "rest"),
    ] {
        let list = problems(&arm(table));
        let found = list
            .iter()
            .any(|p| p.place.line == line && p.message.contains(what));
        assert!(found, "{table}: {list:?}");
    }
}

#[test]
fn a_truss_that_snaps_needs_the_arc_or_rest() {
    let text = |statics: &str| {
        format!(
            "[statics]\n{statics}\n[[point_mass]]\nname = \"top\"\nmass = 1\nposition = [0, 0, 0.2]\n\
             [[cable]]\nname = \"left\"\nfrom = [-1, 0, 0]\nto = [0, 0, 0.2]\nstiffness = 1000\nmass_per_length = 0.1\nelements = 1\ntension_only = false\n\
             [[cable]]\nname = \"right\"\nfrom = [1, 0, 0]\nto = [0, 0, 0.2]\nstiffness = 1000\nmass_per_length = 0.1\nelements = 1\ntension_only = false\n\
             [[joint]]\nname = \"a\"\nkind = \"spherical\"\nbetween = [\"ground\", \"left.start\"]\n\
             [[joint]]\nname = \"b\"\nkind = \"spherical\"\nbetween = [\"ground\", \"right.start\"]\n\
             [[joint]]\nname = \"c\"\nkind = \"spherical\"\nbetween = [\"top\", \"left.end\"]\n\
             [[joint]]\nname = \"d\"\nkind = \"spherical\"\nbetween = [\"top\", \"right.end\"]\n\
             [[body]]\nname = \"post\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0.2]\n\
             [[joint]]\nname = \"rail\"\nkind = \"prismatic\"\nbetween = [\"ground\", \"post\"]\nat = [0, 0, 0.2]\naxis = [0, 0, 1]\n\
             [[joint]]\nname = \"tie\"\nkind = \"spherical\"\nbetween = [\"post\", \"top\"]\nat = [0, 0, 0.2]\n\
             [[force]]\nname = \"push\"\non = \"top\"\nvalue = [0, 0, -10]\n"
        )
    };
    // In compression the force follows the Green strain: 2 EA (1 - l^2/l0^2)/2 z/l0 of both bars, largest at 0.2/sqrt(3).
    let z = 0.2 / 3f64.sqrt();
    let most = 1000.0 * (0.04 - z * z) / 1.04 * z / 1.04f64.sqrt();
    assert!(most < 10.0);
    let (points, end, _) = path(&text(""));
    let PathEnd::Failed(StaticsError::Stuck { reached, .. }) = &end else {
        panic!("{end:?}");
    };
    assert!(
        *reached < most / 10.0 && *reached > 0.9 * most / 10.0,
        "{reached} {most}"
    );
    assert!(points.len() > 1);
    let PathEnd::Failed(error) = end else {
        panic!()
    };
    assert!(error.to_string().contains("arc_length"));
    let (points, end, _) = path(&text("relaxation = true"));
    assert_eq!(end, PathEnd::Complete);
    let last = points.last().expect("a point");
    assert!(last.parameter == 1.0 && last.unstable == Some(0));
    let (points, end, _) = path(&text("arc_length = true"));
    assert_eq!(end, PathEnd::Complete);
    let limits: Vec<f64> = points
        .iter()
        .filter(|p| p.critical.is_some())
        .map(|p| p.parameter)
        .collect();
    assert_eq!(limits.len(), 2, "{limits:?}");
    // A flat maximum: its place to 1e-6 gives its height to 1e-12.
    assert!(
        (10.0 * limits[0] - most).abs() < 1e-10 * most,
        "{limits:?} {most}"
    );
    assert!((limits[0] + limits[1]).abs() < 1e-10, "{limits:?}");
}

#[test]
fn dynamic_relaxation_finds_rest_alone() {
    let text = arm("gravity = [0, 0, -9.81]\n[statics]\nrelaxation = true");
    let analysis = Analysis::new(model(&text)).expect("builds");
    let state = poinsot::statics::relax(analysis.system(), analysis.drawn(), &model(&text).statics)
        .expect("it comes to rest");
    let length = 0.5f64.hypot(0.6);
    assert!((state.poses[1].r.z + length).abs() < 1e-12);
}
