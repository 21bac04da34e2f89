import { oneOf } from './schema.ts';

/** What a senior rule is about, and what it does: needed by conditions, which know of rules no more than this. */

export const ruleType = oneOf('transfer', 'web3', 'trade');
export type RuleType = ReturnType<typeof ruleType>;

/** `flow`: its nodes approve; `pass`: the initiator's signature is enough; `refuse`: nobody can make it pass. */
export const ruleAction = oneOf('flow', 'pass', 'refuse');
export type RuleAction = ReturnType<typeof ruleAction>;
