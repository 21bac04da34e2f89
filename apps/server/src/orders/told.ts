import { familyOf, type Resource } from '@holdfast/chains';
import type { OrderId } from '@holdfast/contract';
import { isEndless } from '@holdfast/policy';
import { type StakeKind, stakeKinds } from './request.ts';

const resources = ['bandwidth', 'energy'] as const;

interface StakeTold {
  readonly kind: StakeKind | 'allowance' | 'endless' | 'revocation' | 'call';
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
  /** Base units. */
  readonly amount: bigint;
  readonly decimals: number;
}

function allowanceOf({ amount, decimals }: Order): StakeTold['kind'] {
  if (amount === 0n) return 'revocation';
  const given = { outputs: [{ amount: String(amount) }], asset: { decimals: String(decimals) } };
  return isEndless(given) ? 'endless' : 'allowance';
}

/** What an order does where it pays nobody, as screens tell it: with stake, or for a spender of tokens; null for a payment. */
export function stakeToldOf(order: Order): StakeTold | null {
  const { kind, call, chain } = order;
  if (kind === 'allowance') return { kind: allowanceOf(order), resource: '', lock_blocks: 0, lock_ms: 0 };
  if (kind === 'call') return { kind, resource: '', lock_blocks: 0, lock_ms: 0 };
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
