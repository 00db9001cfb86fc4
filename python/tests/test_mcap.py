"""``run.mcap`` as the readers of others see it."""

from __future__ import annotations

import json
from pathlib import Path

import bristle as br
import numpy as np
import pytest
from mcap.reader import make_reader
from mcap_protobuf.decoder import DecoderFactory

#: Numeric types of Foxglove's packed fields.
KINDS = {1: "<u1", 4: "<i2", 7: "<f4"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A grasp with counts on one pad."""
    folder: Path = tmp_path_factory.mktemp("mcap") / "out"
    settings = {"run": {"duration": 1.6}, "skins": {"left_dsa": {"device": "lib:devices/weiss-dsa-9205"}}}
    world = br.load("lib:scenes/pick-cube").with_settings(settings).world()
    with world.record(folder, every=0.05):
        world.run()
    return folder


def test_every_message_can_be_read(folder: Path) -> None:
    recording = br.open_recording(folder)
    counts: dict[str, int] = {}
    with (folder / "run.mcap").open("rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        statistics = reader.get_summary().statistics
        for schema, channel, message in reader.iter_messages():
            assert message.log_time <= 1_600_000_000
            counts[channel.topic] = counts.get(channel.topic, 0) + 1
            if channel.message_encoding == "json":
                assert set(json.loads(message.data)) == set(json.loads(schema.data)["properties"]), channel.topic
            else:
                decoder = DecoderFactory().decoder_for(channel.message_encoding, schema)
                assert decoder is not None and decoder(message.data).ByteSize() == len(message.data), channel.topic
        assert [attachment.name for attachment in reader.iter_attachments()] == ["scene.toml"]
        assert {metadata.name for metadata in reader.iter_metadata()} == {"run", "outcome"}
    assert sum(counts.values()) == statistics.message_count
    assert counts["/scene"] == 1 and counts["/signals"] == counts["/tf"] == len(recording.times)
    assert counts["/devices/left_dsa"] == len(recording.device("left_dsa")[0])


def test_texels_are_those_of_the_tables(folder: Path) -> None:
    recording = br.open_recording(folder)
    truth = recording.texels("left_dsa")
    with (folder / "run.mcap").open("rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        for index, (_, _, _, cloud) in enumerate(reader.iter_decoded_messages(topics=["/skins/left_dsa"])):
            fields = sorted(cloud.fields, key=lambda field: field.offset)
            dtype = np.dtype(
                {
                    "names": [field.name for field in fields],
                    "formats": [KINDS[field.type] for field in fields],
                    "offsets": [field.offset for field in fields],
                    "itemsize": cloud.point_stride,
                }
            )
            texels = np.frombuffer(cloud.data, dtype)
            assert (texels["normal_force"] == truth["normal_force"][index].astype("f4")).all()
            assert (texels["shear_z"] == truth["shear"][index][:, 2].astype("f4")).all()
            assert (texels["penetration"] == truth["penetration"][index].astype("f4")).all()
    assert truth["normal_force"][-1].sum() > 1.0
