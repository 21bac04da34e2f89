import { configureGlobal } from 'fast-check';
import { vi } from 'vitest';

const timeout = Number(process.env.HOLDFAST_PATIENCE_MS);
const { waitFor } = vi;
vi.waitFor = (look, options) =>
  waitFor(look, { timeout, ...(typeof options === 'number' ? { timeout: options } : options) });

const seed = process.env.HOLDFAST_SEED;
if (seed !== undefined) configureGlobal({ seed: Number(seed) });

// jsdom lays nothing out, so nothing grows.
const still = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
if (!('ResizeObserver' in globalThis)) Object.assign(globalThis, { ResizeObserver: still });
