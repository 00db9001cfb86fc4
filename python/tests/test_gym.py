"""Gymnasium environments."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import bristle.gym  # noqa: E402
from bristle.gym import TASKS  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.utils.env_match import check_environments_match  # noqa: E402

NAMES = list(TASKS)


@pytest.mark.parametrize("name", NAMES)
def test_environments_pass_the_checker(name: str) -> None:
    env = gymnasium.make(name, render_mode="rgb_array")
    with warnings.catch_warnings():
        # That texels know no largest force is as it should be.
        warnings.filterwarnings("ignore", message=".*(infinity|Box observation).*")
        check_env(env.unwrapped)
    env.reset(seed=1)
    picture = env.render()
    assert picture.shape == (480, 860, 3) and picture.dtype == np.uint8 and (picture < 200).any()
    env.close()


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_episode(name: str) -> None:
    check_environments_match(gymnasium.make(name), gymnasium.make(name), num_steps=30, seed=7)


@pytest.mark.parametrize("name", NAMES)
def test_a_vector_environment_has_the_episodes_of_single_ones(name: str) -> None:
    count, turns = 3, 25
    envs = gymnasium.make_vec(name, num_envs=count, vectorization_mode="vector_entry_point", max_episode_steps=12)
    singles = [gymnasium.make(name, max_episode_steps=12) for _ in range(count)]
    batched, infos = envs.reset(seed=11)
    assert envs.observation_space.contains(batched)
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
    for i, env in enumerate(singles):
        same(env.reset(seed=11 + i)[0], batched, i)
    envs.action_space.seed(3)
    ended = np.zeros(count, dtype=bool)
    for _ in range(turns):
        actions = envs.action_space.sample()
        batched, rewards, terminated, truncated, infos = envs.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (count,)
        assert envs.observation_space.contains(batched)
        for i, env in enumerate(singles):
            if ended[i]:
                observation, reward, over, cut = env.reset()[0], 0.0, False, False
            else:
                observation, reward, over, cut, info = env.step(actions[i])
                assert info["height"] == infos["height"][i]
            same(observation, batched, i)
            assert (reward, over, cut) == (rewards[i], terminated[i], truncated[i])
        ended = terminated | truncated
    assert infos["_time"].all()
    envs.close()


def same(single: dict[str, Any], batched: dict[str, Any], index: int) -> None:
    for key, value in single.items():
        assert value.tobytes() == batched[key][index].tobytes(), key


def test_vector_environments_reset_alone_and_refuse_nonsense() -> None:
    envs = gymnasium.make_vec(NAMES[0], num_envs=3, vectorization_mode="vector_entry_point")
    with pytest.raises(RuntimeError):
        envs.unwrapped.step(np.zeros((3, 2)))
    envs.reset(seed=[3, 4, 5])
    for _ in range(3):
        envs.step(np.full((3, 2), 0.5, dtype=np.float32))
    _, infos = envs.reset(options={"reset_mask": np.array([False, True, False])})
    assert infos["time"][1] == 0.0 and infos["time"][0] > 0.0
    for bad in ({"seed": [1, 2]}, {"options": {"reset_mask": [True]}}):
        with pytest.raises(ValueError):
            envs.reset(**bad)
    with pytest.raises(ValueError):
        envs.step(np.zeros((2, 2)))
    with pytest.raises(ValueError):
        bristle.gym.TactileEnv(TASKS[NAMES[0]], render_mode="ascii")
    envs.close()


def policy_pick(turn: int) -> list[float]:
    """Closes, squeezes, lifts."""
    return [0.0, -0.5] if turn < 45 else [0.8, -0.1] if turn < 50 else [0.8, 0.0]


def test_a_held_cube_weighs_on_the_pads() -> None:
    env = gymnasium.make("bristle/HoldSlip-v0")
    env.reset(seed=4)
    weights = []
    for _ in range(3):
        observation, *_ = env.step(np.array([0.2], dtype=np.float32))
        # The pads' x axes point down along the fingers or up; nothing but the weight is borne along them.
        weights.append(float(np.abs(observation["shear"].sum(axis=(1, 2))[:, 0]).sum()))
    # 200 g, and marbles that are poured in slowly; single precision.
    assert 1.962 < weights[0] < weights[1] < weights[2] < 2.1


def test_a_cube_can_be_picked() -> None:
    env = gymnasium.make("bristle/PickCube-v0")
    for seed in range(3):
        env.reset(seed=seed)
        info: dict[str, Any] = {}
        for turn in range(200):
            _, reward, terminated, truncated, info = env.step(np.array(policy_pick(turn), dtype=np.float32))
            if terminated or truncated:
                break
        assert info["is_success"] and reward > 5.0


def test_what_is_poured_in_makes_it_slip_unless_squeezed() -> None:
    env = gymnasium.make("bristle/HoldSlip-v0")

    def episode(rate: float) -> tuple[float, bool]:
        env.reset(seed=5)
        total = 0.0
        while True:
            _, reward, terminated, truncated, _ = env.step(np.array([rate], dtype=np.float32))
            total += float(reward)
            if terminated or truncated:
                return total, bool(terminated)

    (loose, dropped), (firm, dropped_too) = episode(-0.2), episode(0.02)
    assert dropped and not dropped_too and firm > loose


def test_a_cube_can_be_placed_and_dropping_it_is_no_success() -> None:
    env = gymnasium.make("bristle/Place-v0")

    def episode(policy: Any) -> tuple[bool, float]:
        env.reset(seed=2)
        for turn in range(300):
            _, reward, terminated, truncated, info = env.step(np.array(policy(turn), dtype=np.float32))
            if terminated or truncated:
                return info["is_success"], float(reward)
        return False, 0.0

    placed, reward = episode(lambda turn: [-1.0, 0.0] if turn < 51 else [0.0, -0.5])
    dropped, loss = episode(lambda turn: [0.0, -1.0])
    assert placed and reward > 5.0
    assert not dropped and loss < -5.0


def test_the_usual_wrappers_work_on_the_vector_environment() -> None:
    envs = gymnasium.make_vec("bristle/HoldSlip-v0", num_envs=3, vectorization_mode="vector_entry_point", max_episode_steps=4)
    assert envs.num_envs == 3 and envs.spec is not None
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    envs = gymnasium.wrappers.vector.ClipReward(envs, -1.0, 0.5)
    envs.reset(seed=2)
    for turn in range(1, 5):
        _, rewards, terminated, truncated, infos = envs.step(np.zeros((3, 1), dtype=np.float32))
        assert (rewards <= 0.5).all() and not terminated.any() and truncated.all() == (turn == 4)
    np.testing.assert_array_equal(infos["episode"]["l"], 4)
    # About 0.85 a turn, unclipped: 1 less 0.01 per newton of 15.
    assert ((infos["episode"]["r"] > 3.2) & (infos["episode"]["r"] < 3.6)).all()
    envs.close()


def test_single_environments_run_in_processes_of_their_own() -> None:
    envs = gymnasium.make_vec("bristle/PickCube-v0", num_envs=2, vectorization_mode="async")
    batch = gymnasium.make_vec("bristle/PickCube-v0", num_envs=2, vectorization_mode="vector_entry_point")
    begin, other = envs.reset(seed=5)[0], batch.reset(seed=5)[0]
    assert all(begin[key].tobytes() == other[key].tobytes() for key in other)
    actions = np.array([[0.2, -0.7], [0.0, -1.0]], dtype=np.float32)
    for _ in range(3):
        one, *_ = envs.step(actions)
        other, *_ = batch.step(actions)
        for key, value in one.items():
            assert value.tobytes() == other[key].tobytes(), key
    envs.close()
    batch.close()
