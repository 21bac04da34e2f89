/** For tests only (fenced by `.dependency-cruiser.cjs`): makes a further family known, without anything else naming it. */
import type { ChainFamily } from './family.ts';
import { addFamily } from './registry.ts';
import { addReader } from './rpc/reader-of.ts';
import type { ChainReader } from './rpc/readers.ts';
import type { ChainConfig } from './types.ts';

export type { FamilyOf } from './family.ts';
export { opaque } from './opaque.ts';
export { planFields, planText } from './plan-fields.ts';
export { ecdsaOnly, recoverKey } from './signature.ts';
export { checkFee, readTransfer } from './transfer.ts';

export function registerFamily(family: ChainFamily, open: (chain: ChainConfig) => ChainReader): void {
  addFamily(family);
  addReader(family.id, open);
}
