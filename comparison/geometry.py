"""Rotations and vectors, for single ones and for stacks of them (the last axes are those of the vector or matrix)."""

import numpy as np


def cross(a, b):
    """Vector product along the last axis. (`numpy.cross` spends most of its time on shapes.)"""
    out = np.empty(np.broadcast_shapes(a.shape, b.shape))
    out[..., 0] = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    out[..., 1] = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    out[..., 2] = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return out


def turned(matrices, vectors):
    """Matrix times vector, pair by pair."""
    return np.matmul(matrices, vectors[..., None])[..., 0]


def skew(a):
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def matrices(quaternions):
    """Rotation matrices of quaternions with the scalar first. Their length is divided out."""
    q = quaternions / np.sqrt((quaternions * quaternions).sum(-1))[..., None]
    w, x, y, z = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    out = np.empty(q.shape[:-1] + (3, 3))
    out[..., 0, 0] = 1 - 2 * (y * y + z * z)
    out[..., 0, 1] = 2 * (x * y - w * z)
    out[..., 0, 2] = 2 * (x * z + w * y)
    out[..., 1, 0] = 2 * (x * y + w * z)
    out[..., 1, 1] = 1 - 2 * (x * x + z * z)
    out[..., 1, 2] = 2 * (y * z - w * x)
    out[..., 2, 0] = 2 * (x * z - w * y)
    out[..., 2, 1] = 2 * (y * z + w * x)
    out[..., 2, 2] = 1 - 2 * (x * x + y * y)
    return out


def quaternion_rates(quaternions, angular_velocities):
    """dq/dt = 1/2 (0, omega) q for angular velocities in world axes."""
    w, x, y, z = (quaternions[..., i] for i in range(4))
    a, b, c = (angular_velocities[..., i] for i in range(3))
    return 0.5 * np.stack(
        [
            -a * x - b * y - c * z,
            a * w + b * z - c * y,
            b * w + c * x - a * z,
            c * w + a * y - b * x,
        ],
        -1,
    )


def quaternion(matrix):
    """Unit quaternion of a rotation matrix, by the largest of its four components (Shepperd)."""
    m = matrix
    four = np.array(
        [
            1 + m[0, 0] + m[1, 1] + m[2, 2],
            1 + m[0, 0] - m[1, 1] - m[2, 2],
            1 - m[0, 0] + m[1, 1] - m[2, 2],
            1 - m[0, 0] - m[1, 1] + m[2, 2],
        ]
    )
    k = int(four.argmax())
    s = 2 * np.sqrt(four[k])
    d = [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]]
    if k == 0:
        q = [s / 4, d[0] / s, d[1] / s, d[2] / s]
    elif k == 1:
        q = [d[0] / s, s / 4, (m[0, 1] + m[1, 0]) / s, (m[0, 2] + m[2, 0]) / s]
    elif k == 2:
        q = [d[1] / s, (m[0, 1] + m[1, 0]) / s, s / 4, (m[1, 2] + m[2, 1]) / s]
    else:
        q = [d[2] / s, (m[0, 2] + m[2, 0]) / s, (m[1, 2] + m[2, 1]) / s, s / 4]
    q = np.array(q)
    return q / np.linalg.norm(q)


def rotation(vector):
    """Rotation matrix of a rotation vector (Rodrigues)."""
    angle = np.linalg.norm(vector)
    if angle == 0.0:
        return np.eye(3)
    k = skew(vector / angle)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k)


def rotation_vector(matrix):
    """Rotation vector, at most half a turn."""
    q = quaternion(matrix)
    if q[0] < 0:
        q = -q
    sine = np.linalg.norm(q[1:])
    if sine < 1e-12:
        return 2 * q[1:]
    return 2 * np.arctan2(sine, q[0]) * q[1:] / sine


def rotation_vector_rate(vector, angular_velocity):
    """Rate of the rotation vector of R if dR/dt = [omega] R, from omega = T dr/dt with
    T = 1 + (1 - cos a)/a^2 [r] + (a - sin a)/a^3 [r][r]."""
    a = np.linalg.norm(vector)
    k = skew(vector)
    if a < 1e-4:
        t = np.eye(3) + (0.5 - a * a / 24) * k + (1 / 6 - a * a / 120) * (k @ k)
    else:
        t = np.eye(3) + (1 - np.cos(a)) / a**2 * k + (a - np.sin(a)) / a**3 * (k @ k)
    return np.linalg.solve(t, angular_velocity)
