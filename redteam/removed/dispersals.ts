import { type Mutant, noticedBy, part } from './part.ts';

/** That rows which one transaction pays are those that members agreed to, and are paid by the contract that everybody knows. */
export const dispersalChecks: readonly Mutant[] = noticedBy('rows by one transaction', [
  {
    ...part(
      'the root of rows that one transaction pays',
      'intent.ts',
      'need(intent.call === disperseCallOf(intent.outputs, dispersedBy(intent)), ',
      'need(true, ',
    ),
    from: 'packages/policy',
  },
  {
    ...part(
      'which contract pays rows',
      'transfer.ts',
      'need(disperse?.contract === dispersedBy(intent), ',
      'need(true, ',
    ),
    from: 'packages/chains',
  },
  {
    ...part('that the contract is no payee', 'evm/build.ts', 'address === disperseContract.address || ', ''),
    from: 'packages/chains',
  },
  part(
    'that coins need a contract somebody sees',
    'admission/contract.ts',
    "if (seen === 'unseen' && intent.asset.contract === '')",
    'if (false)',
  ),
]);
