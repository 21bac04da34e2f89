import { familyOf, type Resource } from '@holdfast/chains';
import type { OrderId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { inscriptionOf } from '@holdfast/policy';
import { tickPaidBy } from './kinds/brc20.ts';
import { dropsPayment, findKind } from './kinds/index.ts';
import type { Deed, Sum } from './kinds/kind.ts';

const resources = ['bandwidth', 'energy'] as const;

interface StakeTold {
  readonly kind: Deed;
  readonly about: string;
  readonly resource: Resource | '';
  readonly lock_blocks: number;
  readonly lock_ms: number;
}

/** Between two blocks of a chain that has stake, milliseconds. */
function blockMsOf(chain: string): number {
  const family = familyOf(chain);
  return (family.model === 'timed' ? family.stakeOffer?.blockMs : undefined) ?? 0;
}

interface Order extends Sum {
  readonly kind: string;
  readonly call: string;
  readonly chain: string;
}

/** What is sent of what the ledger does not count. */
function aboutOf(order: Order): string {
  const paid = tickPaidBy(order);
  if (paid) return `${fromUnits(paid.units, Number(paid.asset.decimals))} ${paid.asset.symbol}`;
  return inscriptionOf(order)?.inscription ?? '';
}

/** What an order does where it pays nobody, as screens tell it: with stake, for a spender of tokens, or for a transaction that waits; null for a payment. */
export function stakeToldOf(order: Order): StakeTold | null {
  const { kind, call, chain } = order;
  const deed = findKind(kind)?.deed?.(order);
  if (!deed) return null;
  const [word, , blocks = '0'] = call.split(' ');
  const resource = resources.find((one) => one === word) ?? '';
  // A call that is not about stake names no lock, and its chain may have none.
  const lock = resource === '' ? 0 : Number(blocks);
  return { kind: deed, about: aboutOf(order), resource, lock_blocks: lock, lock_ms: lock * blockMsOf(chain) };
}

/** The payment that an order makes once more, or drops; null where it does not. */
export function attemptToldOf({ kind, raises }: { readonly kind: string; readonly raises: number | null }) {
  const payment = raises as OrderId | null;
  return dropsPayment(kind) ? { speeds_up: null, drops: payment } : { speeds_up: payment, drops: null };
}
