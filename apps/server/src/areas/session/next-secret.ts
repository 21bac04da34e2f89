import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/database.ts';
import { refuse } from '../../refuse.ts';
import type { SessionDeps } from './deps.ts';
import { type LockedUser, setNextSecret, setTotpSecret } from './login-queries.ts';
import { newTotpSecret, openSealedTotp, sealTotpSecret } from './totp.ts';

/** As long as somebody takes to scan it. */
const validForMs = 10 * 60_000;

/** A secret of its own for each attempt. It counts for nothing until `takeNextSecret`, by the same holder. */
export async function makeNextSecret(
  { secrets, clock, authenticator }: SessionDeps,
  tx: Tx,
  user: LockedUser,
  holder: string,
) {
  const [id, secret] = [randomUUID(), newTotpSecret()];
  await setNextSecret(tx, user.id, { id, holder, at: clock(), sealed: sealTotpSecret(secrets, user.email, secret) });
  return { id, secret, uri: authenticator.uri(secret, user.email) };
}

/** By a code of it the new secret is the one in force. False for a wrong code. @throws staleVersion for another holder's, an older attempt's, or one that is too old */
export async function takeNextSecret(
  { secrets, clock, authenticator }: SessionDeps,
  tx: Tx,
  user: LockedUser,
  { id, holder, code }: { readonly id: string; readonly holder: string; readonly code: string },
): Promise<boolean> {
  const { totp_next: sealed, totp_next_id, totp_next_for, totp_next_at: at } = user;
  const now = clock();
  if (sealed === null || at === null || totp_next_id !== id || totp_next_for !== holder)
    throw refuse('staleVersion', {});
  if (now.getTime() - at.getTime() >= validForMs) throw refuse('staleVersion', {});
  const step = authenticator.step(openSealedTotp(secrets, user.email, sealed), code, now);
  if (step === null) return false;
  await setTotpSecret(tx, user.id, sealed, step, now);
  return true;
}
