import { type KeyPublic, publicOf, verifyPossession } from '@holdfast/mpc';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Kit,
  KitError,
  kitFileName,
  kitFromJson,
  kitGroup,
  kitToJson,
  openKit,
  proveKit,
  sealKit,
} from '../src/kit.ts';
import { passphraseLevel } from '../src/strength.ts';
import { threeKits } from './parties.ts';

const passphrase = 'tulip anvil meadow crank';
let kit: Kit;
let file: Uint8Array;

beforeAll(async () => {
  [, , kit] = threeKits();
  file = await sealKit(kit, passphrase);
});

const codeOf = async (act: () => unknown): Promise<string> => {
  try {
    await act();
  } catch (error) {
    if (error instanceof KitError) return error.code;
    throw error;
  }
  return 'accepted';
};

describe('the recovery kit', () => {
  it('opens with its passphrase to exactly what was put in, and proves both shares', async () => {
    const opened = await openKit(file, passphrase);
    expect(opened).toEqual(kit);
    const context = sha256(utf8ToBytes(`holdfast/possession/v1|${kit.ceremony}|${kitGroup(kit)}`));
    const proof = proveKit(opened);
    const holds = (key: KeyPublic, party: number, hex: string) =>
      verifyPossession(publicOf(key), party, context, hexToBytes(hex));
    expect(holds(kit.secp256k1, 3, proof.secp256k1)).toBe(true);
    expect(holds(kit.ed25519, 3, proof.ed25519)).toBe(true);
    expect(holds(kit.secp256k1, 2, proof.secp256k1)).toBe(false);
    expect(holds(kit.secp256k1, 3, proof.ed25519)).toBe(false);
  });

  it('is as slow to guess as age makes it: scrypt with N = 2^18', () => {
    expect(new TextDecoder().decode(file.slice(0, 120))).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
  });

  it('does not open with another passphrase', async () => {
    expect(await codeOf(() => openKit(file, `${passphrase} `))).toBe('wrongPassphrase');
  });

  it('does not open when a byte of it was altered', async () => {
    const altered = file.slice();
    const at = altered.length - 20;
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(await codeOf(() => openKit(altered, passphrase))).toBe('wrongPassphrase');
  });

  it('does not open when it was cut short, and is told from other files at once', async () => {
    expect(await codeOf(() => openKit(file.slice(0, -1), passphrase))).toBe('wrongPassphrase');
    expect(await codeOf(() => openKit(utf8ToBytes('{"a":1}'), passphrase))).toBe('notAKit');
    expect(await codeOf(() => openKit(new Uint8Array(), passphrase))).toBe('notAKit');
  });

  it('shows nothing of the shares from outside', () => {
    const text = Buffer.from(file).toString('latin1');
    expect(text).not.toContain(kit.secp256k1.share.toString(16).slice(0, 8));
    expect(text.startsWith('age-encryption.org/v1\n-> scrypt ')).toBe(true);
    expect(kitFileName(kit)).toMatch(/^holdfast-recovery-kit-[0-9a-f]{8}\.age$/);
  });

  it('refuses contents that do not hold together, whatever was changed', async () => {
    const value = JSON.parse(kitToJson(kit)) as { shares: { secp256k1: Record<string, unknown>; ed25519: object } };
    const other = JSON.parse(kitToJson(threeKits(8)[2])) as typeof value;
    const read = (change: object) => codeOf(() => kitFromJson(JSON.stringify({ ...value, ...change })));
    expect(await read({})).toBe('accepted');
    expect(await read({ type: 'something' })).toBe('notAKit');
    expect(await read({ v: 2 })).toBe('newerVersion');
    expect(await read({ keyGroup: '0'.repeat(32) })).toBe('inconsistent');
    expect(await read({ party: 2 })).toBe('inconsistent');
    expect(await read({ shares: { ...value.shares, secp256k1: other.shares.secp256k1 } })).toBe('inconsistent');
    expect(await read({ shares: { ...value.shares, ed25519: value.shares.secp256k1 } })).toBe('inconsistent');
    expect(
      await read({ shares: { ...value.shares, secp256k1: { ...value.shares.secp256k1, share: '1'.repeat(64) } } }),
    ).toBe('inconsistent');
    expect(await read({ shares: {} })).toBe('inconsistent');
    expect(await read({ createdAt: 5 })).toBe('inconsistent');
  });
});

describe('the strength hint', () => {
  it.each([
    ['', 0],
    ['elevenchars', 0],
    ['aaaaaaaaaaaaaaaa', 1],
    ['passwordpassword', 2],
    ['tulip anvil meadow', 3],
    ['tulip anvil meadow crank Otter 9', 4],
  ] as const)('calls %j %i', (text, level) => {
    expect(passphraseLevel(text)).toBe(level);
  });
});
