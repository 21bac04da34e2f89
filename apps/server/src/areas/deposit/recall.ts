import { branchFor, type ChainConfig, familyOf } from '@holdfast/chains';
import type { SubWalletId } from '@holdfast/contract';
import type { Ports } from '../../ports.ts';
import type { WalletService } from '../wallet/service.ts';

export interface RecallDeps extends Pick<Ports, 'audit' | 'readerOf'> {
  readonly wallets: WalletService;
  readonly watch: { rescan(chainId: string, of: { readonly txid: string }): Promise<unknown> };
}

/** So many addresses behind the last one that is known are tried: twice what one request makes. */
const tried = 200;

/**
 * Finds again what a transaction paid to an address of a sub-wallet that was given out and is forgotten, as by a database that was put back: the addresses up to that one
 * are made anew, attested by every signer as at first, and the block is taken in again. A signer names sub-wallet and transaction; what is found is what the chain paid to
 * our own keys. Safe to repeat.
 */
export async function recall(deps: RecallDeps, chain: ChainConfig, wallet: string, txid: string): Promise<void> {
  const place = await deps.wallets.placeOf(Number(wallet) as SubWalletId);
  if (!place) throw new Error(`there is no sub-wallet ${wallet}`);
  const reader = deps.readerOf(chain);
  const status = await reader.txStatus(txid);
  if (status.state !== 'mined') throw new Error(`its transaction is ${status.state} to the node`);
  for (const form of familyOf(chain).addressForms ? ([0, 1] as const) : ([0] as const)) {
    const branch = { ...place, chain, branch: branchFor.user(form) };
    const next = await deps.wallets.nextAddresses(branch, tried);
    const block = await reader.block(status.hash, { watch: next });
    const found = (block?.transfers ?? []).filter((each) => each.txid === txid).map(({ to }) => next.get(to) ?? -1);
    const last = Math.max(-1, ...found);
    if (last >= 0) await deps.wallets.addressesUpTo(branch, last, deps.audit.recorder('deposit.createAddress'));
  }
  await deps.watch.rescan(chain.id, { txid });
}
