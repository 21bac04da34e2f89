import { readCall } from './call/read.ts';
import { outflowsOf } from './call/statement.ts';
import { type Intent, isCall } from './intent.ts';
import { callSeen } from './intent-subject.ts';
import { nftKey, nftsIn } from './nfts.ts';
import type { AssetKey } from './rule-facts.ts';
import type { Fee } from './subject.ts';

/**
 * How many of each collection leave by an intent, for the windows of rules. Which contracts are collections nobody says: so every contract counts whose methods are
 * called that collections have, but those of which the call says that they are coins; signers hold it to that.
 */
export function nftsOf(intent: Intent): Fee[] {
  if (!isCall(intent)) return [];
  const coins = new Set(outflowsOf(intent).map(({ contract }) => contract));
  const counts = new Map<AssetKey, bigint>();
  for (const call of readCall(intent)?.calls ?? []) {
    const count = coins.has(call.contract) ? undefined : nftsIn(callSeen(intent.chain, call));
    const key = nftKey(intent.chain, call.contract);
    if (count) counts.set(key, (counts.get(key) ?? 0n) + count);
  }
  return [...counts].map(([asset, units]) => ({ asset, units, decimals: 0 }));
}
