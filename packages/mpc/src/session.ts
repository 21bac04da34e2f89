import { fault } from './abort.ts';

/** A session id is 32 bytes; the caller makes it from a fresh nonce of every party (the channel's session id is one). */
export function checkSession(session: Uint8Array): Uint8Array {
  if (session.length !== 32) throw fault('a session id has 32 bytes');
  return session;
}
