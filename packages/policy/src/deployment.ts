import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { AbiError, decodeArguments, type Value } from './abi/codec.ts';
import { type Method, methodOf } from './abi/method.ts';
import { limits } from './limits.ts';

/**
 * What the call of an intent of the kind `deploy` says: `create <bytecode> <arguments> <inputs>`. Bytecode and arguments are hex, `-` where there are no arguments;
 * inputs are the constructor's parameters as its ABI has them, `(address owner,uint256 cap)`. What is sent to the chain is the first two, one after the other.
 */
const inputsForm = String.raw`\([\x20-\x7e]{0,590}\)`;
export const deployCall = new RegExp(`^create (?:[0-9a-f]{2})+ (?:-|(?:[0-9a-f]{64})+) ${inputsForm}$`);

/** A contract that is to be, read from an intent. */
export interface Deployment {
  /** What is sent, `0x…`: the bytecode, and the arguments behind it. */
  readonly data: string;
  /** Keccak-256 of the bytecode alone, 64 hex: what rules name it by. */
  readonly code: string;
  /** Bytes of the bytecode. */
  readonly codeBytes: number;
  /** The constructor's parameters in their one spelling. */
  readonly inputs: string;
  readonly constructs: Method;
  readonly args: readonly Value[];
}

const named = 'constructor';

/** A constructor's parameters, `(address owner)`, as a method. @returns undefined for what are none, or not in their one spelling */
export function constructorOf(inputs: string): Method | undefined {
  const method = methodOf(`${named}${inputs}`);
  return method?.text === `${named}${inputs}` ? method : undefined;
}

/** The one spelling of a constructor's parameters in whatever spelling; undefined for what are none. */
export const inputsOf = (source: string): string | undefined =>
  methodOf(`${named}${source.trim().replace(/^constructor\s*/, '')}`)?.text.slice(named.length);

/** Keccak-256 of bytecode, 64 hex. @param code hex, without `0x` */
export const codeHash = (code: string): string => bytesToHex(keccak_256(hexToBytes(code)));

/** What such an intent's call says. @param code bytecode @param args encoded, '' for none; both hex without `0x` */
export const deployText = (code: string, args: string, inputs: string): string =>
  `create ${code} ${args || '-'} ${inputs}`;

/** What is sent to the chain by such a call, `0x…`. */
export function initCodeOf({ call }: { readonly call: string }): string {
  const [, code = '', args = ''] = call.split(' ', 3);
  return `0x${code}${args === '-' ? '' : args}`;
}

/** Reads what is to be deployed, strictly. @returns undefined for what nobody can read: too long, or arguments that are not what the parameters say, byte for byte */
export function deploymentIn(intent: { readonly call: string }): Deployment | undefined {
  if (!deployCall.test(intent.call)) return undefined;
  const [, code = '', encoded = ''] = intent.call.split(' ', 3);
  const data = initCodeOf(intent);
  const inputs = intent.call.slice(intent.call.indexOf('('));
  const constructs = constructorOf(inputs);
  if (!constructs || (data.length - 2) / 2 > limits.deployBytes) return undefined;
  try {
    const args = decodeArguments(constructs.inputs, hexToBytes(encoded === '-' ? '' : encoded));
    return { data, code: codeHash(code), codeBytes: code.length / 2, inputs, constructs, args };
  } catch (error) {
    if (error instanceof AbiError) return undefined;
    throw error;
  }
}

/** A bytecode that rules name, with the constructor that they know it by. */
export interface NamedCode {
  readonly code: string;
  readonly inputs: string;
}

/**
 * Where bytecode ends and its arguments begin nothing in the bytes says; who only has both asks which bytecode it could be that somebody named.
 * @param data hex, without `0x` @returns what an intent's call would say; undefined where it begins with none of them
 */
export function splitInitCode(data: string, known: readonly NamedCode[]): string | undefined {
  const bytes = hexToBytes(data);
  if (bytes.length > limits.deployBytes) return undefined;
  const wanted = new Map(known.map((one) => [one.code, one] as const));
  const hash = keccak_256.create();
  let at = 0;
  // Arguments are whole words, so it ends at one of these places alone; the hash goes on from one to the next.
  for (let end = bytes.length % 32 || 32; end <= bytes.length; end += 32) {
    hash.update(bytes.subarray(at, end));
    at = end;
    const found = wanted.get(bytesToHex(hash.clone().digest()));
    if (!found) continue;
    const call = deployText(data.slice(0, end * 2), data.slice(end * 2), found.inputs);
    if (deploymentIn({ call })) return call;
  }
  return undefined;
}
