import type { KindRecord } from './kind.ts';

/**
 * Somebody, usually a contract, may take tokens of a sub-wallet: so many and no more; of nothing, it may take none any longer. It is a call of the token, and amounts
 * to a payment of all that may be taken, so rules about both have to hold (`ruling.ts`).
 */
export const allowance = {
  moves: 'allowance',
  // What is allowed is never made once more as a payment.
  replaced: 'drop',
  document: undefined,
  ruled: { by: 'transactions', type: 'web3', judged: 'all' },
  initiators: { roles: ['owner', 'admin', 'operator', 'api'], keyHolder: false },
  objectors: 'asked',
  waits: false,
} satisfies KindRecord;

/** `approve(address,uint256)` (ERC-20), as rules name methods. */
export const approveMethod = '0x095ea7b3';

/** From so many whole coins on an allowance is as good as one without limit: no token of any worth has had so many taken for one purpose. */
const endlessCoins = 10_000_000_000n;

interface Given {
  readonly outputs: readonly { readonly amount: string }[];
  readonly asset: { readonly decimals: string };
}
const givenBy = ({ outputs }: Given): bigint => outputs.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/** May everything be taken, whatever there is? */
export const isEndless = (intent: Given): boolean =>
  givenBy(intent) >= endlessCoins * 10n ** BigInt(intent.asset.decimals);

/** Does it only take back what was allowed before? */
export const isRevocation = ({ kind, outputs }: Pick<Given, 'outputs'> & { readonly kind: string }): boolean =>
  kind === 'allowance' && outputs.every(({ amount }) => amount === '0');
