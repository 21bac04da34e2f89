import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningTon, startTon } from '@holdfast/devnet/ton';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainConfig, familyOf } from '../src/index.ts';
import { type AccountReader, accountReader, readerOf, type Transfer, type TxStatus } from '../src/rpc.ts';
import { rawOf, spell } from '../src/ton/address.ts';
import { type ReadCell, readBoc } from '../src/ton/boc.ts';
import { bocOf, bytesField, type Cell, cellOf, coins, uint } from '../src/ton/cell.ts';
import { addressField, jettonWalletOf } from '../src/ton/wallet.ts';
import { signTon, tonIntent, tonKeyAt, tonPath } from './ton-support.ts';

/** Wallet, jetton and node client against the official emulator: the network's own code runs every contract. */

let dir: string;
let running: RunningTon;
let chain: ChainConfig;
let reader: AccountReader;
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-ton-'));
  running = await startTon({ dir, port: 0 });
  chain = running.config;
  reader = accountReader(readerOf(chain));
}, 60_000);
afterAll(async () => {
  await running?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const family = () => {
  const found = familyOf(chain);
  if (found.model !== 'account') throw new Error(found.model);
  return found;
};
const assetOf = (symbol: string) => {
  const found = chain.assets.find((asset) => asset.symbol === symbol);
  if (!found) throw new Error(symbol);
  return found;
};
const addressAt = (at: string): string => family().addressOf(chain, tonKeyAt(at));
const coin = 1_000_000_000n;
const written = ({ data, bitLength, refs }: ReadCell): Cell =>
  cellOf([bytesField(data).slice(0, bitLength)], refs.map(written));

async function fund(symbol: string, address: string, amount: string, blocks = 4): Promise<void> {
  await running.fund({ symbol, address, amount });
  await running.mine(blocks);
}

/** What blocks tell of an address, from a height on. */
async function told(address: string, from = 1): Promise<Transfer[]> {
  const { height } = await reader.tip();
  const blocks = await reader.blocks(from, height, { watch: new Set([address]) });
  return blocks.flatMap(({ transfers }) => [...transfers]);
}

interface Payment {
  readonly from: string;
  readonly symbol: string;
  readonly amount: bigint;
  readonly memo?: string;
  readonly to?: string;
  readonly attached?: bigint;
  readonly validUntil?: number;
}

async function signed(at: string, payment: Payment) {
  const { symbol, amount, memo = '', to = addressAt('m/607/99/0/0'), attached = 50_000_000n, validUntil } = payment;
  const intent = {
    ...tonIntent(chain, symbol, amount, memo, to),
    wallet: at.split('/')[2] ?? '',
    path: at,
    from: addressAt(at),
  };
  const until = validUntil ?? Math.floor(Date.now() / 1_000) + 3_600;
  const fees = { attached: symbol === 'TON' ? '0' : String(attached) };
  const plan = family().planAt(await reader.nonce(addressAt(at), 'latest'), fees, until * 1_000);
  const unsigned = family().build(chain, intent, plan, tonKeyAt);
  return family().attach(
    chain,
    unsigned,
    unsigned.sighashes.map((asked) => signTon(asked)),
  );
}

async function pay(
  at: string,
  payment: Omit<Payment, 'from'>,
  blocks = 6,
): Promise<{ txid: string; raw: string; status: TxStatus }> {
  const { raw, txid } = await signed(at, { ...payment, from: addressAt(at) });
  expect(await reader.broadcast(raw)).toBe('accepted');
  await running.mine(blocks);
  return { txid, raw, status: await reader.txStatus(txid) };
}

const feeOf = (status: TxStatus): bigint => (status.state === 'mined' ? (status.fee ?? 0n) : 0n);

describe('coins', () => {
  const [ours, payee] = ['m/607/7/0/0', 'm/607/7/0/1'];

  it('arrive at an account that does nothing yet, with their comment, and are what the chain holds', async () => {
    await running.call('pay', { address: addressAt(ours), units: String(5n * coin), comment: 'invoice 9' });
    await running.mine(2);
    const [deposit, ...more] = await told(addressAt(ours));
    expect(more).toEqual([]);
    expect(deposit).toMatchObject({ symbol: 'TON', contract: '', index: -1, memo: 'invoice 9', amount: 5n * coin });
    expect(await reader.balance(addressAt(ours), assetOf('TON'))).toBe(5n * coin);
    expect(await reader.nonce(addressAt(ours), 'latest')).toBe(0n);
  });

  it('are paid by the first message, which brings the wallet, and by the second; each costs what the balance says', async () => {
    for (const nonce of [1n, 2n]) {
      const before = await reader.balance(addressAt(ours), assetOf('TON'));
      const { status, raw } = await pay(ours, { symbol: 'TON', amount: coin, memo: 'thanks', to: addressAt(payee) });
      expect(status).toMatchObject({ state: 'mined', success: true });
      expect(await reader.balance(addressAt(ours), assetOf('TON'))).toBe(before - coin - feeOf(status));
      expect(feeOf(status) <= 20_000_000n && feeOf(status) > 0n).toBe(true);
      expect(await reader.nonce(addressAt(ours), 'latest')).toBe(nonce);
      // The very bytes again are known, and nothing is paid twice.
      expect(await reader.broadcast(raw)).toBe('known');
    }
    const arrived = await told(addressAt(payee));
    expect(arrived.map(({ memo }) => memo)).toEqual(['thanks', 'thanks']);
    const sum = arrived.reduce((all, { amount }) => all + amount, 0n);
    expect(await reader.balance(addressAt(payee), assetOf('TON'))).toBe(sum);
  });

  it('of which the account has too few are not paid, though the wallet took the message', async () => {
    const before = await reader.balance(addressAt(ours), assetOf('TON'));
    const { status } = await pay(ours, { symbol: 'TON', amount: 1_000n * coin });
    expect(status).toMatchObject({ state: 'mined', success: false });
    expect(await reader.balance(addressAt(ours), assetOf('TON'))).toBe(before - feeOf(status));
  });

  it('are not paid after the time that the message names, nor by a seqno that was used, nor by another key', async () => {
    const base = { from: addressAt(ours), symbol: 'TON', amount: 1n };
    const late = await signed(ours, { ...base, validUntil: Math.floor(Date.now() / 1_000) - 60 });
    expect(await reader.broadcast(late.raw)).toMatchObject({ refused: 'notFinal' });
    const early = await signed(ours, base);
    await pay(ours, { symbol: 'TON', amount: 2n });
    expect(await reader.broadcast(early.raw)).toMatchObject({ refused: 'nonceTooLow' });
    const { raw } = await signed(ours, base);
    const { bits, refs } = written(readBoc(hexToBytes(raw)));
    const body = refs.at(-1) ?? cellOf([]);
    const bent = cellOf([body.bits.slice(0, -1), body.bits.endsWith('0') ? '1' : '0'], body.refs);
    const other = bytesToHex(bocOf(cellOf([bits], [...refs.slice(0, -1), bent])));
    expect(await reader.broadcast(other)).toMatchObject({ refused: 'invalid' });
    expect(await reader.txStatus(late.txid)).toEqual({ state: 'unknown' });
  });
});

describe('jettons', () => {
  const ours = 'm/607/8/0/0';
  const balances = async (address: string) => [
    await reader.balance(address, assetOf('TON')),
    await reader.balance(address, assetOf('NOT')),
  ];

  it('arrive with their comment, told by the wallet that the master names', async () => {
    await fund('TON', addressAt(ours), '3');
    await running.call('mint', { address: addressAt(ours), units: '1000', comment: 'from the mint' });
    await running.mine(5);
    const jettons = (await told(addressAt(ours))).filter(({ contract }) => contract !== '');
    expect(jettons).toMatchObject([{ symbol: 'NOT', amount: 1_000n, memo: 'from the mint', index: 0 }]);
    expect((await balances(addressAt(ours)))[1]).toBe(1_000n);
  });

  it('arrive without a word to their owner too, told by the wallet that holds them, once', async () => {
    const quiet = 'm/607/60/0/0';
    const mint = { address: addressAt(quiet), units: '41' };
    await running.call('mint', { ...mint, silent: true });
    await running.mine(5);
    const [deposit, ...more] = await told(addressAt(quiet));
    expect(more).toEqual([]);
    const { symbol, contract } = assetOf('NOT');
    expect(deposit).toMatchObject({ symbol, contract, index: 0, amount: 41n, from: contract });
    expect(deposit).not.toHaveProperty('memo');
    await running.call('mint', mint);
    await running.mine(5);
    const amounts = (await told(addressAt(quiet))).filter((one) => one.contract !== '').map(({ amount }) => amount);
    expect(amounts).toEqual([41n, 41n]);
    expect(await reader.balance(addressAt(quiet), assetOf('NOT'))).toBe(82n);
    // Known by the wallet's transaction, in its block.
    const status = await reader.txStatus(deposit?.txid ?? '');
    expect(status).toMatchObject({ state: 'mined', success: true });
  });

  it('are paid through three wallets, and what is left of the attached coins lowers the fee and is no deposit', async () => {
    const payee = addressAt('m/607/8/0/1');
    const [coinsBefore = 0n] = await balances(addressAt(ours));
    const { height } = await reader.tip();
    const { status } = await pay(ours, { symbol: 'NOT', amount: 400n, memo: 'memo 7', to: payee });
    expect(status).toMatchObject({ state: 'mined', success: true });
    expect(feeOf(status) < 70_000_000n).toBe(true);
    expect(await balances(addressAt(ours))).toEqual([coinsBefore - feeOf(status), 600n]);
    expect(await told(addressAt(ours), height + 1)).toEqual([]);
    expect((await told(payee)).filter(({ contract }) => contract !== '')).toMatchObject([
      { amount: 400n, memo: 'memo 7' },
    ]);
  });

  it('that bounce are not paid, though the first transaction succeeded: more than there are, or too little attached', async () => {
    for (const [amount, attached] of [
      [10_000n, 50_000_000n],
      [1n, 10_000_000n],
    ] as const) {
      const [coinsBefore = 0n] = await balances(addressAt(ours));
      const { status } = await pay(ours, { symbol: 'NOT', amount, attached });
      expect(status).toMatchObject({ state: 'mined', success: false });
      expect(await balances(addressAt(ours))).toEqual([coinsBefore - feeOf(status), 600n]);
    }
  });

  it('are on their way until every transaction that they need is in a block', async () => {
    const { raw, txid } = await signed(ours, { from: addressAt(ours), symbol: 'NOT', amount: 5n });
    expect(await reader.txStatus(txid)).toEqual({ state: 'unknown' });
    expect(await reader.broadcast(raw)).toBe('accepted');
    const seen: string[] = [];
    for (let block = 0; block < 5; block++) {
      await running.mine(1);
      seen.push((await reader.txStatus(txid)).state);
    }
    expect(seen).toEqual(['mempool', 'mempool', 'mempool', 'mined', 'mined']);
  });

  it('of a configuration whose wallets the master does not name are not read at all', async () => {
    const assets = chain.assets.map((asset) =>
      asset.contract === '' ? asset : { ...asset, account: `tep74:${'ab'.repeat(32)}:6` },
    );
    const wrong = accountReader(readerOf({ ...chain, assets }));
    await expect(wrong.balance(addressAt(ours), assets[1] ?? assetOf('NOT'))).rejects.toThrow('inconsistent');
  });
});

describe('deposits that are none', () => {
  const ours = 'm/607/55/0/0';
  const raw = (): string => rawOf(addressAt(ours));
  const stranger = `0:${'5e'.repeat(32)}`;
  const notification = (amount: bigint, memo?: Cell): Cell =>
    cellOf(
      [uint(0x7362d09cn, 32), uint(0n, 64), coins(amount), addressField(stranger), memo ? '1' : '0'],
      memo ? [memo] : [],
    );
  const message = (from: string, body: Cell, { bounce = '0', bounced = '0', value = 1n, to = raw() } = {}): string =>
    Buffer.from(
      bocOf(
        cellOf(
          [
            '0',
            '1',
            bounce,
            bounced,
            addressField(from),
            addressField(to),
            coins(value),
            '0',
            coins(0n),
            coins(0n),
            uint(0n, 96),
            '0',
            '1',
          ],
          [body],
        ),
      ),
    ).toString('base64');
  const comment = (text: string): Cell =>
    cellOf([uint(0n, 32), ...[...text].map((one) => uint(BigInt(one.charCodeAt(0)), 8))]);
  const walletOf = (owner: string, account = assetOf('NOT').account, contract = assetOf('NOT').contract): string =>
    jettonWalletOf(contract, account, owner);
  const other = addressAt.bind(null, 'm/607/56/0/0');

  const fakes = (): Record<string, string> => {
    const much = notification(10n ** 15n);
    const own = walletOf(addressAt(ours));
    return {
      'a stranger': message(stranger, much),
      'a stranger, with a comment': message(stranger, notification(10n ** 15n, comment('NOT'))),
      'a stranger, with coins': message(stranger, much, { value: 7n }),
      'the master': message(rawOf(assetOf('NOT').contract), much),
      'the wallet of another owner': message(walletOf(other()), much),
      'the wallet of the payer': message(walletOf(spell(chain, stranger)), much),
      'the account itself': message(raw(), much),
      'a wallet of the other layout': message(
        walletOf(addressAt(ours), assetOf('NOT').account?.replace('tep74', 'governed')),
        much,
      ),
      'a wallet of other code': message(walletOf(addressAt(ours), `tep74:${'11'.repeat(32)}:6`), much),
      'a wallet of another master': message(walletOf(addressAt(ours), assetOf('NOT').account, other()), much),
      'the neighbour of the wallet': message(`${own.slice(0, -1)}${own.endsWith('0') ? '1' : '0'}`, much),
      'the wallet, of nothing': message(own, notification(0n)),
      'the wallet, bounced': message(own, much, { bounced: '1' }),
      'the wallet, cut off': message(own, cellOf([uint(0x7362d09cn, 32)])),
      'the wallet, cut off in the amount': message(own, cellOf([uint(0x7362d09cn, 32), uint(0n, 64), '1111'])),
      'the wallet, a transfer between wallets': message(
        own,
        cellOf([
          uint(0x178d4519n, 32),
          uint(0n, 64),
          coins(9n),
          addressField(stranger),
          addressField(stranger),
          coins(0n),
          '0',
        ]),
      ),
      'the wallet, an order to transfer': message(
        own,
        cellOf([uint(0x0f8a7ea5n, 32), uint(0n, 64), coins(9n), addressField(raw()), '00', '0', coins(1n), '0']),
      ),
      'the wallet, a burn': message(own, cellOf([uint(0x595f07bcn, 32), uint(0n, 64), coins(9n), '00', '0'])),
      'the wallet, excesses': message(own, cellOf([uint(0xd53276dbn, 32), uint(0n, 64)])),
      'the wallet, a comment': message(own, comment('1000000 NOT')),
      'the wallet, an empty body': message(own, cellOf([])),
    };
  };

  it('are credited in no case: who tells is not the wallet that the master names, or does not tell of a transfer', async () => {
    const made = fakes();
    for (const boc of Object.values(made)) await running.call('inject', { boc });
    await running.mine(4);
    const credited = (await told(addressAt(ours))).filter(({ contract }) => contract !== '');
    expect(credited).toEqual([]);
    expect(Object.keys(made)).toHaveLength(21);
    expect(await reader.balance(addressAt(ours), assetOf('NOT'))).toBe(0n);
  });

  it('are not credited of a jetton of somebody else that calls itself the same', async () => {
    await running.call('mint', { address: addressAt(ours), units: '777', about: 'https://localhost/note.json ' });
    await running.mine(5);
    expect((await told(addressAt(ours))).filter(({ contract }) => contract !== '')).toEqual([]);
    expect(await reader.balance(addressAt(ours), assetOf('NOT'))).toBe(0n);
  });

  it('are not credited without a word either: of somebody else’s jetton, from a stranger, or of nothing', async () => {
    const credited = async () => (await told(addressAt(ours))).filter(({ contract }) => contract !== '');
    const mint = { address: addressAt(ours), silent: true };
    await running.call('mint', { ...mint, units: '777', about: 'https://localhost/note.json ' });
    await running.call('mint', { ...mint, units: '0' });
    await running.mine(5);
    // The wallet that holds ours is there now: it takes no jettons but from the master and from wallets of it.
    const passed = cellOf([
      uint(0x178d4519n, 32),
      uint(0n, 64),
      coins(9n),
      addressField(stranger),
      '00',
      coins(0n),
      '0',
    ]);
    const own = walletOf(addressAt(ours));
    for (const from of [stranger, raw(), rawOf(other())])
      await running.call('inject', { boc: message(from, passed, { to: own, value: coin }) });
    await running.mine(5);
    expect(await credited()).toEqual([]);
    expect(await reader.balance(addressAt(ours), assetOf('NOT'))).toBe(0n);
  });

  it('are not credited when they went back: a bounceable payment to an account that does nothing yet', async () => {
    const before = await told(addressAt(ours));
    await running.call('inject', { boc: message(stranger, comment('x'), { bounce: '1', value: 3n * coin }) });
    await running.mine(3);
    const now = await told(addressAt(ours));
    expect(now).toEqual(before);
  });

  it('leave what was told equal to what the chain holds, to the unit', async () => {
    const sum = (await told(addressAt(ours))).reduce(
      (all, { contract, amount }) => (contract === '' ? all + amount : all),
      0n,
    );
    expect(await reader.balance(addressAt(ours), assetOf('TON'))).toBe(sum);
  });
});

it('goes on where it stopped, and is on its own network only', async () => {
  const { height, hash } = await reader.tip();
  const first = await reader.checkNetwork();
  await running.stop();
  running = await startTon({ dir, port: 0 });
  chain = running.config;
  reader = accountReader(readerOf(chain));
  expect(await reader.tip()).toEqual({ height, hash });
  expect(await reader.checkNetwork(first)).toBe(first);
  expect(await reader.balance(addressAt('m/607/8/0/0'), assetOf('NOT'))).toBe(595n);
  const elsewhere = accountReader(readerOf({ ...chain, id: 'ton:-239' }));
  await expect(elsewhere.checkNetwork()).rejects.toThrow('wrongNetwork');
  expect(tonPath).toBe('m/607/7/0/0');
});
