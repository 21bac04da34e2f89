import { appendFileSync } from 'node:fs';
import { expect } from '@playwright/test';

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly aim: string;
  readonly yardstick?: string;
  /** It is not what it is to be. */
  readonly missed?: boolean;
}

/** Prints a measured figure; `npm run bench -- console` takes it into bench/README.md by the file it names in HOLDFAST_FIGURES. */
export function figure(measured: Figure): void {
  console.log(
    `  ${measured.name}: ${measured.value.toFixed(measured.unit === '' ? 3 : 1)} ${measured.unit} (${measured.aim})${measured.yardstick ? ` ${measured.yardstick}` : ''}`,
  );
  const file = process.env.HOLDFAST_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(measured)}\n`);
}

/** Figures are wanted: `npm run bench` runs these tests, tells of each that misses its aim, and goes on. */
export const benching = process.env.HOLDFAST_FIGURES !== undefined;

/** A time: shown always, held to its aim in a bench only, since elsewhere it depends on what else the machine does. */
export function timeAtMost(name: string, ms: number, budget: number, yardstick: string): void {
  figure({ name, value: ms, unit: 'ms', aim: `≤ ${budget}`, yardstick, ...(ms > budget ? { missed: true } : {}) });
}

/** In a bench it stands beside its aim, whatever it is: one that is missed ends no hour of measuring. Elsewhere the test fails. */
function held(measured: Figure, isGood: boolean): void {
  const { name, value, unit, aim } = measured;
  figure(isGood ? measured : { ...measured, missed: true });
  if (!benching) expect.soft(isGood, `${name}: ${value} ${unit} (${aim})`).toBe(true);
}

/** A figure that must not be above its budget. */
export function atMost(name: string, value: number, unit: string, budget: number, yardstick?: string): void {
  held({ name, value, unit, aim: `≤ ${budget}`, ...(yardstick ? { yardstick } : {}) }, value <= budget);
}

export function atLeast(name: string, value: number, unit: string, least: number, yardstick?: string): void {
  held({ name, value, unit, aim: `≥ ${least}`, ...(yardstick ? { yardstick } : {}) }, value >= least);
}
