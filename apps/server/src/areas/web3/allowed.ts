import type { ChainConfig } from '@holdfast/chains';
import { accountReader, RpcError } from '@holdfast/chains/rpc';
import { refuse } from '../../refuse.ts';
import type { Web3Deps } from './allowances.ts';

export interface Allowed {
  readonly contract: string;
  readonly spender: string;
}

/** How much of a token a spender may take of an account now, base units. @throws authorizeDataError where the node does not say */
export async function allowedTo(
  { readerOf }: Pick<Web3Deps, 'readerOf'>,
  chain: ChainConfig,
  owner: string,
  { contract, spender }: Allowed,
): Promise<bigint> {
  try {
    const told = await accountReader(readerOf(chain)).allowances?.(owner, [contract], [{ contract, spender }]);
    if (!told) throw refuse('authorizeDataError', {});
    return told.list.find((one) => one.contract === contract && one.spender === spender)?.amount ?? 0n;
  } catch (error) {
    if (error instanceof RpcError) throw refuse('authorizeDataError', {});
    throw error;
  }
}
