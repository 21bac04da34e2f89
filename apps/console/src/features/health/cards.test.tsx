// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { loadNamespaces } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { ConfirmHost } from '../../ui/confirm.tsx';
import { ChainsCard } from './chains-card.tsx';
import { PricesCard } from './prices-card.tsx';
import { ServerCard } from './server-card.tsx';
import { SignersCard } from './signers-card.tsx';
import { UpkeepCard } from './upkeep-card.tsx';
import type { ChainHealth, Health, SignerHealth } from './view.ts';

inConsole();
beforeAll(() => loadNamespaces(['tools']));

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const show = (card: ReactElement) =>
  render(
    <QueryClientProvider client={queryClient}>
      {card}
      <ConfirmHost />
    </QueryClientProvider>,
  );
/** The one row of which this is true. */
const row = (attribute: string, value: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-${attribute}="${value}"]`);
  if (!found) throw new Error(`no row of ${value}`);
  return found;
};

const signer: SignerHealth = {
  ...{ id: '1', name: 'Signer 1', page: 'https://one.example', state: 'signing', version: '1.2.3' },
  ...{ heard_at: hoursAgo(0), clock_ms: 0, clock_off: false, disk: 'ok', free_bytes: 5 * 2 ** 30, prices: [] },
};
const chain: ChainHealth = {
  ...{ chain_id: 'evm:1', coin_net: 'Ethereum', state: 'following', down_since: null, problem: '' },
  ...{ height: 1_234_567, tip: 1_234_567, block_at: hoursAgo(2), aside: 0, lost: 0 },
  nodes: [{ place: 1, state: 'well', height: 1_234_567, heard_at: hoursAgo(0) }],
};

it('a network says how high it is, how old its last block is, and how each node stands', () => {
  const nodes = [...chain.nodes, { place: 2, state: 'silent' as const, height: null, heard_at: hoursAgo(3) }];
  show(<ChainsCard chains={[chain, { ...chain, chain_id: 'evm:2', coin_net: 'Base', tip: 1_300_000, nodes }]} />);
  expect(row('chain', 'evm:1').textContent).toContain('Height 1,234,567');
  expect(row('chain', 'evm:1').textContent).toContain('2 hr. ago');
  expect(row('chain', 'evm:2').textContent).toContain('1,234,567 / 1,300,000');
  expect(row('chain', 'evm:2').textContent).toMatch(/Node 2.*No good answer.*3 hr\. ago/);
});

it('a network that is not followed says since when, and what was lost of it', () => {
  show(<ChainsCard chains={[{ ...chain, state: 'down', down_since: hoursAgo(4), aside: 2, nodes: [] }]} />);
  expect(row('chain', 'evm:1').textContent).toMatch(/Not followed.*4 hr\. ago.*2 blocks could not be taken in/);
  expect(row('chain', 'evm:1').textContent).toContain('Not asked yet');
});

it('a signer says when it was last heard, what runs there, its clock and its room', () => {
  const away = { id: '2', name: 'Signer 2', state: 'silent', heard_at: hoursAgo(5), clock_ms: 61_000 } as const;
  show(<SignersCard signers={[signer, { ...signer, ...away, clock_off: true, disk: 'full' }]} />);
  expect(row('signer', '1').textContent).toMatch(/Signing.*1\.2\.3.*In sync.*5\.0 GiB free/);
  expect(row('signer', '2').textContent).toMatch(/Does not answer.*5 hr\. ago.*Off by 61\.0 s.*Full · 5\.0 GiB free/);
});

it('the server tells its version, how fast and large its database is, and the room that is left', () => {
  const database = { answer_ms: 3, size_bytes: 12 * 2 ** 20 };
  const health = { version: '9.8.7', database, server: { disk: 'low', free_bytes: 2 ** 30 } } as Health;
  show(<ServerCard health={health} />);
  for (const told of ['9.8.7', 'answers in 3 ms, 12.0 MiB', 'Nearly full · 1.0 GiB free']) screen.getByText(told);
});

it('prices are told by who reads them, from where and of when; and where nobody does', () => {
  const source = { name: 'Desk feed', kind: 'http', assets: 4, newest_at: hoursAgo(6), problem: 'stale' } as const;
  show(<PricesCard health={{ signers: [{ ...signer, prices: [source] }], prices: [] } as unknown as Health} />);
  expect(row('source', 'Signer 1: Desk feed').textContent).toMatch(/HTTP service.*Too old.*6 hr\. ago/);
  screen.getByText('Fixed prices of its configuration');
});

const upkeep: Health['upkeep'] = [
  { kind: 'database', done_at: hoursAgo(7), by_name: 'Ann', remark: 'to the vault', every_days: 1, due: false },
  { kind: 'recovery', done_at: null, by_name: '', remark: '', every_days: 90, due: true },
];
const allowed = (permissions: readonly string[]) => ({
  'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: false } }),
  'health.note': () => ({ data: {} }),
});

it('a backup or drill says how old it is, who noted it, and that it is due', async () => {
  serve(allowed([]));
  show(<UpkeepCard upkeep={upkeep} />);
  expect(row('upkeep', 'database').textContent).toMatch(/every day.*Done.*7 hr\. ago.*Ann.*to the vault/);
  expect(row('upkeep', 'recovery').textContent).toMatch(/every 90 days.*Due.*never/);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('button')).toBeNull();
});

it('whoever may notes one, after a question, with what they say of it', async () => {
  const seen = serve(allowed(['health.note']));
  show(<UpkeepCard upkeep={upkeep} />);
  const noted = () =>
    seen.filter(({ path }) => path.endsWith('/health/note')).map(({ form }) => Object.fromEntries(form));
  fireEvent.click(await screen.findByRole('button', { name: 'Done now: Recovery kit tried' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(noted()).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText('Remark (optional)'), { target: { value: 'with Ben' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Done now' }));
  await waitFor(() => expect(noted()).toEqual([{ upkeep: 'recovery', remark: 'with Ben' }]));
});
