// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { listed } from '../../../test/listed-order.ts';
import { answers } from '../../../test/order-forms.ts';
import { inConsole, open } from '../../../test/screen.tsx';
import { type SeenRequest, serve } from '../../../test/server.ts';
import { useSession } from '../../lib/session.ts';

inConsole();
beforeEach(() => useSession.setState({ walletId: 1, subWalletId: 1, userName: 'Ada' }));

const asked = (seen: readonly SeenRequest[]) => seen.filter(({ path }) => path.endsWith('/batch/submit'));
async function lose(more: Parameters<typeof serve>[0]) {
  const seen = serve({ ...answers, 'batch.submit': () => 'broken', ...more });
  const router = await open('/mpc/tools/batchTransfer?id=9');
  fireEvent.click(await screen.findByRole('checkbox', { name: /1 ETH/ }));
  fireEvent.click(screen.getByRole('button', { name: /^Ask for 1 ETH|1 ETH/ }));
  await waitFor(() => expect(asked(seen)).toHaveLength(1));
  return { seen, router };
}

it('a batch whose answer was lost goes on to its approval once its order is found', async () => {
  const { seen, router } = await lose({ 'transaction.list': (form) => listed(5, form.get('request_id')) });
  await waitFor(() => expect(router.state.location.search).toHaveProperty('d', 'batch:9~approve:5'));
  expect(asked(seen)).toHaveLength(1);
  const id = asked(seen)[0]?.form.get('request_id');
  expect(id).toMatch(/^[0-9a-f]{32}\.1$/);
  const looked = seen.find(({ path, form }) => path.endsWith('/transaction/list') && form.has('request_id'));
  expect(looked?.form.get('request_id')).toBe(id);
});

it('a batch that the server has not been asked for is asked for by the same id', async () => {
  const { seen } = await lose({ 'transaction.list': () => listed() });
  await screen.findByText('The server answers again');
  fireEvent.click(screen.getByRole('button', { name: /1 ETH/ }));
  await waitFor(() => expect(asked(seen)).toHaveLength(2));
  expect(new Set(asked(seen).map(({ form }) => form.get('request_id'))).size).toBe(1);
});
