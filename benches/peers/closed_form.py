"""Break-away of a bar held by two flat pads off its centre of mass, from Coulomb's law under uniform pressure.

At break-away the bar begins to turn about a centre that lies on the line through the patch and the centre of mass. Every
element of the patch then rubs at μ p against its motion about that centre; the centre is where force and moment of the
rubbing balance the weight. With the centre in the middle of the patch the weight's own pull would be left out.
"""

GRAVITY = 9.81  # [m/s²]


def breakaway_mass(along, across, grip, friction, lever, cells=400):
    """Mass [kg] at which a horizontal bar breaks away.

    Patch `along` x `across` the bar [m], normal force `grip` on each of two pads [N], centre of mass `lever` beside the
    middle of the patch [m].
    """
    import numpy

    x = (numpy.arange(cells) + 0.5) / cells * along - along / 2
    y = (numpy.arange(cells) + 0.5) / cells * across - across / 2
    x, y = numpy.meshgrid(x, y)

    def rubbing(centre):
        radius = numpy.hypot(x + centre, y)
        force = float(((x + centre) / radius).mean())
        moment = float(((x * (x + centre) + y * y) / radius).mean())
        return 2 * friction * grip * force, 2 * friction * grip * moment

    near, far = 0.0, lever
    for _ in range(60):
        centre = (near + far) / 2
        force, moment = rubbing(centre)
        if moment > force * lever:
            near = centre
        else:
            far = centre
    return rubbing((near + far) / 2)[0] / GRAVITY
