import { hexToBytes } from '@noble/hashes/utils.js';
import { decodeArguments } from '../../abi/codec.ts';
import { type Arguments, type Effect, listAt, numberAt, type Place, type Swap, standards, textAt } from './standard.ts';

/**
 * 0x: its AllowanceHolder, which lets one contract take so much of one token while a call lasts, and its Settler, which makes a swap of many steps
 * (github.com/0xProject/0x-settler). What the steps do nobody reads; what goes in at most, what comes out at least, to whom and until when stands around them.
 */

/** Of its steps these two say when they are over, and fail behind that: they are no methods that anybody can call. */
const steps = new Map(
  standards([
    ['TRANSFER_FROM(address,((address,uint256),uint256,uint256),bytes)', (a) => ({ until: numberAt(a, 1, 2) })],
    ['NATIVE_CHECK(uint256,uint256)', (a) => ({ until: numberAt(a, 0) })],
  ]),
);

/** As 0x calls the chain's own coin; where it goes in, also nobody's address. */
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const nobody = `0x${'0'.repeat(40)}`;

/** Its first step is made before all others: where that one has an end, the whole call has it. @throws AbiError */
function endOf(actions: Arguments, at: Place): bigint | undefined {
  const first = actions.length > 0 ? textAt(actions, 0) : '';
  const step = steps.get(first.slice(0, 10));
  return step?.effect(decodeArguments(step.method.inputs, hexToBytes(first.slice(10))), at).until;
}

/** Is it the contract that is called which may take the token, and no other? Of coins nothing is taken: they go along. */
const takesItself = (operator: string, target: string, isCoin: boolean): boolean =>
  operator === target || (isCoin && operator === nobody);

/** So much of a token may be taken while this lasts, and a contract is called with it. */
function holding(a: Arguments, { byOwn }: Place): Effect {
  const [operator, token, units, through] = [textAt(a, 0), textAt(a, 1), numberAt(a, 2), textAt(a, 3)];
  const isCoin = token === coin || token === nobody;
  const given = isCoin ? { gives: '', most: undefined } : { gives: token, most: units };
  return {
    leaves: byOwn && !isCoin && units > 0n ? [{ token, units }] : [],
    to: [operator],
    inner: [{ contract: through, data: textAt(a, 4), byOwn: false }],
    ...(takesItself(operator, through, isCoin) ? { holds: { ...given, through } } : {}),
  };
}

/** At least so much comes of whatever has come to it: by itself, of coins that go along. */
function settled(a: Arguments, at: Place): Effect {
  const [to, token, least] = [textAt(a, 0, 0), textAt(a, 0, 1), numberAt(a, 0, 2)];
  const gets = token === coin ? '' : token;
  const swap: Swap = { gives: '', most: undefined, gets, least, to, until: endOf(listAt(a, 1), at), by: 'settler' };
  return { to: [to], swap };
}

export const settlers = standards([
  ['exec(address operator,address token,uint256 amount,address target,bytes data)', holding],
  [
    'execute((address recipient,address buyToken,uint256 minAmountOut) slippage,bytes[] actions,bytes32 affiliate)',
    settled,
  ],
]);
