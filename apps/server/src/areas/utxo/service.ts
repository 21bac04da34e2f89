import type { ChainConfig } from '@holdfast/chains';
import { type ChainReader, type FeeTier, RpcError } from '@holdfast/chains/rpc';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Catalog, Coin, CoinName } from '../../catalog.ts';
import { utxoFamily } from '../../chains/family.ts';
import { createMemory } from '../../chains/memory.ts';
import { modelOf } from '../../chains/models.ts';
import type { Outpoint, OutputProblem, Outputs, OutputsAsk, OutputsFound, OwnOutpoint } from '../../chains/outputs.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publish } from '../../events/hub.ts';
import { wholeAsset } from '../../ledger/service.ts';
import { refuse } from '../../refuse.ts';
import type { WalletService } from '../wallet/service.ts';
import { type Consolidation, consolidationOf, type LowRate } from './consolidation.ts';
import {
  type ConsolidationRule,
  dropRule,
  findFirstAddress,
  findRule,
  findTip,
  findUntold,
  saveRule,
  tell,
} from './queries.ts';

export interface UtxoDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly wallets: WalletService;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
}
export type UtxoService = ReturnType<typeof createUtxo>;

/** Whose outputs of which coin. */
interface Of {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly name: CoinName;
}
interface Ground extends Coin {
  readonly outputs: Outputs;
}
export interface Listed extends OutputsFound {
  readonly coin: Coin;
  readonly deployment: string;
  /** Height of the last block that was taken in. */
  readonly tip: number;
  readonly dust: bigint;
  readonly rate: string;
  readonly maxInputs: number;
  readonly spendUnconfirmed: boolean;
  readonly consolidation: Consolidation | undefined;
}

const tierAgeMs = 3_000;
const [slow, normal] = [1, 2];
/** Members are not told more often that the same sub-wallet's outputs can be joined. */
const tellEveryMs = 24 * 3_600_000;

/** @throws unsupportedCoin, ambiguousCoin, walletNotFound, noOutputs */
async function groundOf({ catalog, wallets }: UtxoDeps, { workspaceId, subWalletId, name }: Of): Promise<Ground> {
  const { chain, asset } = catalog.coin(name);
  await wallets.subWallet(workspaceId, subWalletId);
  const { outputs } = modelOf(chain);
  if (!outputs || asset.contract !== '') throw refuse('noOutputs', { symbol: asset.symbol });
  return { chain, asset, outputs };
}

const refusals = { absent: 'outputNotFound', busy: 'outputNeeded', left: 'outputKept' } as const;
const demand = (problem: OutputProblem | undefined): void => {
  if (problem !== undefined && problem !== 'same') throw refuse(refusals[problem], {});
};

/** What the network asks now, and what is dust by that. */
function createRates(deps: UtxoDeps) {
  const remember = createMemory<readonly FeeTier[]>(deps.clock, tierAgeMs);

  /** What the network asks at a speed; undefined where the node does not answer. */
  async function tierOf(chain: ChainConfig, wanted: number): Promise<FeeTier | undefined> {
    try {
      const tiers = await remember(chain.id, () => deps.readerOf(chain).fees());
      return tiers.find(({ level }) => level === wanted);
    } catch (error) {
      if (error instanceof RpcError) return undefined;
      throw error;
    }
  }

  /** What an output costs to be spent beside another one; without a rate, the least that nodes relay. */
  function dustOf(chain: ChainConfig, address: string, tier: FeeTier | undefined): bigint {
    const family = utxoFamily(chain);
    if (!tier) return family.leastPayment(chain, address);
    const cost = (inputs: number): bigint => family.costOf(chain, inputs, [address], tier.plan);
    return cost(2) - cost(1);
  }

  async function lowRate(chain: ChainConfig, address: string): Promise<LowRate | undefined> {
    const tier = await tierOf(chain, slow);
    return tier && { rate: tier.rate, dust: dustOf(chain, address, tier) };
  }
  return { tierOf, dustOf, lowRate };
}
type Rates = ReturnType<typeof createRates>;

/** When members are told that outputs can be joined for little. */
function createConsolidations(deps: UtxoDeps, { lowRate }: Rates) {
  const { db } = deps;
  /** Tells members of outputs that can be joined by what they said of them. */
  async function tellOf(rule: ConsolidationRule, since: Date): Promise<void> {
    const { workspace_id: workspaceId, sub_wallet_id: subWalletId } = rule;
    const coin = deps.catalog.at(wholeAsset(rule.chain, ''));
    const outputs = coin && modelOf(coin.chain).outputs;
    const own = { workspace_id: workspaceId, sub_wallet_id: subWalletId };
    const address = await findFirstAddress(db, rule.chain, own);
    // Of a chain that is configured no more nothing can be paid.
    if (!coin || !outputs || address === undefined) return;
    const low = await lowRate(coin.chain, address);
    const found = await consolidationOf(db, { ...coin, outputs }, { workspaceId, subWalletId }, low);
    if (!found?.due) return;
    const rate = `${found.rate} ${utxoFamily(coin.chain).feeUnit}`;
    await tell(db, rule, since, deps.clock(), { symbol: coin.asset.symbol, count: found.rows.length, rate });
  }

  return {
    /** Says when members are told that outputs can be joined; without a rule, never. @throws as `groundOf` */
    async setConsolidation(of: Of, rule: Rule | undefined, record: Recorder): Promise<void> {
      const { chain } = await groundOf(deps, of);
      const place = { workspace_id: of.workspaceId, sub_wallet_id: of.subWalletId, chain: chain.id };
      await inTransaction(db, async (tx) => {
        const before = await findRule(tx, chain.id, of.subWalletId);
        await (rule ? saveRule(tx, { ...place, ...rule }) : dropRule(tx, place));
        const object = `subWallet:${of.subWalletId}`;
        await record(tx, { object, detail: { chain: chain.id }, before: said(before), after: said(rule) });
      });
      await publish(db, of.workspaceId, { topic: 'balance', id: String(of.subWalletId) });
    },
    /** Tells members of every sub-wallet where it is time. */
    async tellConsolidations(): Promise<void> {
      const since = new Date(deps.clock().getTime() - tellEveryMs);
      for (const rule of await findUntold(db, since)) await tellOf(rule, since);
    },
  };
}

/** Outputs one by one: what there is, and what members say of them. */
export function createUtxo(deps: UtxoDeps) {
  const { db } = deps;
  const rates = createRates(deps);
  const { tierOf, dustOf, lowRate } = rates;

  return {
    /** @throws as `groundOf`, subWalletBeingCreated */
    async list(of: Of, asked: Omit<OutputsAsk, 'chain' | 'dust' | 'workspace_id' | 'sub_wallet_id'>): Promise<Listed> {
      const ground = await groundOf(deps, of);
      const { outputs, ...coin } = ground;
      const { chain } = coin;
      const own = { workspace_id: of.workspaceId, sub_wallet_id: of.subWalletId };
      const address = await findFirstAddress(db, chain.id, own);
      if (address === undefined) throw refuse('subWalletBeingCreated', {});
      const tier = await tierOf(chain, normal);
      const dust = dustOf(chain, address, tier);
      const found = await outputs.find(db, { ...own, ...asked, chain: chain.id, dust });
      const tip = await findTip(db, chain.id);
      const consolidation = await consolidationOf(db, ground, of, await lowRate(chain, address));
      const deployment = await deps.wallets.deployment();
      const { maxInputs } = utxoFamily(chain);
      const spendUnconfirmed = (await modelOf(chain).unconfirmed?.isAllowed(db, chain.id, own)) ?? false;
      return {
        ...{ ...found, coin, deployment, tip, dust, rate: tier?.rate ?? '', maxInputs, consolidation },
        spendUnconfirmed,
      };
    },
    ...createConsolidations(deps, rates),
    /** Lets payments be made of what is in no block yet but of ours, or no more: those that are built on such payments already stay. @throws as `groundOf` */
    async setUnconfirmed(of: Of, spend: boolean, record: Recorder): Promise<void> {
      const { chain } = await groundOf(deps, of);
      const place = { workspace_id: of.workspaceId, sub_wallet_id: of.subWalletId };
      await inTransaction(db, async (tx) => {
        const { unconfirmed } = modelOf(chain);
        const before = await unconfirmed?.isAllowed(tx, chain.id, place);
        await unconfirmed?.allow(tx, chain.id, place, spend);
        const object = `subWallet:${of.subWalletId}`;
        const detail = { chain: chain.id };
        await record(tx, { object, detail, before: { spend: String(before) }, after: { spend: String(spend) } });
      });
      await publish(db, of.workspaceId, { topic: 'balance', id: String(of.subWalletId) });
    },
    /** Freezes for a reason, or lets go. @throws as `groundOf`, outputNotFound, outputNeeded, outputKept */
    async setFrozen(of: Of, outpoint: Outpoint, reason: string | undefined, record: Recorder): Promise<void> {
      const { chain, asset, outputs } = await groundOf(deps, of);
      await inTransaction(db, async (tx) => {
        const problem = await outputs.setFrozen(tx, own(chain, of, outpoint), asset.id, reason);
        demand(problem);
        if (problem === 'same') return;
        const detail = { ...told(chain, outpoint), ...(reason === undefined ? {} : { reason }) };
        await record(tx, { object: `subWallet:${of.subWalletId}`, detail });
        await publish(tx, of.workspaceId, { topic: 'balance', id: String(of.subWalletId) });
      });
    },
    /** @throws as `groundOf`, outputNotFound */
    async setLabel(of: Of, outpoint: Outpoint, label: string, record: Recorder): Promise<void> {
      const { chain, outputs } = await groundOf(deps, of);
      await inTransaction(db, async (tx) => {
        const before = await outputs.setLabel(tx, own(chain, of, outpoint), label);
        if (before === undefined) throw refuse('outputNotFound', {});
        const detail = told(chain, outpoint);
        await record(tx, {
          object: `subWallet:${of.subWalletId}`,
          detail,
          before: { label: before },
          after: { label },
        });
      });
    },
  };
}

type Rule = Pick<ConsolidationRule, 'most_rate' | 'more_than'>;
/** What the log says of a rule. */
const said = (rule: Rule | undefined): Record<string, string> =>
  rule ? { most_rate: rule.most_rate, more_than: String(rule.more_than) } : { most_rate: '' };

const own = ({ id: chain }: ChainConfig, { workspaceId, subWalletId }: Of, outpoint: Outpoint): OwnOutpoint => ({
  ...outpoint,
  chain,
  workspaceId,
  subWalletId,
});
/** What the log says of it. */
const told = ({ id: chain }: ChainConfig, { txid, vout }: Outpoint) => ({ chain, output: `${txid}:${vout}` });
