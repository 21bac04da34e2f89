// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { loadNamespaces } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { PaidRows } from './paid-rows.tsx';
import type { Detail, Row } from './view.ts';

inConsole();

it('on a phone, where both stand in one line, the number of a row is no digit of its amount', async () => {
  await loadNamespaces(['tools']);
  serve({});
  const row = { row: 1, address: '0x12', amount: '0.010', memo: '', remark: '', label: '', own: null, txid: '' };
  const list = [{ ...row, seen: 0, status: 0, fail_reason: '' } satisfies Row];
  render(
    <QueryClientProvider client={queryClient}>
      <PaidRows batch={{ list, symbol: 'BTC', txid: '' } as unknown as Detail} />
    </QueryClientProvider>,
  );
  const line = screen.getByText(/^#1/).parentElement;
  expect(line?.textContent).toBe('#1 · 0.010 BTC');
});
