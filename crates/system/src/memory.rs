//! Memory: whether what is asked for would fit, before it is taken.
//!
//! A system that gives away more than it has ends the process when it is used, and a limit ends it when it is asked for. Neither can be
//! caught, so what is large is estimated first.

use crate::Bytes;

/// More memory than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it needs about {} of memory, and {} are free", Bytes(*needed), Bytes(*free))]
pub struct TooLittle {
    /// What was estimated.
    pub needed: u64,
    /// What the process may still take.
    pub free: u64,
}

/// What is smaller is not looked at: the look itself takes time, and such a piece more or less ends no process.
const SMALL: u64 = 64 << 20;

/// Refuses `needed` bytes if they are more than what is free. It never refuses what is below 64 MiB, nor where the system does not say.
pub fn check(needed: u64) -> Result<(), TooLittle> {
    if needed < SMALL {
        return Ok(());
    }
    match free() {
        Some(free) if needed > free => Err(TooLittle { needed, free }),
        _ => Ok(()),
    }
}

/// What this process may still take: the least of the memory that is not in use, of what is left of its control group, and of its own limit.
pub fn free() -> Option<u64> {
    let text = |path: &str| std::fs::read_to_string(path).ok();
    let machine = text("/proc/meminfo").and_then(|text| kibibytes(&text, "MemAvailable:"));
    let own = text("/proc/self/limits").and_then(|text| address_space(&text)).map(|limit| {
        let used = text("/proc/self/status").and_then(|text| kibibytes(&text, "VmSize:"));
        limit.saturating_sub(used.unwrap_or(0))
    });
    let group = group_left(text);
    [machine, own, group].into_iter().flatten().min()
}

/// A line such as `MemAvailable:   23028308 kB`.
fn kibibytes(text: &str, label: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(label))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()?.saturating_mul(1024))
}

/// The soft limit of a line such as `Max address space   4294967296   unlimited   bytes`.
fn address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// What is left of the control group (version 2, then 1), as containers have it. Its caches can be taken back.
fn group_left(text: impl Fn(&str) -> Option<String>) -> Option<u64> {
    let number = |path: &str| text(path)?.trim().parse::<u64>().ok();
    let reclaimable = |path: &str, label: &str| {
        let found = text(path)?.lines().find_map(|line| line.strip_prefix(label)?.trim().parse::<u64>().ok());
        Some(found.unwrap_or(0))
    };
    let own = text("/proc/self/cgroup").unwrap_or_default();
    let own = own.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/").trim_end_matches('/');
    let second = [own, ""].into_iter().filter_map(|group| {
        let file = |name: &str| format!("/sys/fs/cgroup{group}/{name}");
        let used = number(&file("memory.current"))?;
        let cached = reclaimable(&file("memory.stat"), "inactive_file ").unwrap_or(0);
        Some(number(&file("memory.max"))?.saturating_sub(used.saturating_sub(cached)))
    });
    let first = || {
        let file = |name: &str| format!("/sys/fs/cgroup/memory/{name}");
        let used = number(&file("memory.usage_in_bytes"))?;
        let cached = reclaimable(&file("memory.stat"), "total_inactive_file ").unwrap_or(0);
        Some(number(&file("memory.limit_in_bytes"))?.saturating_sub(used.saturating_sub(cached)))
    };
    second.chain(first()).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_there_is_refused_and_what_is_small_never() {
        assert_eq!(check(SMALL - 1), Ok(()));
        #[cfg(target_os = "linux")]
        {
            let free = free().unwrap();
            assert!(free > 0 && free < 1 << 50, "{free}");
            let refused = check(1 << 60).unwrap_err();
            assert_eq!(refused.needed, 1 << 60);
            assert!(refused.to_string().starts_with("it needs about 1048576 TiB of memory, and "));
        }
    }

    #[test]
    fn limits_are_read_as_the_system_writes_them() {
        let limits = "Limit      Soft Limit    Hard Limit    Units\nMax address space   4294967296   unlimited   bytes\n";
        assert_eq!(address_space(limits), Some(1 << 32));
        assert_eq!(address_space(&limits.replace("4294967296", "unlimited")), None);
        assert_eq!(
            kibibytes("MemTotal: 2 kB\nMemAvailable:   23028308 kB\n", "MemAvailable:"),
            Some(23028308 << 10)
        );
        let files = |path: &str| {
            let text = match path {
                "/proc/self/cgroup" => "0::/box\n",
                "/sys/fs/cgroup/box/memory.max" => "1000000\n",
                "/sys/fs/cgroup/box/memory.current" => "700000\n",
                "/sys/fs/cgroup/box/memory.stat" => "anon 5\ninactive_file 50000\n",
                "/sys/fs/cgroup/memory.max" => "max\n",
                _ => return None,
            };
            Some(text.to_owned())
        };
        assert_eq!(group_left(files), Some(1_000_000 - (700_000 - 50_000)));
    }
}
