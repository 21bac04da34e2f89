import { type AccountResources, type ChainConfig, familyOf } from '@holdfast/chains';
import { type ChainReader, RpcError, timedReader } from '@holdfast/chains/rpc';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Asset, Catalog } from '../../catalog.ts';
import { chainRefusal } from '../../chains/refusal.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { findBalance } from '../../ledger/service.ts';
import type { OrdersService } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import type { WalletService } from '../wallet/service.ts';
import type { WithdrawService } from '../withdraw/service.ts';
import { findAccounts } from './queries.ts';

export interface StakeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly wallets: WalletService;
  readonly orders: OrdersService;
  readonly withdraws: WithdrawService;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
}

type OwnAccount = Awaited<ReturnType<typeof findAccounts>>[number];

/** What a sub-wallet's account has of a chain's resources. */
export interface StakeAccount {
  readonly chain: ChainConfig;
  readonly asset: Asset;
  readonly at: OwnAccount;
  readonly deployment: string;
  readonly resources: AccountResources;
  /** Base units that the books say can be staked. */
  readonly available: bigint;
  /** Of when this is, epoch milliseconds. */
  readonly now: number;
}

/** Has the chain resources that coins are staked for? */
export const takesStake = (chain: ChainConfig): boolean => {
  const family = familyOf(chain);
  return family.model === 'timed' && family.hasStake;
};

/** What the node says of an account now. @throws `chainRefusal` */
export const resourcesOf = (deps: StakeDeps, chain: ChainConfig, address: string): Promise<AccountResources> =>
  timedReader(deps.readerOf(chain))
    .resources(address)
    .catch((error: unknown) => {
      throw error instanceof RpcError
        ? chainRefusal(error, chain, () => refuse('chainRefused', { network: chain.name, reason: error.code }))
        : error;
    });

async function accountAt(deps: StakeDeps, place: Place, chain: ChainConfig, at: OwnAccount): Promise<StakeAccount> {
  const asset = deps.catalog.feeAsset(chain);
  const resources = await resourcesOf(deps, chain, at.address);
  const { available } = await findBalance(deps.db, place.workspaceId, place.subWalletId, asset.id);
  const deployment = await deps.wallets.deployment();
  return { chain, asset, at, deployment, resources, available, now: deps.clock().getTime() };
}

interface Place {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
}

/** Of a sub-wallet, one for each chain that has resources. @throws walletNotFound, `chainRefusal` */
export async function accountsOf(deps: StakeDeps, place: Place): Promise<StakeAccount[]> {
  const { workspaceId, subWalletId } = place;
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
      found.filter((each) => each.chain === chain.id).map((at) => accountAt(deps, place, chain, at)),
    ),
  );
}
