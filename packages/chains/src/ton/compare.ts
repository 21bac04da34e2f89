import type { Comparison, Same } from '../family.ts';
import type { TonPlan } from './types.ts';

export function compareTon({ intent, decoded, plan, extra }: Comparison<TonPlan>, same: Same): void {
  same('outputs', '', extra.map((output) => output.address).join());
  for (const field of ['seqno', 'validUntil', 'attached'] as const)
    same(`plan.${field}`, plan[field], String(decoded.plan[field]));
  same('sources', `${intent.path} ${intent.from}`, decoded.sources.map((s) => `${s.path} ${s.address}`).join());
  same('sighashes', intent.path, decoded.sighashes.map((sighash) => sighash.path).join());
}
