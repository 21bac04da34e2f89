import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Call } from '../json-rpc.ts';

const unzip = promisify(gunzip);

function syncFile(file: string): void {
  const fd = openSync(file, 'r');
  fsyncSync(fd);
  closeSync(fd);
}

/**
 * Writes the whole chain to `file` so that a kill at any moment leaves the old state or the new one. anvil's own
 * `--state-interval` writes in place: a kill in the middle of it leaves a file that anvil refuses at the next start.
 */
async function writeState(call: Call, file: string): Promise<void> {
  const dump = await call<string>('anvil_dumpState');
  const next = `${file}.next`;
  writeFileSync(next, await unzip(Buffer.from(dump.slice(2), 'hex')), { mode: 0o600 });
  syncFile(next);
  renameSync(next, file);
  syncFile(path.dirname(file));
}

export interface StateKeeper {
  /** Saves now if the chain has moved since the last time; one after another. */
  save(): Promise<void>;
  /** Saves unless that would take more than a sixth of the time: a long chain takes long to write. */
  saveSometimes(): Promise<void>;
}

const restFactor = 5;

export function keepState(call: Call, file: string): StateKeeper {
  let saved = '';
  let restUntil = 0;
  let queue: Promise<void> = Promise.resolve();
  const once = async (): Promise<void> => {
    const tip = await call<{ hash: string }>('eth_getBlockByNumber', 'latest', false);
    if (tip.hash === saved) return;
    const began = performance.now();
    await writeState(call, file);
    saved = tip.hash;
    const ended = performance.now();
    restUntil = ended + restFactor * (ended - began);
  };
  const save = (): Promise<void> => {
    queue = queue.catch(() => undefined).then(once);
    return queue;
  };
  return { save, saveSometimes: async () => (performance.now() < restUntil ? undefined : save()) };
}
