import { z } from 'zod';
import { epochMs, nothing } from './codecs.ts';
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
