import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect } from '@playwright/test';

const apiClient = path.resolve(import.meta.dirname, '../../scripts/holdfast.mjs');

/** The command line, as somebody types it. @returns what it printed */
export function holdfast(...args: string[]): string {
  const run = spawnSync(process.execPath, [apiClient, ...args], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return run.stdout.trim();
}

/** A command that also says something to whoever typed it, beside what it prints. */
export function talkingHoldfast(...args: string[]): { readonly printed: string; readonly said: string } {
  const run = spawnSync(process.execPath, [apiClient, ...args], { encoding: 'utf8' });
  expect(run.status, run.stderr).toBe(0);
  return { printed: run.stdout.trim(), said: run.stderr.trim() };
}

/** A command that is expected to end with anything but success. @returns what it said */
export function refusedHoldfast(...args: string[]): string {
  const run = spawnSync(process.execPath, [apiClient, ...args], { encoding: 'utf8' });
  expect(run.status).not.toBe(0);
  return run.stderr.trim();
}
