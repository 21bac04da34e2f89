import { recall, remember } from '@holdfast/signer-ui';
import { lastCredential } from './last-credential.ts';

const stored = 'holdfast.keys';
const most = 20;

/** Ids of the keys that were made or used on this page in this browser, the last used first. A browser does not tell which passkeys it has. */
export function keysHere(): readonly string[] {
  const last = recall(lastCredential);
  const known = (recall(stored) ?? '').split(' ').filter((id) => id !== '');
  return [...new Set([...(last ? [last] : []), ...known])];
}

export const rememberKey = (id: string): void =>
  remember(stored, [id, ...keysHere().filter((known) => known !== id)].slice(0, most).join(' '));

/** By this key somebody decided. */
export function rememberUse(id: string): void {
  rememberKey(id);
  remember(lastCredential, id);
}
