//! What the page on controllers shows runs.

#[path = "../../examples/own_controller.rs"]
mod own_controller;

#[test]
fn a_controller_of_ones_own_measures_a_cube_in_simulation_and_from_its_log() {
    own_controller::main().unwrap();
}
