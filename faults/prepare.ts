import { setTimeout as sleep } from 'node:timers/promises';
import { familyOf } from '@holdfast/chains';
import type { SubWalletId } from '@holdfast/contract';
import { devAssets } from '@holdfast/devnet';
import type { Installation } from '../sandbox/installation.ts';
import { bookedDeposits, ownAddresses } from './books.ts';
import type { MadeDeposit } from './facts.ts';
import { fund, type Target } from './workload.ts';

export interface Prepared {
  readonly wallets: readonly SubWalletId[];
  readonly targets: readonly Target[];
  readonly made: readonly MadeDeposit[];
}

const wallets = 3;
/** Addresses of a sub-wallet whose coins are outputs of transactions. */
const coinAddresses = 8;

async function moreWallets({ session, fixture }: Installation): Promise<SubWalletId[]> {
  const ids = [fixture.subWalletId];
  for (let n = 2; n <= wallets; n++) {
    const made = { wallet_id: fixture.workspaceId, sub_wallet_name: `Wallet ${n}` };
    ids.push((await session.call((api) => api.wallet.createSubWallet(made))).sub_wallet_id);
  }
  return ids;
}

async function depositTargets(fixture: Installation, ids: readonly SubWalletId[]): Promise<Target[]> {
  const ofCoins = fixture.chains.filter((chain) => familyOf(chain).model === 'utxo');
  for (const sub_wallet_id of ids)
    for (const { baseSymbol: symbol } of ofCoins)
      await fixture.session.call((api) => api.deposit.createAddress({ sub_wallet_id, symbol, num: coinAddresses - 1 }));
  const targets: Target[] = [];
  for (const { chain, subWalletId, address } of await ownAddresses(fixture, ids))
    targets.push({ chain, subWalletId, address });
  return targets;
}

/** Sub-wallets with many addresses, each with a first balance that has been credited, so that no withdrawal has to wait for one. */
export async function prepare(fixture: Installation, limitMs = 180_000): Promise<Prepared> {
  const ids = await moreWallets(fixture);
  const targets = await depositTargets(fixture, ids);
  const made: MadeDeposit[] = [];
  for (const target of targets)
    for (const asset of target.chain.assets)
      made.push(await fund(fixture.faucetUrl, target, asset, devAssets.get(asset.symbol)?.opening ?? 0n));
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(500)) {
    const credited = (await bookedDeposits(fixture)).filter(({ status }) => status === 2000).length;
    if (credited >= made.length) return { wallets: ids, targets, made };
  }
  throw new Error('the opening deposits were not credited in time');
}
