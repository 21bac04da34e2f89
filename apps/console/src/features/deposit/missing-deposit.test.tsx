// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { queryClient } from '../../lib/query.ts';
import { MissingDeposit } from './missing-deposit.tsx';
import { rescanAsk } from './rescan-view.ts';

inConsole();

const hash = 'ab'.repeat(32);
const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MissingDeposit chain="ton:-3" network="TON" />
    </QueryClientProvider>,
  );
const serving = (permissions: readonly string[]) =>
  serve({
    'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }),
    'transaction.rescan': () => ({ data: { blocks: 51, found: 2 } }),
  });

describe('a deposit that is missing', () => {
  it.each([
    [`0x${hash}`, { txid: `0x${hash}` }],
    [` ${hash} `, { txid: hash }],
    ['1200', { from_height: 1200, to_height: 1200 }],
    ['1200 – 1250', { from_height: 1200, to_height: 1250 }],
    ['1250-1200', undefined],
    ['0x12', undefined],
    ['', undefined],
    ['1'.repeat(16), undefined],
  ])('is where %j says', (text, ask) => {
    expect(rescanAsk(text)).toEqual(ask);
  });

  it('is looked for on its chain, and what was found is said', async () => {
    const seen = serving(['setup.manage']);
    draw();
    const asked = () => seen.filter(({ path }) => path.endsWith('/chain/rescan'));
    fireEvent.click(await screen.findByRole('button', { name: 'Look again', hidden: true }));
    await screen.findByText('Enter a transaction hash, a block number, or two with a dash between');
    expect(asked()).toHaveLength(0);
    fireEvent.change(screen.getByLabelText('Where it is on the chain'), { target: { value: '1200-1250' } });
    fireEvent.click(screen.getByRole('button', { name: 'Look again', hidden: true }));
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(Object.fromEntries(asked()[0]?.form ?? [])).toEqual({
      chain_id: 'ton:-3',
      from_height: '1200',
      to_height: '1250',
    });
  });

  it('is no matter of those who may not look', async () => {
    const seen = serving([]);
    const { container } = draw();
    await waitFor(() => expect(seen).toHaveLength(1));
    expect(container.innerHTML).toBe('');
  });
});
