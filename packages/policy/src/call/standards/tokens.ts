import {
  type Arguments,
  type Effect,
  type Entry,
  listAt,
  numberAt,
  type Place,
  standards,
  textAt,
} from './standard.ts';

/** ERC-20 with permits, ERC-721, ERC-1155, WETH9, Permit2 and Ownable. */

const paid = (token: string, units: bigint, to: string, isOwn: boolean): Effect => ({
  leaves: isOwn && units > 0n ? [{ token, units }] : [],
  to: [to],
});
const allowed = (token: string, units: bigint, to: string, endless = false): Effect =>
  units === 0n && !endless
    ? {}
    : { leaves: [{ token, units, allowed: true, ...(endless ? { endless } : {}) }], to: [to] };
const ofOwner = (owner: string, { own }: Place): boolean => owner === own;

const erc20: readonly Entry[] = [
  ['transfer(address to,uint256 amount)', (a, at) => paid(at.contract, numberAt(a, 1), textAt(a, 0), at.byOwn)],
  [
    'transferFrom(address from,address to,uint256 amountOrId)',
    (a, at) => paid(at.contract, numberAt(a, 2), textAt(a, 1), ofOwner(textAt(a, 0), at)),
  ],
  [
    'approve(address spender,uint256 amountOrId)',
    (a, at) => (at.byOwn ? allowed(at.contract, numberAt(a, 1), textAt(a, 0)) : {}),
  ],
  [
    'increaseAllowance(address spender,uint256 addedValue)',
    (a, at) => (at.byOwn ? allowed(at.contract, numberAt(a, 1), textAt(a, 0)) : {}),
  ],
  ['decreaseAllowance(address spender,uint256 subtractedValue)'],
  [
    'permit(address owner,address spender,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)',
    (a, at) => (ofOwner(textAt(a, 0), at) ? allowed(at.contract, numberAt(a, 2), textAt(a, 1)) : {}),
  ],
  [
    'permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed,uint8 v,bytes32 r,bytes32 s)',
    (a, at) => (ofOwner(textAt(a, 0), at) && a[4] === true ? allowed(at.contract, 0n, textAt(a, 1), true) : {}),
  ],
];

/** Of a collection: as `paid`, and which of it. */
const given = (a: Arguments, at: Place, items: readonly (readonly [id: unknown, amount: unknown])[]): Effect => {
  const to = textAt(a, 1);
  const things = items.map(([id, amount]) => ({ id: BigInt(id as bigint), amount: BigInt(amount as bigint), to }));
  const units = things.reduce((sum, { amount }) => sum + amount, 0n);
  const { leaves = [], ...effect } = paid(at.contract, units, to, ofOwner(textAt(a, 0), at));
  return { ...effect, leaves: leaves.map((one) => ({ ...one, things })) };
};

const nfts: readonly Entry[] = [
  ['safeTransferFrom(address from,address to,uint256 id)', (a, at) => given(a, at, [[numberAt(a, 2), 1n]])],
  ['safeTransferFrom(address from,address to,uint256 id,bytes data)', (a, at) => given(a, at, [[numberAt(a, 2), 1n]])],
  [
    'safeTransferFrom(address from,address to,uint256 id,uint256 amount,bytes data)',
    (a, at) => given(a, at, [[numberAt(a, 2), numberAt(a, 3)]]),
  ],
  [
    'safeBatchTransferFrom(address from,address to,uint256[] ids,uint256[] amounts,bytes data)',
    (a, at) => {
      const ids = listAt(a, 2);
      const amounts = listAt(a, 3);
      // Contracts refuse lists of different lengths: what is more of the one is told of too.
      const most = Math.max(ids.length, amounts.length);
      return given(
        a,
        at,
        Array.from({ length: most }, (_, n) => [ids[n] ?? 0n, amounts[n] ?? 0n] as const),
      );
    },
  ],
  [
    'setApprovalForAll(address operator,bool approved)',
    (a, at) => (at.byOwn && a[1] === true ? allowed(at.contract, 0n, textAt(a, 0), true) : {}),
  ],
];

const weth: readonly Entry[] = [
  ['deposit()'],
  [
    'withdraw(uint256 amount)',
    (a, at) => ({ leaves: at.byOwn ? [{ token: at.contract, units: numberAt(a, 0) }] : [] }),
  ],
];

const permit2: readonly Entry[] = [
  [
    'approve(address token,address spender,uint160 amount,uint48 expiration)',
    (a, at) => (at.byOwn ? allowed(textAt(a, 0), numberAt(a, 2), textAt(a, 1)) : {}),
  ],
  [
    'transferFrom(address from,address to,uint160 amount,address token)',
    (a, at) => paid(textAt(a, 3), numberAt(a, 2), textAt(a, 1), ofOwner(textAt(a, 0), at)),
  ],
  [
    'permit(address owner,((address token,uint160 amount,uint48 expiration,uint48 nonce) details,address spender,uint256 sigDeadline) permitSingle,bytes signature)',
    (a, at) => (ofOwner(textAt(a, 0), at) ? allowed(textAt(a, 1, 0, 0), numberAt(a, 1, 0, 1), textAt(a, 1, 1)) : {}),
  ],
  ['lockdown((address token,address spender)[] approvals)'],
  ['invalidateNonces(address token,address spender,uint48 newNonce)'],
];

const ownable: readonly Entry[] = [
  ['transferOwnership(address newOwner)', (a) => ({ to: [textAt(a, 0)] })],
  ['renounceOwnership()'],
];

export const tokens = standards([...erc20, ...nfts, ...weth, ...permit2, ...ownable]);
