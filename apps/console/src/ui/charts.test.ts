import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linePath, ringPath } from './paths.ts';
import { linearScale, niceStep, ticks } from './scale.ts';

describe('a scale', () => {
  it('maps ends onto ends and back', () => {
    const scale = linearScale([10, 20], [0, 100]);
    expect([scale(10), scale(15), scale(20), scale.invert(50)]).toEqual([0, 50, 100, 15]);
    expect(linearScale([5, 5], [0, 100])(5)).toBe(50);
  });

  it('has round ticks inside its range', () => {
    expect(ticks([243_000, 342_000], 4)).toEqual([250_000, 300_000]);
    expect(niceStep(0.9, 3)).toBeCloseTo(0.5);
    const bound = fc.double({ min: 0, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(bound, bound, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        fc.pre(high - low > 1e-3 && high - low > low * 1e-9);
        const marks = ticks([low, high], 4);
        return marks.length <= 6 && marks.every((mark) => mark >= low - 1e-6 && mark <= high + 1e-6 * high);
      }),
    );
  });
});

const numbers = (path: string): number[] => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

describe('a line', () => {
  it('is empty without points and ends at its last', () => {
    expect(linePath([])).toBe('');
    expect(linePath([{ x: 1, y: 2 }])).toBe('M1,2');
    expect(
      numbers(
        linePath([
          { x: 0, y: 0 },
          { x: 10, y: 5 },
          { x: 20, y: 0 },
        ]),
      ).slice(-2),
    ).toEqual([20, 0]);
  });

  it('never rises above or falls below its points', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 190 }), { minLength: 2, maxLength: 30 }), (values) => {
        const path = linePath(values.map((y, at) => ({ x: at * 10, y })));
        const heights = numbers(path).filter((_, index) => index % 2 === 1);
        return heights.every((y) => y >= Math.min(...values) - 0.01 && y <= Math.max(...values) + 0.01);
      }),
    );
  });
});

it('a part of a ring begins at the top and a whole one closes', () => {
  expect(ringPath(44, 60, 0, 0.25).startsWith('M0,-60A60,60,0,0,1,60,')).toBe(true);
  expect(ringPath(44, 60, 0, 0.75)).toContain('A60,60,0,1,1,');
  expect(ringPath(44, 60, 0, 1).match(/Z/g)).toHaveLength(2);
});
