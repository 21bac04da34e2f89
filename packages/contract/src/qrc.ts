import { z } from 'zod';
import { bigId, epochMs } from './codecs.ts';
import { get, post } from './endpoint.ts';

/** `withdraw`: business_id is the order's id. */
export const qrcBusiness = ['withdraw'] as const;

export const qrc = {
  generate: post('/api/mpc/qrc/generate', {
    summary: 'A code that leads to the approval page',
    access: 'qrc.use',
    input: z.object({ business_type: z.enum(qrcBusiness), business_id: bigId }),
    output: z.object({ qrc_id: z.string(), content: z.string(), expire_at: epochMs }),
  }),
  status: get('/api/mpc/qrc/status', {
    summary: '0 waiting, 1 scanned, 2 signed, 3 refused, 4 expired',
    access: 'qrc.use',
    input: z.object({ qrc_id: z.string().regex(/^[0-9a-f]{32}$/) }),
    output: z.object({ qrc_id: z.string(), status: z.int() }),
  }),
};
