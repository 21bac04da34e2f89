import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ServerConfig } from '../../config.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { SetupDeps } from './deps.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

/** Where the set-up token lies for the operator: beside the server's identity, if nothing else is configured. */
export const setupTokenFile = ({ setupTokenFile: file, identityFile }: ServerConfig): string =>
  file ?? path.join(path.dirname(identityFile), 'setup-token');

/** Where the first owner begins. What stands behind # a browser sends to nobody. */
export const setupLink = (origin: string, token: string): string => `${origin}/mpc/setup#token=${token}`;

/** The only one who is told what was made is who can read this file, or what the server prints. */
function writeToken(file: string): string {
  const token = randomBytes(24).toString('base64url');
  rmSync(file, { force: true });
  writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  return token;
}

/**
 * The token that makes an owner, until one has proven their authenticator: from the file, if it is the one in force, else a new one, which takes the place
 * of any other. Several servers on one database have one token: that of the one that was started last without it.
 * @returns undefined once there is an owner
 */
export const openSetupToken = ({ db, sessions }: SetupDeps, file: string): Promise<string | undefined> =>
  inTransaction(db, async (tx) => {
    const { owner_user_id: owner, setup_token_hash: hash } = await queries.lockInstallation(tx);
    if (owner !== null && (await sessions.isConfirmed(owner, tx))) {
      rmSync(file, { force: true });
      return undefined;
    }
    const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (rules.isSetupToken(hash, kept)) return kept;
    const token = writeToken(file);
    await queries.setTokenHash(tx, rules.tokenHash(token));
    return token;
  });
