//! What MuJoCo calls.
#![allow(unsafe_code)]

use crate::data_skins::{DataSkins, SHARED, leader, numbers_kept};
use crate::engine::plugin_table::{PASSIVE, RawData, RawModel, SENSOR};
use crate::engine::{Data, Engine, Model, Object, engine, supported_versions};
use crate::recipe::RecipeError;
use crate::{lookup, mounting};
use bristle_skin::Skin;
use std::cell::UnsafeCell;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::with_exposed_provenance_mut;

/// A message that outlives all frames it was made in.
const LONGEST: usize = 4096;
thread_local! {
    static MESSAGE: UnsafeCell<[u8; LONGEST]> = const { UnsafeCell::new([0; LONGEST]) };
}

/// Runs the work of a callback and hands its error to MuJoCo, after everything that the work owned has been dropped.
fn guarded<T>(otherwise: T, work: impl FnOnce(&'static Engine) -> Result<T, String>) -> T {
    let outcome = match engine() {
        None => return otherwise,
        Some(engine) => catch_unwind(AssertUnwindSafe(|| work(engine)))
            .unwrap_or_else(|_| Err("bristle.skin: a bug in the plugin; please report it".into())),
    };
    match outcome {
        Ok(value) => return value,
        Err(text) => write_down(&text),
    }
    if let Some(engine) = engine() {
        let message = MESSAGE.with(UnsafeCell::get).cast::<c_char>();
        // SAFETY: the message ends with a zero and stays where it is; `work` and the text have been dropped, and the frames
        // up to MuJoCo hold plain numbers only.
        unsafe { engine.api.raise(message) };
    }
    otherwise
}

fn write_down(text: &str) {
    MESSAGE.with(|message| {
        // SAFETY: only this thread has the buffer, and nobody looks at it now.
        let buffer = unsafe { &mut *message.get() };
        let length = text.len().min(LONGEST - 1);
        buffer[..length].copy_from_slice(&text.as_bytes()[..length]);
        buffer[length] = 0;
    });
}

/// The model behind a pointer.
///
/// # Safety
/// `raw` is the `mjModel` that MuJoCo passed to the callback that `'a` lasts for.
unsafe fn model<'a>(engine: &'static Engine, raw: RawModel) -> Result<Model<'a>, String> {
    let layout = engine.layout.ok_or_else(|| {
        format!(
            "bristle.skin does not know this version of MuJoCo ({}); it supports {}. Use one of these, or a newer Bristle",
            engine.api.version,
            supported_versions()
        )
    })?;
    // SAFETY: the caller's promise.
    Ok(unsafe { Model::new(raw, &engine.api, layout) })
}

fn of_instance(model: Model, instance: usize, error: &RecipeError) -> String {
    format!("bristle.skin `{}`: {error}", model.name(Object::Plugin, instance))
}

/// The skins of a data, or why there are none.
///
/// That is told when they are first needed and not before: MuJoCo's compiler takes a step with the data it has made, and frees all that it has if
/// that fails. It does not free what it is at work with while it asks for sizes, nor data that are not yet made.
type Skins = Result<DataSkins, String>;

/// The skins at an address that was looked up.
///
/// # Safety
/// It is that of the callback's data, so that nobody else has it.
unsafe fn skins<'a>(address: Option<usize>) -> Option<&'a mut Skins> {
    // SAFETY: `init` made it with `Box::into_raw`, and what is freed is removed from the table first.
    address.map(|address| unsafe { &mut *with_exposed_provenance_mut::<Skins>(address) })
}

/// Frees skins that were removed from the table.
fn free(address: Option<usize>) {
    if let Some(address) = address {
        // SAFETY: `init` made it with `Box::into_raw`, and nobody can find it any more.
        drop(unsafe { Box::from_raw(with_exposed_provenance_mut::<Skins>(address)) });
    }
}

pub(crate) extern "C" fn nstate(m: RawModel, instance: c_int) -> c_int {
    guarded(0, |engine| {
        // SAFETY: MuJoCo's model.
        let model = unsafe { model(engine, m) }?;
        let instance = instance as usize;
        // A skin that cannot be made has no state; why it cannot is told later, see `Skins`.
        let Ok(recipe) = mounting::recipe(model, instance) else { return Ok(0) };
        let Ok(skin) = Skin::new(&recipe.layout, recipe.material, recipe.options) else { return Ok(0) };
        let shared = if leader(model, instance) == instance { SHARED * model.velocities() } else { 0 };
        Ok((shared + numbers_kept(model, &skin)) as c_int)
    })
}

pub(crate) extern "C" fn nsensordata(m: RawModel, instance: c_int, _sensor: c_int) -> c_int {
    guarded(0, |engine| {
        // SAFETY: MuJoCo's model.
        let model = unsafe { model(engine, m) }?;
        let recipe = mounting::recipe(model, instance as usize);
        Ok(recipe.map_or(0, |recipe| recipe.layout.texels.len() * recipe.channel_width()) as c_int)
    })
}

pub(crate) extern "C" fn init(m: RawModel, d: RawData, instance: c_int) -> c_int {
    guarded(-1, |engine| {
        // SAFETY: MuJoCo's model and the data that it is making for it.
        let model = unsafe { model(engine, m) }?;
        // SAFETY: as above.
        let mut data = unsafe { Data::new(d, model) };
        let instance = instance as usize;
        data.mark(instance, std::ptr::null_mut());
        if leader(model, instance) == instance {
            let skins =
                DataSkins::new(model, instance).map_err(|(whose, error)| of_instance(model, whose, &error));
            let skins = Box::into_raw(Box::new(skins));
            data.mark(instance, skins.cast());
            let state = data.state(model.state_range(instance)).as_ptr();
            free(lookup::insert(d.addr(), instance, state.addr(), skins.expose_provenance()));
        }
        Ok(0)
    })
}

pub(crate) extern "C" fn destroy(d: RawData, instance: c_int) {
    guarded((), |_| {
        free(lookup::remove(d.addr(), instance as usize));
        Ok(())
    });
}

pub(crate) extern "C" fn copy(dest: RawData, _m: RawModel, src: RawData, instance: c_int) {
    guarded((), |_| {
        let of = |data: RawData| lookup::find(data.addr(), instance as usize);
        // SAFETY: the two data are different ones, or there is nothing to do.
        if dest != src
            && let (Some(to), Some(from)) = unsafe { (skins(of(dest)), skins(of(src))) }
        {
            to.clone_from(from);
        }
        Ok(())
    });
}

pub(crate) extern "C" fn reset(m: RawModel, state: *mut f64, _kept: *mut c_void, instance: c_int) {
    guarded((), |engine| {
        // SAFETY: MuJoCo's model.
        let model = unsafe { model(engine, m) }?;
        let count = model.state_range(instance as usize).len();
        if !state.is_null() {
            // SAFETY: MuJoCo gives the start of the instance's own state.
            unsafe { std::slice::from_raw_parts_mut(state, count) }.fill(0.0);
        }
        // SAFETY: the skins of the data whose state this is.
        if let Some(Ok(skins)) = unsafe { skins(lookup::find_by_state(state.addr())) } {
            skins.reset();
        }
        Ok(())
    });
}

pub(crate) extern "C" fn compute(m: RawModel, d: RawData, instance: c_int, capability: c_int) {
    guarded((), |engine| {
        // SAFETY: MuJoCo's model and data.
        let model = unsafe { model(engine, m) }?;
        // SAFETY: as above.
        let mut data = unsafe { Data::new(d, model) };
        let instance = instance as usize;
        let leader = leader(model, instance);
        // SAFETY: MuJoCo calls one callback at a time for one data.
        if let Some(skins) = unsafe { skins(lookup::find(d.addr(), leader)) } {
            let skins = skins.as_mut().map_err(|why| why.clone())?;
            match capability {
                // The first works for all, since all must know of each other.
                PASSIVE if leader == instance => {
                    // It may have been changed since the model was compiled.
                    mounting::check_integrator(model)
                        .map_err(|error| of_instance(model, instance, &error))?;
                    skins.push(model, &mut data);
                }
                SENSOR => skins.read(model, &mut data, instance),
                _ => {}
            }
        }
        Ok(())
    });
}

pub(crate) extern "C" fn advance(m: RawModel, d: RawData, instance: c_int) {
    guarded((), |engine| {
        // SAFETY: MuJoCo's model and data.
        let model = unsafe { model(engine, m) }?;
        // SAFETY: as above.
        let mut data = unsafe { Data::new(d, model) };
        // SAFETY: MuJoCo calls one callback at a time for one data. Only the leader has skins.
        if let Some(skins) = unsafe { skins(lookup::find(d.addr(), instance as usize)) } {
            skins.as_mut().map_err(|why| why.clone())?.advance(model, &mut data);
        }
        Ok(())
    });
}
