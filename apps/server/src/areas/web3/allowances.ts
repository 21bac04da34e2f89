import { type ChainConfig, familyOf } from '@holdfast/chains';
import { accountReader, type ChainReader, RpcError } from '@holdfast/chains/rpc';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { isEndless } from '@holdfast/policy';
import type { Asset, Catalog } from '../../catalog.ts';
import type { Db } from '../../db/database.ts';
import type { OrdersService } from '../../orders/service.ts';
import { proofOf, type WalletService } from '../wallet/service.ts';
import type { WithdrawService } from '../withdraw/service.ts';
import { findSpenders } from './queries.ts';

export interface Web3Deps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly wallets: WalletService;
  readonly orders: OrdersService;
  readonly withdraws: WithdrawService;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
}

/** Tokens of a chain that signers know, so that something can be allowed of them. */
const tokensOf = ({ catalog }: Web3Deps, chain: ChainConfig): Asset[] =>
  catalog.coins
    .filter((coin) => coin.chain.id === chain.id && coin.asset.contract !== '' && catalog.isVerified(coin.asset.id))
    .map(({ asset }) => asset);

/** What the chain's node says; undefined where it does not answer. */
async function readFrom(deps: Web3Deps, chain: ChainConfig, owner: string, tokens: readonly Asset[], asked: Asked) {
  const known = asked.flatMap(({ asset_id, address_to }) => {
    const token = tokens.find(({ id }) => id === asset_id);
    return token ? [{ contract: token.contract, spender: address_to }] : [];
  });
  try {
    const contracts = tokens.map(({ contract }) => contract);
    return await accountReader(deps.readerOf(chain)).allowances?.(owner, contracts, known);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
type Asked = Awaited<ReturnType<typeof findSpenders>>;

async function onChain(deps: Web3Deps, workspaceId: WorkspaceId, subWalletId: SubWalletId, chain: ChainConfig) {
  const { address, path, ...at } = await deps.withdraws.account(workspaceId, subWalletId, chain);
  const tokens = tokensOf(deps, chain);
  const asked = await findSpenders(deps.db, workspaceId, subWalletId, chain.id);
  const read = await readFrom(deps, chain, address, tokens, asked);
  return {
    chain_id: chain.id,
    coin_net: chain.name,
    address,
    path,
    proof: proofOf(await deps.wallets.deployment(), at),
    told: read ? (read.complete ? ('all' as const) : ('known' as const)) : ('none' as const),
    coins: tokens.map(({ symbol, contract }) => ({ symbol, contract_address: contract })),
    allowances: (read?.list ?? []).flatMap(({ contract, spender, amount }) => {
      const token = tokens.find((one) => one.contract === contract);
      if (!token) return [];
      const given = { outputs: [{ amount: String(amount) }], asset: { decimals: String(token.decimals) } };
      return [
        {
          symbol: token.symbol,
          contract_address: contract,
          spender,
          amount: fromUnits(amount, token.decimals),
          endless: isEndless(given),
        },
      ];
    }),
  };
}

/** Who may take tokens of a sub-wallet, on every chain whose tokens allow that. @throws walletNotFound, subWalletBeingCreated */
export async function allowancesOf(deps: Web3Deps, workspaceId: WorkspaceId, subWalletId: SubWalletId) {
  await deps.wallets.subWallet(workspaceId, subWalletId);
  const chains = deps.catalog.chains.filter((chain) => familyOf(chain).hasAllowances);
  return Promise.all(chains.map((chain) => onChain(deps, workspaceId, subWalletId, chain)));
}
