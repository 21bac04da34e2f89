import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../src/store/store.ts';
import { passphrase, startPair } from './harness.ts';
import { liveOn } from './life.ts';
import { summaryOf } from './replay.ts';

/**
 * Data folders of signers that were written long ago, and what each signer knew. They never change: a signer has to start from what an earlier version
 * wrote. The first three are from before kinds, conditions and families were records, and what they hold was told by that version. `JOURNAL=name npx vitest run apps/signer/test/replay.test.ts` adds one that this version writes.
 */
const journals = fileURLToPath(new URL('journals', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'holdfast-replay-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function summaryIn(dir: string): Promise<unknown> {
  const store = openStore({ dir, passphrase, now: Date.now });
  try {
    return JSON.parse(JSON.stringify(summaryOf(store)));
  } finally {
    await store.close();
  }
}

async function write(name: string): Promise<void> {
  const pair = await startPair();
  try {
    await liveOn(pair);
    const [place] = pair.places;
    if (!place) throw new Error('no signer');
    await place.signer?.stop();
    place.signer = undefined;
    mkdirSync(join(journals, name), { recursive: true });
    for (const file of ['store.json', 'journal', 'head']) cpSync(join(place.dir, file), join(journals, name, file));
    const copy = join(folder, 'made');
    cpSync(join(journals, name), copy, { recursive: true });
    writeFileSync(join(journals, name, 'known.json'), `${JSON.stringify(await summaryIn(copy), null, 1)}\n`);
  } finally {
    await pair.stop();
  }
}

describe('a journal that was written long ago', () => {
  it.each(['payments', 'given-up', 'whitelist', 'first'])('replays to what the signer knew then: %s', async (name) => {
    if (process.env.JOURNAL === name) await write(name);
    const copy = join(folder, name);
    cpSync(join(journals, name), copy, { recursive: true });
    expect(await summaryIn(copy)).toEqual(JSON.parse(readFileSync(join(journals, name, 'known.json'), 'utf8')));
  });
});
