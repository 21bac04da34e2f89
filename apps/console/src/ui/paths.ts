/** A place in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

const text = (value: number): string => String(Math.round(value * 100) / 100);
const slope = (a: Place, b: Place): number => (b.x === a.x ? 0 : (b.y - a.y) / (b.x - a.x));

/** Slope at a point between two others after Steffen (1990): the curve rises and falls only where its points do. */
function steffen(before: Place, at: Place, after: Place): number {
  const [s0, s1] = [slope(before, at), slope(at, after)];
  const [h0, h1] = [at.x - before.x, after.x - at.x];
  if (s0 * s1 <= 0 || h0 + h1 === 0) return 0;
  const p = (s0 * h1 + s1 * h0) / (h0 + h1);
  return Math.sign(s0) * Math.min(2 * Math.abs(s0), 2 * Math.abs(s1), Math.abs(p));
}

/** SVG path of a smooth line through places from left to right; '' for none. */
export function linePath(places: readonly Place[]): string {
  const [first] = places;
  if (!first) return '';
  const slopes = places.map((at, index) => {
    const [before, after] = [places[index - 1], places[index + 1]];
    if (before && after) return steffen(before, at, after);
    return before ? slope(before, at) : after ? slope(at, after) : 0;
  });
  const curves = places.slice(1).map((to, index) => {
    const from = places[index] ?? first;
    const third = (to.x - from.x) / 3;
    const [rise, fall] = [(slopes[index] ?? 0) * third, (slopes[index + 1] ?? 0) * third];
    return `C${[from.x + third, from.y + rise, to.x - third, to.y - fall, to.x, to.y].map(text).join(',')}`;
  });
  return `M${text(first.x)},${text(first.y)}${curves.join('')}`;
}

const onCircle = (radius: number, turn: number): string =>
  `${text(radius * Math.sin(turn * 2 * Math.PI))},${text(-radius * Math.cos(turn * 2 * Math.PI))}`;

/**
 * SVG path of a part of a ring around the origin.
 * @param from,to where it begins and ends, in turns clockwise from the top
 */
export function ringPath(inner: number, outer: number, from: number, to: number): string {
  if (to - from >= 1) return `${ringPath(inner, outer, 0, 0.5)}${ringPath(inner, outer, 0.5, 0.9999)}`;
  const large = to - from > 0.5 ? 1 : 0;
  const outward = `M${onCircle(outer, from)}A${outer},${outer},0,${large},1,${onCircle(outer, to)}`;
  return `${outward}L${onCircle(inner, to)}A${inner},${inner},0,${large},0,${onCircle(inner, from)}Z`;
}
