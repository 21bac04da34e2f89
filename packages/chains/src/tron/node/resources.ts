import type { AccountResources, Delegation, Resource, StakeTerms, Unfreezing } from '../../resources.ts';
import { countOf, type Fields, fieldsOf, listOf } from '../../rpc/shape.ts';
import { blockMs } from '../stake.ts';
import { bandwidthOf } from './bandwidth.ts';
import type { TronNode } from './http.ts';
import { parameters } from './parameters.ts';
import { addressOf, inconsistent, unitsOf } from './shape.ts';

/** Of so many receivers a node is asked at once; who delegates to more is shown these. */
const mostReceivers = 20;

const listIn = (value: unknown, what: string): Fields[] =>
  listOf(value ?? [], what).map((each) => fieldsOf(each, what));

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Limits fall when others stake more, so more can be used than there is: then all is. */
const meter = (limit: unknown, used: unknown) => {
  const most = unitsOf(limit, 'limit');
  return { limit: most, used: lesser(unitsOf(used, 'used'), most) };
};

/** Nodes leave the first name of an enumeration out. The right to vote is no resource that we stake for. */
function resourceOf({ type }: Fields): Resource | undefined {
  if (type === undefined || type === 'BANDWIDTH') return 'bandwidth';
  return type === 'ENERGY' ? 'energy' : undefined;
}

const stakedOf = (account: Fields, resource: Resource): bigint =>
  listIn(account.frozenV2, 'frozenV2')
    .filter((each) => resourceOf(each) === resource)
    .reduce((sum, { amount }) => sum + unitsOf(amount, 'amount'), 0n);

const unfreezingOf = (account: Fields): Unfreezing[] =>
  listIn(account.unfrozenV2, 'unfrozenV2').flatMap((each) => {
    const resource = resourceOf(each);
    const amount = unitsOf(each.unfreeze_amount, 'unfreeze_amount');
    return resource ? [{ resource, amount, freeAt: countOf(each.unfreeze_expire_time, 'unfreeze_expire_time') }] : [];
  });

/** What one account has delegated to another, with and without a lock in two entries. */
async function delegationTo(node: TronNode, from: string, to: string): Promise<Delegation[]> {
  const told = await node.askFor('wallet/getdelegatedresourcev2', { fromAddress: from, toAddress: to });
  return listIn(told.delegatedResource, 'delegatedResource').flatMap((each) => {
    if (addressOf(each.from, 'from') !== from || addressOf(each.to, 'to') !== to)
      return inconsistent('another delegation');
    return (['bandwidth', 'energy'] as const).flatMap((resource): Delegation[] => {
      const amount = unitsOf(each[`frozen_balance_for_${resource}`], 'frozen_balance');
      const lockedUntil = countOf(each[`expire_time_for_${resource}`] ?? 0, 'expire_time');
      return amount > 0n ? [{ to, resource, amount, lockedUntil }] : [];
    });
  });
}

async function delegationsOf(node: TronNode, address: string): Promise<Delegation[]> {
  const index = await node.askFor('wallet/getdelegatedresourceaccountindexv2', { value: address });
  const receivers = listOf(index.toAccounts ?? [], 'toAccounts').map((each) => addressOf(each, 'toAccounts'));
  const found: Delegation[] = [];
  for (const to of receivers.slice(0, mostReceivers)) found.push(...(await delegationTo(node, address, to)));
  return found;
}

const dayMs = 86_400_000;
/** The chain's own limit: it is no parameter. */
const mostUnfreezing = 32;
const coin = 1_000_000n;
/** Bytes of what is done with stake, as nodes count them. */
const usualBytes = 300n;

/** Nodes know how much of what is staked is not in use; of what is not staked, nothing is asked. */
async function delegatableOf(node: TronNode, address: string, stake: AccountResources['stake']) {
  const most = async (type: 0 | 1, staked: bigint): Promise<bigint> => {
    if (staked === 0n) return 0n;
    const told = await node.askFor('wallet/getcandelegatedmaxsize', { owner_address: address, type });
    return lesser(unitsOf(told.max_size, 'max_size'), staked);
  };
  return { bandwidth: await most(0, stake.bandwidth), energy: await most(1, stake.energy) };
}

async function termsOf(node: TronNode, told: Fields): Promise<StakeTerms> {
  const asked = await parameters(node);
  const pool = (key: string) => ({
    units: unitsOf(told[`Total${key}Limit`], 'limit'),
    coins: unitsOf(told[`Total${key}Weight`], 'weight'),
  });
  return {
    pools: { bandwidth: pool('Net'), energy: pool('Energy') },
    waitMs: Number(asked.get('getUnfreezeDelayDays') ?? 0n) * dayMs,
    mostLockBlocks: Number(asked.get('getMaxDelegateLockPeriod') ?? 0n),
    blockMs,
    mostUnfreezing,
    least: coin,
  };
}

/** What an account has of bandwidth and energy: of one that does not exist, nothing. */
export function metersIn(told: Fields): Pick<AccountResources, 'bandwidth' | 'energy'> {
  return {
    bandwidth: {
      free: meter(told.freeNetLimit, told.freeNetUsed),
      staked: meter(told.NetLimit, told.NetUsed),
    },
    energy: meter(told.EnergyLimit, told.EnergyUsed),
  };
}

/** What an account has of bandwidth and energy, and what it has staked for them: of an account that does not exist, nothing. */
export async function accountResources(node: TronNode, address: string): Promise<AccountResources> {
  const [told, account] = await Promise.all([
    node.askFor('wallet/getaccountresource', { address }),
    node.askFor('wallet/getaccount', { address }),
  ]);
  const forEnergy = fieldsOf(account.account_resource ?? {}, 'account_resource');
  const held = (fields: Fields, resource: Resource, key: string) => unitsOf(fields[`${key}_for_${resource}`], key);
  const out = 'delegated_frozenV2_balance';
  const acquired = `acquired_${out}`;
  const delegatedOut = { bandwidth: held(account, 'bandwidth', out), energy: held(forEnergy, 'energy', out) };
  const stake = { bandwidth: stakedOf(account, 'bandwidth'), energy: stakedOf(account, 'energy') };
  const meters = metersIn(told);
  const delegates = delegatedOut.bandwidth + delegatedOut.energy > 0n;
  return {
    ...meters,
    stake,
    delegatedOut,
    delegatedIn: { bandwidth: held(account, 'bandwidth', acquired), energy: held(forEnergy, 'energy', acquired) },
    unfreezing: unfreezingOf(account),
    delegations: delegates ? await delegationsOf(node, address) : [],
    delegatable: await delegatableOf(node, address, stake),
    stakeFee: bandwidthOf(meters, usualBytes).fee,
    terms: await termsOf(node, told),
  };
}
