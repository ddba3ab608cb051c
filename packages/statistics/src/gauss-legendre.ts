export interface QuadraturePoint {
  readonly node: number;
  readonly weight: number;
}

const POINTS = 16;

/** Points at which a smooth function is summed up to its integral from one end to the other. */
export function gaussLegendre(from: number, to: number): readonly QuadraturePoint[] {
  const half = (to - from) / 2;
  return unitPoints.map(({ node, weight }) => ({ node: from + half * (1 + node), weight: half * weight }));
}

/** On −1 … 1: roots of the Legendre polynomial by Newton's method. */
const unitPoints: readonly QuadraturePoint[] = Array.from({ length: POINTS }, (_, at) => {
  let node = Math.cos((Math.PI * (at + 0.75)) / (POINTS + 0.5));
  for (let step = 0; step < 10; step += 1) {
    const { value, slope } = legendre(node);
    node -= value / slope;
  }
  const { slope } = legendre(node);
  return { node, weight: 2 / ((1 - node ** 2) * slope ** 2) };
});

function legendre(x: number): { value: number; slope: number } {
  let [before, value] = [1, x];
  for (let degree = 2; degree <= POINTS; degree += 1) {
    [before, value] = [value, ((2 * degree - 1) * x * value - (degree - 1) * before) / degree];
  }
  return { value, slope: (POINTS * (x * value - before)) / (x ** 2 - 1) };
}
