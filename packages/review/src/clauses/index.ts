import type { ConditionName } from '@holdfast/policy';
import { amount } from './amount.ts';
import { assets } from './assets.ts';
import { calls } from './calls.ts';
import { destinations } from './destinations.ts';
import { initiators } from './initiators.ts';
import { loss } from './loss.ts';
import { messages } from './messages.ts';
import { wallets } from './wallets.ts';

type Every = Record<ConditionName, unknown>;

/** Every condition, in the order of the sentence: how much, of what, from where, by whom, to whom, by which call, or which message, and how much less comes back. */
export const clauses = { amount, assets, wallets, initiators, destinations, calls, messages, loss } satisfies Every;
