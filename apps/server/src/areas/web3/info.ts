import type { ChainConfig } from '@holdfast/chains';
import { accountReader, RpcError } from '@holdfast/chains/rpc';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { conditionOf, type PolicyDocument } from '@holdfast/policy';
import { proofOf } from '../wallet/service.ts';
import type { Web3Deps } from './allowances.ts';
import { chainNamed } from './ask.ts';

/** What the rules about calls name on a chain, in their order. */
const contractsIn = ({ senior }: PolicyDocument, { id }: Pick<ChainConfig, 'id'>) =>
  senior.flatMap(({ type, name, when }) =>
    type === 'web3'
      ? conditionOf(when, 'calls').flatMap(({ chain, contract, methods }) =>
          chain === id ? [{ contract_address: contract, methods: [...methods], rule: name }] : [],
        )
      : [],
  );

async function nonceOf({ readerOf }: Web3Deps, chain: ChainConfig, address: string): Promise<string> {
  try {
    return String(await accountReader(readerOf(chain)).nonce(address, 'pending'));
  } catch (error) {
    if (error instanceof RpcError) return '';
    throw error;
  }
}

/** The account that calls contracts. @throws unsupportedCoin, ambiguousCoin, walletNotFound, subWalletBeingCreated */
export async function infoOf(deps: Web3Deps, workspaceId: WorkspaceId, subWalletId: SubWalletId, name: string) {
  const chain = chainNamed(deps, name);
  await deps.wallets.subWallet(workspaceId, subWalletId);
  const { address, path, ...at } = await deps.withdraws.account(workspaceId, subWalletId, chain);
  const coin = deps.catalog.feeAsset(chain);
  const [{ available }, { document }, nonce, deployment] = await Promise.all([
    deps.withdraws.balance(workspaceId, subWalletId, coin.id),
    deps.orders.policy(),
    nonceOf(deps, chain, address),
    deps.wallets.deployment(),
  ]);
  return {
    chain_id: chain.id,
    coin_net: chain.name,
    base_symbol: chain.baseSymbol,
    address,
    path,
    proof: proofOf(deployment, at),
    balance: fromUnits(available, coin.decimals),
    nonce,
    contracts: contractsIn(document, chain),
  };
}
