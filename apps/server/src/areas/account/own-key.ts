import type { Credential } from '@holdfast/policy';
import { credentialWords } from '../team/service.ts';

interface Place {
  readonly name: string;
  readonly origin: string;
}
/** A key as its holder knows it. A passkey answers on the pages that it was made for; a device key goes where its file does. */
export const ownKey = (key: Credential, signers: readonly Place[]) => ({
  id: key.id,
  type: key.type,
  words: credentialWords(key),
  signers: signers
    .filter(({ origin }) => key.type === 'device' || key.origins.includes(origin))
    .map(({ name }) => name),
});
