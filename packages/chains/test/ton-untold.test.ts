import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { spell } from '../src/ton/address.ts';
import { bocOf, type Cell, cellOf, coins, uint } from '../src/ton/cell.ts';
import type { TonApi } from '../src/ton/node/api.ts';
import { tonBlock } from '../src/ton/node/blocks.ts';
import { addressField, jettonWalletOf } from '../src/ton/wallet.ts';
import { master, otherMaster, tonChain } from './ton-support.ts';

/** Jettons that come without a word to their owner: read from the block alone, however many strangers pay each other so. */

const jetCode = 'ab'.repeat(32);
const [, jet, gov] = tonChain.assets;
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
const hashOf = (n: number): string => base64(n.toString(16).padStart(64, '0'));
const rawAt = (n: number): string => `0:${(n + 1).toString(16).padStart(64, '7')}`;
const addressAt = (n: number): string => spell(tonChain, rawAt(n));

const silent = (amount: bigint, told = 0n): Cell =>
  cellOf([uint(0x178d4519n, 32), uint(0n, 64), coins(amount), addressField(rawAt(9_999)), '00', coins(told), '0']);

interface Paid {
  readonly account: string;
  readonly code?: string;
  readonly body?: Cell;
  readonly aborted?: boolean;
}
const state = { balance: '0' };
const txOf = ({ account, code = jetCode, body = silent(7n), aborted = false }: Paid, n: number) => ({
  account,
  hash: hashOf(n + 1),
  lt: String(n),
  mc_block_seqno: 5,
  trace_id: hashOf(n + 1),
  now: 1_700_000_000,
  description: { aborted },
  in_msg: {
    source: rawAt(9_998),
    destination: account,
    value: '1',
    hash: hashOf(n + 1),
    message_content: { body: base64(bytesToHex(bocOf(body))) },
  },
  out_msgs: [],
  account_state_before: state,
  account_state_after: { ...state, code_hash: base64(code) },
});

/** A node of one block. Every question to a contract is refused, and counted. */
function nodeOf(paid: readonly Paid[]) {
  const block = { seqno: 5, root_hash: hashOf(1), gen_utime: '1700000000', global_id: -3 };
  const asked: string[] = [];
  const api: TonApi = {
    get: async (method, { offset = 0, limit = 0, seqno }) =>
      method === 'blocks'
        ? { blocks: [{ ...block, seqno }] }
        : { transactions: paid.map(txOf).slice(Number(offset), Number(offset) + Number(limit)) },
    post: async (method) => {
      asked.push(method);
      return { ok: false, answer: {} };
    },
  };
  return { asked, read: async (watch: Set<string>) => (await tonBlock(api, tonChain, 5, { watch }))?.transfers };
}
const walletOf = (owner: string): string => jettonWalletOf(jet?.contract ?? '', jet?.account, owner);

describe('jettons that come without a word to their owner', () => {
  it('cost no call to the node, however many strangers get some, and ours are credited', async () => {
    const strangers = Array.from({ length: 300 }, (_, n) => ({ account: walletOf(addressAt(1_000 + n)) }));
    const ours = { account: walletOf(addressAt(1)), body: silent(41n) };
    const { asked, read } = nodeOf([...strangers.slice(0, 150), ours, ...strangers.slice(150)]);
    expect(await read(new Set([addressAt(0), addressAt(1)]))).toEqual([
      {
        txid: (151).toString(16).padStart(64, '0'),
        index: 0,
        from: addressAt(9_999),
        to: addressAt(1),
        symbol: 'JET',
        contract: master,
        amount: 41n,
        coinbase: false,
      },
    ]);
    expect(asked).toEqual([]);
  });

  it('are credited to accounts that were watched later, and to each of many', async () => {
    const watch = new Set([addressAt(0)]);
    const { read } = nodeOf([0, 1, 249].map((n) => ({ account: walletOf(addressAt(n)) })));
    const payees = async () => (await read(watch))?.map(({ to }) => to);
    expect(await payees()).toEqual([addressAt(0)]);
    for (let n = 1; n < 250; n++) watch.add(addressAt(n));
    const [one, other] = await Promise.all([payees(), payees()]);
    expect(one).toEqual([0, 1, 249].map(addressAt));
    expect(other).toEqual(one);
  });

  it('are none at a wallet of other code, of another jetton, when refused, told of, or of nothing', async () => {
    const account = walletOf(addressAt(1));
    const otherJetton = jettonWalletOf(otherMaster, gov?.account, addressAt(1));
    const { asked, read } = nodeOf([
      { account, code: 'ef'.repeat(32) },
      { account: otherJetton },
      { account, aborted: true },
      { account, body: silent(7n, 1n) },
      { account, body: silent(0n) },
      { account, body: cellOf([uint(0x178d4519n, 32)]) },
      { account: `${account.slice(0, -1)}${account.endsWith('0') ? '1' : '0'}` },
    ]);
    expect(await read(new Set([addressAt(1)]))).toEqual([]);
    expect(asked).toEqual([]);
  });
});
