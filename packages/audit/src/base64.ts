import { AuditError } from './errors.ts';

const shape = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** RFC 4648 §4, padded. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** The bytes; only the one canonical spelling is taken. @throws AuditError badNote */
export function fromBase64(text: string): Uint8Array {
  if (!shape.test(text)) throw new AuditError('badNote', 'base64');
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  if (toBase64(bytes) !== text) throw new AuditError('badNote', 'base64');
  return bytes;
}
