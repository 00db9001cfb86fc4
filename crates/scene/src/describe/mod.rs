//! How things of a scene are described: once each.
//!
//! A description by [`described!`] is a type with its documentation, the table of its keys (the check of a text, the defaults,
//! the JSON schema and the reference in `docs/scenes.md` come from that), its reader and its writer. To add a key, add a field.
//!
//! A field says `= need, kind`. The kind may be left out where the type has one of its own; the needs are
//!
//! | need | the key |
//! |---|---|
//! | `needed` | must be there |
//! | `maybe`, `maybe(value)` | may be left out |
//! | `or(value)` | is filled in if it is left out, so that the scene as run shows it |
//! | `flat` | none: the field has keys of its own, in the same table |
//! | `label(Label)` | none: the name under which the table is found |
//!
//! A table may have clauses: `exactly_one("a", "b")` and `at_most_one("a", "b")` for keys that exclude each other, `check(function)`
//! for what concerns more than one key, and `word(Words, of_word, word)` where a word may stand for the whole table.

mod each;
mod field;
mod spec;
#[cfg(test)]
mod tests;

pub(crate) use each::each_value;
pub(crate) use field::{Field, Label, OneOf, Part, Thing, Words};
pub(crate) use spec::{
    Key, Kind, Need, Range, Space, TableSpec, Unit, choice, integer, list, name, number, numbers, series,
};

macro_rules! described {
    // A struct of this crate.
    (
        $(#[doc = $doc:literal])*
        $(#[derive($($derive:ident),*)])?
        $vis:vis struct $name:ident as $table:literal $(, $clause:ident($($arg:tt)*))* {
            $(
                $(#[doc = $about:literal])*
                $field:ident $(as $key:literal)?: $ty:ty = $need:ident $(($($given:tt)*))? $(, $kind:expr)?;
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq $($(, $derive)*)?)]
        $vis struct $name {
            $(
                $(#[doc = $about])*
                $(#[doc = concat!("\n\nIn a scene: `", stringify!($kind), "`")])?
                pub $field: $ty,
            )*
        }

        /// What is needed is left empty (numbers: not a number), so that the check of a scene finds it.
        impl Default for $name {
            fn default() -> Self {
                $crate::describe::Field::unset()
            }
        }

        $crate::describe::described! {
            $(#[doc = $doc])*
            impl struct $name as $table $(, $clause($($arg)*))* {
                $(
                    $(#[doc = $about])*
                    $field $(as $key)?: $ty = $need $(($($given)*))? $(, $kind)?;
                )*
            }
        }
    };

    // A struct of another crate, whose fields are public.
    (
        $(#[doc = $doc:literal])*
        impl struct $name:ident as $table:literal $(, $clause:ident($($arg:tt)*))* {
            $(
                $(#[doc = $about:literal])*
                $field:ident $(as $key:literal)?: $ty:ty = $need:ident $(($($given:tt)*))? $(, $kind:expr)?;
            )*
        }
    ) => {
        impl $crate::describe::Part for $name {
            #[allow(unused_variables)]
            fn describe(spec: &mut $crate::describe::TableSpec) {
                $($crate::describe::described!(
                    @key spec, $crate::describe::described!(@name $field $($key)?), $ty,
                    concat!($($about),*).trim_ascii(), $need ($($($given)*)?) $($kind)?
                );)*
                $($crate::describe::described!(@group spec, $clause $($arg)*);)*
            }

            #[allow(unused_variables)]
            fn read(view: $crate::view::View<'_>) -> Result<Self, $crate::error::Fault> {
                let this = Self {
                    $($field: $crate::describe::described!(
                        @read view, $crate::describe::described!(@name $field $($key)?), $ty, $need ($($($given)*)?)
                    ),)*
                };
                $($crate::describe::described!(@check this, view, $clause $($arg)*);)*
                Ok(this)
            }

            #[allow(unused_variables)]
            fn write(&self, table: &mut Vec<(String, $crate::Tree)>) {
                $($crate::describe::described!(
                    @write table, &self.$field, $crate::describe::described!(@name $field $($key)?), $need ($($($given)*)?)
                );)*
            }

            fn unset() -> Self {
                Self { $($field: $crate::describe::described!(@unset $ty, $need ($($($given)*)?)),)* }
            }
        }

        impl $crate::describe::Thing for $name {
            $crate::describe::described!(@spec $table, concat!($($doc),*).trim_ascii());
            $($crate::describe::described!(@label $field $need ($($($given)*)?));)*
            $($crate::describe::described!(@words $clause $($arg)*);)*
        }
    };

    // A choice: one key of the table says which, its value says the rest.
    (
        $(#[doc = $doc:literal])*
        $(#[derive($($derive:ident),*)])?
        $vis:vis enum $name:ident as $table:literal $(, $clause:ident($($arg:tt)*))* {
            $($(#[doc = $about:literal])* $variant:ident($ty:ty) as $key:literal $(= $kind:expr)?;)*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq $($(, $derive)*)?)]
        $vis enum $name {
            $(
                $(#[doc = $about])*
                $(#[doc = concat!("\n\nIn a scene: `", stringify!($kind), "`")])?
                $variant($ty),
            )*
        }

        $crate::describe::described!(@first $name $($variant)*);

        $crate::describe::described! {
            $(#[doc = $doc])*
            impl enum $name as $table $(, $clause($($arg)*))* {
                $($(#[doc = $about])* $variant($ty) as $key $(= $kind)?;)*
            }
        }
    };

    // The same for an enum of another crate.
    (
        $(#[doc = $doc:literal])*
        impl enum $name:ident as $table:literal $(, $clause:ident($($arg:tt)*))* {
            $($(#[doc = $about:literal])* $variant:ident($ty:ty) as $key:literal $(= $kind:expr)?;)*
        }
    ) => {
        impl $crate::describe::OneOf for $name {
            const TAGS: &'static [&'static str] = &[$($key),*];

            fn choices(spec: &mut $crate::describe::TableSpec) {
                $($crate::describe::described!(
                    @key spec, $key, $ty, concat!($($about),*).trim_ascii(), maybe () $($kind)?
                );)*
            }
        }

        impl $crate::describe::Part for $name {
            fn describe(spec: &mut $crate::describe::TableSpec) {
                <Self as $crate::describe::OneOf>::choices(spec);
                spec.exactly_one.push(<Self as $crate::describe::OneOf>::TAGS.to_vec());
            }

            fn read(view: $crate::view::View<'_>) -> Result<Self, $crate::error::Fault> {
                let this = 'found: {
                    $(if let Some(value) = <$ty as $crate::describe::Field>::get(view, $key)? {
                        break 'found Self::$variant(value);
                    })*
                    return Err(view.missing(&[$($key),*].join("` or `")));
                };
                $($crate::describe::described!(@check this, view, $clause $($arg)*);)*
                Ok(this)
            }

            fn write(&self, table: &mut Vec<(String, $crate::Tree)>) {
                #[allow(unreachable_patterns)]
                match self {
                    $(Self::$variant(value) => {
                        table.push(($key.to_owned(), $crate::describe::Field::tree(value)));
                    })*
                    // A choice of another crate that scenes cannot make.
                    _ => {}
                }
            }

            fn unset() -> Self {
                $crate::describe::described!(@first_of $($variant)*)
            }
        }

        impl $crate::describe::Thing for $name {
            $crate::describe::described!(@spec $table, concat!($($doc),*).trim_ascii());
        }
    };

    // One of several words.
    ($(#[doc = $doc:literal])* impl words $name:ident { $first:ident as $first_word:literal; $($variant:ident as $word:literal;)* }) => {
        impl $crate::describe::Field for $name {
            fn kind() -> $crate::describe::Kind {
                $crate::describe::choice(&[$first_word, $($word),*])
            }

            fn get(view: $crate::view::View<'_>, key: &str) -> Result<Option<Self>, $crate::error::Fault> {
                let word = <String as $crate::describe::Field>::get(view, key)?;
                Ok(word.map(|word| match word.as_str() {
                    $($word => Self::$variant,)*
                    _ => Self::$first,
                }))
            }

            fn tree(&self) -> $crate::Tree {
                #[allow(unreachable_patterns)]
                $crate::Tree::Text(match self {
                    $(Self::$variant => $word,)*
                    _ => $first_word,
                }.to_owned())
            }

            fn unset() -> Self {
                Self::$first
            }
        }
    };

    // A type whose keys are those of another, which a conversion makes and takes apart.
    (impl $name:ident via $table:ident: |$from:ident| $of:expr, |$this:ident| $to:expr) => {
        impl $crate::describe::Field for $name {
            fn kind() -> $crate::describe::Kind {
                <$table as $crate::describe::Field>::kind()
            }

            fn get(view: $crate::view::View<'_>, key: &str) -> Result<Option<Self>, $crate::error::Fault> {
                Ok(<$table as $crate::describe::Field>::get(view, key)?.map(|$from| $of))
            }

            fn tree(&self) -> $crate::Tree {
                let $this = self;
                $crate::describe::Field::tree(&$to)
            }

            fn unset() -> Self {
                let $from: $table = $crate::describe::Field::unset();
                $of
            }

            fn is_unset(&self) -> bool {
                *self == <Self as $crate::describe::Field>::unset()
            }
        }
    };

    // The same for keys in the table of another thing.
    (impl flat $name:ident via $table:ident: |$from:ident| $of:expr, |$this:ident| $to:expr) => {
        impl $crate::describe::Part for $name {
            fn describe(spec: &mut $crate::describe::TableSpec) {
                <$table as $crate::describe::Part>::describe(spec);
            }

            fn read(view: $crate::view::View<'_>) -> Result<Self, $crate::error::Fault> {
                let $from: $table = $crate::describe::Part::read(view)?;
                Ok($of)
            }

            fn write(&self, table: &mut Vec<(String, $crate::Tree)>) {
                let $this = self;
                $crate::describe::Part::write(&$to, table);
            }

            fn unset() -> Self {
                let $from: $table = $crate::describe::Part::unset();
                $of
            }
        }
    };

    (@first $name:ident $first:ident $($rest:ident)*) => {
        /// The first choice, left empty.
        impl Default for $name {
            fn default() -> Self {
                Self::$first($crate::describe::Field::unset())
            }
        }
    };
    (@first_of $first:ident $($rest:ident)*) => { Self::$first($crate::describe::Field::unset()) };

    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $key:literal) => { $key };

    (@kind $ty:ty;) => { <$ty as $crate::describe::Field>::kind() };
    (@kind $ty:ty; $kind:expr) => { $kind };

    (@key $spec:ident, $key:expr, $ty:ty, $doc:expr, flat ()) => { <$ty as $crate::describe::Part>::describe($spec) };
    (@key $spec:ident, $key:expr, $ty:ty, $doc:expr, label ($($given:tt)*)) => {};
    (@key $spec:ident, $key:expr, $ty:ty, $doc:expr, $need:ident ($($given:tt)*) $($kind:expr)?) => {
        $spec.keys.push($crate::describe::Key {
            name: $key,
            kind: $crate::describe::described!(@kind $ty; $($kind)?),
            need: $crate::describe::described!(@need $ty, $need ($($given)*)),
            doc: $doc,
        })
    };

    (@need $ty:ty, needed ()) => { $crate::describe::Need::Required };
    (@need $ty:ty, maybe ($($given:tt)*)) => { $crate::describe::Need::Optional };
    (@need $ty:ty, or ($given:expr)) => {
        $crate::describe::Need::Default(<$ty as $crate::describe::Field>::tree(&$given))
    };

    (@read $view:ident, $key:expr, $ty:ty, flat ()) => { <$ty as $crate::describe::Part>::read($view)? };
    (@read $view:ident, $key:expr, $ty:ty, label ($($given:tt)*)) => { $view.label().to_owned() };
    (@read $view:ident, $key:expr, $ty:ty, needed ()) => {
        <$ty as $crate::describe::Field>::get($view, $key)?.ok_or_else(|| $view.missing($key))?
    };
    (@read $view:ident, $key:expr, $ty:ty, $need:ident ($($given:expr)?)) => {
        <$ty as $crate::describe::Field>::get($view, $key)?
            .unwrap_or_else(|| $crate::describe::described!(@unset $ty, $need ($($given)?)))
    };

    (@write $table:ident, $value:expr, $key:expr, flat ()) => { $crate::describe::Part::write($value, $table) };
    (@write $table:ident, $value:expr, $key:expr, label ($($given:tt)*)) => {};
    (@write $table:ident, $value:expr, $key:expr, maybe ()) => {
        if !$crate::describe::Field::is_unset($value) {
            $table.push(($key.to_owned(), $crate::describe::Field::tree($value)));
        }
    };
    (@write $table:ident, $value:expr, $key:expr, $need:ident ($($given:tt)*)) => {
        $table.push(($key.to_owned(), $crate::describe::Field::tree($value)))
    };

    (@unset $ty:ty, flat ()) => { <$ty as $crate::describe::Part>::unset() };
    (@unset $ty:ty, label ($($given:tt)*)) => { String::new() };
    (@unset $ty:ty, $need:ident ()) => { <$ty as $crate::describe::Field>::unset() };
    (@unset $ty:ty, $need:ident ($given:expr)) => { $given };

    (@group $spec:ident, exactly_one $($key:literal),*) => { $spec.exactly_one.push(vec![$($key),*]) };
    (@group $spec:ident, at_most_one $($key:literal),*) => { $spec.at_most_one.push(vec![$($key),*]) };
    (@group $spec:ident, $clause:ident $($arg:tt)*) => {};

    (@check $this:ident, $view:ident, check $function:path) => { $function(&$this, $view)? };
    (@check $this:ident, $view:ident, $clause:ident $($arg:tt)*) => {};

    (@spec $table:literal, $doc:expr) => {
        fn spec() -> &'static $crate::describe::TableSpec {
            static SPEC: std::sync::OnceLock<$crate::describe::TableSpec> = std::sync::OnceLock::new();
            SPEC.get_or_init(|| $crate::describe::TableSpec::of::<Self>($table, $doc))
        }
    };

    (@label $field:ident label ($label:expr)) => {
        fn labels() -> Option<$crate::describe::Label> {
            Some($label)
        }

        fn label(&self) -> &str {
            &self.$field
        }
    };
    (@label $field:ident $need:ident ($($given:tt)*)) => {};

    (@words word $words:expr, $of_word:path, $word:path) => {
        fn words() -> $crate::describe::Words {
            $words
        }

        fn of_word(word: &str) -> Self {
            $of_word(word)
        }

        fn word(&self) -> Option<&str> {
            $word(self)
        }
    };
    (@words $clause:ident $($arg:tt)*) => {};

    // Several descriptions, one after the other: each ends with its braces.
    (@split [$($one:tt)*] { $($body:tt)* } $($rest:tt)+) => {
        $crate::describe::described! { $($one)* { $($body)* } }
        $crate::describe::described! { $($rest)+ }
    };
    (@split [$($one:tt)*] $next:tt $($rest:tt)+) => {
        $crate::describe::described! { @split [$($one)* $next] $($rest)+ }
    };
    (@split $($other:tt)*) => { compile_error!("this describes nothing"); };
    ($($several:tt)+) => { $crate::describe::described! { @split [] $($several)+ } };
}
pub(crate) use described;
