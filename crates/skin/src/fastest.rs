//! Kernels are written once; here the best version for this machine is chosen. All give the same bits.

use crate::quad::Quad;

/// Work on rays, four at a time. Mark `run` `#[inline(always)]`, or it cannot use the registers that its caller may use.
pub(crate) trait Kernel {
    fn run<L: Quad>(self);
}

/// Runs a kernel in the widest registers there are.
pub(crate) fn run_fastest(kernel: impl Kernel) {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has just said that it knows AVX2.
        #[allow(unsafe_code)]
        return unsafe { run_avx2(kernel) };
    }
    kernel.run::<wide::f64x4>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2(kernel: impl Kernel) {
    kernel.run::<crate::avx2::Avx>();
}
