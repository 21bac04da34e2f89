import type { ConditionName } from '@holdfast/policy';
import { amount } from './amount.ts';
import { args } from './args.ts';
import { assets } from './assets.ts';
import { calls } from './calls.ts';
import { deploys } from './deploys.ts';
import { destinations } from './destinations.ts';
import { initiators } from './initiators.ts';
import { loss } from './loss.ts';
import { messages } from './messages.ts';
import { nfts } from './nfts.ts';
import { wallets } from './wallets.ts';

type Every = Record<ConditionName, unknown>;

/** Every condition, in the order of the sentence: how much, of what, from where, by whom, to whom, by which call with which arguments, which message or contract, how much less comes back, and how many NFTs leave. */
export const clauses = {
  amount,
  assets,
  wallets,
  initiators,
  destinations,
  calls,
  args,
  messages,
  deploys,
  loss,
  nfts,
} satisfies Every;
