import { isSame } from '../canonical.ts';
import { limits } from '../limits.ts';
import { list, patterns, record, text } from '../schema.ts';
import type { Message } from '../subject.ts';
import { badIf, type Condition, matchIf } from './condition.ts';

/**
 * Messages that are signed (web3): those to any of these contracts, and of any of these types where some are named. Without a contract: texts, and typed data that names
 * none. A rule with it speaks of nothing but messages, one without it of none, but for one about NFTs that does not let pass: it speaks of those that tell of its collections.
 */
const schema = list(
  record({
    chain: text(patterns.chain),
    contract: text(patterns.ascii),
    types: list(text(/^[A-Za-z_$][\w$]{0,63}$/), 0, limits.ruleMethods),
  }),
  0,
  limits.ruleList,
);
export type Messages = ReturnType<typeof schema>;

interface Others {
  readonly nfts?: { readonly collections: readonly unknown[] };
}

const isSameContract = (wanted: string, named: string): boolean => wanted.toLowerCase() === named.toLowerCase();

const names = (wanted: Messages, { chain, contract, type }: Message): boolean =>
  wanted.some(
    (one) =>
      one.chain === chain &&
      isSameContract(one.contract, contract) &&
      (one.types.length === 0 || one.types.includes(type)),
  );

/** Does it name this very type of message, and not the contract alone? */
export const namesType = (wanted: Messages, message: Message): boolean =>
  names(
    wanted.filter(({ types }) => types.length > 0),
    message,
  );

export const messages: Condition<Messages, '3', Others> = {
  since: '3',
  schema,
  empty: [],
  facts: [],
  match: (wanted, { message }, { action, when }) => {
    if (!message) return matchIf(wanted.length === 0);
    if (wanted.length > 0) return matchIf(names(wanted, message));
    return when.nfts && when.nfts.collections.length > 0 && action !== 'pass' ? 'perhaps' : 'no';
  },
  notLooser: isSame,
  whenFewerListed: () => 'same',
  places: (wanted) => wanted.filter(({ contract }) => contract !== ''),
  problems: (wanted, { type }) => badIf(type !== 'web3' && wanted.length > 0),
};
