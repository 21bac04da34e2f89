import { byType, oneOf, patterns, record, text } from './schema.ts';

const passkeyProof = record({
  type: oneOf('passkey'),
  authenticatorData: text(patterns.base64url),
  clientDataJSON: text(patterns.base64url),
  signature: text(patterns.base64url),
});
const deviceProof = record({ type: oneOf('device'), signature: text(/^[0-9a-f]{128}$/) });

/** By what a member's credential proves that it signed 32 bytes. */
export const proof = byType('type', ['passkey'], passkeyProof, deviceProof);
export type Proof = ReturnType<typeof proof>;
export type PasskeyProof = ReturnType<typeof passkeyProof>;
