import { z } from 'zod';
import { amount, epochMs, subWalletId, symbol } from './codecs.ts';
import { get } from './endpoint.ts';

/** What coins are staked for. */
export const resource = z.enum(['bandwidth', 'energy']);
/** Units of a resource. */
const meter = z.object({ limit: z.string(), used: z.string() });
/** Coins, by the resource that they are staked for. */
const byResource = z.object({ bandwidth: amount, energy: amount });

/** The account of a sub-wallet on a chain whose resources are staked for. Coins in `symbol`. */
const stakeAccount = z.object({
  chain_id: z.string(),
  coin_net: z.string(),
  symbol,
  address: z.string(),
  /** Some bytes a day are free, others come of stake. */
  bandwidth: z.object({ free: meter, staked: meter }),
  energy: meter,
  /** For the account's own use. */
  staked: byResource,
  delegated_out: byResource,
  delegated_in: byResource,
  /** On its way back, each with the time from which it can be withdrawn. */
  unfreezing: z.array(z.object({ resource, amount, free_at: epochMs })),
  /** Of these, what can be withdrawn now. */
  unfrozen: amount,
  /** Of `delegated_out`, by receiver; `locked_until` is null where it can be reclaimed at any time. */
  delegations: z.array(z.object({ to: z.string(), resource, amount, locked_until: epochMs.nullable() })),
});

export const stake = {
  accounts: get('/api/mpc/stake/accounts', {
    summary: 'Bandwidth and energy of a sub-wallet on every chain that has them, and what is staked for them',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId }),
    output: z.object({ list: z.array(stakeAccount) }),
  }),
};
