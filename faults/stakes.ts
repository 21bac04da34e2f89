import { setTimeout as sleep } from 'node:timers/promises';
import { transactionType } from '@holdfast/contract';
import { type DevStake, devStake } from '@holdfast/devnet';
import { fromUnits } from '@holdfast/money';
import { type Random, randomFrom } from '@holdfast/testkit/random';
import type { Installation } from '../sandbox/installation.ts';
import type { AskedPayment } from './facts.ts';
import { type Api, askUntilAnswered, clicks, type Target } from './workload.ts';

type Deed = NonNullable<AskedPayment['stake']>;
type Kind = Deed['kind'];
interface Ask {
  readonly place: {
    readonly request_id: string;
    readonly sub_wallet_id: Target['subWalletId'];
    readonly chain_id: string;
  };
  readonly coins: { readonly resource: 'bandwidth' | 'energy'; readonly amount: string };
  readonly other: { readonly address_to: string };
}
const calls: Readonly<Record<Kind, (api: Api, ask: Ask) => Promise<{ readonly withdraw_id: number }>>> = {
  stake: (api, { place, coins }) => api.stake.stake({ ...place, ...coins }),
  delegate: (api, { place, coins, other }) => api.stake.delegate({ ...place, ...coins, ...other }),
  reclaim: (api, { place, coins, other }) => api.stake.reclaim({ ...place, ...coins, ...other }),
  unstake: (api, { place, coins }) => api.stake.unstake({ ...place, ...coins }),
  unfrozen: (api, { place }) => api.stake.withdrawUnfrozen(place),
};
const withAnother: ReadonlySet<Kind> = new Set(['delegate', 'reclaim']);

export interface Stakes {
  /** Ends once what is under way is final. */
  stop(): Promise<void>;
}
export interface StakesOptions {
  readonly fixture: Installation;
  /** Where what is asked for is noted. */
  readonly asked: AskedPayment[];
  readonly seed: number;
  readonly targets: readonly Target[];
  readonly giveUpAt: number;
}

interface Staker {
  readonly random: Random;
  readonly target: Target;
  /** Uses for a while what comes of it. */
  readonly other: Target;
  readonly stake: DevStake;
}

interface Wanted {
  readonly kind: Kind;
  readonly resource: Ask['coins']['resource'];
  readonly units: bigint;
}

/** Everything that can be done with stake, in the order in which each needs the one before. Amounts in base units. */
function* roundOf({ random, stake: { amount, resources } }: Staker): Generator<Wanted> {
  const [least, most] = amount;
  const all = random.between(least, most);
  const lent = random.between(least, all);
  const resource = random.pick(resources.map((one) => [one, 1] as const));
  const deed = (kind: Kind, units: number): Wanted => ({ kind, resource, units: BigInt(units) });
  yield deed('stake', all);
  yield deed('delegate', lent);
  yield deed('reclaim', lent);
  yield deed('unstake', all);
  yield deed('unfrozen', 0);
}

/** Each sub-wallet stakes, lends, takes back and has its coins again, round after round; what comes next is asked for once the last is final. */
export function startStakes({ fixture, asked, seed, targets, giveUpAt }: StakesOptions): Stakes {
  let stopped = false;
  const over = (): boolean => stopped || Date.now() > giveUpAt;
  const isFinal = async (id: number): Promise<boolean> => {
    const type = transactionType.withdraw;
    const { status } = await fixture.session.call((api) => api.transaction.detail({ type, id }), giveUpAt);
    return status >= 2000;
  };

  async function make({ random, target, other }: Staker, { kind, resource, units }: Wanted): Promise<void> {
    const to = withAnother.has(kind) ? other.address : '';
    const requestId = `faults-${random.hex(8)}`;
    const { symbol, decimals } = nativeOf(target);
    const stake = { kind, account: target.address, to, resource: kind === 'unfrozen' ? '' : resource };
    const order: AskedPayment = { requestId, symbol, payee: to || target.address, units, otherIds: [], stake };
    asked.push(order);
    const ask = {
      place: { request_id: requestId, sub_wallet_id: target.subWalletId, chain_id: target.chain.id },
      coins: { resource, amount: fromUnits(units, decimals) },
      other: { address_to: to },
    };
    const once = () => askUntilAnswered(fixture, order, (api) => calls[kind](api, ask), giveUpAt);
    await Promise.all(Array.from({ length: clicks(random) }, once));
    while (order.orderId !== undefined && !(await isFinal(order.orderId)) && Date.now() < giveUpAt) await sleep(1_000);
  }
  async function work(staker: Staker): Promise<void> {
    while (!over())
      for (const deed of roundOf(staker)) {
        if (over()) return;
        await make(staker, deed);
      }
  }
  const failures: unknown[] = [];
  const done = stakersOf(targets, seed).map((staker) => work(staker).catch((error: unknown) => failures.push(error)));
  return {
    async stop() {
      stopped = true;
      await Promise.all(done);
      // When there is no time left, what is missing says more.
      if (failures.length > 0 && Date.now() < giveUpAt) throw failures[0];
    },
  };
}

function nativeOf({ chain: { assets, baseSymbol } }: Target) {
  const asset = assets.find(({ symbol }) => symbol === baseSymbol);
  if (!asset) throw new Error(`no ${baseSymbol}`);
  return asset;
}

/** One for each address on a chain whose coins are staked; the next one there uses what comes of it. */
function stakersOf(targets: readonly Target[], seed: number): Staker[] {
  return [...Map.groupBy(targets, ({ chain }) => chain)].flatMap(([chain, here]) => {
    const stake = devStake(chain);
    return here.flatMap((target, n) => {
      const other = here[(n + 1) % here.length];
      return stake && other && other !== target ? [{ random: randomFrom(seed + n + 1), target, other, stake }] : [];
    });
  });
}
