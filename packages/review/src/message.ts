import {
  type Field,
  fieldType,
  isEndlessCall,
  messageFaultOf,
  outflowsOf,
  type ReadMessage,
  readMessage,
  type Struct,
  type TypedData,
  type TypedValue,
} from '@holdfast/policy';
import { type ToldCall, told } from './call.ts';
import { amountText, honestText } from './format.ts';
import type { Review } from './open.ts';

/** A message in words: what pages and terminals say of it, from what is signed. */

/** One value, or a part of one: `details.token`, `offer[0].amount`. */
export interface ToldField {
  readonly name: string;
  /** Of EIP-712. */
  readonly type: string;
  readonly text: string;
}

export interface ToldMessage extends Pick<ReadMessage, 'deed' | 'raw' | 'chainless' | 'contract' | 'type'> {
  readonly form: 'text' | 'typed';
  /** Of a text the whole text; else ''. */
  readonly text: string;
  /** What the domain says, without chain and contract. */
  readonly domain: readonly ToldField[];
  readonly fields: readonly ToldField[];
  readonly digest: string;
  readonly outflows: readonly { readonly amount: string; readonly symbol: string; readonly contract: string }[];
  /** Tokens that may be taken by it and are no money to this signer: nobody counts them. */
  readonly uncounted: readonly string[];
  /** It lets somebody take everything of a token. */
  readonly endless: boolean;
  /** What it lets somebody call, and the calls in that. */
  readonly calls: readonly ToldCall[];
}

/**
 * Methods by which a contract, or an account, gets another owner or another say over it: Ownable, AccessControl, proxies, and owners, modules and guards of a Safe.
 */
const handovers: ReadonlySet<string> = new Set([
  ...['0xf2fde38b', '0x715018a6', '0x79ba5097', '0x2f2ff15d', '0x3659cfe6', '0x4f1ef286', '0x8f283970'],
  ...['0x0d582f13', '0xf8dc5dd9', '0xe318b52b', '0x694e80c3', '0x610b5925', '0xe19a9dd9', '0xf08a0323'],
]);

/** Does it, or a call that it lets somebody make, hand a contract over? */
export const isHandover = ({ calls }: Pick<ToldMessage, 'calls'>): boolean =>
  calls.some(({ selector }) => handovers.has(selector));

const shown = (type: string, value: TypedValue): string =>
  type === 'string' ? JSON.stringify(honestText(String(value))) : String(value);

function partsOf({ types }: TypedData, name: string, type: string, value: TypedValue): ToldField[] {
  const read = fieldType(types, type);
  if (read.kind === 'struct')
    return fieldsOf({ types } as TypedData, types.get(read.name) ?? [], value as Struct, name);
  if (read.kind !== 'list' || !Array.isArray(value)) return [{ name, type, text: shown(type, value) }];
  if (value.length === 0) return [{ name, type, text: '[]' }];
  return value.flatMap((one, i) => partsOf({ types } as TypedData, `${name}[${i}]`, read.of, one));
}

function fieldsOf(typed: TypedData, fields: readonly Field[], struct: Struct, within = ''): ToldField[] {
  return fields.flatMap(({ name, type }) => {
    const value = struct[name];
    return value === undefined ? [] : partsOf(typed, within === '' ? name : `${within}.${name}`, type, value);
  });
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const apart = ['chainId', 'verifyingContract'];

function saidIn({ said }: ReadMessage): Pick<ToldMessage, 'form' | 'text' | 'domain' | 'fields'> {
  if (said.form === 'text') return { form: 'text', text: said.text, domain: [], fields: [] };
  const { typed } = said;
  const of = (name: string, struct: Struct): ToldField[] => fieldsOf(typed, typed.types.get(name) ?? [], struct);
  return {
    ...{ form: 'typed', text: '' },
    domain: of('EIP712Domain', typed.domain).filter(({ name }) => !apart.includes(name)),
    fields: of(typed.primaryType, typed.message),
  };
}

/** @returns undefined for what nobody can read, and for what does more than it says: that is approved by nobody */
export function messageTold({ intent, entries }: Pick<Review, 'intent' | 'entries'>): ToldMessage | undefined {
  const read = readMessage(intent);
  if (typeof read === 'string' || messageFaultOf(intent)) return undefined;
  const stated = outflowsOf(intent);
  const labelOf = (contract: string): string =>
    [...entries.values()].find(({ entry }) => entry.address === contract && entry.chains.includes(intent.chain))?.entry
      .label ?? '';
  const { deed, raw, chainless, contract, type, digest, leaves, call } = read;
  const tokens = new Set(leaves.map(({ token }) => token));
  return {
    ...saidIn(read),
    ...{ deed, raw, chainless, contract, type, digest: hex(digest) },
    outflows: stated.map(({ units, decimals, symbol, contract: token }) => ({
      ...{ symbol, contract: token, amount: amountText(String(units), decimals) },
    })),
    uncounted: [...tokens].filter((token) => stated.every((one) => one.contract !== token)),
    endless: isEndlessCall(intent, read),
    calls: call ? told(call.outer, '1', labelOf) : [],
  };
}
