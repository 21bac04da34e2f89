// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listed } from '../../test/listed-order.ts';
import { answers } from '../../test/order-forms.ts';
import { inConsole, open } from '../../test/screen.tsx';
import { type SeenRequest, serve } from '../../test/server.ts';
import { stakeAccount } from '../../test/stake-account.ts';

inConsole();

const asked = (seen: readonly SeenRequest[]) => seen.filter(({ path }) => path.endsWith('/stake/unstake'));
type Answers = Parameters<typeof serve>[0];
const lost: Answers = {
  'stake.accounts': () => ({ data: { list: [stakeAccount] } }),
  'stake.unstake': () => 'broken',
};
async function lose(more: Answers) {
  const seen = serve({ ...lost, ...more });
  const router = await open('/mpc/wallet?d=stake:unstake:1:tron%253Adevnet');
  fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '20' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unstake' }));
  return { seen, router };
}

describe('what is asked for in a drawer, and gets no answer', () => {
  it('goes on to its approval once its order is found, without a question', async () => {
    const { seen, router } = await lose({ 'transaction.list': (form) => listed(5, form.get('request_id')) });
    await waitFor(() => expect(router.state.location.search).toHaveProperty('d', 'approve:5'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(asked(seen)).toHaveLength(1);
    const looked = seen.find(({ path, form }) => path.endsWith('/transaction/list') && form.has('request_id'));
    expect(looked?.form.get('request_id')).toBe(asked(seen)[0]?.form.get('request_id'));
  });

  it('is asked for by the same id where there is no such order', async () => {
    const { seen } = await lose({ 'transaction.list': () => listed() });
    await screen.findByText('The server answers again');
    fireEvent.click(screen.getByRole('button', { name: 'Unstake' }));
    await waitFor(() => expect(asked(seen)).toHaveLength(2));
    expect(new Set(asked(seen).map(({ form }) => form.get('request_id'))).size).toBe(1);
  });

  it('is no more looked for, nor told of, once its form is changed', async () => {
    let order: number | undefined;
    const { router } = await lose({
      'transaction.list': (form) => (order === undefined ? listed() : listed(order, form.get('request_id'))),
    });
    await screen.findByText('The server answers again');
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '21' } });
    await waitFor(() => expect(screen.queryByText('The server answers again')).toBeNull());
    order = 5;
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(router.state.location.search).toHaveProperty('d', 'stake:unstake:1:tron%3Adevnet');
  });

  it('is not looked for once something else stands in the form, which is another request', async () => {
    serve({ ...answers, 'web3.create': () => 'broken', 'transaction.list': () => listed() });
    const router = await open('/mpc/wallet?d=message:1:evm%253A1');
    fireEvent.change(await screen.findByLabelText('Text'), { target: { value: 'Hello' } });
    fireEvent.click(screen.getByRole('button', { name: 'Ask for the signature' }));
    await screen.findByText('The server answers again');
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Hello you' } });
    await waitFor(() => expect(screen.queryByText('The server answers again')).toBeNull());
    expect(router.state.location.search).toHaveProperty('d', 'message:1:evm%3A1');
  });
});
