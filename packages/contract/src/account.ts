import { z } from 'zod';
import { bool01, epochMs, memberId, nothing, ranged } from './codecs.ts';
import { get, post } from './endpoint.ts';
import { password, totpCode } from './session.ts';

/** What somebody logs in with, and can lose. */
export const factors = ['password', 'authenticator'] as const;
export type Factor = (typeof factors)[number];

const sessionId = z.uuid();
/** Of a new authenticator secret: each attempt has one of its own, and is confirmed by naming it. */
const secretId = z.uuid();
const newSecret = z.object({ secret_id: secretId, totp_secret: z.string(), totp_uri: z.string() });
const resetId = ranged(1, Number.MAX_SAFE_INTEGER);
const resetToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .meta({ secret: true });
const factor = z.enum(factors);

/** A key that the caller approves with, as the rules in force name it. */
const ownKey = z.object({
  id: z.string(),
  type: z.enum(['passkey', 'device']),
  words: z.array(z.string()),
  /** Whose pages it answers on. */
  signers: z.array(z.string()),
});
const ownSession = z.object({
  session_id: sessionId,
  /** Browser family, such as `chrome`. */
  device: z.string(),
  ua: z.string(),
  ip: z.string(),
  created_at: epochMs,
  last_seen_at: epochMs,
  expires_at: epochMs,
  /** The one that asks. */
  current: bool01,
});
const reset = z.object({
  reset_id: z.int(),
  member_id: z.string(),
  name: z.string(),
  what: factor,
  asked_by: z.string(),
  asked_at: epochMs,
  /** From then on its link can be used, */
  due_at: epochMs,
  /** and until then. */
  expires_at: epochMs,
  /** It is about the caller. */
  me: bool01,
});
const onceMore = { access: 'session', perMinute: 10 } as const;

export const account = {
  overview: get('/api/mpc/account', {
    summary: 'How the caller logs in, and the keys that they approve with',
    access: 'session',
    input: nothing,
    output: z.object({
      member_id: z.string(),
      /** null: as it was when they joined. */
      password_changed_at: epochMs.nullable(),
      authenticator_changed_at: epochMs.nullable(),
      keys: z.array(ownKey),
      /** How long a reset waits before its link can be used. */
      reset_delay_ms: z.int(),
    }),
  }),
  sessions: get('/api/mpc/account/session/list', {
    summary: 'Where the caller is logged in, the most recently used first',
    access: 'session',
    input: nothing,
    output: z.object({ list: z.array(ownSession) }),
  }),
  endSession: post('/api/mpc/account/session/end', {
    summary: 'Ends one session of the caller',
    access: 'session',
    audit: 'account.endSession',
    input: z.object({ session_id: sessionId }),
    output: nothing,
  }),
  endOthers: post('/api/mpc/account/session/end_others', {
    summary: 'Ends every session of the caller but this one',
    access: 'session',
    audit: 'account.endOthers',
    input: nothing,
    output: z.object({ ended: z.int() }),
  }),
  changePassword: post('/api/mpc/account/password/change', {
    summary: 'Sets another password, by the present one and a code; ends every other session',
    ...onceMore,
    audit: 'account.changePassword',
    input: z.object({ password, totp: totpCode, new_password: password }),
    output: z.object({ ended: z.int() }),
  }),
  beginAuthenticator: post('/api/mpc/account/authenticator/begin', {
    summary: 'A new authenticator secret, by the password and a code of the present one, which still holds',
    ...onceMore,
    audit: 'account.beginAuthenticator',
    input: z.object({ password, totp: totpCode }),
    output: newSecret,
  }),
  changeAuthenticator: post('/api/mpc/account/authenticator/change', {
    summary: 'Takes the new secret, by a code of it; ends every other session',
    ...onceMore,
    audit: 'account.changeAuthenticator',
    input: z.object({ secret_id: secretId, totp: totpCode }),
    output: z.object({ ended: z.int() }),
  }),
  resets: get('/api/mpc/account/reset/list', {
    summary: 'Resets that wait or can be used: all of the workspace for an owner, for anybody else their own',
    access: 'team.read',
    input: nothing,
    output: z.object({ list: z.array(reset) }),
  }),
  askReset: post('/api/mpc/account/reset/ask', {
    summary:
      'Makes a link by which a member, after a wait, sets a new password or authenticator; all owners and the member are told',
    access: 'team.reset',
    stepUp: true,
    audit: 'account.askReset',
    input: z.object({ member_id: memberId, what: factor }),
    output: z.object({ reset_id: z.int(), link: z.string(), due_at: epochMs, expires_at: epochMs }),
  }),
  stopReset: post('/api/mpc/account/reset/stop', {
    summary: 'Ends a reset: the member whom it is about, or any owner',
    access: 'team.read',
    audit: 'account.stopReset',
    input: z.object({ reset_id: resetId }),
    output: nothing,
  }),
  resetInfo: post('/api/mpc/account/reset/info', {
    summary: 'What a link is for, and from when it can be used',
    access: 'public',
    input: z.object({ token: resetToken }),
    output: z.object({
      name: z.string(),
      workspace: z.string(),
      what: factor,
      /** It can be used now. */
      ready: bool01,
      due_at: epochMs,
      expires_at: epochMs,
    }),
  }),
  resetPassword: post('/api/mpc/account/reset/password', {
    summary: 'Sets the new password, by a code; ends every session',
    access: 'public',
    audit: 'account.resetPassword',
    input: z.object({ token: resetToken, totp: totpCode, new_password: password }),
    output: nothing,
  }),
  resetBegin: post('/api/mpc/account/reset/authenticator/begin', {
    summary: 'A new authenticator secret, by the password',
    access: 'public',
    audit: 'account.resetBegin',
    input: z.object({ token: resetToken, password }),
    output: newSecret,
  }),
  resetAuthenticator: post('/api/mpc/account/reset/authenticator', {
    summary: 'Takes the new secret, by a code of it; ends every session',
    access: 'public',
    audit: 'account.resetAuthenticator',
    input: z.object({ token: resetToken, secret_id: secretId, totp: totpCode }),
    output: nothing,
  }),
};
