import { z } from 'zod';
import { epochMs, nothing, page, paged, text } from './codecs.ts';
import { download, get } from './endpoint.ts';

export const audit = {
  status: get('/api/mpc/audit/status', {
    summary: 'How long the audit log is, its last checkpoint, and how far each signer has witnessed it',
    access: 'audit.read',
    input: nothing,
    output: z.object({
      /** The log's name; its server's key is in it. */
      log: z.string(),
      size: z.int(),
      /** What to give to `holdfast verify-log --key`, the server's first. */
      keys: z.array(z.string()),
      /** The last checkpoint as a signed note; '' before the first. */
      checkpoint: z.string(),
      checkpoint_size: z.int(),
      checkpoint_at: epochMs.nullable(),
      witnesses: z.array(
        z.object({
          signer: z.string(),
          name: z.string(),
          /** Entries its last signature covers. */
          size: z.int(),
          witnessed_at: epochMs.nullable(),
          /** '' or why it does not sign: `unreachable`, or a code of the signer's; `logForked` is an alarm. */
          problem: z.string(),
        }),
      ),
    }),
  }),
  list: get('/api/mpc/audit/list', {
    summary:
      'What was done in the workspace, and what happened to it, newest first: a view of the log. `total` counts to 10,000',
    access: 'audit.read',
    input: z.object({
      /** The part of an action before its dot: `withdraw`, `strategy` and so on. */
      area: z
        .string()
        .regex(/^[a-zA-Z]{1,32}$/)
        .optional(),
      /** What this member did, at the console or by a signed decision. */
      person: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,64}$/)
        .optional(),
      /** In the actor's name, the object or the network. */
      keyword: text(100).optional(),
      start: epochMs.optional(),
      end: epochMs.optional(),
      ...paged,
    }),
    output: page(
      z.object({
        seq: z.int(),
        time: epochMs,
        /** `user:7`, `member:…`, `signer:…`, `system` or `nobody`, as the log has it. */
        actor: z.string(),
        actor_name: z.string(),
        action: z.string(),
        object: z.string(),
        result: z.string(),
        ip: z.string(),
        detail: z.record(z.string(), z.string()),
        /** Hash of the entry, as the exported log has it. */
        hash: z.string(),
      }),
    ),
  }),
  export: download('/api/mpc/audit/export', {
    summary: 'The whole audit log as a file that `holdfast verify-log` checks',
    access: 'audit.export',
    audit: 'audit.export',
    stepUp: true,
    timeoutMs: 600_000,
    input: nothing,
    file: { name: 'holdfast-audit.jsonl', type: 'application/jsonl; charset=utf-8' },
  }),
};
