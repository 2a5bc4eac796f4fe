"""A bead on the parabola z = x^2/2: (1 + x^2) x'' + x x'^2 + g x = 0, by the classical Runge-Kutta method."""

G, PER_SECOND = 10.0, 200_000


def rate(x, v):
    return v, -(x * v * v + G * x) / (1 + x * x)


def main():
    x, v, h = 1.0, 0.0, 1.0 / PER_SECOND
    energy = 0.5 * v * v * (1 + x * x) + 0.5 * G * x * x
    for step in range(1, 2 * PER_SECOND + 1):
        a = rate(x, v)
        b = rate(x + 0.5 * h * a[0], v + 0.5 * h * a[1])
        c = rate(x + 0.5 * h * b[0], v + 0.5 * h * b[1])
        d = rate(x + h * c[0], v + h * c[1])
        x += h / 6 * (a[0] + 2 * (b[0] + c[0]) + d[0])
        v += h / 6 * (a[1] + 2 * (b[1] + c[1]) + d[1])
        if step % (PER_SECOND // 2) == 0:
            left = 0.5 * v * v * (1 + x * x) + 0.5 * G * x * x - energy
            print(f"{step / PER_SECOND:.1f}  x {x:.12f}  z {0.5 * x * x:.12f}  x' {v:.12f}  energy {left:.1e}")


main()
