import { assetKey, type PolicyDocument, roleIn, type SeniorRule, type WindowQuery } from '@holdfast/policy';
import { spentIn } from '../../rules/facts.ts';
import type { WithdrawDeps } from './deps.ts';
import { nobody } from './rules.ts';

/** What leaves: a coin out of a sub-wallet, asked for by a member. */
export interface Leaving {
  readonly chain: string;
  readonly contract: string;
  readonly wallet: string;
  readonly member: string;
}
interface DayLimit {
  readonly units: bigint;
  readonly scope: WindowQuery['scope'];
}

const dayHours = 24;

/** May the rule speak of such payments, to whomever and of whatever amount? */
function maySpeakOf(
  { enabled, type, when: { initiators, wallets, assets } }: SeniorRule,
  { chain, contract, wallet }: Leaving,
  names: readonly string[],
): boolean {
  const isNamed = assets.list.some((one) => one.chain === chain && one.contract === contract);
  return (
    enabled === 'on' &&
    type === 'transfer' &&
    (wallets.length === 0 || wallets.includes(wallet)) &&
    (initiators.length === 0 || names.some((name) => initiators.includes(name))) &&
    (assets.mode === 'any' || isNamed === (assets.mode === 'only'))
  );
}

const isDayLimit = ({ when: { amount, destinations } }: SeniorRule): boolean =>
  amount.unit === 'coin' &&
  amount.hours === String(dayHours) &&
  amount.over !== '' &&
  amount.upTo === '' &&
  destinations.mode === 'any';

/** What rules refuse beyond so much a day. The first rule that matches decides, so none counts behind one that might let more pass. */
function dayLimitsOf({ senior, members }: PolicyDocument, leaving: Leaving): DayLimit[] {
  const member = members.find(({ id }) => id === leaving.member);
  const names = member ? [`member:${member.id}`, `role:${roleIn(member, leaving.wallet)}`] : [];
  const spoken = senior.filter((rule) => maySpeakOf(rule, leaving, names));
  const open = spoken.findIndex(({ action }) => action !== 'refuse');
  return spoken
    .slice(0, open === -1 ? spoken.length : open)
    .filter(isDayLimit)
    .map(({ when: { amount } }) => ({ units: BigInt(amount.over), scope: amount.scope }));
}

/** The limit that leaves the least room, with what counts against it; what the sub-wallet itself has spent where none holds. In base units. */
export async function dayLimit(
  deps: Pick<WithdrawDeps, 'db' | 'catalog'>,
  workspace: string,
  document: PolicyDocument,
  leaving: Leaving,
): Promise<{ used: bigint; limit: bigint | null }> {
  const asset = assetKey(leaving.chain, leaving.contract);
  const { wallet, member } = leaving;
  const usedIn = async (scope: WindowQuery['scope']): Promise<bigint> => {
    const query = { hours: dayHours, scope, wallet, member, counts: (one: string) => one === asset, except: nobody };
    return (await spentIn(deps, { workspace }, query)).units;
  };
  const limits = dayLimitsOf(document, leaving);
  const each = await Promise.all(limits.map(async ({ units, scope }) => ({ used: await usedIn(scope), limit: units })));
  const [tightest] = each.sort((a, b) => (a.limit - a.used < b.limit - b.used ? -1 : 1));
  return tightest ?? { used: await usedIn('wallet'), limit: null };
}
