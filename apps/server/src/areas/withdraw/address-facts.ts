import { type ChainConfig, familyOf } from '@holdfast/chains';
import { RpcError } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { addressPoisoning } from '../../address-poisoning.ts';
import type { CoinName } from '../../catalog.ts';
import { chainRefusal } from '../../chains/refusal.ts';
import type { MemberCaller } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import { checkDestination } from './checks.ts';
import type { WithdrawDeps } from './deps.ts';
import { coinOf, gathers } from './draft.ts';
import * as queries from './queries.ts';

const unknown =
  (chain: ChainConfig) =>
  (error: unknown): never => {
    throw error instanceof RpcError
      ? chainRefusal(error, chain, () => refuse('chainUnreachable', { network: chain.name }))
      : error;
  };

/**
 * What the network's own register of names has for a name or an address; never more than a node says, and whether there is such a register.
 * @throws unsupportedCoin, ambiguousCoin, chainUnreachable
 */
export async function registeredName({ catalog, readerOf }: WithdrawDeps, name: CoinName, text: string) {
  const { chain } = coinOf(catalog, name);
  const reader = readerOf(chain);
  const checked = familyOf(chain).checkAddress(chain, text);
  const unreachable = unknown(chain);
  const register = reader.accountOfName !== undefined;
  const none = { name: '', address: '', register };
  if (!checked.ok) return { ...none, ...(await reader.accountOfName?.(text).catch(unreachable)) };
  const registered = await reader.nameOfAccount?.(checked.address).catch(unreachable);
  return registered ? { name: registered, address: checked.address, register } : none;
}

/** Everything known about a destination; never throws for a bad one. @throws unsupportedCoin, ambiguousCoin, chainUnreachable */
export async function addressFacts(
  { db, catalog, watch, book, readerOf }: WithdrawDeps,
  by: Pick<MemberCaller, 'workspaceId' | 'userId'>,
  name: CoinName,
  { text, memo }: { readonly text: string; readonly memo: string },
  from: SubWalletId | undefined,
) {
  const { workspaceId } = by;
  const coin = coinOf(catalog, name);
  const { chain, asset } = coin;
  const family = familyOf(chain);
  const checked = checkDestination(catalog, chain, text);
  if (!checked.ok)
    return {
      checked,
      own: undefined,
      gathers: false,
      contract: false,
      lastUsed: null,
      similar: [],
      listed: undefined,
      proposed: undefined,
      memo: false,
    };
  const { address } = checked;
  const [own, lastUsed, known, listed, proposed, needsMemo] = await Promise.all([
    watch.addressOf(chain, address),
    queries.lastPaidTo(db, workspaceId, chain.id, address),
    queries.knownAddresses(db, by, chain.id),
    book.find(workspaceId, chain, asset.contract, { address, memo }),
    book.payeeWaiting(workspaceId, coin, { address, memo }),
    book.memoNeeded(workspaceId, chain, address),
  ]);
  const isSelf = own?.workspaceId === workspaceId && own.subWalletId === from;
  return {
    checked,
    own: own?.workspaceId === workspaceId ? own : undefined,
    gathers: isSelf && (await gathers(db, chain, address, own)),
    contract: family.hasContracts && (await readerOf(chain).isContract(address).catch(unknown(chain))),
    lastUsed,
    similar: addressPoisoning(known)(address).map((one) => one.address),
    listed,
    proposed: listed ? undefined : proposed,
    memo: needsMemo,
  };
}
