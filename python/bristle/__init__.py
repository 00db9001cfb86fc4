"""Bristle: touch for simulated robots.

A pad or a mesh is covered with *texels*, each of which casts a short ray, feels soft contact and friction where the ray meets an object, and
pushes back. What is sensed is what is applied, in newtons, on both bodies.

>>> import bristle as br
>>> world = br.load("lib:scenes/pick-cube").world()
>>> world.run(duration=6.0)
>>> world.phase
'hold'
>>> round(world.normal_force("left_dsa"), 3)
15.0

All numbers are in SI units. Poses are position and quaternion (x, y, z, w), wrenches force and torque, twists linear and angular velocity,
as one array each.
"""

from ._native import Calibration, Picture, Shape, Snapshot, Truth, __version__, texel_dtype
from .action import Action, ActionController, Ending
from .batch import Batch
from .calibrate import calibrate_device, calibrate_friction, calibrate_stiffness
from .control import Controller, Done, JointState, Motor, MotorState, Percept, Sample, SensorState, Tactile
from .device import Device, Layer
from .errors import (
    ActionError,
    BristleError,
    BristleWarning,
    BusyError,
    CalibrationError,
    CommandError,
    ControllerError,
    DeviceError,
    ModelError,
    OutOfMemoryError,
    PictureError,
    RecordingError,
    SceneError,
    ShapeError,
    SignalError,
    SkinError,
    StepError,
    UnknownNameError,
)
from .grasp import GraspController, GraspReadout, Robot
from .kinematics import Clearance, Distance, KinematicChain
from .near import BodyContact, Nearness
from .recording import Recorder, Recording, open_recording, recover, report
from .replay import Agreement, replay
from .scene import Scene, import_robot, library, load, parse
from .sensor import Sensor
from .signal import Filter, Signal, butterworth, chebyshev
from .skin import Skin
from .world import World

#: What the numbers of a texel's ``state`` mean.
TEXEL_STATES = ("no contact", "stick", "incipient", "slip", "saturated")

__all__ = [
    "TEXEL_STATES",
    "Action",
    "ActionController",
    "ActionError",
    "Agreement",
    "Batch",
    "BodyContact",
    "BristleError",
    "BristleWarning",
    "BusyError",
    "Calibration",
    "CalibrationError",
    "Clearance",
    "CommandError",
    "Controller",
    "ControllerError",
    "Device",
    "DeviceError",
    "Distance",
    "Done",
    "Ending",
    "Filter",
    "GraspController",
    "GraspReadout",
    "JointState",
    "KinematicChain",
    "Layer",
    "ModelError",
    "Nearness",
    "OutOfMemoryError",
    "Motor",
    "MotorState",
    "Percept",
    "Picture",
    "PictureError",
    "Recorder",
    "Recording",
    "RecordingError",
    "Robot",
    "Sample",
    "Scene",
    "SceneError",
    "Sensor",
    "SensorState",
    "Shape",
    "ShapeError",
    "Signal",
    "SignalError",
    "Skin",
    "SkinError",
    "Snapshot",
    "StepError",
    "Tactile",
    "Truth",
    "UnknownNameError",
    "World",
    "__version__",
    "butterworth",
    "calibrate_device",
    "calibrate_friction",
    "calibrate_stiffness",
    "chebyshev",
    "import_robot",
    "library",
    "load",
    "open_recording",
    "parse",
    "recover",
    "replay",
    "report",
    "texel_dtype",
]
