import { type ChainConfig, familyOf, isWithinLimits } from '@holdfast/chains';
import {
  bookInForce,
  type Facts,
  type Intent,
  isListedAt,
  memoEntry,
  methodsAt,
  movesStake,
  type Output,
  type SignedQuote,
  spentFrom,
} from '@holdfast/policy';
import type { ChildKeys } from '../children.ts';
import { ownPath } from '../coins.ts';
import type { SignerState } from '../state/state.ts';
import { decisionPrices, shownPrices } from './asked-prices.ts';

/** What this signer has at hand to judge an intent by the rules. */
export interface Judge {
  readonly state: Readonly<SignerState>;
  readonly chains: ReadonlyMap<string, ChainConfig>;
  readonly childKey: ChildKeys;
  readonly now: number;
}

/** Our own address is one that is derived here from the paying key group, at the path the output names. */
function isInternal({ state, chains, childKey }: Judge, intent: Intent, output: Output): boolean {
  const [chain, group] = [chains.get(intent.chain), state.groups.get(intent.keyGroup)];
  if (output.path === '' || !chain || !group?.public.active) return false;
  const family = familyOf(chain);
  const path = ownPath(output.path);
  // What is ours by key alone, where nobody looks, is nobody's.
  if (path?.coin !== family.coinType || !isWithinLimits(path)) return false;
  return family.addressOf(chain, childKey(group.public, output.path), output.path) === output.address;
}

/** Is a memo missing that the book asks for, on a chain that carries one? What is done with stake carries none, and pays nobody. */
export function lacksMemo({ state, chains }: Judge, intent: Intent, { address, memo }: Output): boolean {
  const chain = chains.get(intent.chain);
  const carried = chain !== undefined && familyOf(chain).memo !== 'none' && !movesStake(intent);
  return carried && memo === '' && memoEntry(state.book.entries.values(), intent.chain, address) !== undefined;
}

/** What this signer knows of payees, from its own book and keys. */
export function payeeFacts(judge: Judge): Pick<Facts, 'isInternal' | 'isListed' | 'methodsOf' | 'whitelistHeld'> {
  const { state, now } = judge;
  const policy = state.policy?.document;
  const book = policy && bookInForce(policy.book, state.held, now);
  return {
    isInternal: (about, output) => isInternal(judge, about, output),
    isListed: (about, output) => isListedAt(state.book, about, output, book?.coolingHours ?? 0, now),
    methodsOf: (about, output) => methodsAt(state.book, about, output, book?.coolingHours ?? 0, now),
    whitelistHeld: book?.mode === 'on',
  };
}

/**
 * The facts that rules ask for, all from this signer's own journal and keys. Quotes come with a request, but each is signed by a signer.
 * @param near of now, for a decision to sign; without them prices are those that members are shown
 */
export function ruleFacts(judge: Judge, intent: Intent, near?: readonly SignedQuote[]): Facts {
  const { state, now } = judge;
  return {
    ...payeeFacts(judge),
    feesCount: true,
    ...(near ? decisionPrices(judge, intent, near) : shownPrices(judge, intent)),
    spent: spentFrom(state.spendings, now),
    frozen: state.frozen !== undefined,
  };
}
