import { z } from 'zod';
import { bool01, nothing, subWalletId, text, userId, walletId } from './codecs.ts';
import { get, post } from './endpoint.ts';
import { password, tokenGrant, totpCode } from './session.ts';

/** Stages of the first run, in order. `passkey` and `ceremony` end when both signers say so, not when a page does. */
export const setupStages = ['owner', 'totp', 'passkey', 'ceremony', 'workspace', 'ready'] as const;
export type SetupStage = (typeof setupStages)[number];

const email = z.email().max(254);
/** What the server printed at its first start; spent once the owner's authenticator is proven. */
const setupToken = text(200, 1);
const signer = z.object({
  id: z.string(),
  name: z.string(),
  origin: z.string(),
  reachable: bool01,
  /** The signer holds the genesis policy. */
  initialised: bool01,
  /** The signer holds an active key group. */
  has_key_group: bool01,
});

export const setup = {
  status: get('/api/setup/status', {
    summary: 'Where the set-up of this installation stands',
    access: 'public',
    input: nothing,
    output: z.object({
      stage: z.enum(setupStages),
      signers: z.array(signer),
      /** Why the stage cannot move on although the signers have something, in the caller's language; '' when nothing is wrong. */
      problem: z.string(),
      /** Enrolment page on the first signer's origin; carries e-mail and name only for the owner's own session. */
      enroll_url: z.string(),
      /** Key ceremony page on the first signer's origin. */
      ceremony_url: z.string(),
      single_host: bool01,
      sandbox: bool01,
    }),
  }),
  owner: post('/api/setup/owner', {
    summary:
      'Create the owner, by the token that the server gave out; repeating it gives the same answer, and another password starts over unless `again` is set',
    access: 'public',
    audit: 'setup.owner',
    input: z.object({
      email,
      password,
      nick_name: text(50, 1),
      setup_token: setupToken,
      /** They have chosen their password before: another one is refused, and takes the place of nothing. */
      again: bool01.optional(),
    }),
    output: z.object({ user_id: userId, totp_secret: z.string(), totp_uri: z.string() }),
  }),
  totp: post('/api/setup/totp', {
    summary: 'Prove the authenticator works; logs the owner in',
    access: 'public',
    audit: 'setup.totp',
    input: z.object({ email, password, totp: totpCode }),
    output: tokenGrant,
  }),
  workspace: post('/api/setup/workspace', {
    summary: 'Create the workspace and its first sub-wallet, with addresses on every open chain',
    access: 'session',
    audit: 'setup.workspace',
    timeoutMs: 30_000,
    input: z.object({ wallet_name: text(50, 1), sub_wallet_name: text(50, 1) }),
    output: z.object({ wallet_id: walletId, sub_wallet_id: subWalletId }),
  }),
};
