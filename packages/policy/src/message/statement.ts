import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Outflow, outflow, withOutflows } from '../call/statement.ts';
import { limits } from '../limits.ts';
import { textOf } from './text.ts';
import { parseTypedData, type TypedData, typedText } from './typed.ts';
import { unreadable } from './types.ts';

/** What the call of an intent of the kind `message` says: the message itself, and of which tokens how much may leave by it at most. */

/** `text` or `typed`, the message in UTF-8 as hex, then what is said of tokens, as of a call. */
export const messageCall = new RegExp(
  `^(text|typed) (?:[0-9a-f]{2}){1,${limits.messageBytes}}(?: ${outflow}){0,${limits.callTokens}}$`,
);

export type Said =
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'typed'; readonly typed: TypedData };

const sayText = (form: Said['form'], text: string, outflows: readonly Outflow[]): string =>
  withOutflows(`${form} ${bytesToHex(utf8ToBytes(text))}`, outflows);

/** @throws MessageError for what nobody could read */
export const textMessage = (text: string): string => sayText('text', textOf(utf8ToBytes(text)), []);
/** @throws MessageError */
export const typedMessage = (typed: TypedData, outflows: readonly Outflow[] = []): string =>
  sayText('typed', typedText(typed), outflows);

/** The message that a call says. @throws MessageError for what is none, or is not in its one spelling */
export function saidBy(call: string): Said {
  const [form, hex = ''] = call.split(' ', 2);
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  if (form === 'text') return { form, text: textOf(hexToBytes(hex)) };
  let source: string;
  try {
    source = text.decode(hexToBytes(hex));
  } catch {
    return unreadable('not a text');
  }
  const typed = parseTypedData(source);
  if (form !== 'typed' || typedText(typed) !== source) return unreadable('written in another way');
  return { form, typed };
}
