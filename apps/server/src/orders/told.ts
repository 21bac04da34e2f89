import { familyOf, type Resource } from '@holdfast/chains';
import type { OrderId } from '@holdfast/contract';
import { type StakeKind, stakeKinds } from './request.ts';

const resources = ['bandwidth', 'energy'] as const;

interface StakeTold {
  readonly kind: StakeKind;
  readonly resource: Resource | '';
  readonly lock_blocks: number;
  readonly lock_ms: number;
}

/** Between two blocks of a chain that has stake, milliseconds. */
function blockMsOf(chain: string): number {
  const family = familyOf(chain);
  return (family.model === 'timed' ? family.stakeOffer?.blockMs : undefined) ?? 0;
}

interface Order {
  readonly kind: string;
  readonly call: string;
  readonly chain: string;
}

/** What an order does with stake, as screens tell it; null for a payment. */
export function stakeToldOf({ kind, call, chain }: Order): StakeTold | null {
  const found = stakeKinds.find((one) => one === kind);
  if (!found) return null;
  const [word, , blocks = '0'] = call.split(' ');
  const resource = resources.find((one) => one === word);
  return {
    kind: found,
    resource: resource ?? '',
    lock_blocks: Number(blocks),
    lock_ms: Number(blocks) * blockMsOf(chain),
  };
}

/** The payment that an order makes once more, or drops; null where it does not. */
export function attemptToldOf({ kind, raises }: { readonly kind: string; readonly raises: number | null }) {
  const payment = raises as OrderId | null;
  return kind === 'drop' ? { speeds_up: null, drops: payment } : { speeds_up: payment, drops: null };
}
