import { base64 } from '@scure/base';
import { RpcError } from '../../rpc/errors.ts';
import { countOf, fieldsOf, listOf, textOf } from '../../rpc/shape.ts';
import { type ReadCell, readBoc } from '../boc.ts';
import type { TonApi } from './api.ts';

/** Questions to contracts, which answer of now alone. */

type Stack = readonly { readonly type: string; readonly value: unknown }[];

/** What a contract answers. undefined where it does not know the question, or is not there. */
export async function runGet(
  api: TonApi,
  address: string,
  method: string,
  stack: Stack = [],
): Promise<readonly unknown[] | undefined> {
  const { ok, answer } = await api.post('runGetMethod', { address, method, stack });
  if (!ok) throw new RpcError('nodeError', `${method} is not answered`, { code: 0, message: '' });
  return countOf(Math.abs(Number(answer.exit_code)), 'exit_code') > 1 ? undefined : listOf(answer.stack, 'stack');
}

export const numberOn = (stack: readonly unknown[], at: number): bigint =>
  BigInt(textOf(fieldsOf(stack[at], 'stack').value, /^0x[0-9a-f]{1,64}$/, 'stack'));

/** undefined for what is no cell. @throws ChainError `badBytes` */
export function cellOn(stack: readonly unknown[], at: number): ReadCell | undefined {
  const { value } = fieldsOf(stack[at] ?? {}, 'stack');
  return typeof value === 'string' ? readBoc(base64.decode(value)) : undefined;
}
