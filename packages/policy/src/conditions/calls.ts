import { isSame } from '../canonical.ts';
import { limits } from '../limits.ts';
import { list, record, selector } from '../schema.ts';
import type { Call } from '../subject.ts';
import type { Amount } from './amount.ts';
import { assetName } from './assets.ts';
import { badIf, type Condition, matchPart, type RuleAround } from './condition.ts';

/**
 * Contract calls (web3, trade): any of these contracts, and any of these methods where some are named; a call without a method is none of them.
 * An empty list is no condition.
 */
const schema = list(record({ ...assetName, methods: list(selector, 0, limits.ruleMethods) }), 0, limits.ruleList);
export type Calls = ReturnType<typeof schema>;
interface Others {
  readonly amount: Amount;
}

/**
 * Hex addresses are the same in either case (EIP-55). The form of what is called tells one, whatever its chain: all that is called on chains with such
 * addresses has it, and no other way to write addresses makes it, since base58 has no 0 and bech32 no x and a 1 as its mark.
 */
const hexAddress = /^0x[0-9a-f]{40}$/i;
const isSameContract = (wanted: string, called: string): boolean =>
  wanted === called || (hexAddress.test(called) && wanted.toLowerCase() === called.toLowerCase());

/** Does it name this call? */
export const namesCall = (wanted: Calls, call: Call): boolean =>
  wanted.some(
    ({ chain, contract, methods }) =>
      chain === call.chain &&
      isSameContract(contract, call.contract) &&
      (methods.length === 0 || methods.includes(call.method)),
  );

/** Does it name this very method of this contract, and not the contract alone? */
export const namesMethod = (wanted: Calls, call: Call): boolean =>
  namesCall(
    wanted.filter(({ methods }) => methods.length > 0),
    call,
  );

/**
 * Methods that give somebody else a say over tokens, whatever value goes along: approve, increaseAllowance, setApprovalForAll (ERC-20, 721, 1155),
 * permit (ERC-2612, and that of DAI), approve and permit of Permit2.
 */
export const allowances: readonly string[] = [
  '0x095ea7b3',
  '0x39509351',
  '0xa22cb465',
  '0xd505accf',
  '0x8fcbaf0c',
  '0x87517c45',
  '0x2b67b570',
];

/**
 * What a contract moves is not in the amount: an allowance without limit goes with a value of 0. So the amount lets a call pass only together with the
 * methods that people have looked at, and never one that gives an allowance.
 */
function isSound(wanted: Calls, { type, action, when }: RuleAround<Others>): boolean {
  if (type === 'transfer') return wanted.length === 0;
  if (action !== 'pass' || when.amount.unit === 'none') return true;
  const looked = ({ methods }: Calls[number]): boolean =>
    methods.length > 0 && !methods.some((method) => allowances.includes(method));
  return wanted.length > 0 && wanted.every(looked);
}

export const calls: Condition<Calls, '1', Others> = {
  since: '1',
  schema,
  empty: [],
  facts: [],
  /**
   * Who asks chooses what to bundle: another call may neither escape a rule nor earn one. A rule that names every call speaks of the transaction, one
   * that names none does not. One that names some of them has to be satisfied together with what stands behind it, and refuses where it refuses; one
   * that lets pass speaks only of what it names whole. So a call more is never looser, and calls that are not known are as strict as any.
   */
  match: (wanted, asked, { action }) => {
    if (wanted.length === 0) return 'yes';
    const named = asked.calls?.filter((call) => namesCall(wanted, call)).length ?? 1;
    return matchPart(named, asked.calls?.length ?? 2, action);
  },
  notLooser: isSame,
  whenFewerListed: () => 'same',
  places: (wanted) => wanted,
  problems: (wanted, rule) => badIf(!isSound(wanted, rule)),
};
