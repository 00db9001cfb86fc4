"""The skeleton of a training loop: a vector environment, a linear policy, and evolution strategies in a few lines.

    pip install '.[gym]'
    python examples/python/training_loop.py [generations]
"""

import sys

import bristle.gym  # registers the environments
import gymnasium
import numpy as np

generations = int(sys.argv[1]) if len(sys.argv) > 1 else 2
envs = gymnasium.make_vec("bristle/HoldSlip-v0", num_envs=8, max_episode_steps=60)
random = np.random.default_rng(3)


def features(observation: dict) -> np.ndarray:
    """What the policy looks at: the joints, the force on each pad, and how uneven it is."""
    pads = observation["tactile"].reshape(envs.num_envs, 2, -1)
    one = np.ones((envs.num_envs, 1))
    return np.concatenate([observation["joints"], 0.1 * pads.sum(-1), pads.std(-1), one], axis=1)


def returns(policies: np.ndarray, seed: int) -> np.ndarray:
    """What each policy earns in one episode; there is one policy per world."""
    observation, _ = envs.reset(seed=seed)
    total, alive = np.zeros(envs.num_envs), np.ones(envs.num_envs, dtype=bool)
    while alive.any():
        actions = np.tanh(np.einsum("if,if->i", policies, features(observation)))[:, None]
        observation, reward, terminated, truncated, _ = envs.step(actions.astype(np.float32))
        total += reward * alive
        alive &= ~(terminated | truncated)
    return total


width = features(envs.reset(seed=0)[0]).shape[1]
policy, spread, rate = np.zeros(width), 0.3, 0.2
for generation in range(generations):
    noise = random.standard_normal((envs.num_envs // 2, width))
    noise = np.concatenate([noise, -noise])  # in pairs, which halves the variance
    earned = returns(policy + spread * noise, seed=100 * generation)
    rank = earned.argsort().argsort() / (envs.num_envs - 1) - 0.5
    policy += rate / spread * (rank @ noise) / envs.num_envs
    print(f"generation {generation}: mean return {earned.mean():.2f}, best {earned.max():.2f}")
assert np.isfinite(policy).all()
envs.close()
