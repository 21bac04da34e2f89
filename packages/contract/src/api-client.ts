import { z } from 'zod';
import { type ApiScope, apiScopeNames } from './access.ts';
import {
  bool01,
  brandedId,
  epochMs,
  jsonField,
  memberId,
  nothing,
  page,
  paged,
  ranged,
  remark,
  subWalletId,
  text,
} from './codecs.ts';
import { proposedChange } from './decision.ts';
import { get, post } from './endpoint.ts';

/** Names an API client everywhere: in calls (`keyid`), in the rules as a member's id, and so in `member:ID` of a rule. */
export const appId = z.string().regex(/^p-[0-9a-f]{16}$/);
/** Ed25519, RFC 8032, 32 bytes as hex. */
const publicKey = z.string().regex(/^[0-9a-f]{64}$/);

/** A single address, or a network that is narrow enough to say something. Where IPv6 begins with zeros, all of IPv4 stands in other words (RFC 4291, 2.5.5). */
export const apiClientNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).refine((one) => {
  const [address = '', bits] = one.split('/');
  if (bits === undefined) return true;
  return address.includes(':') ? Number(bits) >= 32 && !/^(::|0+:)/.test(address) : Number(bits) >= 8;
}, 'too wide');
const networks = z.array(apiClientNetwork).max(50);

/** 0 switched off; 1 on; 2 in approval; 3 never was: the members said no, or nobody decided in time. */
export const apiClientStatus = { off: 0, on: 1, inApproval: 2, revoked: 3 } as const;

/** What is kept of API clients' calls: of each API client so many that are its own, and, apart from them, the newest of those that only say so. */
export const callLog = { days: 30, proven: 10_000, unproven: 300 } as const;

/** So many bad signatures in one API client's name within so many minutes are told in the audit log, once in that time, and shown to owners and admins. */
export const badSignatures = { count: 10, minutes: 10 } as const;
/** Place in the audit log, from 1. */
export const callAlertId = brandedId<'CallAlertId'>();
export type CallAlertId = z.output<typeof callAlertId>;

export const apiScope = z.enum(apiScopeNames as [ApiScope, ...ApiScope[]]);
const scopes = z
  .array(apiScope)
  .min(1)
  .refine((all) => new Set(all).size === all.length, 'twice');
/** The server's own limits, on top of what the rules hold it to: they only ever deny, so they change at once. */
const limited = {
  /** What it may do at all. */
  scopes: z.array(apiScope),
  /** Where; empty: in every sub-wallet. */
  sub_wallet_ids: z.array(subWalletId),
  /** Calls in a minute; null: what the server gives anybody. */
  per_minute: z.int().nullable(),
};

const shown = z.object({
  app_id: appId,
  name: z.string(),
  status: z.int(),
  /** From where the server listens to it, as CIDRs; empty: from anywhere, and then not for longer than 30 days. */
  ip_list: z.array(z.string()),
  ...limited,
  sign_alg: z.literal('ed25519'),
  public_key: publicKey,
  /** The words that the approval page shows of this key, and `holdfast device-key show`. */
  words: z.array(z.string()),
  /** The signers take what it asks for: the rules in force name it, whatever the server does. */
  in_rules: z.boolean(),
  /** The member who proposed it, with whose removal the server switches it off; null: not known. */
  made_by: z.object({ member_id: z.string(), name: z.string() }).nullable(),
  created_at: epochMs,
  /** Last call whose signature held; null: none yet. */
  last_used_at: epochMs.nullable(),
  last_ip: z.string(),
  /** The server listens until then; null: for good. */
  expire_at: epochMs.nullable(),
  /** The open proposal about it: to add it, to switch it on or off, another name or key. */
  item_id: z.int().nullable(),
});

/**
 * API clients (API keys): members of role `api`, who may ask for payments and decide nothing. What binds the signers is the role and the key in the rules;
 * `ip_list` and `expire_at` are the server's own limits, on top: they only ever deny, so they change at once, and who controls the server can lift them.
 */
export const apiClient = {
  detail: get('/api/mpc/api/detail', {
    summary: 'API clients that call this API: all of the workspace, those that one member made, or one by its app_id',
    access: 'apiClient.read',
    input: z.object({ app_id: appId.optional(), made_by: memberId.optional() }),
    output: z.object({ list: z.array(shown) }),
  }),
  save: post('/api/mpc/api/save', {
    audit: 'program.save',
    summary:
      'Proposes an API client, or with app_id another name or key of one; scopes, sub-wallets, networks, rate and expiry hold at once. Another key also has to be accepted by the one in force, so a lost one is replaced by a new API client. Without ip_list it expires in at most 30 days (300100)',
    access: 'apiClient.edit',
    stepUp: true,
    input: z.object({
      app_id: appId.optional(),
      name: text(30, 1),
      public_key: publicKey,
      ip_list: jsonField(networks).default([]),
      /** Left out: for good, which needs ip_list. */
      expire_at: epochMs.optional(),
      scopes: jsonField(scopes).default(['read', 'withdraw']),
      sub_wallet_ids: jsonField(z.array(subWalletId).max(200)).default([]),
      /** Left out: what the server gives anybody. */
      per_minute: ranged(1, 60_000).optional(),
      remark: remark.default(''),
    }),
    output: z.object({
      app_id: appId,
      /** Null: only the limits changed, and they hold already. */
      proposal: proposedChange.nullable(),
    }),
  }),
  saveStatus: post('/api/mpc/api/save_status', {
    audit: 'program.saveStatus',
    summary:
      'status 0 switches an API client off: the server stops listening at once, and the proposal to the signers needs the caller alone. status 1 proposes to switch it on again, as it was, which the members approve',
    access: 'apiClient.edit',
    stepUp: true,
    input: z.object({ app_id: appId, status: ranged(0, 1), remark: remark.default('') }),
    output: z.object({
      app_id: appId,
      /** Null: the rules say so already, and only the server had stopped listening, or had not. */
      proposal: proposedChange.nullable(),
    }),
  }),
  log: get('/api/mpc/api/log', {
    summary: `Calls by API clients, refused ones too, newest first; kept for ${callLog.days} days, and of each API client at most the last ${callLog.proven} that are proven and the last ${callLog.unproven} that are not`,
    access: 'apiClient.read',
    input: z.object({ app_id: appId.optional(), proven: bool01.optional(), ...paged }),
    output: page(
      z.object({
        app_id: appId,
        time: epochMs,
        ip: z.string(),
        path: z.string(),
        /** As the reply's x-request-id told it to the API client. */
        request_id: z.string(),
        /** Of the reply; 0 done. */
        code: z.int(),
        ms: z.int(),
        /** The API client made it: its key signed it, just then and for the first time. Else somebody said that it was this API client. */
        proven: bool01,
      }),
    ),
  }),
  alerts: get('/api/mpc/api/alerts', {
    summary: `API clients in whose names there were ${badSignatures.count} bad signatures within ${badSignatures.minutes} minutes, the last such time of each, until the caller says that they know`,
    access: 'apiClient.read',
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          id: callAlertId,
          app_id: appId,
          name: z.string(),
          time: epochMs,
          /** Where the last of them came from. */
          ip: z.string(),
        }),
      ),
    }),
  }),
  acknowledge: post('/api/mpc/api/acknowledge', {
    summary: 'The caller knows of these bad signatures: they are shown to them no longer',
    access: 'apiClient.read',
    audit: 'program.acknowledge',
    input: z.object({ id: callAlertId }),
    output: nothing,
  }),
};
