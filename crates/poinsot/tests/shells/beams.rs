use poinsot::model::{Source, read_model, read_file};
use poinsot::simulation::{Control, Observer, Options, Simulation, StepInfo};
use poinsot::statics::Analysis;

struct Quiet(usize, usize, usize);
impl Observer for Quiet {
    fn frame(&mut self, _row: &[f64]) -> Control { Control::Continue }
    fn step(&mut self, step: &StepInfo) -> Control {
        self.0 += 1;
        self.1 += step.iterations;
        self.2 = self.2.max(step.iterations);
        if self.0 >= 300 { Control::Stop } else { Control::Continue }
    }
}

#[test]
fn all() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for dir in ["examples", "validation"] {
        for case in std::fs::read_dir(root.join(dir)).unwrap() {
            let Ok(list) = std::fs::read_dir(case.unwrap().path()) else { continue };
            for f in list {
                let f = f.unwrap().path();
                if f.extension().is_some_and(|e| e == "toml") && f.file_name().unwrap() != "expect.toml" { files.push(f); }
            }
        }
    }
    files.sort();
    let only = std::env::var("ONLY").unwrap_or_default();
    for f in files {
        let name = format!("{}/{}", f.parent().unwrap().file_name().unwrap().to_str().unwrap(), f.file_stem().unwrap().to_str().unwrap());
        if !name.contains(&only) { continue; }
        let text = std::fs::read_to_string(&f).unwrap();
        if !text.contains("[[beam") && !text.contains("[[cable") { continue; }
        let Ok(source) = read_file(&f) else { continue };
        let _ : &Source = &source;
        let Ok((mut model, _)) = read_model(&source) else { println!("{name}: not read"); continue };
        let clock = std::time::Instant::now();
        if text.contains("[statics]") {
            let Ok(mut analysis) = Analysis::new(model.clone()) else { continue };
            let (mut it, mut cuts, mut points, mut sum) = (0, 0, 0, 0.0);
            let end = analysis.run(&mut |p, row| { it += p.iterations; cuts += p.cuts; points += 1; sum += row.iter().skip(1).filter(|x| x.is_finite()).map(|x| x.abs()).sum::<f64>(); Control::Continue });
            println!("S {name:45} {it:5} it {cuts:3} cuts {points:4} pt {:7.3} s {} {sum:.12e}", clock.elapsed().as_secs_f64(), format!("{end:?}").chars().take(30).collect::<String>());
        }
        if text.contains("[run]") && std::env::var("STATIC").is_err() {
            let (duration, dt) = (model.run.duration, model.run.dt);
            let _ = (duration, dt, &mut model);
            let Ok(mut run) = Simulation::new(model, Options::default()) else { continue };
            let mut q = Quiet(0, 0, 0);
            run.run(&mut q);
            let sum: f64 = run.state().poses.iter().map(|p| p.r.norm()).sum();
            println!("D {name:45} {:5} it {:3} most {:4} steps {:7.3} s made {} {sum:.12e}", q.1, q.2, q.0, clock.elapsed().as_secs_f64(), run.iterations_made());
        }
    }
}
