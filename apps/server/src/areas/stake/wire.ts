import { familyOf, type Pool, type Resource } from '@holdfast/chains';
import { fromUnits } from '@holdfast/money';
import { proofOf } from '../wallet/service.ts';
import type { StakeAccount } from './accounts.ts';
import { unfreezingLeft, unfrozenAt } from './rules.ts';

const meterRow = ({ limit, used }: { readonly limit: bigint; readonly used: bigint }) => ({
  limit: String(limit),
  used: String(used),
});

/** Of what a whole coin gives, decimals of a unit that are told. */
const givesDecimals = 6;
const gives = ({ units, coins }: Pool): string =>
  fromUnits(coins === 0n ? 0n : (units * 10n ** BigInt(givesDecimals)) / coins, givesDecimals);

/** What can be done with stake there, on which terms. */
function termsRow({ chain, resources, available, now }: StakeAccount, text: (units: bigint) => string) {
  const family = familyOf(chain);
  const { terms } = resources;
  return {
    available: text(available),
    gives: { bandwidth: gives(terms.pools.bandwidth), energy: gives(terms.pools.energy) },
    wait_ms: terms.waitMs,
    unfreezing_left: unfreezingLeft(resources, now),
    most_lock_blocks: terms.mostLockBlocks,
    block_ms: terms.blockMs,
    least: text(terms.least),
    fee: text(resources.stakeFee),
    max_fee: text(family.model === 'timed' ? (family.stakeOffer?.maxFee ?? 0n) : 0n),
  };
}

export function accountRow(account: StakeAccount) {
  const { chain, asset, at, deployment, resources, now } = account;
  const text = (units: bigint): string => fromUnits(units, asset.decimals);
  const byResource = ({ bandwidth, energy }: Readonly<Record<Resource, bigint>>) => ({
    bandwidth: text(bandwidth),
    energy: text(energy),
  });
  return {
    chain_id: chain.id,
    coin_net: chain.name,
    symbol: asset.symbol,
    address: at.address,
    path: at.path,
    proof: proofOf(deployment, at),
    bandwidth: { free: meterRow(resources.bandwidth.free), staked: meterRow(resources.bandwidth.staked) },
    energy: meterRow(resources.energy),
    staked: byResource(resources.stake),
    delegated_out: byResource(resources.delegatedOut),
    delegated_in: byResource(resources.delegatedIn),
    unfreezing: resources.unfreezing.map(({ resource, amount, freeAt }) => ({
      resource,
      amount: text(amount),
      free_at: new Date(freeAt),
    })),
    unfrozen: text(unfrozenAt(resources, now)),
    delegatable: byResource(resources.delegatable),
    ...termsRow(account, text),
    delegations: resources.delegations.map(({ to, resource, amount, lockedUntil }) => ({
      to,
      resource,
      amount: text(amount),
      locked_until: lockedUntil === 0 ? null : new Date(lockedUntil),
    })),
  };
}
