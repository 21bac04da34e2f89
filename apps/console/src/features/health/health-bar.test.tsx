// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { signer, standing } from '../../../test/health.ts';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { setLanguage } from '../../lib/i18n.ts';
import type { Health } from './view.ts';

inConsole();

const due = 'Backups or drills are due.';
const upkeep: Health['upkeep'] = [
  { kind: 'database', done_at: null, by_name: '', remark: '', every_days: 7, due: true },
];
/** The shell, with these troubles. */
async function shown(troubles: readonly string[], health: Partial<Health> = {}, at = '/?') {
  const status = { frozen: false, signers: [], freeze: null, unfreeze_item: null, key_notices: 0, divergence: null };
  const seen = serve({
    'signing.status': () => ({ data: { ...status, troubles } }),
    'health.status': () => ({ data: standing({ upkeep, ...health }) }),
  });
  await open(at);
  const asked = troubles.some((trouble) => trouble !== 'upkeep') ? '/health/status' : '/signing/status';
  await waitFor(() => expect(seen.some(({ path }) => path.endsWith(asked))).toBe(true));
  return () => seen.filter(({ path }) => path.endsWith('/health/status')).length;
}
const silent = [signer('One'), signer('Two', { state: 'silent' })];

it('an overdue backup is told in the bar, in the words of the page of health, with the way there', async () => {
  const looks = await shown(['upkeep']);
  const bar = await screen.findByRole('alert');
  await waitFor(() => expect(bar.textContent).toBe(`${due}View`));
  // It may be so for weeks.
  expect(looks()).toBe(0);
});

it('it gives way to whatever else is wrong', async () => {
  await shown(['signer', 'upkeep'], { signers: silent });
  const bar = await screen.findByRole('alert');
  await waitFor(() => expect(bar.textContent).toMatch(/^No answer from Two/));
  expect(bar.textContent).not.toContain(due);
});

it('a signer with no more than a number is called in the language that is read, as the way to its page is', async () => {
  await setLanguage('zh-CN');
  await shown(['signer'], { signers: [signer('Signer 1'), signer('Signer 2', { state: 'silent' })] });
  const bar = await screen.findByRole('alert');
  await waitFor(() => expect(bar.textContent).toMatch(/^签名节点 2 没有响应.*在签名节点 1 的页面上/));
});

it('what is due is not told in the bar to those who are not told that it is overdue', async () => {
  await shown(['clock']);
  expect(screen.queryByText(due)).toBeNull();
});

it('an open drawer is not told of it: no payment waits for a backup', async () => {
  await shown(['upkeep'], {}, '/mpc/wallet?d=approve:x');
  const dialog = await screen.findByRole('dialog');
  // The bar in whose shade it lies says it.
  await screen.findByText(due);
  expect(dialog.textContent).not.toContain(due);
});
