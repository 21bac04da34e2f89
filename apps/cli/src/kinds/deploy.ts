import { deployTold, honestText, type Review } from '@holdfast/review';
import { line } from '../line.ts';
import { argumentLines } from './argument.ts';
import type { KindInTerminal } from './kind.ts';
import { spenderLines } from './transfer.ts';

function createdLines(review: Review): string[] {
  const told = deployTold(review);
  if (!told)
    return [
      '  ! This deployment cannot be read: what its constructor is given is not what it says. No signer signs it. Refuse it.',
    ];
  return [
    line('bytecode', `${told.code}, ${told.codeBytes} bytes`),
    line('', 'NOBODY CAN SAY what it does; a rule of your members names it by this hash'),
    line('constructor', honestText(told.constructs)),
    ...argumentLines(told.args),
    line('goes along', 'no coins'),
  ];
}

/** A contract that is put on the chain. */
export const terminal: KindInTerminal = {
  headline: ({ intent, chain }) =>
    `Deploy a contract from wallet ${intent.wallet} on ${honestText(chain?.name ?? intent.chain)}`,
  lines: (review, now) => [...createdLines(review), ...spenderLines(review, now, 'own account')],
};
