// @vitest-environment jsdom
import { policyHash, policyText } from '@holdfast/policy';
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole, open } from '../../test/screen.tsx';
import { serve } from '../../test/server.ts';
import { stakeAccount } from '../../test/stake-account.ts';

inConsole();

const taken = { withdraw_id: 5, status: 1000, need_sign: true, duplicated: false, approval_url: '' };
const asks = () => screen.queryByRole('alertdialog', { name: 'Leave without asking?' });
async function writeAmount(unstake: Parameters<typeof serve>[0][string] = () => ({ data: taken })) {
  serve({ 'stake.accounts': () => ({ data: { list: [stakeAccount] } }), 'stake.unstake': unstake });
  const router = await open('/mpc/wallet?d=stake:unstake:1:tron%253Adevnet');
  const amount = await screen.findByLabelText<HTMLInputElement>('Amount');
  fireEvent.change(amount, { target: { value: '20' } });
  return { router, amount };
}
const leave = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });

it('what is written in a drawer that asks is held until somebody says that it may be lost', async () => {
  const { router, amount } = await writeAmount();
  leave();
  await waitFor(() => expect(asks()).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(asks()).toBeNull());
  expect(amount.value).toBe('20');
  leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('d'));
});

it('once it was asked for, its approval comes without a question', async () => {
  const { router } = await writeAmount();
  fireEvent.click(screen.getByRole('button', { name: 'Unstake' }));
  await waitFor(() => expect(router.state.location.search).toHaveProperty('d', 'approve:5'));
  expect(asks()).toBeNull();
});

it('where no answer came it does not say that nothing was asked for', async () => {
  const { router } = await writeAmount(() => 'broken');
  fireEvent.click(screen.getByRole('button', { name: 'Unstake' }));
  await screen.findByText(/It is not known whether the order was made/);
  leave();
  await screen.findByText(/It is not known whether this was asked for/);
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.search).toHaveProperty('d');
});

it('nothing is asked where nothing was written', async () => {
  const { router, amount } = await writeAmount();
  fireEvent.change(amount, { target: { value: '' } });
  leave();
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('d'));
  expect(asks()).toBeNull();
});

const rules = () => {
  const policy = policyOf([ada, bob]);
  return { data: { version: '1', hash: policyHash(policy), document: policyText(policy), solo_mode: false } };
};

it('a change of the rules that was begun is held too', async () => {
  serve({
    'strategy.policy': rules,
    'strategy.symbolList': () => ({ data: { list: [] } }),
  });
  const router = await open('/mpc/center/strategyEngine?d=rule:basic:*');
  fireEvent.click(await screen.findByRole('button', { name: 'Any 2 of these people' }));
  leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(asks()).toBeNull());
  expect(router.state.location.search).toHaveProperty('d', 'rule:basic:*');
});

it('a page may be looked at otherwise while something is written there, and not be left for another rule', async () => {
  serve({ 'strategy.policy': rules, 'strategy.symbolList': () => ({ data: { list: [] } }) });
  const router = await open('/mpc/center/strategyEngine/senior/addStrategy');
  const name = await screen.findByLabelText('Name');
  fireEvent.change(name, { target: { value: 'Large' } });
  await act(() => router.navigate({ to: '.', search: { try: 'web3' } as never }));
  await waitFor(() => expect(router.state.location.search).toHaveProperty('try', 'web3'));
  expect(asks()).toBeNull();
  void act(() => router.navigate({ to: '.', search: { type: 'web3' } as never }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(asks()).toBeNull());
  expect(router.state.location.search).toHaveProperty('try', 'web3');
});
