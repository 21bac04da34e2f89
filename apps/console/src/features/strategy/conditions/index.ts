import type { ConditionName } from '@holdfast/policy';
import { amount } from './amount.tsx';
import { args } from './args.tsx';
import { assets } from './assets.tsx';
import { calls } from './calls.tsx';
import type { ConditionForm } from './condition-form.ts';
import { deploys } from './deploys.tsx';
import { destinations } from './destinations.tsx';
import { initiators } from './initiators.tsx';
import { loss } from './loss.tsx';
import { messages } from './messages.tsx';
import { nfts } from './nfts.tsx';
import { wallets } from './wallets.tsx';

/** Every condition, in the order of the forms: who, from where, what, how much, at which loss, by which call with which arguments, which message or contract, how many NFTs, to whom. */
export const conditionForms: Readonly<Record<ConditionName, ConditionForm>> = {
  initiators,
  wallets,
  assets,
  amount,
  loss,
  calls,
  args,
  messages,
  deploys,
  nfts,
  destinations,
};
