import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import type { ChainConfig } from '../src/index.ts';
import { checkTonAddress } from '../src/ton/address.ts';
import { type ReadCell, readBoc, sliceOf } from '../src/ton/boc.ts';
import { bocOf, bytesField, type Cell, cellOf, hashOf } from '../src/ton/cell.ts';
import { commentIn } from '../src/ton/comment.ts';
import type { TonForm } from '../src/ton/forms.ts';
import { tonAddressOf, walletInit } from '../src/ton/wallet.ts';
import { tonChain } from './ton-support.ts';

/** Facts of public test suites and of main-net blocks, recomputed when they were gathered. Where each is from, it says itself. */
interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly encoding?: 'base64' | 'hex';
  readonly boc?: string;
  readonly hash?: string;
  readonly normalized_hash_tep467?: string;
  readonly wallet?: string | null;
  readonly public_key?: string;
  readonly signature?: string;
  readonly signature_position?: string;
  readonly destination?: string;
  readonly friendly?: string;
  readonly raw?: string;
  readonly workchain?: number;
  readonly testnet_only?: boolean;
  readonly input?: string;
  readonly non_bounceable?: string;
  readonly testnet_non_bounceable?: string;
  readonly decoded?: { readonly comment?: string };
  readonly body?: { readonly messages?: readonly { readonly body?: { readonly comment?: string } }[] };
}
const file = path.join(import.meta.dirname, 'vectors/ton.json.gz');
const { vectors } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as { vectors: Vector[] };
const of = (...kinds: string[]): Vector[] => vectors.filter(({ kind }) => kinds.includes(kind));

const main: ChainConfig = { ...tonChain, id: 'ton:-239' };
const test: ChainConfig = { ...tonChain, id: 'ton:-3' };
const bytesOf = ({ boc = '', encoding }: Vector): Uint8Array => new Uint8Array(Buffer.from(boc, encoding ?? 'base64'));
const again = ({ data, bitLength, refs }: ReadCell): Cell =>
  cellOf([bytesField(data).slice(0, bitLength)], refs.map(again));

/** Code that lies in a library of the network. We read such cells and write none. */
const hasExotic = ({ exotic, refs }: ReadCell): boolean => exotic || refs.some(hasExotic);

/** These prove to somebody what is in a cell that they leave out: nothing of ours does. */
const withPruned = new Set(['ton-0058', 'ton-0103']);

describe('bags of cells from elsewhere', () => {
  const kinds = ['boc', 'message_body', 'external_message', 'external_message_signed', 'transaction'];
  const bags = of(...kinds).filter(({ id }) => !withPruned.has(id));

  it('are refused by name where they leave out a branch', () => {
    for (const vector of of(...kinds).filter(({ id }) => withPruned.has(id)))
      expect(() => readBoc(bytesOf(vector)), vector.id).toThrow('a pruned branch');
  });

  it('have the hash that their sources say, and are written again as cells of the same hash', () => {
    for (const vector of bags) {
      const read = readBoc(bytesOf(vector));
      expect(read.hash, vector.id).toBe(vector.hash);
      if (hasExotic(read)) continue;
      const written = again(read);
      expect(bytesToHex(hashOf(written)), vector.id).toBe(vector.hash);
      expect(readBoc(bocOf(written)).hash, vector.id).toBe(vector.hash);
    }
    expect(bags.length).toBe(113);
  });

  it('are written to the same bytes where the common library wrote them, and where wallets of our version did', () => {
    const isOurs = ({ kind, wallet }: Vector) => kind === 'transaction' || wallet === 'v5r1';
    const ours = bags.filter((vector) => isOurs(vector) && /^b5ee9c7241/.test(bytesToHex(bytesOf(vector))));
    for (const vector of ours) {
      const bytes = bytesOf(vector);
      expect(bytesToHex(bocOf(again(readBoc(bytes)))), vector.id).toBe(bytesToHex(bytes));
    }
    expect(ours.length).toBe(53);
  });

  it('are refused when any byte of them is another, is missing, or is too many', () => {
    const [vector] = bags.filter(({ id }) => id === 'ton-0006');
    if (!vector) throw new Error('no vector');
    const bytes = bytesOf(vector);
    for (let at = 0; at < bytes.length; at++) {
      const bent = Uint8Array.from(bytes, (byte, n) => (n === at ? byte ^ 1 : byte));
      expect(() => readBoc(bent), String(at)).toThrow('badBytes');
      expect(() => readBoc(bytes.subarray(0, at)), String(at)).toThrow('badBytes');
    }
    expect(() => readBoc(Uint8Array.of(...bytes, 0))).toThrow('badBytes');
  });
});

/** Receiver and body of a message from outside; its state init and its body are behind the header, in cells of their own or not. */
function readExternal(message: ReadCell): { readonly to: string; readonly body: Cell } {
  const slice = sliceOf(message);
  expect(slice.uint(2)).toBe(2n);
  slice.uint(2);
  const to = slice.address();
  slice.coins();
  if (slice.bit()) {
    if (slice.bit()) slice.ref();
    else {
      // Code and data, nothing else.
      expect(slice.uint(5)).toBe(0b00110n);
      for (let n = 0; n < 2; n++) slice.ref();
    }
  }
  if (slice.bit()) return { to, body: again(slice.ref()) };
  let bits = '';
  while (slice.left.bits > 0) bits += slice.uint(1).toString();
  const refs = Array.from({ length: slice.left.refs }, () => again(slice.ref()));
  return { to, body: cellOf([bits], refs) };
}

describe('messages of wallets from elsewhere', () => {
  const signed = (form: TonForm) =>
    of('external_message_signed').filter(({ wallet, id }) => wallet === form && !withPruned.has(id));

  it.each([
    ['v5r1', 5],
    ['v4r2', 17],
  ] as const)('are signed by the key whose address they go to, and we work out that address: %s', (form, count) => {
    let read = 0;
    for (const vector of signed(form)) {
      const whole = readExternal(readBoc(bytesOf(vector))).body;
      read++;
      const payload = cellOf([form === 'v4r2' ? whole.bits.slice(512) : whole.bits.slice(0, -512)], whole.refs);
      const key = hexToBytes(vector.public_key ?? '');
      const checked = checkTonAddress(main, vector.destination ?? '');
      expect(checked, vector.id).toMatchObject({ address: tonAddressOf(main, key, form) });
      const signature = hexToBytes(vector.signature ?? '');
      expect(ed25519.verify(signature, hashOf(payload), key, { zip215: false }), vector.id).toBe(true);
    }
    expect(read).toBe(count);
  });

  it('are signed by the key that they name, of whatever wallet', () => {
    const all = of('external_message_signed').filter(({ id }) => !withPruned.has(id));
    for (const vector of all) {
      const whole = readExternal(readBoc(bytesOf(vector))).body;
      const bits = vector.signature_position === 'tail' ? whole.bits.slice(0, -512) : whole.bits.slice(512);
      const [key, signature] = [hexToBytes(vector.public_key ?? ''), hexToBytes(vector.signature ?? '')];
      const message = hashOf(cellOf([bits], whole.refs));
      expect(ed25519.verify(signature, message, key, { zip215: false }), vector.id).toBe(true);
    }
    expect(all.length).toBe(27);
  });

  it('are found by the hash of the message alone (TEP-467)', () => {
    for (const vector of of('external_message_signed', 'external_message', 'normalized_message_hash')) {
      if (withPruned.has(vector.id)) continue;
      const { to, body } = readExternal(readBoc(bytesOf(vector)));
      if (!to.startsWith('0:')) continue;
      const header = `1000100${'0'.repeat(8)}${bytesField(hexToBytes(to.slice(2)))}00000`;
      expect(bytesToHex(hashOf(cellOf([header, '1'], [body]))), vector.id).toBe(vector.normalized_hash_tep467);
    }
  });
});

describe('addresses from elsewhere', () => {
  it('are of their key, on both networks', () => {
    const wallets = of('wallet_address').filter(({ wallet }) => wallet?.startsWith('v5r1'));
    for (const { public_key = '', raw = '', non_bounceable, id } of wallets) {
      expect(tonAddressOf(main, hexToBytes(public_key), 'v5r1'), id).toBe(non_bounceable);
      expect(checkTonAddress(main, raw), id).toEqual({ ok: true, address: non_bounceable });
      expect(tonAddressOf(test, hexToBytes(public_key), 'v5r1'), id).not.toBe(non_bounceable);
    }
    expect(wallets.length).toBe(4);
  });

  it('are of their key as wallet v4r2 too, by the code that its first message brings; on a test network the account is another', () => {
    const wallets = of('wallet_address').filter(({ wallet }) => wallet === 'v4r2');
    for (const { public_key = '', raw = '', non_bounceable, testnet_non_bounceable, id } of wallets) {
      const key = hexToBytes(public_key);
      expect(tonAddressOf(main, key, 'v4r2'), id).toBe(non_bounceable);
      expect(`0:${bytesToHex(hashOf(walletInit(main, key, 'v4r2')))}`, id).toBe(raw);
      // Elsewhere the usual account has the same wallet id, so that a payment of test coins is one of real ones.
      expect(tonAddressOf(test, key, 'v4r2'), id).not.toBe(testnet_non_bounceable);
    }
    expect(wallets.length).toBeGreaterThan(9);
  });

  it('are one account in all their forms, and in one spelling; the form for test networks is refused on the main one', () => {
    for (const { friendly = '', raw = '', workchain, testnet_only, id } of of('address_pair')) {
      const [onMain, onTest] = [main, test].map((chain) => checkTonAddress(chain, friendly));
      if (workchain !== 0 || /:0+$/.test(raw)) {
        expect(onMain?.ok, id).toBe(false);
        continue;
      }
      expect(onTest, id).toEqual(checkTonAddress(test, raw));
      expect(onTest?.ok, id).toBe(true);
      const wanted = testnet_only ? { ok: false, reason: 'network' } : checkTonAddress(main, raw);
      expect(onMain, id).toEqual(wanted);
      if (onMain?.ok) expect(checkTonAddress(main, onMain.address), id).toEqual(onMain);
    }
  });

  it('are refused with a slip, of another workchain, and in two alphabets at once', () => {
    const odd = of('address_invalid', 'address_unsupported_workchain', 'address_mixed_alphabet');
    for (const { input = '', id } of odd)
      for (const chain of [main, test]) expect(checkTonAddress(chain, input).ok, `${id} ${input}`).toBe(false);
    expect(odd.length).toBe(10);
  });
});

it('reads comments from elsewhere, and nothing else as one', () => {
  for (const vector of of('message_body'))
    expect(commentIn(readBoc(bytesOf(vector))), vector.id).toBe(vector.decoded?.comment);
});
