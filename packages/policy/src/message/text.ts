import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { unreadable } from './types.ts';

/** Texts as people read them: no control characters but line ends and tabs, and nothing that turns the writing direction. */
const strange = /[\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
const isControl = (text: string): boolean => /\p{Cc}/u.test(text.replace(/\r\n|[\n\t]/g, ''));

/** A hash, or bytes: what it stands for nobody can say. Some contracts take the signature of one for that of what it is the hash of. */
const bytesAlone = /^\s*(0x)?[0-9a-fA-F]{64,}\s*$/;

/** Of so many bytes contracts take the signature for that of a hash, whatever letters these bytes happen to be. */
const hashBytes = 32;

/** @throws MessageError for what is no text that somebody could read */
export function checkText(text: string): string {
  if (text.trim() === '' || strange.test(text) || isControl(text)) return unreadable('not a text that can be shown');
  const isHash = bytesAlone.test(text) || utf8ToBytes(text).length === hashBytes;
  return isHash ? unreadable('a hash and no text') : text;
}

/** UTF-8, strictly. @throws MessageError */
export function textOf(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return unreadable('not a text');
  }
  return checkText(text);
}

/** What is hashed to be signed (EIP-191, version 0x45). */
export function textPreimage(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return concatBytes(Uint8Array.of(0x19), utf8ToBytes(`Ethereum Signed Message:\n${bytes.length}`), bytes);
}
