import type { Comparison, Same } from '../family.ts';
import type { TronPlan } from './types.ts';

export function compareTron({ intent, decoded, plan, extra }: Comparison<TronPlan>, same: Same): void {
  same('outputs', '', extra.map((output) => output.address).join());
  for (const field of ['refBlockBytes', 'refBlockHash', 'expiration', 'timestamp', 'feeLimit'] as const)
    same(`plan.${field}`, plan[field], String(decoded.plan[field]));
  same('sources', `${intent.path} ${intent.from}`, decoded.sources.map((s) => `${s.path} ${s.address}`).join());
  same('sighashes', intent.path, decoded.sighashes.map((sighash) => sighash.path).join());
}
