import { isSame } from '../canonical.ts';
import { constructorOf } from '../deployment.ts';
import { limits } from '../limits.ts';
import { list, patterns, record, text } from '../schema.ts';
import type { Deploy } from '../subject.ts';
import { badIf, type Condition, matchIf } from './condition.ts';

/**
 * Contracts that are deployed (web3): any of these, by the hash of their bytecode and the constructor that members know it by, so that what its arguments are called is
 * what they agreed on. A rule with it speaks of nothing but deployments, one without it of none.
 */
const schema = list(
  record({
    chain: text(patterns.chain),
    /** Keccak-256 of the bytecode without arguments. */
    code: text(patterns.hash),
    /** `(address owner,uint256 cap)` */
    inputs: text(/^\([\x20-\x7e]{0,590}\)$/),
  }),
  0,
  limits.ruleMethods,
);
export type Deploys = ReturnType<typeof schema>;
interface Others {
  readonly calls: readonly unknown[];
  readonly messages?: readonly unknown[];
}

const names = (wanted: Deploys, { chain, code, inputs }: Deploy): boolean =>
  wanted.some((one) => one.chain === chain && one.code === code && one.inputs === inputs);

export const deploys: Condition<Deploys, '4', Others> = {
  since: '4',
  schema,
  empty: [],
  facts: [],
  match: (wanted, { deploy }) => matchIf(deploy ? names(wanted, deploy) : wanted.length === 0),
  notLooser: isSame,
  whenFewerListed: () => 'same',
  places: () => [],
  problems: (wanted, { type, when: { calls, messages = [] } }) =>
    badIf(
      wanted.length > 0 &&
        (type !== 'web3' ||
          calls.length + messages.length > 0 ||
          wanted.some(({ inputs }) => constructorOf(inputs) === undefined)),
    ),
};
