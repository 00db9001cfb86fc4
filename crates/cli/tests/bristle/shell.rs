//! What shells and manuals know.

use super::run::Run;

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = Run::new(&["completions", shell]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{shell}");
        for word in ["check", "stepping", "no-report"] {
            assert!(run.stdout.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(Run::new(&["completions", "csh"]).code, 2);
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let page = Run::new(&["man"]);
    assert_eq!(page.code, 0, "{}", page.stderr);
    assert!(page.stdout.contains(".TH bristle 1") && page.stdout.contains("Exit codes"), "{}", page.stdout);
    let run = Run::new(&["man", "--out", "man1"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for command in ["", "-run", "-check", "-new", "-list", "-render", "-bench", "-press", "-mesh"] {
        let text = std::fs::read_to_string(run.file(&format!("man1/bristle{command}.1"))).unwrap();
        assert!(text.contains("Examples:"), "bristle{command}.1");
    }
}
