import type { ConditionName } from '@holdfast/policy';
import type { Reading } from '../reading.ts';
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

/** A condition without its reading does not compile. */
export const readings: Record<ConditionName, Reading> = {
  amount,
  args,
  assets,
  calls,
  deploys,
  destinations,
  initiators,
  loss,
  messages,
  nfts,
  wallets,
};
