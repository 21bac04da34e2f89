import { z } from 'zod';
import { bool01, brandedId, epochMs, nothing, page, paged, text } from './codecs.ts';
import { get, post } from './endpoint.ts';

/** Place in the audit log, from 1. */
export const loginId = brandedId<'LoginId'>();
export type LoginId = z.output<typeof loginId>;

export const loginMethods = ['password+totp', 'step_up'] as const;

/** One attempt to log in as this user (domain.md 7.23). */
const login = z.object({
  id: loginId,
  time: epochMs,
  ip: z.string(),
  /** Not known: no table of networks is consulted. */
  country: z.string(),
  ua: z.string(),
  /** Browser family, such as `chrome`. */
  device: z.string(),
  method: z.enum(loginMethods),
  result: bool01,
  /** '' or why it failed: `password`, `code`, `code_reused`, `account_locked`, `unconfirmed`, `to_be_removed`. */
  reason: z.string(),
  /** First successful login from this kind of device on this network. */
  is_new: bool01,
  /** The user said that it was they. */
  acknowledged: bool01,
});

export const loginHistory = {
  list: get('/api/mpc/login_history/list', {
    summary: 'Attempts to log in as the user, newest first',
    access: 'session',
    input: z.object({
      result: bool01.optional(),
      /** Part of the network address or of the user agent. */
      keyword: text(100).optional(),
      start: epochMs.optional(),
      end: epochMs.optional(),
      ...paged,
    }),
    output: page(login),
  }),
  alerts: get('/api/mpc/login_history/alerts', {
    summary: 'Logins from a new device or network that the user has not yet said anything about',
    access: 'session',
    input: nothing,
    output: z.object({ list: z.array(login) }),
  }),
  acknowledge: post('/api/mpc/login_history/acknowledge', {
    summary: 'It was me: the alert about this login goes away',
    access: 'session',
    audit: 'session.acknowledge',
    input: z.object({ id: loginId }),
    output: nothing,
  }),
  revokeAll: post('/api/mpc/login_history/revoke_all', {
    summary: 'Not me: ends every session of this user, this one too',
    access: 'session',
    audit: 'session.revokeAll',
    stepUp: true,
    input: nothing,
    output: z.object({ revoked: z.int() }),
  }),
};
