/** What contracts of strangers answer when they are only asked: bounded, and checked before it is read. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { longestText, wordBytes } from '../../rpc/answers.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { JsonRpc, Reply } from '../../rpc/json-rpc.ts';
import { textOf } from '../../rpc/shape.ts';

/** The longest text, and the most that a contract may spend on its answer. */
interface Bounds {
  readonly text: number;
  readonly gas: number;
}
const usual: Bounds = { text: longestText, gas: 500_000 };
/** An answer that has more says nothing: strangers write the contracts. */
const answerBytes = ({ text }: Bounds): number => 2 * wordBytes + 2 * text;

/** What the node answers; undefined where that is longer than any answer of use. */
async function call(rpc: JsonRpc, to: string, data: string, bounds: Bounds): Promise<Reply | undefined> {
  // As hex, with what the node writes around it.
  const mostBytes = 2 * answerBytes(bounds) + 4_096;
  const gas = `0x${bounds.gas.toString(16)}`;
  try {
    return await rpc.askWithin(mostBytes, 'eth_call', { to, data, gas }, 'latest');
  } catch (error) {
    if (error instanceof RpcError && error.code === 'tooLarge') return undefined;
    throw error;
  }
}

/** Whether the contract refused or failed, as nodes have it: by geth's code for reverts, or in words. Anything else is trouble of the node's own. */
const isContracts = ({ code, message }: { readonly code: number; readonly message: string }): boolean =>
  code === 3 || /revert|execution|out of gas|opcode|invalid jump|stack |write protection|out of bounds/i.test(message);

/** @param data selector and arguments, hex @returns undefined where the contract, or anything that it calls, refuses, or says too much. @throws nodeError where the node itself does */
export async function view(
  rpc: JsonRpc,
  to: string,
  data: string,
  bounds: Bounds = usual,
): Promise<Uint8Array | undefined> {
  const reply = await call(rpc, to, `0x${data}`, bounds);
  if (reply?.ok === false && !isContracts(reply)) throw new RpcError('nodeError', `eth_call: ${reply.message}`, reply);
  if (!reply?.ok) return undefined;
  const { result } = reply;
  if (typeof result === 'string' && result.length > 2 + 2 * answerBytes(bounds)) return undefined;
  return hexToBytes(textOf(result, /^0x([0-9a-f]{2})*$/, 'eth_call').slice(2));
}
