import { fstatSync, readSync, writeSync } from 'node:fs';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Vault } from './vault.ts';

/**
 * How far the journal has come, in a file of its own that is rewritten in place after each flush. It is not synced: after a kill it is current,
 * after a power cut it may lag. A journal that is *shorter* than its head, or other, was put back from an older copy.
 */
export interface Head {
  readonly size: number;
  readonly root: string;
}

const purpose = utf8ToBytes('journal-head');
const plainLength = 12 + 1 + 64;
const fileLength = 24 + plainLength + 16;

export function writeHead(vault: Vault, fd: number, head: Head): void {
  const plain = utf8ToBytes(`${String(head.size).padStart(12, '0')}:${head.root}`);
  writeSync(fd, vault.seal(purpose, plain), 0, fileLength, 0);
}

/** The head, or undefined when none was written yet. An unreadable one is refused: nothing but an altered file gives it. */
export function openHead(vault: Vault, fd: number): Head | undefined {
  const size = fstatSync(fd).size;
  if (size === 0) return undefined;
  const sealed = new Uint8Array(fileLength);
  const length = readSync(fd, sealed, 0, fileLength, 0);
  // The file grew but its data never reached the disk (power cut before its first sync).
  if (sealed.every((byte) => byte === 0)) return undefined;
  try {
    if (length !== fileLength || size !== fileLength) throw new Error('length');
    const [count = '', root = ''] = new TextDecoder().decode(vault.open(purpose, sealed)).split(':');
    return { size: Number(count), root };
  } catch (cause) {
    throw new Error('The journal head was altered. The signer does not start from it.', { cause });
  }
}
