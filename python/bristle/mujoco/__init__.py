"""Bristle skins inside MuJoCo.

The plugin ``bristle.skin`` puts a skin on a site, geom or body of any MuJoCo model. Its texels appear in ``data.sensordata``, its forces act on both
bodies, and it holds what it touches without creep at MuJoCo's usual step of 2 ms::

    import mujoco
    import bristle.mujoco

    bristle.mujoco.load_plugin()
    spec = mujoco.MjSpec.from_file("gripper.xml")
    bristle.mujoco.attach(spec, on_geom="left_pad", face="+z", texel_size=3.4e-3, preset="table3", targets=["mug"])
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data)
    bristle.mujoco.texels(model, data, "left_pad").normal_force.sum()

See ``docs/mujoco.md`` for the keys, and for what is solved. Files in MJCF may use the plugin without this module, once it is loaded.
"""

from ._attach import InwardTexelsWarning, attach
from ._plugin import PLUGIN, SUPPORTED, MujocoVersionError, PluginNotFoundError, load_plugin
from ._texels import CHANNELS, STATES, USUAL_CHANNELS, Texels, texels

__all__ = [
    "CHANNELS",
    "PLUGIN",
    "STATES",
    "SUPPORTED",
    "USUAL_CHANNELS",
    "InwardTexelsWarning",
    "MujocoVersionError",
    "PluginNotFoundError",
    "Texels",
    "attach",
    "load_plugin",
    "texels",
]
