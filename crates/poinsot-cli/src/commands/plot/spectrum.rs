//! `--spectrum`: amplitudes over frequencies.

use super::curves::panels;
use super::data::{shown, title, y_label};
use crate::args::{PlotArgs, WindowName};
use crate::output::Failure;
use poinsot::results::{OutputId, Reader};
use poinsot_views::plot::spectrum::{Grid, Peak, Spectrum, Window, spectrum};
use poinsot_views::plot::{Figure, Mark, Panel, Series};

/// The figure, and the peaks in words.
pub fn figure(
    args: &PlotArgs,
    reader: &mut Reader,
    wanted: &[OutputId],
) -> Result<(Figure, String), Failure> {
    let columns: Vec<usize> = wanted.iter().map(|o| o.column).collect();
    let data = shown(args, reader, &columns)?;
    let refused = |what: &dyn std::fmt::Display| {
        Failure::input(format_args!("{}: {what}", args.results.display()))
    };
    let grid = Grid::new(&data.times).map_err(|problem| refused(&problem))?;
    for (output, values) in wanted.iter().zip(&data.columns) {
        if let Some(k) = values.iter().position(|v| !v.is_finite()) {
            return Err(refused(&format_args!(
                "`{}` has no value at {} s, so it has no spectrum; choose another range with --from and --to",
                output.name, data.times[k]
            )));
        }
    }
    let highest = args
        .max_frequency
        .unwrap_or(f64::INFINITY)
        .min(grid.highest());
    if highest <= 0.0 {
        return Err(Failure::input(
            "--max-frequency is 0, which leaves nothing to show: give for example \"20 Hz\"",
        ));
    }
    let window = match args.window {
        WindowName::Hann => Window::Hann,
        WindowName::None => Window::None,
    };
    let of = |values: &[f64]| -> Spectrum {
        let mut made = spectrum(grid.step, &grid.sampled(&data.times, values), window);
        made.cut(highest);
        made
    };
    let layout = reader.layout();
    let mut report = String::new();
    let mut resolution: f64 = 0.0;
    let groups = panels(layout, wanted, data.columns.clone(), |_| {});
    let mut made = Vec::new();
    for (members, all_values) in groups {
        let mut panel = Panel {
            y_label: y_label(layout, &members, |name| format!("amplitude of {name}")),
            log: args.log,
            ..Panel::default()
        };
        for (output, values) in members.iter().zip(all_values) {
            let mut one = of(&values);
            resolution = one.resolution;
            let peaks = one.peaks(args.peaks);
            report.push_str(&words(output, &peaks));
            panel.marks.extend(peaks.iter().map(|peak| Mark {
                x: peak.frequency,
                y: peak.amplitude,
                label: label(peak, &output.unit),
                filled: true,
                series: None,
            }));
            if args.log_frequency || args.log {
                // The mean is taken out, and a logarithm has no zero.
                one.frequencies.remove(0);
                one.amplitudes.remove(0);
            }
            // The axis ends where it was asked to, with or without a value there.
            one.frequencies.push(highest);
            one.amplitudes.push(f64::NAN);
            panel.series.push(Series {
                name: output.name.clone(),
                x: one.frequencies,
                y: one.amplitudes,
            });
        }
        // Labels of high peaks find their places first.
        panel.marks.sort_by(|a, b| b.y.total_cmp(&a.y));
        panel.marks.truncate(args.peaks);
        floor(&mut panel);
        made.push(panel);
    }
    let faded = match args.window {
        WindowName::Hann => "Hann window",
        WindowName::None => "no window",
    };
    let (first, last) = (data.times[0], data.times[data.times.len() - 1]);
    let mut note =
        format!("{first} to {last} s, mean removed, {faded}, resolution {resolution:.3} Hz");
    if let Some((least, most)) = grid.uneven {
        note.push_str(&format!(
            "; frames {least:.2e} to {most:.2e} s apart, resampled"
        ));
    }
    report.push_str(&format!("  {note}\n"));
    let figure = Figure {
        title: title(args, layout),
        x_label: "frequency [Hz]".to_owned(),
        x_log: args.log_frequency,
        note,
        panels: made,
        ..Figure::default()
    };
    Ok((figure, report))
}

/// On logarithmic axes nothing below a millionth of the highest amplitude is shown: it is round-off.
fn floor(panel: &mut Panel) {
    if !panel.log {
        return;
    }
    let all = panel.series.iter().flat_map(|s| s.y.iter().copied());
    let least = 1e-6 * all.fold(0.0, f64::max);
    for series in &mut panel.series {
        series.y.iter_mut().for_each(|v| *v = v.max(least));
    }
}

fn label(peak: &Peak, unit: &str) -> String {
    let unit = if unit == "1" { "" } else { unit };
    let text = format!(
        "{} Hz, {} {unit}",
        digits(peak.frequency),
        digits(peak.amplitude)
    );
    text.trim_end().to_owned()
}

/// Four digits.
pub fn digits(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let exponent = value.abs().log10().floor() as i32;
    match exponent {
        -3..=5 => {
            let decimals = (3 - exponent).max(0) as usize;
            let text = format!("{value:.decimals$}");
            match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
                false => text,
            }
        }
        _ => format!("{value:.3e}"),
    }
}

/// The peaks of one output in one line.
fn words(output: &OutputId, peaks: &[Peak]) -> String {
    let list: Vec<String> = peaks.iter().map(|p| label(p, &output.unit)).collect();
    match list.is_empty() {
        true => format!("  {}: no peaks\n", output.name),
        false => format!("  {}: {}\n", output.name, list.join("   ")),
    }
}
