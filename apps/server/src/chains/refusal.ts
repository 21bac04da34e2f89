import type { ChainConfig } from '@holdfast/chains';
import type { ReadFault, RpcError } from '@holdfast/chains/rpc';
import type { ErrorName } from '@holdfast/contract';
import { refuse } from '../refuse.ts';

const named = {
  timeout: 'chainUnreachable',
  unreachable: 'chainUnreachable',
  unauthorized: 'chainNotAllowed',
  forbidden: 'chainNotAllowed',
  busy: 'chainNotReady',
  starting: 'chainNotReady',
  wrongNetwork: 'chainWrongNetwork',
} as const satisfies Partial<Record<ReadFault, ErrorName>>;

const isNamed = (code: ReadFault): code is keyof typeof named => Object.hasOwn(named, code);

/** What whoever waits for a node's answer is told; `otherwise` where the node answered, and the answer is of no use. */
export const chainRefusal = ({ code }: RpcError, { name: network }: ChainConfig, otherwise: () => Error): Error =>
  isNamed(code) ? refuse(named[code], { network }) : otherwise();
