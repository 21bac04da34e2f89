import type { Credential } from '@holdfast/policy';
import { credentialWords } from '../team/service.ts';

/** As long as a link can be used once it can. */
export const usableMs = 72 * 3_600_000;

export interface Times {
  readonly due_at: Date;
  readonly expires_at: Date;
}
export const isReady = ({ due_at, expires_at }: Times, now: Date): boolean => due_at <= now && now < expires_at;

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
