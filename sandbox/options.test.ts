import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { devChainNames } from '@holdfast/devnet';
import { afterAll, describe, expect, test } from 'vitest';
import { takeLock } from './lock.ts';
import { checkPorts, emptyDataFolder, openDataFolder, portsFrom, readOptions, StartError } from './options.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'holdfast-start-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the start options', () => {
  test('say which option is wrong, and how it is used', () => {
    expect(() => readOptions(['--prot', '1'], scratch)).toThrow(/--prot[\s\S]*usage/);
    expect(() => readOptions(['--port', '80'], scratch)).toThrow(StartError);
    expect(() => readOptions(['--port', 'eight'], scratch)).toThrow(/ports in a row/);
  });

  test('give everything a port of its own, in a row from the one that is named', () => {
    const { ports } = readOptions(['--port', '9000'], scratch);
    expect(ports.server).toBe(9000);
    const given = Object.values(ports);
    expect(given).toEqual(given.map((_, offset) => 9000 + offset));
    expect(Object.keys(ports)).toEqual(expect.arrayContaining([...devChainNames, 'faucet', 'signer1', 'signer2']));
  });
});

describe('the data folder', () => {
  test('is not taken when it holds what somebody else made', () => {
    const foreign = path.join(scratch, 'foreign');
    mkdirSync(foreign);
    writeFileSync(path.join(foreign, 'thesis.txt'), 'years of work');
    expect(() => openDataFolder(foreign)).toThrow(/did not make/);
    expect(readdirSync(foreign)).toEqual(['thesis.txt']);
  });

  test('is emptied by --fresh while its lock is kept', () => {
    const own = path.join(scratch, 'own');
    openDataFolder(own);
    const unlock = takeLock(own);
    writeFileSync(path.join(own, 'old'), '');
    emptyDataFolder(own);
    expect(readdirSync(own).sort()).toEqual(['.holdfast-sandbox', 'sandbox.lock']);
    unlock();
  });

  test('that is a file is refused in words', () => {
    const file = path.join(scratch, 'file');
    writeFileSync(file, '');
    expect(() => openDataFolder(file)).toThrow(/cannot be written|not a folder/);
  });
});

test('a busy port is named with what it is for', async () => {
  const holder = createServer();
  const port = await new Promise<number>((ready) => {
    holder.listen(0, '127.0.0.1', () => {
      const address = holder.address();
      ready(typeof address === 'object' && address ? address.port : 0);
    });
  });
  await expect(checkPorts(portsFrom(port), false)).rejects.toThrow(`${port} (server)`);
  await new Promise((done) => holder.close(done));
});

describe('the lock of a data folder', () => {
  test('is taken over when its holder is gone, as after kill -9', () => {
    const dir = mkdtempSync(path.join(scratch, 'lock-'));
    writeFileSync(path.join(dir, 'sandbox.lock'), '4194000');
    const unlock = takeLock(dir);
    unlock();
    takeLock(dir)();
  });
});
