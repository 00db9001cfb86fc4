"""MJCF fragments shared by the MuJoCo scripts: a tactile pad, felt by depth or held by one sphere per texel."""

from dataclasses import dataclass

PITCH = 0.0034  # [m]
ROWS, COLUMNS = 14, 6
PAD_HALF = (ROWS * PITCH / 2, COLUMNS * PITCH / 2)  # [m]
PAD_HALF_THICKNESS = 0.005  # [m]

# What MuJoCo's manual advises against slow slippage: elliptic cones, a large impratio, Newton with a small tolerance.
EXPERT_OPTION = {"cone": "elliptic", "impratio": "100", "tolerance": "1e-10", "integrator": "implicitfast"}


def attributes(values):
    """`key="value"` pairs of an element."""
    return " ".join(f'{key}="{value}"' for key, value in values.items())


@dataclass
class Pad:
    """A flat pad in the xy plane of its body whose sensing face lies at z = 0 and looks along +z."""

    name: str
    rows: int = ROWS
    columns: int = COLUMNS
    friction: float = 0.6

    def asset(self):
        """The taxels of the depth sensor: the builtin plate has one vertex in the middle of each cell, at z = −1 × scale."""
        x, y = PAD_HALF
        return (
            f'<mesh name="{self.name}-taxels" builtin="plate" params="{self.rows} {self.columns}" '
            f'scale="{x} {y} {PAD_HALF_THICKNESS}"/>'
        )

    def solid(self, extra=""):
        """The collision box of a pad that feels by depth, and the non-colliding carrier of its taxels."""
        x, y = PAD_HALF
        return (
            f'<geom name="{self.name}" type="box" size="{x} {y} {PAD_HALF_THICKNESS}" '
            f'pos="0 0 {-PAD_HALF_THICKNESS}" friction="{self.friction}" {extra}/>'
            f'<geom name="{self.name}-surface" type="mesh" mesh="{self.name}-taxels" mass="0" '
            f'contype="0" conaffinity="0" pos="0 0 {PAD_HALF_THICKNESS}"/>'
        )

    def sensor(self):
        """The depth-only sensor of the pad."""
        return f'<tactile name="{self.name}-touch" geom="{self.name}-surface" mesh="{self.name}-taxels"/>'

    def spheres(self, extra=""):
        """One collision sphere per texel, touching its neighbours, its pole on the pad's face."""
        radius = PITCH / 2
        geoms = []
        for row in range(self.rows):
            for column in range(self.columns):
                x = (row + 0.5) * PITCH - PAD_HALF[0]
                y = (column + 0.5) * PITCH - PAD_HALF[1]
                geoms.append(
                    f'<geom name="{self.name}-{row}-{column}" type="sphere" size="{radius}" '
                    f'pos="{x:.6g} {y:.6g} {-radius}" friction="{self.friction}" {extra}/>'
                )
        return "".join(geoms)

    def sphere_sensors(self):
        """Net contact force of every sphere, as an expert reads a force per texel without leaving the engine."""
        return "".join(
            f'<contact geom1="{self.name}-{row}-{column}" num="1" reduce="netforce" data="force"/>'
            for row in range(self.rows)
            for column in range(self.columns)
        )


def compile_model(mujoco, xml, assets=None, sdf_meshes=()):
    """Model of a scene; the named meshes get the distance octree without which the tactile sensor ignores them."""
    spec = mujoco.MjSpec.from_string(xml, assets=assets or {})
    for name in sdf_meshes:
        spec.mesh(name).needsdf = True
    return spec.compile()


def depths(mujoco, model, data, sensor):
    """Depth per texel [m] of a tactile sensor: the first of its three channels."""
    begin = int(model.sensor_adr[mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SENSOR, sensor)])
    count = int(model.sensor_dim[mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SENSOR, sensor)]) // 3
    return data.sensordata[begin : begin + count].copy()
