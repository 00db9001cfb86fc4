//! What an included file brings, laid beside what is there.

use crate::SceneData;
use crate::check::join;
use crate::describe::{Kind, Space, Thing};
use crate::error::{ErrorKind, Fault};
use crate::node::{Table, Value};

/// Takes `part` over into `scene`. Names must be new; lists are joined, those of the included file first; of settings
/// such as `[run]` the including file has the last word.
pub(super) fn take_over(scene: &mut Table, part: Table) -> Result<(), Fault> {
    for entry in part.entries {
        let Some(old) = scene.get_mut(&entry.key) else {
            scene.entries.push(entry);
            continue;
        };
        let kind = SceneData::spec().key(&entry.key).map(|key| &key.kind);
        match (kind, &mut old.value, entry.node.value) {
            (Some(Kind::Defines(space, _)), Value::Table(old), Value::Table(new)) => {
                for new in new.entries {
                    if let Some(old) = old.entry(&new.key) {
                        // Models of the library share materials: the same twice is the same. Two bodies are not one.
                        if *space == Space::Material && old.node.says_the_same(&new.node) {
                            continue;
                        }
                        let path = join(&entry.key, &new.key);
                        let message = format!("there are two {} named `{}`", space.words(), new.key);
                        return Err(Fault::new(ErrorKind::Duplicate, old.key_at, message)
                            .note(format!("`{path}` also comes from an included file"))
                            .note("help: rename one, include the file with a `prefix`, or change its values with `set`"));
                    }
                    old.entries.push(new);
                }
            }
            (Some(Kind::List(_)), Value::List(old), Value::List(mut new)) => {
                new.append(old);
                *old = new;
            }
            (Some(Kind::Table(_)), Value::Table(old), Value::Table(new)) if entry.key != "controller" => {
                fill_gaps(old, new);
            }
            // Titles, descriptions and controllers of the including file stand as they are.
            _ => {}
        }
    }
    Ok(())
}

fn fill_gaps(old: &mut Table, new: Table) {
    for entry in new.entries {
        if !old.has(&entry.key) {
            old.entries.push(entry);
        }
    }
}
