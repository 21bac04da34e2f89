import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { randomOf } from '@holdfast/testkit/signer';
import { afterEach, expect, test } from 'vitest';
import { listSegments } from '../src/store/segments.ts';
import { listSnapshots } from '../src/store/snapshot.ts';
import { partsOf } from '../src/store/state-parts.ts';
import { openStore } from '../src/store/store.ts';
import { passphrase } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-kill-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const writer = fileURLToPath(new URL('writing-process.ts', import.meta.url));
const first = fileURLToPath(new URL('journals/first', import.meta.url));

/** What a process has begun, or done, when it is killed so long after. */
interface Moment {
  readonly after: 'a record' | 'a snapshot was begun' | 'a snapshot was written';
  readonly afterMs: number;
}

async function until(happened: () => boolean): Promise<void> {
  for (let n = 0; n < 10_000 && !happened(); n++) await sleep(2);
}

const begun = (dir: string): boolean => readdirSync(dir).some((name) => name.endsWith('.new'));

/** Writes until it is killed. @returns how many records it said were on disk */
async function writeUntilKilled(dir: string, { after, afterMs }: Moment): Promise<number> {
  const [before] = listSnapshots(dir);
  const child = spawn(process.execPath, [writer, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
  });
  await Promise.race([once(child.stdout, 'data'), gone]);
  if (after === 'a snapshot was begun') await until(() => begun(dir));
  if (after === 'a snapshot was written') await until(() => listSnapshots(dir)[0] !== before);
  await sleep(afterMs);
  child.kill('SIGKILL');
  expect((await gone)[1]).toBe('SIGKILL');
  return Number(said.split('\n').at(-2)) + 1;
}

async function stateIn(dir: string): Promise<{ readonly parts: string[]; readonly records: number }> {
  const store = openStore({ dir, passphrase, now: () => 4_102_444_800_000, segmentRecords: 1_000 });
  try {
    return { parts: [...partsOf(store.state)].toSorted(), records: store.state.witnessed.size };
  } finally {
    await store.close();
  }
}

/** What all records say, without any snapshot. */
function replayed(dir: string): ReturnType<typeof stateIn> {
  const copy = `${dir}-all`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(dir, copy, { recursive: true });
  for (const name of readdirSync(copy)) if (name.startsWith('snapshot-') || name === 'lock') rmSync(join(copy, name));
  return stateIn(copy);
}

const moments: readonly Moment['after'][] = [
  'a snapshot was written',
  'a record',
  'a snapshot was begun',
  'a snapshot was written',
  'a snapshot was begun',
];

test(`${moments.length} kills -9 while the journal is put away and compacted: nothing that was on disk is lost, and the next start knows it all`, {
  timeout: 180_000,
}, async () => {
  const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
  console.log(`seed ${seed}`);
  const random = randomOf(seed);
  const dir = join(folder, 'signer');
  cpSync(first, dir, { recursive: true });
  for (const after of moments) {
    const said = await writeUntilKilled(dir, { after, afterMs: random() * (after === 'a record' ? 200 : 20) });
    const known = await stateIn(dir);
    expect(known.records).toBeGreaterThanOrEqual(said);
    expect(known.parts).toEqual((await replayed(dir)).parts);
    expect(readdirSync(dir).filter((name) => name.endsWith('.new'))).toEqual([]);
  }
  expect(listSegments(dir).length).toBeGreaterThan(moments.length);
  expect(listSnapshots(dir).length).toBeGreaterThan(0);
});
