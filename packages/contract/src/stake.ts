import { z } from 'zod';
import { addressProof } from './address-proof.ts';
import { amount, epochMs, ranged, remark, subWalletId, symbol, text } from './codecs.ts';
import { get, post } from './endpoint.ts';
import { address, requestId, taken } from './order.ts';

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
  path: z.string(),
  proof: addressProof,
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
  /** What can be staked, and what can be delegated. */
  available: amount,
  delegatable: byResource,
  /** Units a day that one whole coin gives as things are: less when others stake more. */
  gives: byResource,
  /** From unstaking until it can be withdrawn. */
  wait_ms: z.int(),
  /** Unstakings that can be begun beside those that wait. */
  unfreezing_left: z.int(),
  most_lock_blocks: z.int(),
  block_ms: z.int(),
  /** Less is neither staked nor delegated. */
  least: amount,
  /** What each of these calls will probably cost, and the most that it may cost. */
  fee: amount,
  max_fee: amount,
});

const asked = {
  request_id: requestId,
  sub_wallet_id: subWalletId,
  chain_id: text(40),
  remark: remark.default(''),
  /** The most the fee may be, as the page showed it; refused when more would be needed. */
  max_fee: amount.optional(),
};
const coins = { resource, amount };
/** Moves coins, so it is asked for as a withdrawal is. */
const asks = { access: 'withdraw.create', stepUp: true, output: taken } as const;

export const stake = {
  accounts: get('/api/mpc/stake/accounts', {
    summary: 'Bandwidth and energy of a sub-wallet on every chain that has them, and what is staked for them',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId }),
    output: z.object({ list: z.array(stakeAccount) }),
  }),
  stake: post('/api/mpc/stake/stake', {
    ...asks,
    summary: 'Stake coins for a resource: an order with its hold, as a withdrawal is',
    audit: 'stake.stake',
    input: z.object({ ...asked, ...coins }),
  }),
  unstake: post('/api/mpc/stake/unstake', {
    ...asks,
    summary: 'Unstake: the coins come back after a wait (`wait_ms`), and are then withdrawn. Holds the fee alone',
    audit: 'stake.unstake',
    input: z.object({ ...asked, ...coins }),
  }),
  withdrawUnfrozen: post('/api/mpc/stake/withdraw_unfrozen', {
    ...asks,
    summary: 'Make everything available that has come back from stake. Holds the fee alone',
    audit: 'stake.withdrawUnfrozen',
    input: z.object(asked),
  }),
  delegate: post('/api/mpc/stake/delegate', {
    ...asks,
    summary: 'Let another account, own or listed, use what comes of staked coins. Holds the fee alone',
    audit: 'stake.delegate',
    input: z.object({
      ...asked,
      ...coins,
      address_to: address,
      /** Blocks for which it cannot be taken back; 0 for none. */
      lock_blocks: ranged(0, 9_999_999).default(0),
    }),
  }),
  reclaim: post('/api/mpc/stake/reclaim', {
    ...asks,
    summary: 'Take back what was delegated to an account. Holds the fee alone',
    audit: 'stake.reclaim',
    input: z.object({ ...asked, ...coins, address_to: address }),
  }),
};
