import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkpointFile, createPublisher } from './publish.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hf-publish-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('leaves one file when an export and the clock leave the same checkpoint in the same moment', async () => {
  const [publish, other] = [createPublisher(folder), createPublisher(folder)];
  for (let size = 1; size <= 30; size++) {
    const leave = [publish, other, publish].map((one) => one(size, `note ${size}`));
    expect((await Promise.allSettled(leave)).map(({ status }) => status)).toEqual(leave.map(() => 'fulfilled'));
    expect(readFileSync(path.join(folder, checkpointFile(size)), 'utf8')).toBe(`note ${size}`);
  }
  expect(readdirSync(folder)).toHaveLength(30);
});
