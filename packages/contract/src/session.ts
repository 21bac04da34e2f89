import { z } from 'zod';
import { bool01, epochMs, isPlain, nothing } from './codecs.ts';
import { get, post } from './endpoint.ts';

/** The session's token and its limits: idle 30 min, absolute until `expires_at`; writes that need a fresh factor work until `step_up_until`. */
export const tokenGrant = z.object({ open_token: z.string(), expires_at: epochMs, step_up_until: epochMs });

/** Why a session is over, in the data of 110909: somebody ended it, it is 12 hours old, or it was not used for 30 minutes. */
export const sessionEnds = ['ended', 'expired', 'idle'] as const;
export type SessionEnd = (typeof sessionEnds)[number];

const account = z.string().trim().max(254).refine(isPlain, 'control characters');
export const password = z.string().max(1024).meta({ secret: true });
export const totpCode = z
  .string()
  .regex(/^\d{6}$/)
  .meta({ secret: true });

export const session = {
  login: post('/api/login', {
    summary: 'Log in with e-mail, password and authenticator code',
    access: 'public',
    audit: 'session.login',
    input: z.object({ account, password, totp: totpCode }),
    output: tokenGrant,
  }),
  logout: post('/api/logout', {
    summary: 'End this session, or every session of this user',
    access: 'session',
    audit: 'session.logout',
    input: z.object({ everywhere: bool01.default(false) }),
    output: nothing,
  }),
  stepUp: post('/api/step_up', {
    summary: 'Confirm with a fresh authenticator code; the token is replaced',
    access: 'session',
    audit: 'session.stepUp',
    input: z.object({ totp: totpCode }),
    output: tokenGrant,
  }),
  awsConfig: get('/api/initLogin/aws_config', {
    summary: 'Public upload and captcha settings; never a credential',
    access: 'public',
    input: nothing,
    output: z.object({
      region: z.string(),
      upload_url: z.string(),
      max_bytes: z.int(),
      captcha: z.object({ provider: z.string(), site_key: z.string() }).nullable(),
    }),
  }),
};
