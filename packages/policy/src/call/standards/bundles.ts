import {
  type Arguments,
  type Effect,
  type Entry,
  type Inner,
  listAt,
  numberAt,
  type Place,
  standards,
  textAt,
} from './standard.ts';

/** Calls that make calls: `multicall` of routers, Multicall3, Safe. */

/** The contract calls itself on behalf of whoever called it. */
const ofItself = (list: Arguments, { contract, byOwn }: Place): Effect => ({
  inner: list.map((data) => ({ contract, data: String(data), byOwn })),
});
/** The contract calls others, as itself. @param data where it stands in each */
const ofOthers = (list: Arguments, data: number): Effect => ({
  inner: list.map((_, i): Inner => ({ contract: textAt(list, i, 0), data: textAt(list, i, data), byOwn: false })),
});

const multicalls: readonly Entry[] = [
  ['multicall(bytes[] data)', (a, at) => ofItself(listAt(a, 0), at)],
  ['multicall(uint256 deadline,bytes[] data)', (a, at) => ({ ...ofItself(listAt(a, 1), at), until: numberAt(a, 0) })],
  ['multicall(bytes32 previousBlockhash,bytes[] data)', (a, at) => ofItself(listAt(a, 1), at)],
];

const multicall3: readonly Entry[] = [
  ['aggregate((address target,bytes callData)[] calls)', (a) => ofOthers(listAt(a, 0), 1)],
  ['blockAndAggregate((address target,bytes callData)[] calls)', (a) => ofOthers(listAt(a, 0), 1)],
  ['tryAggregate(bool requireSuccess,(address target,bytes callData)[] calls)', (a) => ofOthers(listAt(a, 1), 1)],
  [
    'tryBlockAndAggregate(bool requireSuccess,(address target,bytes callData)[] calls)',
    (a) => ofOthers(listAt(a, 1), 1),
  ],
  ['aggregate3((address target,bool allowFailure,bytes callData)[] calls)', (a) => ofOthers(listAt(a, 0), 2)],
  [
    'aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)',
    (a) => ofOthers(listAt(a, 0), 3),
  ],
];

const delegateCall = 1n;
const safe: readonly Entry[] = [
  [
    'execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)',
    (a) => ({
      inner: [
        {
          contract: textAt(a, 0),
          data: textAt(a, 2),
          byOwn: false,
          ...(numberAt(a, 3) === delegateCall ? { asItself: true as const } : {}),
        },
      ],
      to: numberAt(a, 6) > 0n ? [textAt(a, 8)] : [],
    }),
  ],
  ['approveHash(bytes32 hashToApprove)'],
];

export const bundles = standards([...multicalls, ...multicall3, ...safe]);
