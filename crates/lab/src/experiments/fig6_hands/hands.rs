//! The hands of the library, and how each goes about a grasp.

/// A hand.
#[derive(Debug)]
pub(super) struct Hand {
    /// What it is called, and in the library.
    pub(super) name: &'static str,
    pub(super) model: &'static str,
    /// Where the object is, in the frame of the hand \[mm\].
    pub(super) centre: [f64; 3],
    /// Radius of the ball \[mm\].
    pub(super) ball: f64,
    /// What the can and the box are measured by \[mm\].
    pub(super) radius: f64,
    /// Length of what lies across several fingers \[mm\]; none for hands that close from all sides.
    pub(super) across: Option<f64>,
    /// Joints that do not begin at zero \[° or mm\].
    pub(super) open: &'static [(&'static str, f64)],
    /// Fingers, by the motors that close them.
    pub(super) fingers: &'static [Finger],
    /// How much further the commands of a finger go than where it touched \[° or mm\].
    pub(super) squeeze: f64,
    /// Whether its joints slide.
    pub(super) slides: bool,
}

/// A finger: its motors with their shares of the speed, and its skins.
#[derive(Debug)]
pub(super) struct Finger {
    pub(super) closes: &'static [(&'static str, f64)],
    pub(super) skins: &'static [&'static str],
}

const fn finger(closes: &'static [(&'static str, f64)], skins: &'static [&'static str]) -> Finger {
    Finger { closes, skins }
}

pub(super) static HANDS: &[Hand] = &[
    Hand {
        name: "franka-hand",
        model: "grippers/franka-hand",
        centre: [0.0, 0.0, 103.4],
        ball: 25.0,
        radius: 25.0,
        across: None,
        open: &[("left_finger", 38.0)],
        fingers: &[finger(&[("left_finger", -1.0)], &["left_pad", "right_pad"])],
        squeeze: 0.6,
        slides: true,
    },
    Hand {
        name: "pg70",
        model: "grippers/pg70",
        centre: [0.0, 0.0, 90.0],
        ball: 22.0,
        radius: 22.0,
        across: None,
        open: &[("left_jaw", 33.0)],
        fingers: &[finger(&[("jaws", -1.0)], &["left_dsa", "right_dsa"])],
        squeeze: 0.6,
        slides: true,
    },
    Hand {
        name: "robotiq-2f85",
        model: "grippers/robotiq-2f85",
        centre: [0.0, 0.0, 131.0],
        ball: 25.0,
        radius: 25.0,
        across: None,
        open: &[
            ("left_crank", 2.0),
            ("left_rod", 2.0),
            ("right_rod", 2.0),
            ("left_tip", -2.0),
            ("right_tip", -2.0),
        ],
        fingers: &[finger(&[("left_crank", 1.0)], &["left_pad", "right_pad"])],
        squeeze: 4.0,
        slides: false,
    },
    Hand {
        name: "sdh",
        model: "hands/sdh",
        centre: [0.0, 0.0, 132.0],
        ball: 30.0,
        radius: 30.0,
        across: None,
        open: &[
            ("thumb_proximal", -20.0),
            ("left_proximal", -20.0),
            ("right_proximal", -20.0),
            ("thumb_distal", -3.0),
            ("left_distal", -3.0),
            ("right_distal", -3.0),
        ],
        fingers: &[
            finger(&[("thumb_proximal", 1.0)], &["thumb_proximal", "thumb_distal"]),
            finger(&[("left_proximal", 1.0)], &["left_proximal", "left_distal"]),
            finger(&[("right_proximal", 1.0)], &["right_proximal", "right_distal"]),
        ],
        squeeze: 3.0,
        slides: false,
    },
    Hand {
        name: "barrett",
        model: "hands/barrett",
        centre: [0.0, 0.0, 47.0],
        ball: 44.0,
        radius: 44.0,
        across: None,
        open: &[
            ("f1_drive", 50.0),
            ("f2_drive", 50.0),
            ("f3_drive", 50.0),
            ("f1_inner", 50.0),
            ("f2_inner", 50.0),
            ("f3_inner", 50.0),
            ("f1_outer", 16.667),
            ("f2_outer", 16.667),
            ("f3_outer", 16.667),
        ],
        fingers: &[
            finger(&[("f1_drive", 1.0)], &["f1_tip"]),
            finger(&[("f2_drive", 1.0)], &["f2_tip"]),
            finger(&[("f3_drive", 1.0)], &["f3_tip"]),
        ],
        squeeze: 3.0,
        slides: false,
    },
    Hand {
        name: "shadow",
        model: "hands/shadow",
        centre: [35.0, 0.0, 152.0],
        ball: 22.0,
        radius: 22.0,
        across: Some(95.0),
        open: &[
            ("ff_proximal", -5.0),
            ("mf_proximal", -5.0),
            ("rf_proximal", -5.0),
            ("lf_proximal", -5.0),
            ("ff_middle", 15.0),
            ("mf_middle", 15.0),
            ("rf_middle", 15.0),
            ("lf_middle", 15.0),
            ("ff_distal", 15.0),
            ("mf_distal", 15.0),
            ("rf_distal", 15.0),
            ("lf_distal", 15.0),
            ("th_proximal", -20.0),
            ("th_middle", 10.0),
            ("th_distal", 20.0),
        ],
        fingers: &[
            finger(&[("ff_proximal", 1.0), ("ff_middle", 0.4), ("ff_distal", 0.3)], &["ff_tip"]),
            finger(&[("mf_proximal", 1.0), ("mf_middle", 0.4), ("mf_distal", 0.3)], &["mf_tip"]),
            finger(&[("rf_proximal", 1.0), ("rf_middle", 0.4), ("rf_distal", 0.3)], &["rf_tip"]),
            finger(&[("lf_proximal", 1.0), ("lf_middle", 0.4), ("lf_distal", 0.3)], &["lf_tip"]),
            finger(&[("th_proximal", 0.6), ("th_distal", 0.2)], &["th_tip"]),
        ],
        squeeze: 4.0,
        slides: false,
    },
    Hand {
        name: "allegro",
        model: "hands/allegro",
        centre: [40.0, 0.0, 100.0],
        ball: 26.0,
        radius: 26.0,
        across: Some(125.0),
        open: FOUR_OPEN,
        fingers: FOUR,
        squeeze: 5.0,
        slides: false,
    },
    Hand {
        name: "leap",
        model: "hands/leap",
        centre: [42.0, 0.0, 100.0],
        ball: 26.0,
        radius: 26.0,
        across: Some(125.0),
        open: FOUR_OPEN,
        fingers: FOUR,
        squeeze: 5.0,
        slides: false,
    },
    Hand {
        name: "human",
        model: "hands/human",
        centre: [33.0, 5.0, 66.0],
        ball: 20.0,
        radius: 20.0,
        across: Some(85.0),
        open: FIVE_OPEN,
        fingers: FIVE,
        squeeze: 5.0,
        slides: false,
    },
    Hand {
        name: "karlsruhe",
        model: "hands/karlsruhe",
        centre: [36.0, 4.0, 72.0],
        ball: 22.0,
        radius: 22.0,
        across: Some(95.0),
        open: FIVE_OPEN,
        fingers: FIVE,
        squeeze: 6.0,
        slides: false,
    },
    Hand {
        name: "otto-bock",
        model: "hands/otto-bock",
        centre: [38.0, 2.0, 70.0],
        ball: 24.0,
        radius: 22.0,
        across: Some(80.0),
        open: &[
            ("index_proximal", 5.0),
            ("middle_proximal", 5.0),
            ("ring_proximal", 5.0),
            ("little_proximal", 5.0),
            ("thumb_proximal", -30.0),
        ],
        fingers: &[
            finger(&[("index_proximal", 1.0)], &["index_tip"]),
            finger(&[("middle_proximal", 1.0)], &["middle_tip"]),
            finger(&[("ring_proximal", 1.0)], &["ring_tip"]),
            finger(&[("little_proximal", 1.0)], &["little_tip"]),
            finger(&[("thumb_proximal", 0.8)], &["thumb_tip"]),
        ],
        squeeze: 4.0,
        slides: false,
    },
];

const FOUR_OPEN: &[(&str, f64)] = &[
    ("index_proximal", -8.0),
    ("middle_proximal", -8.0),
    ("ring_proximal", -8.0),
    ("index_medial", 20.0),
    ("middle_medial", 20.0),
    ("ring_medial", 20.0),
    ("index_distal", 20.0),
    ("middle_distal", 20.0),
    ("ring_distal", 20.0),
    ("thumb_proximal", -25.0),
    ("thumb_medial", 10.0),
    ("thumb_distal", 15.0),
];

const FOUR: &[Finger] = &[
    finger(&[("index_proximal", 1.0), ("index_medial", 0.4), ("index_distal", 0.2)], &["index_tip"]),
    finger(&[("middle_proximal", 1.0), ("middle_medial", 0.4), ("middle_distal", 0.2)], &["middle_tip"]),
    finger(&[("ring_proximal", 1.0), ("ring_medial", 0.4), ("ring_distal", 0.2)], &["ring_tip"]),
    finger(&[("thumb_proximal", 0.7), ("thumb_medial", 0.3)], &["thumb_tip"]),
];

const FIVE_OPEN: &[(&str, f64)] = &[
    ("index_proximal", -10.0),
    ("middle_proximal", -10.0),
    ("ring_proximal", -10.0),
    ("little_proximal", -10.0),
    ("index_middle", 20.0),
    ("middle_middle", 20.0),
    ("ring_middle", 20.0),
    ("little_middle", 20.0),
    ("index_distal", 15.0),
    ("middle_distal", 15.0),
    ("ring_distal", 15.0),
    ("little_distal", 15.0),
    ("thumb_metacarpal", -30.0),
    ("thumb_proximal", 10.0),
    ("thumb_distal", 15.0),
];

const FIVE: &[Finger] = &[
    finger(&[("index_proximal", 1.0), ("index_middle", 0.5), ("index_distal", 0.2)], &["index_tip"]),
    finger(&[("middle_proximal", 1.0), ("middle_middle", 0.5), ("middle_distal", 0.2)], &["middle_tip"]),
    finger(&[("ring_proximal", 1.0), ("ring_middle", 0.5), ("ring_distal", 0.2)], &["ring_tip"]),
    finger(&[("little_proximal", 1.0), ("little_middle", 0.5), ("little_distal", 0.2)], &["little_tip"]),
    finger(&[("thumb_metacarpal", 0.6), ("thumb_proximal", 0.2)], &["thumb_tip"]),
];
