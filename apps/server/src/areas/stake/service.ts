import { type AccountResources, type ChainConfig, familyOf } from '@holdfast/chains';
import { type ChainReader, RpcError, timedReader } from '@holdfast/chains/rpc';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Asset, Catalog } from '../../catalog.ts';
import { chainRefusal } from '../../chains/refusal.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { refuse } from '../../refuse.ts';
import type { WalletService } from '../wallet/service.ts';
import { findAccounts } from './queries.ts';

export interface StakeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly wallets: WalletService;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
}
export type StakeService = ReturnType<typeof createStake>;

/** What a sub-wallet's account has of a chain's resources. */
export interface StakeAccount {
  readonly chain: ChainConfig;
  readonly asset: Asset;
  readonly address: string;
  readonly resources: AccountResources;
  /** Base units on their way back from stake that can be withdrawn now. */
  readonly unfrozen: bigint;
}

/** Has the chain resources that coins are staked for? */
const takesStake = (chain: ChainConfig): boolean => {
  const family = familyOf(chain);
  return family.model === 'timed' && family.hasStake;
};

async function accountAt(deps: StakeDeps, chain: ChainConfig, address: string): Promise<StakeAccount> {
  const resources = await timedReader(deps.readerOf(chain))
    .resources(address)
    .catch((error: unknown) => {
      throw error instanceof RpcError
        ? chainRefusal(error, chain, () => refuse('chainRefused', { network: chain.name, reason: error.code }))
        : error;
    });
  const now = deps.clock().getTime();
  const unfrozen = resources.unfreezing.reduce((sum, { amount, freeAt }) => (freeAt <= now ? sum + amount : sum), 0n);
  return { chain, asset: deps.catalog.feeAsset(chain), address, resources, unfrozen };
}

async function accountsOf(
  deps: StakeDeps,
  workspaceId: WorkspaceId,
  subWalletId: SubWalletId,
): Promise<StakeAccount[]> {
  await deps.wallets.subWallet(workspaceId, subWalletId);
  const chains = deps.catalog.chains.filter(takesStake);
  const found = await findAccounts(
    deps.db,
    workspaceId,
    subWalletId,
    chains.map(({ id }) => id),
  );
  return Promise.all(
    chains.flatMap((chain) =>
      found.filter((each) => each.chain === chain.id).map(({ address }) => accountAt(deps, chain, address)),
    ),
  );
}

/** Resources of accounts, and what is staked for them. */
export const createStake = (deps: StakeDeps) => ({
  /** Of a sub-wallet, one for each chain that has resources. @throws walletNotFound, `chainRefusal` */
  accounts: (workspaceId: WorkspaceId, subWalletId: SubWalletId) => accountsOf(deps, workspaceId, subWalletId),
});
