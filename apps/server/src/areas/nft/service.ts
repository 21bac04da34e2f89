import { type ChainConfig, familyOf } from '@holdfast/chains';
import type { UserId } from '@holdfast/contract';
import { createRecorder, type Recorder, theSystem } from '../../audit/service.ts';
import { systemClock } from '../../clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publish } from '../../events/hub.ts';
import { announceNfts } from '../../nfts/service.ts';
import { readNetworks } from '../../outgoing/guard.ts';
import type { Ports } from '../../ports.ts';
import { refuse } from '../../refuse.ts';
import type { WalletService } from '../wallet/service.ts';
import { createPictures } from './picture.ts';
import {
  dropPictures,
  findCollections,
  findFacts,
  findHeight,
  findHoldings,
  findMoves,
  findTokens,
  findUntold,
  type Holding,
  keepTold,
  type Name,
  type Of,
  saveFold,
  type Untold,
} from './queries.ts';
import { luresSomewhere, shown } from './rules.ts';

export type { Facts, Name } from './queries.ts';

export interface NftDeps extends Pick<Ports, 'db' | 'catalog' | 'readerOf' | 'log' | 'config'> {
  readonly wallets: WalletService;
}
export type NftService = ReturnType<typeof createNfts>;

/** Asked in one round, and pictures that are kept: some hundred MB at most. */
const mostAsked = 30;
const mostPictures = 5_000;
const longestName = 120;
const longestSymbol = 32;

const received = createRecorder('nft.received', theSystem, systemClock);

const hasNfts = ({ readerOf }: NftDeps, chain: ChainConfig): boolean => readerOf(chain).nftHeld !== undefined;

/** Asks a contract what it is and what it has there. What cannot be asked now is asked in the next round. */
async function tellOne({ db, catalog, readerOf, log }: NftDeps, nft: Untold): Promise<void> {
  const chain = catalog.chains.find(({ id }) => id === nft.chain);
  if (!chain) return;
  try {
    const told = await readerOf(chain).nftTold?.(nft);
    if (!told) return;
    const [collection, symbol] = [shown(told.name, longestName), shown(told.symbol, longestSymbol)];
    const uri = told.uri.replaceAll('\0', '').toWellFormed();
    await keepTold(db, nft, { collection, symbol, uri, lures: luresSomewhere(collection, symbol) });
  } catch (error) {
    log.warn({ err: error, chain: nft.chain, contract: nft.contract }, 'an NFT’s contract was not asked');
  }
}

/** Collections and things of sub-wallets. They are no money: nothing here is in a balance. */
export function createNfts(deps: NftDeps) {
  const { db, catalog, config } = deps;
  const { gateway, web, allow } = config.nfts;
  const places = { gateway: gateway?.replace(/\/+$/, ''), web, allow: readNetworks(allow) };
  const pictures = createPictures({ db, places });
  /** @throws invalidParameters, invalidAddress */
  function nameOf(chainId: string, text: string): { chain: ChainConfig; contract: string } {
    const chain = catalog.chains.find(({ id }) => id === chainId);
    if (!chain || !hasNfts(deps, chain)) throw refuse('invalidParameters', { field: 'chain_id' });
    const checked = familyOf(chain).checkAddress(chain, text);
    if (!checked.ok) throw refuse('invalidAddress', { network: chain.name });
    return { chain, contract: checked.address };
  }
  /** Only what the wallet has, or had, is looked at: nobody has this server fetch what they like. @throws itemNotFound */
  async function held(of: Of, name: Name) {
    const holdings = await findHoldings(db, of, name);
    if (holdings.length === 0) throw refuse('itemNotFound', {});
    return holdings;
  }
  /** Nothing is fetched of what was only said to be there. */
  async function look(name: Name, holdings: readonly Holding[]) {
    const [first] = holdings.filter(({ amount }) => amount > 0n);
    if (!first) return findFacts(db, name);
    if (!(await findFacts(db, name))) await tellOne(deps, { ...name, standard: first.standard });
    return pictures.look(name);
  }
  const wallet = ({ workspaceId, subWalletId }: Of) => deps.wallets.subWallet(workspaceId, subWalletId);
  return {
    /** Asks contracts of which somebody has something, as soon as that is so. */
    async tell(): Promise<void> {
      for (const nft of await findUntold(db, mostAsked)) await tellOne(deps, nft);
    },
    /** Tells members of what came in. */
    announce: () => announceNfts(db, received),
    dropPictures: () => dropPictures(db, mostPictures),
    nameOf,
    chains: () => catalog.chains.filter((chain) => hasNfts(deps, chain)),
    chain: (id: string) => catalog.chains.find((chain) => chain.id === id),
    async collections(of: Of, keyword: string, chain: string | undefined) {
      await wallet(of);
      return findCollections(db, of, keyword, chain);
    },
    async tokens(
      of: Of,
      name: Pick<Name, 'chain' | 'contract'>,
      keyword: string,
      page: { page: number; size: number },
    ) {
      await wallet(of);
      return findTokens(db, of, name, keyword, page);
    },
    async picture(of: Of, name: Name) {
      await wallet(of);
      return look(name, await held(of, name));
    },
    async info(of: Of, name: Name) {
      await wallet(of);
      const holdings = await held(of, name);
      const [facts, moves, height] = await Promise.all([
        look(name, holdings),
        findMoves(db, of, name),
        findHeight(db, name.chain),
      ]);
      return {
        standard: holdings[0]?.standard ?? '721',
        amount: holdings.reduce((sum, { amount }) => sum + amount, 0n),
        facts,
        moves,
        height,
      };
    },
    async fold(of: Of & { userId: UserId }, name: Pick<Name, 'chain' | 'contract'>, folded: boolean, record: Recorder) {
      await wallet(of);
      await inTransaction(db, async (tx) => {
        await saveFold(tx, { ...of, ...name, folded });
        const detail = { ...name, folded: folded ? 'yes' : 'no' };
        await record(tx, { workspaceId: of.workspaceId, object: `wallet:${of.subWalletId}`, detail });
        await publish(tx, of.workspaceId, { topic: 'balance', id: String(of.subWalletId) });
      });
    },
  };
}
