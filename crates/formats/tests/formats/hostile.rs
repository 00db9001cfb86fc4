//! Files that are out to do harm, or far too large, end in an error, and nothing outside of their folder is read.

use crate::common::{Folder, refused};
use bristle_formats::{ErrorKind, RobotOptions, import};
use std::fmt::Write as _;
use std::io::Write as _;

fn refused_in(folder: &Folder, name: &str) -> (ErrorKind, String) {
    let error = import(&folder.path(name), &RobotOptions::default()).err();
    let error = error.unwrap_or_else(|| panic!("{name} was not refused"));
    (error.kind(), error.to_string())
}

/// A root element of every format, open and closed.
const ROOTS: [(&str, &str, &str); 7] = [
    ("a.urdf", "<robot name='a'>", "</robot>"),
    ("a.mjcf", "<mujoco>", "</mujoco>"),
    ("a.sdf", "<sdf version='1.9'>", "</sdf>"),
    ("a.dae", "<COLLADA>", "</COLLADA>"),
    ("environment.xml", "<Environment>", "</Environment>"),
    ("world.xml", "<world><obstacle/>", "</world>"),
    ("simox.xml", "<Robot><RobotNode name='a'/>", "</Robot>"),
];

#[test]
fn entities_are_never_expanded() {
    let mut bomb = String::from("<!DOCTYPE r [<!ENTITY e0 'ha'>");
    for i in 1..40 {
        let _ = write!(bomb, "<!ENTITY e{i} '&e{};&e{};'>", i - 1, i - 1);
    }
    bomb.push_str("]>");
    let outside = "<!DOCTYPE r [<!ENTITY e39 SYSTEM 'file:///etc/hostname'>]>";
    for (name, open, close) in ROOTS {
        for head in [bomb.as_str(), outside] {
            let (kind, _, message) = refused(name, &format!("{head}{open}<a>&e39;</a>{close}"));
            assert_eq!(kind, ErrorKind::Syntax, "{name}: {message}");
            assert!(message.contains("entities"), "{name}: {message}");
        }
    }
}

#[test]
fn elements_that_nest_without_end_are_refused_before_anything_is_built() {
    for (name, open, close) in ROOTS {
        let text = format!("{open}{}{}{close}", "<body>".repeat(100_000), "</body>".repeat(100_000));
        let (kind, _, message) = refused(name, &text);
        assert_eq!(kind, ErrorKind::TooMany, "{name}: {message}");
    }
    let attributes: String = (0..100_000).fold(String::new(), |mut all, i| {
        let _ = write!(all, " a{i}='1'");
        all
    });
    let (kind, _, _) = refused("a.urdf", &format!("<robot{attributes}/>"));
    assert_eq!(kind, ErrorKind::TooMany);
}

#[test]
fn a_hundred_thousand_links_are_too_many_in_every_format() {
    const MANY: usize = 100_000;
    let each = |one: &dyn Fn(usize) -> String| (0..MANY).map(one).collect::<String>();
    let urdf = each(&|i| {
        let joint = format!(
            "<joint name='j{i}' type='continuous'><parent link='l{}'/><child link='l{i}'/></joint>",
            i.max(1) - 1
        );
        format!("<link name='l{i}'/>{}", if i == 0 { "" } else { &joint })
    });
    let bodies = each(&|i| format!("<body name='b{i}'><geom size='1'/></body>"));
    let sdf = each(&|i| format!("<link name='l{i}'/>"));
    let rave = each(&|i| format!("<Body name='b{i}'/>"));
    let simox = each(&|i| format!("<RobotNode name='n{i}'><Child name='n{}'/></RobotNode>", i + 1));
    let links = each(&|i| format!("<link sid='l{i}'/>"));
    let collada = format!(
        "<library_kinematics_models><kinematics_model id='m'><technique_common>{links}</technique_common></kinematics_model>\
         </library_kinematics_models><scene><instance_kinematics_scene url='#s'/></scene><library_kinematics_scenes>\
         <kinematics_scene id='s'><instance_kinematics_model url='#m'/></kinematics_scene></library_kinematics_scenes>"
    );
    let files = [
        ("a.urdf", format!("<robot name='a'>{urdf}</robot>")),
        ("a.mjcf", format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>")),
        ("a.sdf", format!("<sdf version='1.9'><model name='m'>{sdf}</model></sdf>")),
        ("a.dae", format!("<COLLADA>{collada}</COLLADA>")),
        ("a.xml", format!("<KinBody>{rave}</KinBody>")),
        ("simox.xml", format!("<Robot RootNode='n0'>{simox}</Robot>")),
    ];
    for (name, text) in files {
        let (kind, _, message) = refused(name, &text);
        assert_eq!(kind, ErrorKind::TooMany, "{name}: {message}");
    }
}

#[test]
fn an_archive_that_unpacks_to_more_than_fits_is_refused() {
    let archive = |files: &[(&str, usize)]| {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, length) in files {
            zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(&vec![b' '; *length]).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let bomb = archive(&[("robot.dae", 65 << 20)]);
    assert!(bomb.len() < 1 << 18, "a bomb is small: {}", bomb.len());
    let many: Vec<String> = (0..1001).map(|i| format!("{i}.dae")).collect();
    let many: Vec<(&str, usize)> = many.iter().map(|name| (name.as_str(), 1)).collect();
    let folder = Folder::new()
        .with("bomb.zae", &bomb)
        .with("many.zae", archive(&many))
        .with("none.zae", archive(&[("../../robot.txt", 1)]))
        .with("half.zae", &bomb[..bomb.len() / 2]);
    for (name, words) in
        [("bomb.zae", "unpacks to more than"), ("many.zae", "1001 files"), ("none.zae", "no .dae file")]
    {
        let (kind, message) = refused_in(&folder, name);
        assert!(kind == ErrorKind::Unreadable && message.contains(words), "{name}: {message}");
    }
    assert_eq!(refused_in(&folder, "half.zae").0, ErrorKind::Unreadable);
}

#[test]
fn files_that_include_themselves_are_refused() {
    let files = [
        ("a.mjcf", "<mujoco><include file='a.mjcf'/></mujoco>"),
        ("a.sdf", "<sdf version='1.9'><model name='m'><include><uri>a.sdf</uri></include></model></sdf>"),
        ("env.xml", "<Environment><Robot file='env.xml'/></Environment>"),
        ("robot.xml", "<Robot><KinBody file='robot.xml'/></Robot>"),
        ("world.xml", "<world><robot><filename>world.xml</filename></robot></world>"),
    ];
    for (name, text) in files {
        let (kind, _, message) = refused(name, text);
        let kinds = [
            ErrorKind::Cycle,
            ErrorKind::TooMany,
            ErrorKind::Duplicate,
            ErrorKind::Missing,
            ErrorKind::Refused,
        ];
        assert!(kinds.contains(&kind), "{name}: {kind:?} {message}");
    }
    let ring = "<robot name='r'><link name='a'/><link name='b'/>
        <joint name='x' type='fixed'><parent link='a'/><child link='b'/></joint>
        <joint name='y' type='fixed'><parent link='b'/><child link='a'/></joint></robot>";
    assert_eq!(refused("ring.urdf", ring).0, ErrorKind::Cycle);
}

#[test]
fn paths_lead_nowhere_outside_of_the_robots_folder() {
    let secret = tempfile::tempdir().unwrap();
    let outside = secret.path().join("secret.obj");
    std::fs::write(&outside, crate::common::tetrahedron(1.0)).unwrap();
    let inertia =
        "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>";
    let robot = |path: &str| {
        format!(
            "<robot name='r'><link name='l'>{inertia}<collision><geometry><mesh filename='{path}'/></geometry></collision></link></robot>"
        )
    };
    let folder = Folder::new().with("urdf/sound.urdf", robot("../meshes/a.obj"));
    let folder = folder.with("meshes/a.obj", crate::common::tetrahedron(1.0));
    assert!(import(&folder.path("urdf/sound.urdf"), &RobotOptions::default()).is_ok());
    #[cfg(unix)]
    std::os::unix::fs::symlink(&outside, folder.path("meshes/link.obj")).unwrap();
    let up = "../".repeat(30);
    let absolute = outside.display().to_string();
    let mut paths = vec![
        absolute.clone(),
        format!("file://{absolute}"),
        format!("{up}{}", absolute.trim_start_matches('/')),
        format!("package://meshes/{up}{}", absolute.trim_start_matches('/')),
    ];
    if cfg!(unix) {
        paths.push("../meshes/link.obj".to_owned());
        paths.push("/dev/zero".to_owned());
    }
    for path in paths {
        std::fs::write(folder.path("urdf/bad.urdf"), robot(&path)).unwrap();
        let (kind, message) = refused_in(&folder, "urdf/bad.urdf");
        assert_eq!(kind, ErrorKind::Unreadable, "{path}: {message}");
        assert!(message.contains("bad.urdf:1:"), "{path}: {message}");
    }
    // The folder may be allowed, by a person.
    std::fs::write(folder.path("urdf/bad.urdf"), robot(&absolute)).unwrap();
    let options = RobotOptions { roots: vec![secret.path().to_owned()], ..Default::default() };
    assert!(import(&folder.path("urdf/bad.urdf"), &options).is_ok());
}

#[test]
fn a_file_that_is_too_large_or_none_is_not_opened() {
    let folder = Folder::new().with("large.urdf", "");
    // Sparse: it takes no room on the disk.
    std::fs::File::options().write(true).open(folder.path("large.urdf")).unwrap().set_len(1 << 40).unwrap();
    let (kind, message) = refused_in(&folder, "large.urdf");
    assert!(
        kind == ErrorKind::Unreadable && message.contains("it has 1 TiB, and at most 64 MiB"),
        "{message}"
    );
    std::fs::create_dir(folder.path("folder.urdf")).unwrap();
    for (name, why) in [("folder.urdf", "it is a folder"), ("missing.urdf", "there is no such file")] {
        let (kind, message) = refused_in(&folder, name);
        assert!(kind == ErrorKind::Unreadable && message.contains(why), "{message}");
    }
}
