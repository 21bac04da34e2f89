import { z } from 'zod';
import { bigId, bool01, epochMs, nothing, page, paged, remark, text } from './codecs.ts';
import { approvalNode, proposedChange } from './decision.ts';
import { get, post } from './endpoint.ts';

const person = z.object({ id: z.string(), name: z.string() });
/** An approved request waits until `ready_at`, can be taken until `until`, and ends by a refusal, by other rules, or by itself. */
/** In the order of a request's life. */
export const keyMaterialStates = [
  'open',
  'granting',
  'waiting',
  'ready',
  'taken',
  'refused',
  'cancelled',
  'ended',
] as const;
const keyMaterialState = z.enum(keyMaterialStates);
const request = z.object({
  item_id: z.int(),
  applicant: person,
  /** The signer whose share is asked for. */
  signer: z.string(),
  signer_name: z.string(),
  key_group: z.string(),
  epoch: z.string(),
  /** age recipient, in whole. */
  recipient: z.string(),
  reason: z.string(),
  state: keyMaterialState,
  created_at: epochMs,
  expire_at: epochMs,
  /** Null before the signers have granted it. */
  ready_at: epochMs.nullable(),
  until: epochMs.nullable(),
  /** How often the file was given out. */
  taken: z.int(),
  refused_by: z.string(),
  /** Where it is approved. */
  approval_url: z.string(),
  /** As long as it waits it can be refused at each signer, on its own page. */
  refuse_at: z.array(z.object({ name: z.string(), url: z.string() })),
  digest_words: z.array(z.string()),
  /** The caller asked for it: nobody else is given the file. */
  mine: z.boolean(),
});
const signerId = z.string().regex(/^[1-9]\d?$/);
const keyGroup = z.string().regex(/^[0-9a-f]{32}$/);
/** X25519 recipient of age, small letters; its checksum the signers look at. */
const recipient = z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/);

export const keyMaterial = {
  shares: get('/api/mpc/key_material/shares', {
    summary: 'Who holds the shares of each key group, and when they were last given out, as the signers say',
    access: 'keyMaterial.read',
    input: nothing,
    output: z.object({
      /** How long approved key material waits: the longest of the signers. Null while none answers. */
      delay_ms: z.int().nullable(),
      key_groups: z.array(
        z.object({
          key_group: z.string(),
          epoch: z.int(),
          threshold: z.int(),
          created_at: epochMs,
          public_key: z.string(),
          shares: z.array(
            z.object({
              party: z.string(),
              holder: z.enum(['signer', 'recovery']),
              name: z.string(),
              /** The share's public counterpart; '' while no signer answers. */
              fingerprint: z.string(),
              reachable: z.boolean(),
              exported: z.int(),
              exported_at: epochMs.nullable(),
            }),
          ),
        }),
      ),
    }),
  }),
  apply: post('/api/mpc/key_material/apply', {
    audit: 'keyMaterial.apply',
    summary: 'Asks for the share of one signer, encrypted to an age recipient; the members then decide',
    access: 'keyMaterial.apply',
    stepUp: true,
    input: z.object({
      signer: signerId,
      recipient,
      key_group: keyGroup.optional(),
      /** Says to the members that, with another share that is out or on its way, the key becomes whole; without it the signers refuse that. */
      whole_key: bool01.optional(),
      remark: remark.default(''),
    }),
    output: proposedChange,
  }),
  list: get('/api/mpc/key_material/list', {
    summary: 'Requests for key material, newest first',
    access: 'keyMaterial.read',
    input: z.object({
      state: keyMaterialState.optional(),
      /** In the reason, the applicant's name or the signer's. */
      keyword: text(100).optional(),
      ...paged,
    }),
    output: page(request),
  }),
  detail: get('/api/mpc/todo/view_pri/detail', {
    summary: 'One request for key material: who asks, why, who decides, when it leaves, and who was told',
    access: 'keyMaterial.read',
    input: z.object({ item_id: bigId }),
    output: request.extend({
      /** What `refused_by` said of it, in words that were signed; '' for nothing. */
      refused_why: z.string(),
      nodes: z.array(
        z.object({
          name: z.string(),
          kind: approvalNode.shape.kind,
          threshold: z.int(),
          members: z.array(person.extend({ approved: z.boolean() })),
        }),
      ),
      /** Members with a key of equal rights when it was granted, and when each said to have seen it. */
      told: z.array(person.extend({ acknowledged_at: epochMs.nullable() })),
    }),
  }),
  notices: get('/api/mpc/key_material/notices', {
    summary: 'Granted key material that the caller was told of and has not acknowledged',
    access: 'keyMaterial.read',
    input: nothing,
    output: z.object({ list: z.array(request) }),
  }),
  acknowledge: post('/api/mpc/key_material/acknowledge', {
    audit: 'keyMaterial.acknowledge',
    summary: 'The caller has seen that key material was granted; it decides nothing',
    access: 'keyMaterial.read',
    input: z.object({ item_id: bigId }),
    output: nothing,
  }),
  take: post('/api/mpc/key_material/take', {
    audit: 'keyMaterial.take',
    summary:
      'The share, encrypted to who asked and signed by its signer, once the time of waiting is over at every signer',
    access: 'keyMaterial.apply',
    stepUp: true,
    timeoutMs: 30_000,
    input: z.object({ item_id: bigId }),
    output: z.object({ file_name: z.string(), /** base64 */ content: z.string() }),
  }),
};
