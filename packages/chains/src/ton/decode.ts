import { hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import type { ChainConfig, DecodedOutput, DecodedTx } from '../types.ts';
import { spell } from './address.ts';
import { type ReadCell, readBoc, type Slice, sliceOf } from './boc.ts';
import { commentIn } from './comment.ts';
import { formAt, type TonForm } from './forms.ts';
import { ownCost } from './limits.ts';
import type { UnsignedTonTx } from './types.ts';
import { jettonWalletOf, tonAddressOf, walletIdOf } from './wallet.ts';

const bad = (why: string): never => {
  throw new ChainError('badBytes', why);
};

const must = (holds: boolean, why: string): void => {
  if (!holds) bad(why);
};

const expect = (slice: Slice, size: number, value: bigint, why: string): void => must(slice.uint(size) === value, why);

/** An account of workchain 0, in its one spelling. */
function payeeIn(chain: ChainConfig, slice: Slice): string {
  const raw = slice.address();
  return raw.startsWith('0:') ? spell(chain, raw) : bad('receiver');
}

/** The text behind op 0; a body that is something else is refused. */
const memoIn = (body: ReadCell): string => {
  const text = commentIn(body);
  return text === undefined || text === '' ? bad('not a comment') : text;
};

const withMemo = (output: DecodedOutput, memo: string): DecodedOutput => (memo === '' ? output : { ...output, memo });

interface Sent {
  readonly output: DecodedOutput;
  readonly attached: bigint;
}

/** `transfer` of a jetton, told by the wallet of ours that it goes to: of a listed master, or it is refused. */
function readJetton(chain: ChainConfig, from: string, to: string, body: ReadCell, seqno: bigint): DecodedOutput {
  const master = chain.assets.find(
    ({ contract, account }) => contract !== '' && to === spell(chain, jettonWalletOf(contract, account, from)),
  );
  if (!master) return bad('not our wallet of a listed jetton');
  const slice = sliceOf(body);
  expect(slice, 32, 0x0f8a7ea5n, 'not a jetton transfer');
  expect(slice, 64, seqno, 'query id');
  const amount = slice.coins();
  const address = payeeIn(chain, slice);
  must(payeeIn(chain, slice) === from, 'what is left goes elsewhere');
  expect(slice, 1, 0n, 'custom payload');
  must(slice.coins() === 1n, 'forward amount');
  const memo = slice.bit() ? memoIn(slice.ref()) : '';
  slice.end('a jetton transfer');
  return withMemo({ address, amount: String(amount), contract: master.contract }, memo);
}

/** Two kinds of message exist for us: coins with a comment, and a jetton transfer. Anything else is refused. */
function readMessage(chain: ChainConfig, from: string, cell: ReadCell, seqno: bigint): Sent {
  const slice = sliceOf(cell);
  expect(slice, 2, 0b01n, 'not an internal message');
  const bounce = slice.bit();
  expect(slice, 1, 0n, 'bounced');
  must(slice.address() === '', 'sender');
  const to = payeeIn(chain, slice);
  const value = slice.coins();
  expect(slice, 105, 0n, 'other currencies, fees or times');
  expect(slice, 1, 0n, 'state init');
  const body = slice.bit() ? slice.ref() : undefined;
  slice.end('a message');
  if (bounce) return { output: readJetton(chain, from, to, body ?? bad('no body'), seqno), attached: value };
  const plain = { address: to, amount: String(value), contract: '' };
  return { output: withMemo(plain, body ? memoIn(body) : ''), attached: 0n };
}

/** `OutList` of one `action_send_msg`, as v5r1 takes it. */
function onlyMessage(actions: ReadCell): ReadCell {
  const slice = sliceOf(actions);
  expect(slice, 32, 0x0ec3c86dn, 'not a message to be sent');
  expect(slice, 8, 3n, 'mode');
  const [before, message] = [slice.ref(), slice.ref()];
  slice.end('an action');
  sliceOf(before).end('one action');
  return message;
}

/** How what a wallet has signed begins and ends. `message` gives the one that it sends. */
const readers: Readonly<Record<TonForm, { begin(slice: Slice): void; message(slice: Slice): ReadCell }>> = {
  v5r1: {
    begin: (slice) => expect(slice, 32, 0x7369676en, 'not signed from outside'),
    message: (slice) => {
      expect(slice, 1, 1n, 'no action');
      expect(slice, 1, 0n, 'actions on the wallet itself');
      return onlyMessage(slice.ref());
    },
  },
  v4r2: {
    begin: () => undefined,
    message: (slice) => {
      expect(slice, 8, 0n, 'not a message to be sent');
      expect(slice, 8, 3n, 'mode');
      return slice.ref();
    },
  },
};

/** Reads what the wallet of the path has signed. @throws ChainError */
export function decodeTon(chain: ChainConfig, unsigned: UnsignedTonTx): DecodedTx {
  const { from, publicKey, sighashes } = unsigned;
  const root = readBoc(hexToBytes(unsigned.bytes));
  const [asked] = sighashes;
  if (asked?.scheme !== 'ed25519' || sighashes.length !== 1 || asked.message !== root.hash)
    throw new ChainError('sighashMismatch', 'not the hash of these bytes');
  const form = formAt(asked.path);
  must(tonAddressOf(chain, hexToBytes(publicKey), form) === from, 'another key');
  const slice = sliceOf(root);
  readers[form].begin(slice);
  expect(slice, 32, walletIdOf(chain, form), 'wallet id');
  const [validUntil, seqno] = [slice.uint(32), slice.uint(32)];
  const { output, attached } = readMessage(chain, from, readers[form].message(slice), seqno);
  slice.end('a payload');
  return {
    family: 'ton',
    chain: chain.id,
    sources: [{ path: asked.path, address: from, amount: output.amount }],
    outputs: [output],
    fee: String(ownCost + attached),
    conflict: { family: 'ton', chain: chain.id, account: from, nonce: String(seqno) },
    sighashes: [{ scheme: 'ed25519', path: asked.path, message: root.hash }],
    until: Number(validUntil) * 1_000,
    plan: { seqno: String(seqno), validUntil: String(validUntil), attached: String(attached) },
  };
}
