//! `bristle mesh`: what a mesh file holds.

use crate::args::MeshArgs;
use crate::error::CliError;
use crate::quantity::digits;
use crate::{save, terminal};
use bristle_geometry::TriangleMesh;
use bristle_geometry::files::{self, LoadOptions, LoadedMesh};
use bristle_geometry::mesh::{MassProperties, MeshReport, RepairSummary};
use glam::DVec3;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

pub(crate) fn run(args: &MeshArgs) -> Result<(), CliError> {
    let options = LoadOptions {
        unit: args.unit.into(),
        up_axis: args.up.into(),
        buffers: args.buffers.into(),
        ..Default::default()
    };
    // Before the file is read, which may take a while.
    args.repair.iter().try_for_each(|path| save::check_free(path, args.force))?;
    let loaded = files::load(&args.file, &options)?;
    let findings = Findings::of(&loaded, args.hull);
    let repaired = match &args.repair {
        Some(path) => Some(repair(&loaded.mesh, args, &findings, path)?),
        None => None,
    };
    if args.json {
        let document = findings.to_json(args, &loaded, repaired);
        return terminal::print(&(serde_json::to_string_pretty(&document)? + "\n"));
    }
    terminal::print(&findings.in_words(args, &loaded, repaired))
}

/// Volumes and masses, each with the reason if there is none.
struct Findings {
    report: MeshReport,
    /// Tolerance \[m\] at which welding closes it, if it is open.
    closing_weld: Option<f64>,
    mass: Result<MassProperties, String>,
    /// None unless it is asked for.
    hull_volume: Option<Result<f64, String>>,
}

impl Findings {
    fn of(loaded: &LoadedMesh, with_hull: bool) -> Self {
        let mesh = &loaded.mesh;
        let hull_volume = || {
            let hull = mesh.convex_hull().map_err(|e| e.to_string())?;
            hull.mass_properties().map(|mass| mass.volume).map_err(|e| e.to_string())
        };
        let report = mesh.report();
        Self {
            closing_weld: if report.closed { None } else { mesh.closing_weld() },
            report,
            mass: mesh.mass_properties().map_err(|e| e.to_string()),
            hull_volume: with_hull.then(hull_volume),
        }
    }

    fn in_words(&self, args: &MeshArgs, loaded: &LoadedMesh, repaired: Option<RepairSummary>) -> String {
        let mut text = String::new();
        let unit = unit_in_words(loaded.metres_per_unit);
        let _ =
            writeln!(text, "{}: {}, unit {unit}, {} up", args.file.display(), loaded.format, loaded.up_axis);
        let _ = writeln!(text, "{}", self.report);
        if let (Some(tolerance), None) = (self.closing_weld, &args.repair) {
            let _ = writeln!(
                text,
                "help: vertices within {} mm of each other, welded, close it; `--repair OUT.obj` does that",
                digits(tolerance * 1e3)
            );
        }
        match &self.mass {
            Ok(mass) => {
                let [x, y, z] = mass.centre.to_array();
                let _ = writeln!(text, "\nas a solid of 1000 kg/m³");
                let _ = writeln!(text, "mass    {:.6} kg", 1000.0 * mass.volume);
                let _ = writeln!(text, "centre  ({x:.6}, {y:.6}, {z:.6}) m");
                for (i, row) in (mass.inertia * 1000.0).transpose().to_cols_array_2d().iter().enumerate() {
                    let name = if i == 0 { "inertia" } else { "" };
                    let [a, b, c] = row;
                    let _ = writeln!(text, "{name:<7} {a:>13.6e} {b:>13.6e} {c:>13.6e} kg·m²");
                }
            }
            Err(reason) => {
                let _ = writeln!(text, "\nno mass: {reason}");
            }
        }
        match &self.hull_volume {
            None => {}
            Some(Ok(hull)) => {
                let _ = write!(text, "hull    {hull:.6e} m³");
                if let Ok(mass) = &self.mass {
                    let _ = write!(text, ", of which the solid fills {:.1} %", 100.0 * mass.volume / hull);
                }
                text.push('\n');
            }
            Some(Err(reason)) => {
                let _ = writeln!(text, "no hull: {reason}");
            }
        }
        for note in &loaded.notes {
            let _ = writeln!(text, "note: {note}");
        }
        if let (Some(path), Some(done)) = (&args.repair, repaired) {
            let _ = writeln!(text, "\nrepaired: {done}; written to {}", path.display());
        }
        text
    }

    fn to_json(&self, args: &MeshArgs, loaded: &LoadedMesh, repaired: Option<RepairSummary>) -> Document {
        let report = &self.report;
        let mass = self.mass.as_ref().ok();
        Document {
            file: args.file.display().to_string(),
            format: loaded.format.to_string(),
            metres_per_unit: loaded.metres_per_unit,
            up_axis: loaded.up_axis.to_string(),
            vertices: report.vertices,
            triangles: report.triangles,
            components: report.components,
            closed: report.closed,
            closing_weld: self.closing_weld,
            clean: report.is_clean(),
            inside_out: report.inside_out,
            boundary_edges: report.boundary_edges,
            boundary_loops: report.boundary_loops,
            non_manifold_edges: report.non_manifold_edges,
            inconsistent_edges: report.inconsistent_edges,
            degenerate_triangles: report.degenerate_triangles.clone(),
            duplicate_triangles: report.duplicate_triangles.clone(),
            unused_vertices: report.unused_vertices,
            lower: report.bounds.map(|(low, _)| low.to_array()),
            upper: report.bounds.map(|(_, high)| high.to_array()),
            area: report.area,
            volume: mass.map(|m| m.volume),
            centre_of_mass: mass.map(|m| m.centre.to_array()),
            inertia_per_density: mass.map(|m| m.inertia.transpose().to_cols_array_2d()),
            no_mass_because: self.mass.as_ref().err().cloned(),
            hull_volume: self.hull_volume.as_ref().and_then(|hull| hull.as_ref().ok()).copied(),
            no_hull_because: self.hull_volume.as_ref().and_then(|hull| hull.as_ref().err()).cloned(),
            notes: loaded.notes.iter().map(ToString::to_string).collect(),
            repaired: repaired.map(|done| done.to_string()),
        }
    }
}

/// SI units, in the frame of the mesh with z up.
#[derive(Serialize)]
struct Document {
    file: String,
    format: String,
    metres_per_unit: f64,
    up_axis: String,
    vertices: usize,
    triangles: usize,
    components: usize,
    closed: bool,
    closing_weld: Option<f64>,
    clean: bool,
    inside_out: bool,
    boundary_edges: usize,
    boundary_loops: usize,
    non_manifold_edges: usize,
    inconsistent_edges: usize,
    degenerate_triangles: Vec<usize>,
    duplicate_triangles: Vec<usize>,
    unused_vertices: usize,
    lower: Option<[f64; 3]>,
    upper: Option<[f64; 3]>,
    area: f64,
    volume: Option<f64>,
    centre_of_mass: Option<[f64; 3]>,
    /// Rows of the tensor about the centre of mass, for 1 kg/m³.
    inertia_per_density: Option<[[f64; 3]; 3]>,
    no_mass_because: Option<String>,
    hull_volume: Option<f64>,
    no_hull_because: Option<String>,
    notes: Vec<String>,
    repaired: Option<String>,
}

fn unit_in_words(metres: f64) -> String {
    match metres {
        1.0 => "m".into(),
        0.01 => "cm".into(),
        0.001 => "mm".into(),
        0.0254 => "inch".into(),
        other => format!("{other} m"),
    }
}

fn repair(
    mesh: &TriangleMesh,
    args: &MeshArgs,
    findings: &Findings,
    path: &Path,
) -> Result<RepairSummary, CliError> {
    let is_obj = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("obj"));
    if !is_obj {
        return Err(CliError::Usage(format!(
            "--repair {}: only OBJ files are written\n  fix: give it a name that ends in .obj",
            path.display()
        )));
    }
    let mut mended = mesh.clone();
    let done = mended
        .repair(args.weld_mm.map(|mm| mm * 1e-3).or(findings.closing_weld).unwrap_or(0.0))
        .map_err(|cause| CliError::BadMesh { file: args.file.clone(), cause })?;
    save::whole(path, obj(&mended).as_bytes())?;
    Ok(done)
}

/// Wavefront OBJ in metres; `{}` prints a float so that it reads back as the same float.
fn obj(mesh: &TriangleMesh) -> String {
    let mut text = String::from("# metres, z up\n");
    for DVec3 { x, y, z } in &mesh.vertices {
        let _ = writeln!(text, "v {x} {y} {z}");
    }
    for [a, b, c] in &mesh.triangles {
        let _ = writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1);
    }
    text
}
