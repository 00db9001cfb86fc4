//! Many trials on all cores, with progress, and a journal from which a run that was killed goes on.

use crate::{LabError, Watcher};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// How a batch is run.
pub(super) struct Batch<'a> {
    /// What it is called in its journal and in the progress.
    pub(super) name: &'a str,
    /// All that its results depend on besides the keys of its trials.
    pub(super) settings: String,
    /// Threads; 0 for one per core.
    pub(super) threads: usize,
}

/// A line of a journal.
#[derive(Serialize, serde::Deserialize)]
struct Line<R> {
    batch: String,
    key: String,
    result: R,
}

impl Batch<'_> {
    /// Runs a trial for each key, and gives the results in the order of the keys. Keys are different from each other; a result depends on its key and the settings
    /// of the batch, and not on other trials or on threads.
    pub(super) fn run<R>(
        &self,
        keys: &[String],
        watcher: &mut dyn Watcher,
        trial: impl Fn(usize) -> Result<R, LabError> + Sync,
    ) -> Result<Vec<R>, LabError>
    where
        R: Serialize + DeserializeOwned + Send,
    {
        let mut journal = watcher.journal().map(|path| Journal::open(&path, self)).transpose()?;
        let mut results: Vec<Option<R>> = match &mut journal {
            Some(journal) => keys.iter().map(|key| journal.take(key)).collect(),
            None => keys.iter().map(|_| None).collect(),
        };
        let todo: Vec<usize> = (0..keys.len()).filter(|&index| results[index].is_none()).collect();
        let (next, stop) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let mut done = keys.len() - todo.len();
        let mut failed = None;
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads.min(todo.len()) {
                let (sender, todo, next, stop, trial) = (sender.clone(), &todo, &next, &stop, &trial);
                scope.spawn(move || {
                    while stop.load(Ordering::Relaxed) == 0 {
                        let Some(&index) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                        if sender.send((index, trial(index))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (index, result) in receiver {
                match result {
                    Ok(result) => {
                        if let Some(journal) = &mut journal
                            && let Err(error) = journal.write(&keys[index], &result)
                        {
                            failed.get_or_insert(error);
                        }
                        results[index] = Some(result);
                    }
                    Err(error) => {
                        failed.get_or_insert(LabError::Failed(format!("{}: {error}", keys[index])));
                    }
                }
                if failed.is_some() {
                    stop.store(1, Ordering::Relaxed);
                }
                done += 1;
                watcher.progress(done as f64 / keys.len() as f64, &format!("{}: {}", self.name, keys[index]));
            }
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(results.into_iter().flatten().collect()),
        }
    }
}

/// Results of trials on disk.
struct Journal<'a> {
    path: PathBuf,
    file: File,
    batch: String,
    known: HashMap<String, serde_json::Value>,
    of: std::marker::PhantomData<&'a ()>,
}

impl Journal<'_> {
    /// Opens a journal, and reads what it holds of this batch. A line that a kill has cut short is passed over.
    fn open(path: &Path, batch: &Batch<'_>) -> Result<Self, LabError> {
        let fail = |what: &str, error: std::io::Error| {
            LabError::Failed(format!("cannot {what} the journal `{}`: {error}", path.display()))
        };
        let id = format!("{} {} {}", batch.name, batch.settings, program());
        let mut known = HashMap::new();
        if let Ok(file) = bristle_system::input::open(path) {
            for line in BufReader::new(file).lines() {
                let line = line.map_err(|error| fail("read", error))?;
                if let Ok(line) = serde_json::from_str::<Line<serde_json::Value>>(&line)
                    && line.batch == id
                {
                    known.insert(line.key, line.result);
                }
            }
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| fail("make a folder for", error))?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let mut file = file.map_err(|error| fail("write", error))?;
        // After a kill the last line may have no end.
        file.write_all(b"\n").map_err(|error| fail("write", error))?;
        Ok(Self { path: path.to_owned(), file, batch: id, known, of: std::marker::PhantomData })
    }

    fn take<R: DeserializeOwned>(&mut self, key: &str) -> Option<R> {
        serde_json::from_value(self.known.remove(key)?).ok()
    }

    fn write<R: Serialize>(&mut self, key: &str, result: &R) -> Result<(), LabError> {
        let line = Line { batch: self.batch.clone(), key: key.to_owned(), result };
        let text = serde_json::to_string(&line).map_err(LabError::other)? + "\n";
        self.file.write_all(text.as_bytes()).map_err(|error| {
            LabError::Failed(format!("cannot write the journal `{}`: {error}", self.path.display()))
        })
    }
}

/// Which program this is: results of another one are not taken over.
fn program() -> String {
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let changed = file.as_ref().ok().and_then(|file| file.modified().ok());
    let changed = changed.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    format!(
        "{} {} {}",
        env!("CARGO_PKG_VERSION"),
        file.map_or(0, |file| file.len()),
        changed.map_or(0, |time| time.as_nanos())
    )
}
