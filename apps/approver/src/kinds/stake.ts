import { localWords } from '@holdfast/signer-ui';
import type { KindOnPage } from './kind.ts';
import { transfer } from './transfer.ts';

const say = localWords({ 'en-US': { name: 'Stake' }, 'zh-CN': { name: '质押' } });

let parts: typeof import('../request/stake.ts') | undefined;

/** What is done with stake, of whatever kind; the rest is said as of a payment. */
export const staking: KindOnPage = {
  ...transfer,
  words: say.tables,
  name: (screen) => say(screen, 'name'),
  fetch: async () => {
    parts ??= await import('../request/stake.ts');
  },
  headline: (screen, review) => parts?.stakeHeadline(screen, review) ?? say(screen, 'name'),
  approve: (screen, review) => parts?.stakeApprove(screen, review),
  rows: (screen, review) => [...(parts?.stakeRows(screen, review) ?? []), ...(transfer.rows?.(screen, review) ?? [])],
};
