import type { z } from 'zod';
import type { toldOutputs } from './codecs.ts';

type Payee = z.output<typeof toldOutputs>[number];

/** One payee of several in one line: name, address, amount, memo and remark, what is not empty of them. @param payee with its amount as it is to be read */
export const payeeText = ({ label, address, amount, memo, remark }: Payee): string =>
  [label, address, amount, memo, remark].filter((part) => part !== '').join(' · ');

/** Each payee of a payment of several, for one cell of a file; '' of a payment to one, which has columns of its own. */
export const payeesText = (outputs: readonly Payee[]): string =>
  outputs.length < 2 ? '' : outputs.map(payeeText).join('; ');
