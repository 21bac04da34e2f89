import type { Leaving } from '../call/standards/standard.ts';
import type { Struct, TypedData, TypedValue } from './typed.ts';
import { encodeType } from './types.ts';

/** Typed data of which every release knows what its signature gives away, by its whole type: another with the same name is not it. */

/**
 * `allowance`: somebody may take tokens from now on; `payment`: once, and so many; `nothing`: nobody gets anything by it. The others are worth what nobody can
 * bound: `order`: whoever brings what is asked takes what is offered; `safe`: a transaction of a Safe, which acts once enough of its owners have signed;
 * `delegation`: another acts as this account; `call`: somebody calls a contract in its name; `unknown`: nobody knows.
 */
export type MessageDeed = 'allowance' | 'payment' | 'nothing' | 'order' | 'safe' | 'delegation' | 'call' | 'unknown';

/** A call that the message lets somebody make. */
export interface NamedCall {
  readonly contract: string;
  readonly data: string;
  /** In whose name. */
  readonly from: string;
  /** The code that is called runs as the caller itself. */
  readonly asItself?: boolean;
}

/** What a signature of it does. */
export interface MessageEffect {
  readonly deed: MessageDeed;
  /** Nothing leaves by a signature itself: each is what somebody may take by it. */
  readonly leaves?: readonly Leaving[];
  readonly to?: readonly string[];
  readonly call?: NamedCall;
}

interface Place {
  readonly own: string;
  /** The contract that its domain names; '' where it names none. */
  readonly contract: string;
}
type Effect = (message: Struct, place: Place) => MessageEffect;

const unknown: MessageEffect = { deed: 'unknown' };
const nothing: MessageEffect = { deed: 'nothing' };

const partOf = (value: TypedValue | undefined, name: string): TypedValue | undefined =>
  typeof value === 'object' && !Array.isArray(value) ? (value as Struct)[name] : undefined;
const textIn = (value: TypedValue | undefined, name: string): string => String(partOf(value, name) ?? '');
function unitsIn(value: TypedValue | undefined, name: string): bigint {
  const units = partOf(value, name);
  return typeof units === 'bigint' ? units : 0n;
}
function listIn(value: TypedValue | undefined, name: string): readonly TypedValue[] {
  const list = partOf(value, name);
  return Array.isArray(list) ? list : [];
}

const taking = (token: string, units: bigint, endless = false): Leaving => ({
  ...{ token, units, allowed: true },
  ...(endless ? { endless } : {}),
});
/** What is of nothing takes back. */
function giving(deed: 'allowance' | 'payment', leaves: readonly Leaving[], to: string): MessageEffect {
  const some = leaves.filter(({ units, endless }) => units > 0n || endless);
  return some.length === 0 ? nothing : { deed, leaves: some, to: [to] };
}

/** Of another's tokens: a contract whose owner this account is may let its signature count, so nobody can say what it does. */
const ofOwn =
  (owner: string, effect: (message: Struct, place: Place) => MessageEffect): Effect =>
  (message, place) =>
    textIn(message, owner) === place.own && place.contract !== '' ? effect(message, place) : unknown;

const permit = ofOwn('owner', (m, { contract }) =>
  giving('allowance', [taking(contract, unitsIn(m, 'value'))], textIn(m, 'spender')),
);
/** What is without end counts as the most that there can be. */
const everything = 2n ** 256n - 1n;
const permitOfAll = ofOwn('holder', (m, { contract }) =>
  giving('allowance', m.allowed === true ? [taking(contract, everything, true)] : [], textIn(m, 'spender')),
);
const authorized = ofOwn('from', (m, { contract }) =>
  giving('payment', [taking(contract, unitsIn(m, 'value'))], textIn(m, 'to')),
);

/** Permit2: of each token that the message names. */
const byPermit2 =
  (deed: 'allowance' | 'payment', tokens: (message: Struct) => readonly TypedValue[]): Effect =>
  (m) =>
    giving(
      deed,
      tokens(m).map((one) => taking(textIn(one, 'token'), unitsIn(one, 'amount'))),
      textIn(m, 'spender'),
    );
const one = (name: string) => (m: Struct) => [m[name] as TypedValue];
const many = (name: string) => (m: Struct) => listIn(m, name);

const coin = 1n;
/** Seaport: ERC-20 that is offered counts, the most of it; what else is offered is shown. */
function order(m: Struct): MessageEffect {
  const most = (item: TypedValue): bigint => {
    const [start, end] = [unitsIn(item, 'startAmount'), unitsIn(item, 'endAmount')];
    const rises = end > start;
    return rises ? end : start;
  };
  const offered = listIn(m, 'offer').filter((item) => unitsIn(item, 'itemType') === coin);
  return {
    deed: 'order',
    leaves: offered.map((item) => taking(textIn(item, 'token'), most(item))),
    to: listIn(m, 'consideration').map((item) => textIn(item, 'recipient')),
  };
}

const called: Effect = (m) => ({
  deed: 'call',
  to: [textIn(m, 'to')],
  call: { contract: textIn(m, 'to'), data: textIn(m, 'data'), from: textIn(m, 'from') },
});
const delegateCall = 1n;
/** Of a Safe: whom it calls, and who is paid for carrying it out. */
const safeTransaction: Effect = (m, { contract }) => ({
  deed: 'safe',
  to: [textIn(m, 'to'), ...(unitsIn(m, 'gasPrice') > 0n ? [textIn(m, 'refundReceiver')] : [])],
  call: {
    contract: textIn(m, 'to'),
    data: textIn(m, 'data'),
    from: contract,
    asItself: unitsIn(m, 'operation') === delegateCall,
  },
});
const delegate =
  (...names: readonly string[]): Effect =>
  (m) => ({ deed: 'delegation', to: names.map((name) => textIn(m, name)) });

const tokenPermissions = 'TokenPermissions(address token,uint256 amount)';
const permitDetails = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const orderItems =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)';
const orderComponents =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)';
const authorization3009 =
  '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';

/** By the whole type. */
const shapes: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  // EIP-2612, and DAI before it.
  ['Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)', permit],
  ['Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)', permitOfAll],
  // EIP-3009.
  [`TransferWithAuthorization${authorization3009}`, authorized],
  [`ReceiveWithAuthorization${authorization3009}`, authorized],
  ['CancelAuthorization(address authorizer,bytes32 nonce)', () => nothing],
  // Permit2.
  [
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${permitDetails}`,
    byPermit2('allowance', one('details')),
  ],
  [
    `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${permitDetails}`,
    byPermit2('allowance', many('details')),
  ],
  [
    `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${tokenPermissions}`,
    byPermit2('payment', one('permitted')),
  ],
  [
    `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${tokenPermissions}`,
    byPermit2('payment', many('permitted')),
  ],
  [`${orderComponents}${orderItems}`, order],
  // Safe, from 1.0 on.
  [
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    safeTransaction,
  ],
  // ERC-2771.
  ['ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)', called],
  [
    'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)',
    called,
  ],
  // ERC-7710, and what an authorisation of EIP-7702 would be as typed data: a chain takes none of that form.
  [
    'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)',
    delegate('delegate'),
  ],
  ['Authorization(uint256 chainId,address address,uint256 nonce)', delegate('address')],
  // Votes of a token (ERC-5805): who decides with them.
  ['Delegation(address delegatee,uint256 nonce,uint256 expiry)', delegate('delegatee')],
]);

/** Worth what nobody can bound: signed by a rule that names contract and type, and by no other. */
export const isBounded = (deed: MessageDeed): boolean =>
  deed === 'allowance' || deed === 'payment' || deed === 'nothing';

export function effectOf({ types, primaryType, message }: TypedData, place: Place): MessageEffect {
  return shapes.get(encodeType(types, primaryType))?.(message, place) ?? unknown;
}
