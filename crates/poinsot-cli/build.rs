//! Embeds the examples of the repository: models, pages, scripts, meshes and pictures in `examples/<name>/`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut list = Vec::new();
    for entry in fs::read_dir(folder)? {
        list.push(entry?.path());
    }
    list.sort();
    Ok(list)
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    // A link, so that the package holds the files too; where links are not checked out as such, the folder itself.
    let root = match here.join("example-files") {
        link if link.is_dir() => link,
        _ => here.join("../../examples"),
    };
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut list = String::from("&[\n");
    // A package without the repository around it has no examples.
    let folders = if root.is_dir() {
        sorted(&root)?
    } else {
        vec![]
    };
    for folder in folders.iter().filter(|f| f.is_dir()) {
        let mut files = String::new();
        for file in sorted(folder)? {
            let kind = file
                .extension()
                .and_then(|e| e.to_str())
                .unwrap_or_default();
            if matches!(
                kind,
                "toml"
                    | "json"
                    | "md"
                    | "py"
                    | "csv"
                    | "png"
                    | "svg"
                    | "stl"
                    | "obj"
                    | "gltf"
                    | "glb"
            ) {
                println!("cargo:rerun-if-changed={}", file.display());
                let path = file.canonicalize()?;
                // Writing into a `String` cannot fail.
                let _ = write!(files, "({:?}, include_bytes!({path:?})), ", name(&file));
            }
        }
        if !files.is_empty() {
            let _ = writeln!(
                list,
                "    Example {{ name: {:?}, files: &[{files}] }},",
                name(folder)
            );
        }
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("examples.rs"), list)
}
