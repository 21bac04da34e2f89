import { type ChainConfig, familyOf } from '@holdfast/chains';
import { RpcError, type TokenFacts } from '@holdfast/chains/rpc';
import type { TokenWarning, UserId, WorkspaceId } from '@holdfast/contract';
import { bookTokenKey, isPrice } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import type { Asset, Catalog, Coin, CoinName } from '../../catalog.ts';
import { chainRefusal } from '../../chains/refusal.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publish } from '../../events/hub.ts';
import { keepAsset, wholeAsset } from '../../ledger/service.ts';
import type { Ports } from '../../ports.ts';
import type { Proposer } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { Signer } from '../../signers/client.ts';
import type { AddressBookService } from '../address-book/service.ts';
import { findAddedTokens, findToken, insertToken } from './queries.ts';
import { isSymbol, shownName, warningsOf } from './rules.ts';

export type TokenDeps = Pick<Ports, 'db' | 'catalog' | 'readerOf' | 'signers' | 'log'> & {
  readonly book: Pick<AddressBookService, 'proposeToken' | 'tokenWaiting' | 'tokens'>;
};
export type TokenService = ReturnType<typeof createToken>;

/** A token as it says of itself, with what is to be minded. */
export interface Seen extends TokenFacts {
  readonly chain: ChainConfig;
  readonly contract: string;
  readonly warnings: readonly TokenWarning[];
}
type Knows = 'same' | 'none' | 'other' | 'silent';

const namesOf = ({ coins }: Catalog) => coins.map(({ asset: { symbol, name } }) => ({ symbol, name }));

/** Asks the token what it is. @returns undefined for what is no token, or calls itself what cannot be told from other coins */
async function look({ catalog, readerOf }: TokenDeps, chain: ChainConfig, contract: string): Promise<Seen | undefined> {
  const reader = readerOf(chain);
  try {
    const facts = await reader.tokenFacts?.(contract);
    if (!facts || !isSymbol(facts.symbol)) return undefined;
    const token = { ...facts, name: shownName(facts.name) };
    return { ...token, chain, contract, warnings: warningsOf(token, namesOf(catalog)) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const reason = error.message;
    throw chainRefusal(error, chain, () => refuse('chainRefused', { network: chain.name, reason }));
  }
}

/** In its one spelling; undefined for what is no address there, or the chain has no tokens that say what they are. */
function contractOn({ readerOf }: TokenDeps, chain: ChainConfig, text: string): string | undefined {
  if (!readerOf(chain).tokenFacts) return undefined;
  const checked = familyOf(chain).checkAddress(chain, text);
  return checked.ok ? checked.address : undefined;
}

/** What each network says of a contract that is none of our coins; one whose node does not answer says nothing. */
async function lookEverywhere(deps: TokenDeps, text: string, chains: readonly ChainConfig[]): Promise<Seen[]> {
  const asked = chains.map(async (chain) => {
    const contract = contractOn(deps, chain, text);
    if (contract === undefined || deps.catalog.at(wholeAsset(chain.id, contract))) return undefined;
    return look(deps, chain, contract);
  });
  const told = await Promise.allSettled(asked);
  return told.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
}

/** What a signer has of it in its own settings. */
async function knownBy(signer: Signer, chain: ChainConfig, { contract, symbol, decimals }: Asset): Promise<Knows> {
  try {
    const { asset } = await signer.call('asset', { chain: chain.id, contract });
    if (!asset) return 'none';
    return asset.symbol === symbol && asset.decimals === decimals ? 'same' : 'other';
  } catch {
    // Also of an earlier release, which does not tell.
    return 'silent';
  }
}

/** Asks every signer; it can be paid with once all have exactly it, and no longer when one that answers has not. */
async function verify({ catalog, signers }: TokenDeps, { chain, asset }: Coin) {
  const states = await Promise.all(
    signers.map(async (signer) => ({ name: signer.name, state: await knownBy(signer, chain, asset) })),
  );
  if (states.every(({ state }) => state === 'same')) catalog.setVerified(asset.id, true);
  else if (states.some(({ state }) => state === 'none' || state === 'other')) catalog.setVerified(asset.id, false);
  return states;
}

/** What a signer says that a coin is worth, by the sources of its own operator. */
async function pricedBy(signer: Signer, { chain, asset }: Coin) {
  const { name } = signer;
  const nothing = { usd: null, time: null, source: '' };
  try {
    const { quotes, origins = [] } = await signer.call('quote', {
      assets: [{ chain: chain.id, contract: asset.contract }],
    });
    const [quote] = quotes;
    if (!quote || !isPrice(quote.usd)) return { name, state: 'none', ...nothing } as const;
    const [origin] = origins;
    // One of an earlier release says the price alone.
    const when = origin && Number.isSafeInteger(origin.at) ? new Date(origin.at) : null;
    return {
      name,
      state: 'priced',
      usd: quote.usd,
      time: when,
      source: String(origin?.source ?? '').slice(0, 60),
    } as const;
  } catch {
    return { name, state: 'silent', ...nothing } as const;
  }
}

interface Wanted {
  readonly base: string;
  readonly chain: string | undefined;
  readonly contract: string;
  readonly name: string;
  readonly remark: string;
}
/** @throws unsupportedCoin, ambiguousCoin */
function chainNamed(catalog: Catalog, { base, chain }: Wanted): ChainConfig {
  const [found, ...more] = catalog.chains.filter(
    ({ id, baseSymbol }) => baseSymbol === base && (chain === undefined || chain === id),
  );
  if (!found) throw refuse('unsupportedCoin', { symbol: base });
  if (more.length > 0) throw refuse('ambiguousCoin', { symbol: base });
  return found;
}

/** @throws coinExists, duplicateCoinApplication */
function demandNew(catalog: Catalog, chain: ChainConfig, contract: string): void {
  const coin = catalog.at(wholeAsset(chain.id, contract));
  if (!coin) return;
  throw refuse(catalog.isVerified(coin.asset.id) ? 'coinExists' : 'duplicateCoinApplication', {});
}

async function keep(
  db: Db,
  who: Who,
  { chain, contract, symbol, decimals, name, warnings }: Seen,
  remark: string,
  record: Recorder,
) {
  const { workspaceId, userId } = who;
  const { tokenId: token_id } = wholeAsset(chain.id, contract);
  return inTransaction(db, async (tx) => {
    // One after the other: who comes second finds it.
    await sql`lock table added_tokens in share row exclusive mode`.execute(tx);
    const assetId = await keepAsset(tx, { chain: chain.id, contract, token_id, symbol, decimals });
    const id = await insertToken(tx, { workspaceId, assetId, name, warnings, remark, userId });
    if (id === undefined) throw refuse('duplicateCoinApplication', {});
    const detail = { chain: chain.id, contract, symbol, decimals: String(decimals), warnings: warnings.join(' ') };
    await record(tx, { workspaceId, object: `workspace:${workspaceId}`, detail });
    await publish(tx, workspaceId, { topic: 'balance', id: chain.id });
    return { id, assetId };
  });
}

interface Who {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}

/** Tokens that members add: counted as soon as they are, and paid with once each signer's operator has put them into its settings. */
export function createToken(deps: TokenDeps) {
  const { db, catalog } = deps;
  let last = 0;
  /** What other processes of this server took in, and what was there before this one began. */
  async function takeIn(): Promise<void> {
    for (const { row, ...token } of await findAddedTokens(db, last)) {
      catalog.add(token);
      last = Math.max(last, row);
    }
  }
  /** What members added, whether they have agreed on it, and the change of it that is under way. */
  async function standing(workspaceId: WorkspaceId, name: CoinName) {
    const coin = catalog.coin(name);
    const row = await findToken(db, coin.asset.id);
    if (!row || !coin.asset.added) throw refuse('itemNotFound', {});
    const place = { chain: coin.chain.id, contract: coin.asset.contract };
    const waiting = await deps.book.tokenWaiting(workspaceId, place);
    const agreed = (await deps.book.tokens(workspaceId)).some((one) => bookTokenKey(one) === bookTokenKey(place));
    return { coin, row, agreed, waiting };
  }
  const added = (): readonly Coin[] => catalog.coins.filter(({ asset }) => asset.added);
  return {
    takeIn,
    async verifyAll(): Promise<void> {
      for (const coin of added()) await verify(deps, coin);
    },
    /** What is no coin of ours yet. @param base of these networks alone */
    lookFor: (text: string, base: string | undefined): Promise<Seen[]> =>
      lookEverywhere(
        deps,
        text,
        catalog.chains.filter(({ baseSymbol }) => base === undefined || baseSymbol === base),
      ),
    /** @throws unsupportedCoin, ambiguousCoin, invalidAddress, coinExists, duplicateCoinApplication, tokenUnreadable */
    async add(who: Who, wanted: Wanted, record: Recorder) {
      const chain = chainNamed(catalog, wanted);
      const contract = contractOn(deps, chain, wanted.contract);
      if (!deps.readerOf(chain).tokenFacts) throw refuse('tokenUnreadable', { network: chain.name });
      if (contract === undefined) throw refuse('invalidAddress', { network: chain.name });
      await takeIn();
      demandNew(catalog, chain, contract);
      const found = await look(deps, chain, contract);
      if (!found) throw refuse('tokenUnreadable', { network: chain.name });
      const token = { ...found, name: wanted.name || found.name };
      const { id } = await keep(db, who, token, wanted.remark, record);
      await takeIn();
      return { ...token, id };
    },
    /**
     * Asks the members whether it is paid with, or no more: its signers take over what they agree on.
     * @throws unsupportedCoin, ambiguousCoin, itemNotFound, coinExists, duplicateCoinApplication, tokenUnreadable when the chain says something else of it by now
     */
    async apply(by: Proposer, name: CoinName, paid: boolean, remark: string, record: Recorder) {
      const { coin, agreed, waiting } = await standing(by.workspaceId, name);
      if (waiting) throw refuse('duplicateCoinApplication', {});
      const { id: chain } = coin.chain;
      const { contract, symbol, decimals } = coin.asset;
      if (!paid) {
        if (!agreed) throw refuse('itemNotFound', {});
        const tokens = { add: [], remove: [{ chain, contract }] };
        return deps.book.proposeToken(by, { symbol, tokens }, remark, record);
      }
      if (agreed || catalog.isVerified(coin.asset.id)) throw refuse('coinExists', {});
      const now = await deps.readerOf(coin.chain).tokenFacts?.(contract);
      if (now?.symbol !== symbol || now.decimals !== decimals)
        throw refuse('tokenUnreadable', { network: coin.chain.name });
      const tokens = { add: [{ chain, contract, symbol, decimals: String(decimals) }], remove: [] };
      return deps.book.proposeToken(by, { symbol, tokens }, remark, record);
    },
    /** Here and at the signers. @throws unsupportedCoin, ambiguousCoin */
    async price(name: CoinName) {
      const coin = catalog.coin(name);
      return {
        shown: catalog.price(coin.asset.id),
        signers: await Promise.all(deps.signers.map((signer) => pricedBy(signer, coin))),
      };
    },
    /** @throws unsupportedCoin, ambiguousCoin, itemNotFound for what no member added */
    async info(workspaceId: WorkspaceId, name: CoinName) {
      const { row, ...found } = await standing(workspaceId, name);
      return { ...found, row, signers: await verify(deps, found.coin) };
    },
  };
}
