import type { Resource } from '@holdfast/chains';
import { fromUnits } from '@holdfast/money';
import type { StakeAccount } from './service.ts';

const meterRow = ({ limit, used }: { readonly limit: bigint; readonly used: bigint }) => ({
  limit: String(limit),
  used: String(used),
});

export function accountRow({ chain, asset, address, resources, unfrozen }: StakeAccount) {
  const text = (units: bigint): string => fromUnits(units, asset.decimals);
  const byResource = ({ bandwidth, energy }: Readonly<Record<Resource, bigint>>) => ({
    bandwidth: text(bandwidth),
    energy: text(energy),
  });
  return {
    chain_id: chain.id,
    coin_net: chain.name,
    symbol: asset.symbol,
    address,
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
    unfrozen: text(unfrozen),
    delegations: resources.delegations.map(({ to, resource, amount, lockedUntil }) => ({
      to,
      resource,
      amount: text(amount),
      locked_until: lockedUntil === 0 ? null : new Date(lockedUntil),
    })),
  };
}
