/** Maps numbers of a range onto pixels in a straight line. */
export interface Scale {
  (value: number): number;
  readonly invert: (pixel: number) => number;
}

/** From `[from, to]` to `[start, end]`; a range without length maps onto the middle. */
export function linearScale([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale {
  const span = to - from;
  const map = (value: number): number =>
    span === 0 ? (start + end) / 2 : start + ((value - from) / span) * (end - start);
  return Object.assign(map, { invert: (pixel: number) => from + ((pixel - start) / (end - start)) * span });
}

/** The step of 1, 2 or 5 times a power of ten that cuts a span into about `count` parts. */
export function niceStep(span: number, count: number): number {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return factor * power;
}

/** Round numbers inside the range, about `count` of them. */
export function ticks([from, to]: readonly [number, number], count: number): number[] {
  if (!(to > from)) return [from];
  const step = niceStep(to - from, count);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, at) => (first + at) * step);
}
