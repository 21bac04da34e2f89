import { type Mutant, noticedBy, part } from './part.ts';

/** What is done with stake, spared one of the steps that a payment goes through. */
const spared = (step: string): Mutant =>
  part(
    `${step}, of what is done with stake`,
    'kinds/stake.ts',
    'AdmittedKind = transfer;',
    `AdmittedKind = { ...transfer, steps: transfer.steps.filter(({ name }) => name !== '${step}') };`,
  );

/** That stake is asked for whatever a payment is. */
export const stakeChecks: readonly Mutant[] = noticedBy('stake', [
  spared('notFrozen'),
  spared('addressBook'),
  spared('lifetime'),
  part(
    'whom a delegation is given to, where nobody is named',
    'rules/facts.ts',
    'isListed: (about, output) => isListedAt(',
    "isListed: (about, output) => (about.kind === 'delegate' && output.entry === '') || isListedAt(",
  ),
  part('what a transaction is asked for', 'kinds/index.ts', ' && movesCoins({ kind })', ''),
]);
