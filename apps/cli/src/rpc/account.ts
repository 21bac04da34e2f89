import type { AssetFacts, ChainFacts, SignerFacts } from '@holdfast/review/facts';
import type { Asker } from '../initiate.ts';
import type { OpenedKey } from '../key-file.ts';
import { sameAddress } from '../pay.ts';
import { RpcFault } from './faults.ts';

/** An API client at work for one account of a sub-wallet. */
export interface Account extends Asker {
  /** Origin under which the server is known. */
  readonly server: string;
  readonly key: OpenedKey;
  /** sub_wallet_id. */
  readonly wallet: string;
  readonly facts: SignerFacts;
  readonly chain: ChainFacts;
  /** The coin that fees are paid in. */
  readonly coin: AssetFacts;
  /** The most that each may cost, base units of that coin. */
  readonly maxFee: bigint;
  /** For how long a caller is kept waiting. */
  readonly waitMs: number;
  /** The one that applications are shown: its signers vouch for it. */
  readonly at: { readonly address: string; readonly path: string; readonly keyGroup: string };
  /** A node of the network. */
  readonly read: (method: string, params: readonly unknown[]) => Promise<unknown>;
}

/** By whichever spelling. @throws RpcFault where the signer knows no such token: only an order of a known coin counts in the rules */
export function assetAt({ chain }: Pick<Account, 'chain'>, contract: string): AssetFacts {
  const found = chain.assets.find((one) =>
    contract === '' ? one.contract === '' : sameAddress(one.contract, contract),
  );
  if (!found) throw new RpcFault('unsupported', `the signers do not know the token ${contract}`);
  return found;
}
