import { z } from 'zod';
import {
  amount,
  bigId,
  bool01,
  epochMs,
  idList,
  jsonField,
  nameText,
  nothing,
  page,
  paged,
  ranged,
  subWalletId,
  symbol,
  text,
} from './codecs.ts';
import { get, post } from './endpoint.ts';

/** What an event is about; `test` is one that a member asked for. */
export const hookSides = ['deposit', 'withdraw', 'test'] as const;
export type HookSide = (typeof hookSides)[number];
/** What an endpoint can be told of. */
export const toldSides = ['deposit', 'withdraw'] as const;

/** 0 waits for its first attempt, 1 arrived, 2 given up, 3 is tried again (domain.md 7.18). */
export const notifyStatus = { waiting: 0, ok: 1, failed: 2, retrying: 3 } as const;
/** 0 nothing is sent, and what happens meanwhile waits; 1 on. */
export const endpointStatus = { off: 0, on: 1 } as const;

/** Events, their deliveries and the attempts at these are kept so long. */
export const hookDays = 90;
/** Most deliveries that one call puts in line again. */
export const mostResent = 20_000;
/** For how many hours both the new secret and the one before sign. */
export const overlapHours = { usual: 24, most: 168 } as const;

export const endpointId = z.uuid();
export const notifyId = bigId;

const urlText = z.string().trim().min(1).max(1_000);
const settings = z.object({
  name: nameText(50, 1),
  url: urlText,
  sides: z.array(z.enum(toldSides)).min(1).max(toldSides.length),
  /** Only how things ended, not what lies between. */
  final_only: z.boolean(),
  /** It has arrived only when the answer is the word SUCCESS, as the product family has it; otherwise any 2xx will do. */
  success_word: z.boolean(),
});
export type EndpointSettings = z.output<typeof settings>;

const shownKey = z.object({
  /** As the X-Signature header names it. */
  key_id: z.string(),
  /** Ed25519, `whpk_` and base64 (Standard Webhooks). */
  public_key: z.string(),
  created_at: epochMs,
  /** Signs until then, beside the one that took its place; null: for as long as nothing does. */
  until: epochMs.nullable(),
});
/** Secrets that are shown this once. */
const given = z.object({ endpoint_id: endpointId, secret: z.string(), public_key: z.string(), key_id: z.string() });

const endpoint = settings.extend({
  endpoint_id: endpointId,
  status: z.int(),
  keys: z.array(shownKey),
  /** Deliveries that wait, also for a next attempt. */
  waiting: z.int(),
  /** Attempts in a row that failed. */
  failures: z.int(),
  last_error: z.string(),
  last_ok_at: epochMs.nullable(),
  created_at: epochMs,
});

const delivery = z.object({
  notify_id: notifyId,
  endpoint_id: endpointId,
  endpoint_name: z.string(),
  url: z.string(),
  side: z.enum(hookSides),
  /** Such as `withdraw.paying`. */
  type: z.string(),
  /** The number of the order or deposit; 0 for a test. */
  business_id: z.int(),
  sub_wallet_id: subWalletId.nullable(),
  request_id: z.string(),
  symbol: z.union([symbol, z.literal('')]),
  amount: z.union([amount, z.literal('')]),
  txid: z.string(),
  trans_status: z.int(),
  seq: z.int(),
  notify_status: z.int(),
  attempts: z.int(),
  next_time: epochMs.nullable(),
  /** HTTP status of the last answer; 0 for none. */
  last_code: z.int(),
  last_ms: z.int(),
  last_error: z.string(),
  created_at: epochMs,
});
export type HookDelivery = z.output<typeof delivery>;

const resentRange = z.object({
  endpoint_id: endpointId,
  /** When things happened, both ends included. */
  start: epochMs,
  end: epochMs,
  /** Only what was given up; otherwise what had arrived too, and what happened before the endpoint was there. */
  failed_only: z.boolean(),
});

/** Signed callbacks: every state of every order and deposit, to the addresses that an owner named (docs/web-hooks.md). */
export const webHook = {
  notifyList: get('/api/mpc/transaction/notify_list', {
    summary: `Web hooks that were sent, or are to be, newest first; kept for ${hookDays} days. \`total\` counts to 10,000 at most`,
    access: 'webHook.read',
    input: z.object({
      endpoint_id: endpointId.optional(),
      side: z.enum(hookSides).optional(),
      status: ranged(0, 3).optional(),
      txid: text(100).optional(),
      request_id: text(64).optional(),
      start: epochMs.optional(),
      end: epochMs.optional(),
      ...paged,
    }),
    output: page(delivery),
  }),
  reNotify: post('/api/mpc/transaction/re_notify', {
    summary:
      'Puts deliveries in line again, in the order in which things happened: one, several, or all of an endpoint within a time',
    access: 'webHook.resend',
    audit: 'webHook.reNotify',
    alsoGet: true,
    timeoutMs: 60_000,
    input: z.object({
      notify_id: notifyId.optional(),
      ids: idList.optional(),
      range: jsonField(resentRange, 1_000).optional(),
    }),
    output: z.object({ queued: z.int() }),
  }),
  attempts: get('/api/mpc/web_hook/attempts', {
    summary: 'One delivery with what it says and its attempts, newest first',
    access: 'webHook.read',
    input: z.object({ notify_id: notifyId }),
    output: delivery.extend({
      /** As the last attempt had it, or the first will; every attempt has its own number and is signed anew. */
      body: z.string(),
      list: z.array(z.object({ attempt: z.int(), time: epochMs, code: z.int(), ms: z.int(), error: z.string() })),
    }),
  }),
  endpoints: get('/api/mpc/web_hook/list', {
    summary: 'Where web hooks go',
    access: 'webHook.read',
    input: nothing,
    output: z.object({ list: z.array(endpoint) }),
  }),
  save: post('/api/mpc/web_hook/save', {
    summary: 'A new endpoint, with its secrets, which are shown this once; or other settings of one',
    access: 'webHook.edit',
    audit: 'webHook.save',
    stepUp: true,
    timeoutMs: 30_000,
    input: z.object({ endpoint_id: endpointId.optional(), settings: jsonField(settings, 4_000) }),
    output: z.object({ endpoint_id: endpointId, given: given.nullable() }),
  }),
  saveStatus: post('/api/mpc/web_hook/save_status', {
    summary: 'status 0: nothing is sent, and what happens waits for as long as it is kept; 1: it is sent, in order',
    access: 'webHook.edit',
    audit: 'webHook.saveStatus',
    stepUp: true,
    input: z.object({ endpoint_id: endpointId, status: ranged(0, 1) }),
    output: nothing,
  }),
  rotate: post('/api/mpc/web_hook/rotate', {
    summary: 'New secrets, shown this once; those in use until now sign beside them for so many hours',
    access: 'webHook.edit',
    audit: 'webHook.rotate',
    stepUp: true,
    input: z.object({
      endpoint_id: endpointId,
      overlap_hours: ranged(0, overlapHours.most).default(overlapHours.usual),
    }),
    output: given,
  }),
  remove: post('/api/mpc/web_hook/remove', {
    summary:
      'Nothing is sent there any more, and what waited is dropped; what was sent stays listed for as long as it is kept',
    access: 'webHook.edit',
    audit: 'webHook.remove',
    stepUp: true,
    input: z.object({ endpoint_id: endpointId }),
    output: nothing,
  }),
  test: post('/api/mpc/web_hook/test', {
    summary: 'Sends a test event now, also to an endpoint that is off, and says how that went',
    access: 'webHook.resend',
    audit: 'webHook.test',
    perMinute: 6,
    timeoutMs: 30_000,
    input: z.object({ endpoint_id: endpointId }),
    output: z.object({ notify_id: notifyId, sent: bool01, code: z.int(), ms: z.int(), error: z.string() }),
  }),
  keys: get('/api/mpc/web_hook/keys', {
    summary:
      'The public keys by which a receiver knows what this server sends to one endpoint. Anybody may ask; receivers do',
    access: 'public',
    input: z.object({ endpoint: endpointId }),
    output: z.object({ list: z.array(shownKey) }),
  }),
};
