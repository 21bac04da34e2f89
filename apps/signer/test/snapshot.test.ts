import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compact } from '../src/store/compact.ts';
import { listSegments } from '../src/store/segments.ts';
import { listSnapshots, readSnapshot } from '../src/store/snapshot.ts';
import { partsOf } from '../src/store/state-parts.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { openVault } from '../src/store/vault.ts';
import { passphrase } from './harness.ts';
import { summaryOf } from './replay.ts';

const release = vi.hoisted(() => ({ code: 'one' }));
vi.mock('../src/store/code.ts', () => ({ codeHash: () => release.code }));

/** A start from a snapshot must know exactly what reading every record gives, and must notice whatever was done to the files. */
const journals = fileURLToPath(new URL('journals', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-snapshot-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const filler = (n: number) => ({ type: 'witnessed', log: 'log', size: n, root: 'ab'.repeat(32) }) as const;
const open = (dir: string, segmentRecords = 8): Store =>
  openStore({ dir, passphrase, now: () => 4_102_444_800_000, segmentRecords });
/** A hash of each field of the state. */
const whole = ({ state }: Store): Record<string, string> =>
  Object.fromEntries(
    [...partsOf(state)].map((part) => [
      (JSON.parse(part) as { field: string }).field,
      createHash('sha256').update(part).digest('hex'),
    ]),
  );
const files = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => name !== 'lock')
    .sort();
const within = async <T>(dir: string, run: (store: Store) => T, segmentRecords?: number): Promise<T> => {
  const store = open(dir, segmentRecords);
  try {
    return run(store);
  } finally {
    await store.close();
  }
};

/** A folder as an earlier release wrote it, gone on with until it has been put away twice, with a snapshot of all but the newest. */
async function grown(name: string): Promise<string> {
  const dir = join(folder, name);
  cpSync(join(journals, name), dir, { recursive: true });
  const store = open(dir);
  for (let n = 1; n <= 20; n++) await store.append(filler(n));
  await store.close();
  compact(dir, openVault(dir, passphrase));
  return dir;
}

/** The same folder without its snapshots: every record is read. */
function unread(dir: string): string {
  const copy = `${dir}-all`;
  cpSync(dir, copy, { recursive: true });
  for (const file of readdirSync(copy)) if (file.startsWith('snapshot-')) rmSync(join(copy, file));
  return copy;
}

describe('a snapshot', () => {
  it('counts for the very code that wrote it; with any other the records say the state', async () => {
    const dir = await grown('payments');
    const [size = 0] = listSnapshots(dir);
    const read = () => readSnapshot(dir, openVault(dir, passphrase), size);
    expect(read()).toBeDefined();
    release.code = 'two';
    expect(read()).toBeUndefined();
    expect(await within(dir, whole)).toEqual(await within(unread(dir), whole));
    release.code = 'one';
    const real = await vi.importActual<typeof import('../src/store/code.ts')>('../src/store/code.ts');
    expect(real.codeHash()).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(readdirSync(journals))(
    'is what all its records say, to the last field, and goes on like them: %s',
    async (name) => {
      const dir = await grown(name);
      const all = unread(dir);
      expect(listSnapshots(dir)).toEqual([listSegments(dir).at(-1)?.to]);
      const [short, long] = await Promise.all(
        [dir, all].map((one) => within(one, (store) => [whole(store), summaryOf(store)])),
      );
      expect(short).toEqual(long);
      for (const one of [dir, all]) {
        const store = open(one, 1_000);
        for (let n = 21; n <= 30; n++) await store.append(filler(n));
        await store.close();
      }
      const [later, latest] = await Promise.all([dir, all].map((one) => within(one, whole, 1_000)));
      expect(later).toEqual(latest);
    },
  );

  it('leaves old records where they can be read and proven: roots and events are the same with it and without', async () => {
    const dir = await grown('payments');
    const told = (store: Store) => ({
      roots: Array.from({ length: store.log().size + 1 }, (_, size) => store.rootAt(size)),
      events: store.eventsAfter(0, 1_000),
    });
    const [short, long] = await Promise.all([dir, unread(dir)].map((one) => within(one, told)));
    expect(short?.roots).toEqual(long?.roots);
    expect(short?.roots).not.toContain(undefined);
    expect(short?.events).toEqual(long?.events);
    expect(short?.events.length).toBeGreaterThan(0);
  });

  it('is written beside a signer that goes on, and by the next start if that was ended too soon', async () => {
    const dir = join(folder, 'live');
    cpSync(join(journals, 'first'), dir, { recursive: true });
    const store = open(dir);
    for (let n = 1; n <= 40; n++) await store.append(filler(n));
    await expect.poll(() => listSnapshots(dir)[0]).toBe(listSegments(dir).at(-1)?.to);
    await store.close();
    rmSync(join(dir, `snapshot-${String(listSnapshots(dir)[0]).padStart(12, '0')}`));
    const again = open(dir);
    await expect.poll(() => listSnapshots(dir)[0]).toBe(listSegments(dir).at(-1)?.to);
    await again.close();
  });

  it('no byte of it can be changed, and it cannot be cut: the signer does not start', async () => {
    const dir = await grown('first');
    const [size = 0] = listSnapshots(dir);
    const file = join(dir, `snapshot-${String(size).padStart(12, '0')}`);
    const [good, vault] = [readFileSync(file), openVault(dir, passphrase)];
    for (let at = 0; at < good.length; at += 37) {
      const changed = Buffer.from(good);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(file, changed);
      expect(() => readSnapshot(dir, vault, size), `byte ${at}`).toThrow(/altered/);
    }
    expect(() => open(dir)).toThrow(/altered/);
    for (const length of [0, 32, 200, good.length - 1]) {
      writeFileSync(file, good.subarray(0, length));
      expect(() => open(dir), `cut at ${length}`).toThrow(/altered/);
    }
    writeFileSync(file, good);
    await within(dir, () => undefined);
  });

  it('of another moment, or another history, is not taken for this one', async () => {
    const dir = await grown('first');
    const other = join(folder, 'other');
    cpSync(dir, other, { recursive: true });
    const [size = 0] = listSnapshots(dir);
    const file = `snapshot-${String(size).padStart(12, '0')}`;
    for (const one of [dir, other]) {
      const store = open(one);
      for (let n = 21; n <= 40; n++) await store.append(filler(one === dir ? n : n + 100));
      await store.close();
      compact(one, openVault(one, passphrase));
    }
    const [newest = 0] = listSnapshots(dir);
    const name = `snapshot-${String(newest).padStart(12, '0')}`;
    expect(newest).toBeGreaterThan(size);
    // The same size, by the same signer, after it was put back and went another way.
    cpSync(join(other, name), join(dir, name));
    expect(() => open(dir)).toThrow(/altered/);
    // An older one under the newer name.
    rmSync(join(dir, name));
    writeFileSync(join(dir, file), 'nothing');
    renameSync(join(dir, file), join(dir, name));
    expect(() => open(dir)).toThrow(/altered/);
  });

  it('does not hide that records are gone: a newest part put back, left out or exchanged stops the start', async () => {
    const dir = await grown('first');
    const segments = listSegments(dir).map(
      ({ from, to }) => `journal-${[from, to].map((n) => String(n).padStart(12, '0')).join('-')}`,
    );
    const newest = segments.at(-1) ?? '';
    const tries: ((copy: string) => void)[] = [
      (copy) => rmSync(join(copy, 'journal')),
      (copy) => rmSync(join(copy, newest)),
      (copy) => renameSync(join(copy, newest), join(copy, 'journal')),
      (copy) => cpSync(join(copy, segments[0] ?? ''), join(copy, 'journal')),
    ];
    for (const [n, tryIt] of tries.entries()) {
      const copy = join(folder, `try-${n}`);
      cpSync(dir, copy, { recursive: true });
      tryIt(copy);
      expect(() => open(copy), `try ${n}`).toThrow(/altered/);
    }
  });
});

describe('a crash while the journal is put away', () => {
  it('between any two steps leaves a folder that starts and knows the same', async () => {
    const dir = await grown('given-up');
    const known = await within(dir, whole, 1_000);
    const last = listSegments(dir).at(-1);
    const steps: ((copy: string) => void)[] = [
      // The file was renamed and no other begun: what was newer did not exist yet.
      (copy) => writeFileSync(join(copy, 'snapshot-000000000999.new'), 'half of it'),
      // The snapshot was not written, or the earlier ones not taken away.
      (copy) => {
        for (const size of listSnapshots(copy)) rmSync(join(copy, `snapshot-${String(size).padStart(12, '0')}`));
      },
    ];
    for (const [n, step] of steps.entries()) {
      const copy = join(folder, `crash-${n}`);
      cpSync(dir, copy, { recursive: true });
      step(copy);
      expect(await within(copy, whole, 1_000)).toEqual(known);
      expect(files(copy).filter((name) => name.endsWith('.new'))).toEqual([]);
    }
    expect(last?.to).toBeGreaterThan(0);
  });

  it('right after the renaming: the next start begins the file of newer records', async () => {
    const dir = join(folder, 'renamed');
    cpSync(join(journals, 'first'), dir, { recursive: true });
    const before = await within(dir, (store) => [whole(store), store.log().size] as const, 1_000);
    const to = String(before[1]).padStart(12, '0');
    renameSync(join(dir, 'journal'), join(dir, `journal-000000000000-${to}`));
    const after = await within(dir, (store) => [whole(store), store.log().size] as const, 1_000);
    expect(after).toEqual(before);
    const store = open(dir, 1_000);
    await store.append(filler(1));
    await store.close();
    expect(await within(dir, (one) => one.log().size, 1_000)).toBe(before[1] + 1);
  });
});
