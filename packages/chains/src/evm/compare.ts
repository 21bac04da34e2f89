import type { Comparison, Same } from '../family.ts';
import type { EvmPlan } from './types.ts';

export function compareEvm({ intent, decoded, plan, extra }: Comparison<EvmPlan>, same: Same): void {
  same('outputs', '', extra.map((output) => output.address).join());
  for (const field of ['nonce', 'gasLimit', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const)
    same(`plan.${field}`, plan[field], String(decoded.plan[field]));
  same('sources', `${intent.path} ${intent.from}`, decoded.sources.map((s) => `${s.path} ${s.address}`).join());
  same('sighashes', intent.path, decoded.sighashes.map((sighash) => sighash.path).join());
}
