import { randomUUID } from 'node:crypto';
import { accountReader, type ChainReader, readerOf } from '@holdfast/chains/rpc';
import { devnetChains } from '@holdfast/devnet';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotifier } from '../jobs/notifier.ts';
import { findDrift, findFreezes, unfreezeAsset } from '../ledger/service.ts';
import { balanceOf, catalogIn, idOf } from '../ledger/test/assets.ts';
import { type Flow, startFlow, stranger, until } from '../test/flow.ts';
import { creditFinal } from './credit.ts';
import type { ChainDeps } from './deps.ts';
import { followOnce } from './follow.ts';
import { compare, reconcile } from './reconcile.ts';
import { silent } from './test/made-chain.ts';
import { createWatchedSet } from './watched.ts';

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterAll(() => flow?.close());

const db = () => flow.server.database.db;
const eth = async () => balanceOf(db(), flow.installed.workspaceId, flow.installed.subWalletId, 'ETH');
const units = (text: string): bigint => BigInt(text) * 10n ** 18n;

/** A watcher of our own beside the server's, over any reader: what another server process, or one with a lying node, would do. */
async function watcher(
  chain: 'evm' | 'bitcoin',
  change: (reader: ChainReader) => Partial<ChainReader> = () => ({}),
): Promise<ChainDeps> {
  const config = devnetChains(flow.devnet)[chain === 'evm' ? 0 : 1];
  if (!config) throw new Error('no chain');
  const real = readerOf(config);
  const reader: ChainReader = Object.assign({}, real, change(real));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return {
    db: db(),
    catalog: await catalogIn(db(), [config]),
    chain: config,
    reader,
    readerOf: () => reader,
    notifier: createNotifier(db(), () => undefined),
    log,
    recordAside: silent,
    wakeOrders: () => undefined,
  };
}
const signal = new AbortController().signal;
/** Blocks are anvil's to give and to take back; `evm_revert` is its way to reorganise. */
const heightNow = async () => Number(await flow.rpc('evm', 'eth_blockNumber'));
const followed = async (height: number) =>
  until(`block ${height}`, async () => {
    const state = (await flow.api.transaction.chains({})).list.find(({ chain_id }) => chain_id === 'evm:31337');
    return (state?.height ?? -1) >= height;
  });

describe('deposits', () => {
  it('are credited once, however often the chain is read again and by however many', async () => {
    const txid = await flow.fund('ETH', '3');
    await flow.mine('evm', 4);
    await until('the credit', async () => (await eth()).available === units('3'));
    const top = await heightNow();
    const again = Array.from({ length: 50 }, (_, i) =>
      i % 2 === 0
        ? flow.api.transaction.rescan({ chain_id: 'evm:31337', from_height: top - 4, to_height: top })
        : flow.api.transaction.rescan({ chain_id: 'evm:31337', txid }),
    );
    const second = await watcher('evm');
    await Promise.all([
      ...again,
      followOnce(second, createWatchedSet('evm:31337'), signal),
      followOnce(second, createWatchedSet('evm:31337'), signal),
    ]);
    expect((await Promise.all(again)).every(({ found }) => found === 0)).toBe(true);
    expect((await eth()).available).toBe(units('3'));
    // At the price of the moment in which it was credited.
    expect((await flow.api.transaction.list({ txid, page_no: 1, page_size: 1 })).list[0]?.worth_usd).toBe('6000');
    expect(await findDrift(db())).toEqual([]);
  });

  it('are not looked for where the node finds the transaction in no block, or has none of the blocks: that is said, with its words', async () => {
    const { rescan } = flow.api.transaction;
    for (const [chain_id, start] of [
      ['evm:31337', '0x'],
      ['bitcoin:regtest', ''],
    ] as const) {
      const txid = `${start}${'ab'.repeat(32)}`;
      await expect(rescan({ chain_id, txid })).rejects.toMatchObject({ code: 300155 });
      const none = rescan({ chain_id, from_height: 1_000_000, to_height: 1_000_001 });
      await expect(none).rejects.toMatchObject({ code: 300154, message: expect.stringContaining('no block 1000000') });
    }
    const unknown = rescan({ chain_id: 'bitcoin:regtest', txid: 'ab'.repeat(32) });
    await expect(unknown).rejects.toThrow('No such mempool or blockchain transaction');
  });

  it('are pending until final and taken back by a reorganisation, and credited anew when they come back', async () => {
    const before = await eth();
    const snapshot = await flow.rpc('evm', 'evm_snapshot');
    const txid = await flow.fund('ETH', '1');
    await flow.mine('evm', 1);
    await until('pending', async () => (await eth()).pending_in === units('1'));
    expect((await eth()).available).toBe(before.available);
    const raw = await flow.rpc('evm', 'eth_getRawTransactionByHash', txid);
    await flow.rpc('evm', 'evm_revert', snapshot);
    await flow.rpc('evm', 'evm_increaseTime', 3);
    await flow.mine('evm', 2);
    await until('the reversal', async () => (await eth()).pending_in === 0n);
    expect((await eth()).available).toBe(before.available);
    const lost = (await flow.api.transaction.list({ type: 1, status: 3000 })).list;
    expect(lost).toHaveLength(1);
    expect(lost[0]).toMatchObject({ sub_status: 'reorged', confirmations: 0 });
    await flow.rpc('evm', 'eth_sendRawTransaction', raw);
    await flow.mine('evm', 4);
    await until('the second credit', async () => (await eth()).available === before.available + units('1'));
    const back = await flow.api.transaction.detail({ id: lost[0]?.id ?? 0, type: 1 });
    expect(back.timeline.map(({ sub_status }) => sub_status)).toEqual([
      'confirming',
      'reorged',
      'confirming',
      'confirmed',
      'credited',
    ]);
    expect(await findDrift(db())).toEqual([]);
  });

  it('that were credited and then reorganised away after being spent leave a visible shortfall and a freeze, never a negative balance', async () => {
    const before = await eth();
    const snapshot = await flow.rpc('evm', 'evm_snapshot');
    await flow.fund('ETH', '2');
    await flow.mine('evm', 4);
    await until('the credit', async () => (await eth()).available === before.available + units('2'));
    // Everything, the new coins included, is promised to an order.
    const info = await flow.api.withdraw.gasEstimate({
      sub_wallet_id: flow.installed.subWalletId,
      symbol: 'ETH',
      to: stranger.evm,
    });
    const all = (before.available + units('2')) / 10n ** 18n;
    const amount = `${all - 1n}.99`;
    expect(Number(info.max_fee)).toBeLessThan(0.01);
    const order = await flow.api.withdraw.create({
      request_id: randomUUID(),
      sub_wallet_id: flow.installed.subWalletId,
      symbol: 'ETH',
      address_to: stranger.evm,
      amount,
    });
    await flow.rpc('evm', 'evm_revert', snapshot);
    await flow.rpc('evm', 'evm_increaseTime', 5);
    await flow.mine('evm', 5);
    await until('the freeze', async () =>
      (await findFreezes(db(), flow.installed.workspaceId)).some(({ reason }) => reason === 'reorg_shortfall'),
    );
    const after = await eth();
    expect(after.available).toBe(0n);
    const short = await sql<{
      units: bigint;
    }>`select -sum(amount) as units from ledger_entries where bucket = 'shortfall' and asset_id = ${await idOf(db(), 'ETH')}`.execute(
      db(),
    );
    expect(after.frozen + after.available - (short.rows[0]?.units ?? 0n)).toBe(before.available);
    expect(await findDrift(db())).toEqual([]);
    await flow.api.withdraw.cancel({ withdraw_id: order.withdraw_id });
    await unfreezeAsset(db(), flow.installed.workspaceId, await idOf(db(), 'ETH'));
  });

  it('too small to count are kept apart, so that books and chain agree', async () => {
    const before = await eth();
    await flow.fund('ETH', '0.00001');
    await flow.mine('evm', 4);
    await until('the dust', async () => (await eth()).held === 10_000_000_000_000n);
    expect((await eth()).available).toBe(before.available);
    expect(
      (await flow.api.transaction.list({ type: 1, status: 3000 })).list.some(
        ({ sub_status }) => sub_status === 'below_minimum',
      ),
    ).toBe(true);
  });
});

describe('a node that lies', () => {
  it('about a payment whose coins are not there is not believed: the asset is frozen and nothing credited', async () => {
    const before = (await balanceOf(db(), flow.installed.workspaceId, flow.installed.subWalletId, 'USDC')).available;
    const liar = await watcher('evm', () => ({ balance: async () => 0n }));
    await flow.fund('USDC', '7');
    await flow.mine('evm', 1);
    await until(
      'pending',
      async () =>
        (await flow.api.withdraw.symbolBalance({ sub_wallet_id: flow.installed.subWalletId, symbol: 'USDC' }))
          .pending_balance === '7',
    );
    const height = await heightNow();
    await creditFinal({ ...liar, reader: { ...liar.reader, finalizedHeight: async () => height + 10 } }, height + 10);
    const freezes = await findFreezes(db(), flow.installed.workspaceId);
    expect(freezes.find(({ symbol }) => symbol === 'USDC')?.reason).toBe('deposit_not_backed');
    expect((await balanceOf(db(), flow.installed.workspaceId, flow.installed.subWalletId, 'USDC')).available).toBe(
      before,
    );
    expect(
      (await flow.api.deposit.info({ sub_wallet_id: flow.installed.subWalletId, symbol: 'USDC' })).enableDeposit,
    ).toBe(false);
  });
  it('or is down makes the state visible, and following goes on where it stopped', async () => {
    const blind = await watcher('evm', () => ({ tip: async () => Promise.reject(new Error('no answer')) }));
    await expect(followOnce(blind, createWatchedSet('evm:31337'), signal)).rejects.toThrow('no answer');
    await flow.mine('evm', 40);
    await followed(await heightNow());
    const gaps = await sql<{ n: number }>`select count(*)::int as n from chain_blocks a where chain = 'evm:31337'
      and not exists (select from chain_blocks b where b.chain = a.chain and b.height = a.height - 1 and b.hash = a.parent)`.execute(
      db(),
    );
    expect(gaps.rows[0]?.n).toBe(1);
  });
});

describe('books and chain', () => {
  it('agree for every coin, and one unit of deficit freezes the asset', async () => {
    await unfreezeAsset(db(), flow.installed.workspaceId, await idOf(db(), 'USDC'));
    await flow.fund('BTC', '1');
    await flow.mine('bitcoin', 3);
    await until('bitcoin', async () => (await flow.available('BTC')) === '1');
    await until('USDC', async () => (await flow.available('USDC')) === '7');
    const place = { workspace_id: flow.installed.workspaceId, sub_wallet_id: flow.installed.subWalletId };
    const evm = await watcher('evm');
    const bitcoin = await watcher('bitcoin');
    for (const [deps, symbol] of [
      [evm, 'USDC'],
      [bitcoin, 'BTC'],
    ] as const) {
      const { asset } = deps.catalog.coin({ symbol });
      expect(
        await until(symbol, async () => {
          const found = await compare(deps, asset, place);
          return found !== 'unknown' && found;
        }),
      ).toBe('agrees');
    }
    const short = await watcher('evm', (real) => ({
      balance: async (address, asset, height) =>
        (await accountReader(real).balance(address, asset, height)) - (asset.symbol === 'USDC' ? 1n : 0n),
    }));
    await until('the freeze', async () => {
      await reconcile(short, new Map());
      return (await findFreezes(db(), flow.installed.workspaceId)).some(
        ({ symbol, reason }) => symbol === 'USDC' && reason === 'ledger_above_chain',
      );
    });
    await flow.api.transaction.unfreeze({ symbol: 'USDC' });
    const left = (await findFreezes(db(), flow.installed.workspaceId)).map(({ symbol }) => symbol);
    expect(left).not.toContain('USDC');
  });
});
