use super::{Kind, Range, TableSpec, Unit, optional, or, required};

/// Presets by name.
pub(crate) const PRESETS: &[&str] = &[
    "foam_rs_55_066_corrected",
    "foam_rs_55_066_corrected_per_area",
    "foam_rs_55_066_as_published",
    "opengrasp_2010",
    "table3",
];

/// What a pad or a surface is made of.
pub(crate) const MATERIAL: TableSpec = TableSpec::new(
    "material",
    "What a skin or a surface is made of. Either `normal`, `friction`, `max_penetration` and `basis`, or a `preset`, of \
     which the others may replace parts. Forces are per texel or per square metre, as `basis` says; per area read N as Pa.",
    &[
        optional("preset", Kind::Choice(PRESETS), "a material of the literature"),
        optional("normal", Kind::Table(&NORMAL), "force along the normal; needed without a preset"),
        optional("friction", Kind::Table(&FRICTION), "force in the tangent plane; needed without a preset"),
        optional(
            "max_penetration",
            Kind::Number(Range::above(0.0, 1.0), Unit::Length),
            "how far it can be compressed; needed without a preset",
        ),
        optional(
            "basis",
            Kind::Choice(&["per_texel", "per_area"]),
            "what the numbers are of: one texel or one square metre; needed without a preset, not allowed with one",
        ),
        optional(
            "saturation",
            Kind::Choice(&["hold", "cut_off"]),
            "beyond the largest penetration the force is held, or ceases; `hold` without a preset",
        ),
        optional(
            "target_stiffness",
            Kind::Number(Range::POSITIVE, Unit::Plain("N/m or N/m³")),
            "stiffness of what is touched, in series; rigid if left out",
        ),
    ],
);

const NORMAL: TableSpec = TableSpec::new(
    "normal",
    "Force over penetration p and its rate; one of these laws.",
    &[
        optional("linear", Kind::Table(&LINEAR), "`k p + c p'`"),
        optional("hunt_crossley", Kind::Table(&HUNT_CROSSLEY), "`k pⁿ (1 + a p')`: no jump at touch-down"),
        optional("power_law", Kind::Table(&POWER_LAW), "`k pⁿ + c p'`"),
        optional("tabulated", Kind::Table(&TABULATED), "a measured curve, plus `c p'`"),
    ],
)
.exactly_one(&[&["linear", "hunt_crossley", "power_law", "tabulated"]]);

const STIFFNESS: Kind = Kind::Number(Range::POSITIVE, Unit::Plain("N/m or N/m³"));
const DAMPING: Kind = Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("N·s/m or N·s/m³"));
const EXPONENT: Kind = Kind::Number(Range::within(1.0, 10.0), Unit::NONE);

const LINEAR: TableSpec = TableSpec::new(
    "linear",
    "Spring and damper.",
    &[required("stiffness", STIFFNESS, "k"), or("damping", "0.0", DAMPING, "c")],
);

const HUNT_CROSSLEY: TableSpec = TableSpec::new(
    "hunt_crossley",
    "Damping in proportion to the elastic force.",
    &[
        required("stiffness", STIFFNESS, "k, in N/mⁿ"),
        or("exponent", "1.5", EXPONENT, "n; 1.5 is Hertz's"),
        or("dissipation", "0.0", Kind::Number(Range::NOT_NEGATIVE, Unit::Plain("s/m")), "a"),
    ],
);

const POWER_LAW: TableSpec = TableSpec::new(
    "power_law",
    "A stiffening pad with a linear damper.",
    &[
        required("stiffness", STIFFNESS, "k, in N/mⁿ"),
        required("exponent", EXPONENT, "n"),
        or("damping", "0.0", DAMPING, "c"),
    ],
);

const TABULATED: TableSpec = TableSpec::new(
    "tabulated",
    "A measured curve of compression and force (pressure, if per area), joined by a monotone cubic.",
    &[
        optional(
            "points",
            Kind::List(&Kind::Numbers(2, Range::within(-1e12, 1e12), Unit::Plain("m, N or Pa"))),
            "pairs `[compression, force]`; the origin is implied",
        ),
        optional(
            "file",
            Kind::File,
            "a CSV file of such pairs, one per line; lines that begin with `#` and a line of titles are passed over",
        ),
        or("damping", "0.0", DAMPING, "c"),
    ],
)
.exactly_one(&[&["points", "file"]]);

const FRICTION: TableSpec = TableSpec::new(
    "friction",
    "Force in the tangent plane; one of these laws.",
    &[
        optional(
            "elasto_plastic",
            Kind::Table(&BRISTLE),
            "a bristle that holds without drift: the usual choice",
        ),
        optional(
            "lugre",
            Kind::Table(&BRISTLE),
            "the bristle of the 2010 and 2013 papers; drifts under vibration",
        ),
        optional("coulomb", Kind::Table(&COULOMB), "from the speed alone; cannot hold a load at rest"),
    ],
)
.exactly_one(&[&["elasto_plastic", "lugre", "coulomb"]]);

const MU: Kind = Kind::Number(Range::within(0.0, 100.0), Unit::NONE);
const STRIBECK: Kind = Kind::Number(Range::within(1e-9, 1e6), Unit::Plain("m/s"));

const BRISTLE: TableSpec = TableSpec::new(
    "bristle",
    "A bristle per texel (or per square metre).",
    &[
        required("stiffness", STIFFNESS, "σ₀"),
        or("damping", "0.0", DAMPING, "σ₁"),
        or("viscosity", "0.0", DAMPING, "c_t"),
        required("mu_static", MU, "μ_s, at rest"),
        optional("mu_dynamic", MU, "μ_d, at speed; the static one if left out"),
        or("stribeck_speed", "0.1", STRIBECK, "x₀: speed over which friction falls from static to dynamic"),
    ],
);

const COULOMB: TableSpec = TableSpec::new(
    "coulomb",
    "Coulomb friction smoothed over a slip speed.",
    &[
        or(
            "slip_speed",
            "1e-4",
            Kind::Number(Range::above(0.0, 1e3), Unit::Plain("m/s")),
            "ε: speed at which friction has reached 1/√2 of its limit",
        ),
        or("viscosity", "0.0", DAMPING, "c_t"),
        required("mu_static", MU, "μ_s"),
        optional("mu_dynamic", MU, "μ_d; the static one if left out"),
        or("stribeck_speed", "0.1", STRIBECK, "x₀"),
    ],
);
