//! Meshes made by formula: test objects of any density, and household shapes.
