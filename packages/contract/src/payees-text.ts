import type { z } from 'zod';
import type { toldOutputs } from './codecs.ts';

/** Each payee of a payment of several, for one cell of a file: name, address, amount, memo and remark, what is not empty of them; '' of a payment to one, which has columns of its own. */
export const payeesText = (outputs: z.output<typeof toldOutputs>): string =>
  outputs.length < 2
    ? ''
    : outputs
        .map(({ label, address, amount, memo, remark }) =>
          [label, address, amount, memo, remark].filter((part) => part !== '').join(' · '),
        )
        .join('; ');
