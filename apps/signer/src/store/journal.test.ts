import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from './journal.ts';
import { createVault, openVault, type Vault } from './vault.ts';

const cheap = { memory: 64, passes: 1 };
let dir: string;
let vault: Vault;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'holdfast-journal-'));
  vault = createVault(dir, 'a passphrase', cheap);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const file = (): string => join(dir, 'journal');

/** Opens, appends, closes; gives back everything that was there before the appends. */
async function write(...texts: string[]): Promise<string[]> {
  const seen: string[] = [];
  const journal = openJournal({ dir, vault, onRecord: (plain) => seen.push(new TextDecoder().decode(plain)) });
  await Promise.all(texts.map((text) => journal.append(utf8ToBytes(text))));
  await journal.close();
  return seen;
}
const read = (): Promise<string[]> => write();

test('what was acknowledged is there after opening again, in order', async () => {
  await write('one', 'two');
  await write('three');
  expect(await read()).toEqual(['one', 'two', 'three']);
});

test('a record cut off at any byte while it was written is dropped, and nothing before it', async () => {
  await write('first', 'second');
  const [journal, head] = [readFileSync(file()), readFileSync(join(dir, 'head'))];
  await write('third, which the crash interrupts');
  const whole = readFileSync(file());
  for (let size = journal.length; size < whole.length; size++) {
    writeFileSync(file(), whole.subarray(0, size));
    // The head is only written after the sync that the crash never reached.
    writeFileSync(join(dir, 'head'), head);
    expect(await write('after'), `cut at ${size}`).toEqual(['first', 'second']);
    expect(await read()).toEqual(['first', 'second', 'after']);
    writeFileSync(join(dir, 'head'), head);
  }
});

test('a file that grew before its data reached the disk is read up to there', async () => {
  await write('first');
  const [journal, head] = [readFileSync(file()), readFileSync(join(dir, 'head'))];
  await write('second');
  const whole = readFileSync(file());
  for (const kept of [journal.length, journal.length + 4, journal.length + 10]) {
    const torn = Buffer.alloc(whole.length);
    whole.copy(torn, 0, 0, kept);
    writeFileSync(file(), torn);
    writeFileSync(join(dir, 'head'), head);
    expect(await read()).toEqual(['first']);
  }
});

test('an acknowledged record that was cut off stops the start: it is an older copy', async () => {
  await write('first', 'second');
  const whole = readFileSync(file());
  for (let size = 0; size < whole.length; size++) {
    writeFileSync(file(), whole.subarray(0, size));
    await expect(read(), `cut at ${size}`).rejects.toThrow(/altered/);
    writeFileSync(file(), whole);
  }
  expect(await read()).toEqual(['first', 'second']);
});

test('no byte of the journal can be changed', async () => {
  await write('first', 'second');
  const whole = readFileSync(file());
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0x01;
    writeFileSync(file(), changed);
    await expect(read(), `byte ${at}`).rejects.toThrow(/altered/);
    expect(readFileSync(file()).equals(changed), 'a refused start changes nothing').toBe(true);
    writeFileSync(file(), whole);
  }
});

test('records cannot be left out, doubled or swapped', async () => {
  await write('aaaa');
  const a = readFileSync(file());
  await write('bbbb');
  const ab = readFileSync(file());
  const b = ab.subarray(a.length);
  for (const altered of [b, Buffer.concat([a, a]), Buffer.concat([b, a]), Buffer.concat([a, b, b])]) {
    writeFileSync(file(), altered);
    await expect(read()).rejects.toThrow(/altered/);
  }
});

test('a journal of another store does not open', async () => {
  await write('mine');
  const other = mkdtempSync(join(tmpdir(), 'holdfast-journal-'));
  const theirs = createVault(other, 'a passphrase', cheap);
  cpSync(file(), join(other, 'journal'));
  expect(() => openJournal({ dir: other, vault: theirs, onRecord: () => undefined })).toThrow(/altered/);
  rmSync(other, { recursive: true });
});

test('the head is checked: an altered one stops the start', async () => {
  await write('first');
  const head = readFileSync(join(dir, 'head'));
  head[30] = (head[30] ?? 0) ^ 1;
  writeFileSync(join(dir, 'head'), head);
  await expect(read()).rejects.toThrow(/head was altered/);
});

test('a wrong passphrase is named as what it is', () => {
  expect(() => openVault(dir, 'another passphrase')).toThrow(/passphrase is wrong/);
  expect(openVault(dir, 'a passphrase').store).toBe(vault.store);
});

test('an altered store.json does not open', () => {
  const path = join(dir, 'store.json');
  const value = JSON.parse(readFileSync(path, 'utf8')) as { store: string; kdf: { memory: number } };
  writeFileSync(path, JSON.stringify({ ...value, store: 'ff'.repeat(16) }));
  expect(() => openVault(dir, 'a passphrase')).toThrow(/wrong, or store.json was altered/);
  writeFileSync(path, JSON.stringify({ ...value, kdf: { ...value.kdf, memory: 1e9 } }));
  expect(() => openVault(dir, 'a passphrase')).toThrow(/damaged/);
});

test('many appends at once share few syncs and keep their order', async () => {
  const texts = Array.from({ length: 500 }, (_, i) => `entry ${i}`);
  await write(...texts);
  expect(await read()).toEqual(texts);
});

test('a record is durable when its append resolves, and not counted so before', async () => {
  const journal = openJournal({ dir, vault, onRecord: () => undefined });
  const first = journal.append(utf8ToBytes('one'));
  expect([journal.size, journal.durable]).toEqual([1, 0]);
  expect(() => journal.read(0)).toThrow(/no durable record/);
  await first;
  expect([journal.size, journal.durable]).toEqual([1, 1]);
  expect(new TextDecoder().decode(journal.read(0))).toBe('one');
  await journal.close();
});

test('nothing of what is kept can be read from the disk', async () => {
  const canary = 'CANARY-3f1c';
  await write(`share ${canary}`);
  expect(readFileSync(file(), 'latin1')).not.toContain(canary);
});
