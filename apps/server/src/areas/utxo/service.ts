import type { ChainConfig } from '@holdfast/chains';
import { type ChainReader, type FeeTier, RpcError } from '@holdfast/chains/rpc';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Catalog, Coin, CoinName } from '../../catalog.ts';
import { utxoFamily } from '../../chains/family.ts';
import { createMemory } from '../../chains/memory.ts';
import type { Outpoint, OutputProblem, Outputs, OutputsAsk, OutputsFound, OwnOutpoint } from '../../chains/model.ts';
import { modelOf } from '../../chains/models.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publish } from '../../events/hub.ts';
import { refuse } from '../../refuse.ts';
import type { WalletService } from '../wallet/service.ts';
import { findFirstAddress, findTip } from './queries.ts';

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
  /** Height of the last block that was taken in. */
  readonly tip: number;
  readonly dust: bigint;
  readonly rate: string;
  readonly maxInputs: number;
}

const tierAgeMs = 3_000;
const normal = 2;

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

/** Outputs one by one: what there is, and what members say of them. */
export function createUtxo(deps: UtxoDeps) {
  const { db } = deps;
  const remember = createMemory<readonly FeeTier[]>(deps.clock, tierAgeMs);

  /** The normal tier; undefined where the node does not answer. */
  async function tierOf(chain: ChainConfig): Promise<FeeTier | undefined> {
    try {
      const tiers = await remember(chain.id, () => deps.readerOf(chain).fees());
      return tiers.find(({ level }) => level === normal);
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

  return {
    /** @throws as `groundOf`, subWalletBeingCreated */
    async list(of: Of, asked: Omit<OutputsAsk, 'chain' | 'dust' | 'workspace_id' | 'sub_wallet_id'>): Promise<Listed> {
      const { outputs, ...coin } = await groundOf(deps, of);
      const { chain } = coin;
      const own = { workspace_id: of.workspaceId, sub_wallet_id: of.subWalletId };
      const address = await findFirstAddress(db, chain.id, own);
      if (address === undefined) throw refuse('subWalletBeingCreated', {});
      const tier = await tierOf(chain);
      const dust = dustOf(chain, address, tier);
      const found = await outputs.find(db, { ...own, ...asked, chain: chain.id, dust });
      const tip = await findTip(db, chain.id);
      return { ...found, coin, tip, dust, rate: tier?.rate ?? '', maxInputs: utxoFamily(chain).maxInputs };
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

const own = ({ id: chain }: ChainConfig, { workspaceId, subWalletId }: Of, outpoint: Outpoint): OwnOutpoint => ({
  ...outpoint,
  chain,
  workspaceId,
  subWalletId,
});
/** What the log says of it. */
const told = ({ id: chain }: ChainConfig, { txid, vout }: Outpoint) => ({ chain, output: `${txid}:${vout}` });
