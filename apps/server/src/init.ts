import { writeFileSync } from 'node:fs';
import { identityToJson, newIdentity, publicKeysOf } from '@holdfast/channel';

/** Makes the server's identity, which nobody but it may read. @returns its public keys, for the signers' configuration. @throws Error when there is one */
export function initServer(file: string): { readonly identity: string; readonly channel: string } {
  const identity = newIdentity();
  writeFileSync(file, identityToJson(identity), { mode: 0o600, flag: 'wx' });
  return publicKeysOf(identity);
}
