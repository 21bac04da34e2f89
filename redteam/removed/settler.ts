import { type Mutant, noticedBy, part } from './part.ts';

/** That a swap whose steps nobody reads is held by what stands around them. */
export const settlerChecks: readonly Mutant[] = noticedBy('settler', [
  {
    ...part(
      'who may take what goes into a swap by 0x',
      'call/standards/settlers.ts',
      'operator === target || (isCoin && operator === nobody);',
      'operator !== "";',
    ),
    from: 'packages/policy',
  },
  {
    ...part(
      'in which step a swap by 0x says its end',
      'call/standards/settlers.ts',
      "const first = actions.length > 0 ? textAt(actions, 0) : '';",
      "const first = String(actions.find((one) => steps.has(String(one).slice(0, 10))) ?? '');",
    ),
    from: 'packages/policy',
  },
  {
    ...part(
      'by which contract a swap by 0x is made',
      'transfer.ts',
      "need(router.settlers.includes(trade?.through ?? ''), 'call: swapped by another');",
      '{}',
    ),
    from: 'packages/chains',
  },
]);
