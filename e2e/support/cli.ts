import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect } from '@playwright/test';

const program = path.resolve(import.meta.dirname, '../../scripts/holdfast.mjs');

/** The command line, as somebody types it. @returns what it printed */
export function holdfast(...args: string[]): string {
  const run = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return run.stdout.trim();
}

/** A command that is expected to end with anything but success. @returns what it said */
export function refusedHoldfast(...args: string[]): string {
  const run = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  expect(run.status).not.toBe(0);
  return run.stderr.trim();
}
