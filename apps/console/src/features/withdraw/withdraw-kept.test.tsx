// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import {
  answers,
  aroundWithdrawals,
  asked,
  box,
  coin,
  created,
  drawers,
  open,
  payee,
  press,
  review,
  write,
} from '../../../test/withdrawal.tsx';
import { useSession } from '../../lib/session.ts';

aroundWithdrawals();

describe('a half-written payment', () => {
  const goOn = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Go on with it' });
  async function leave(): Promise<void> {
    open();
    await write(payee, '1.25');
    fireEvent.change(await box('Remark'), { target: { value: 'invoice 7' } });
    cleanup();
  }

  it('is offered again where it was left, whole, and is the same order', async () => {
    const seen = serve({ ...answers, 'withdraw.create': () => 'broken' as const });
    open();
    await review();
    press(/^Withdraw 1.25 ETH$/);
    await screen.findByText('No answer from the server');
    cleanup();
    open();
    expect((await box('Recipient')).value).toBe('');
    fireEvent.click(await goOn());
    await waitFor(async () => expect((await box('Recipient')).value).toBe(payee));
    expect((await box('Amount')).value).toBe('1.25');
    expect(drawers.replace).toHaveBeenLastCalledWith('withdraw', 'ETH@evm:1@', '1');
    await screen.findByText('Would be accepted');
    press('Review');
    fireEvent.click(await screen.findByRole('checkbox'));
    press(/^Withdraw 1.25 ETH$/);
    await waitFor(() => expect(asked(seen)).toHaveLength(2));
    expect(new Set(asked(seen).map((form) => form.get('request_id'))).size).toBe(1);
  });

  it.each([
    ['', new Date(), /price of/],
    [', a fixed one without a time', null, /fixed/],
  ])('comes back in the dollars that it was written in, at the price of then%s', async (_, price_time, of) => {
    const at = (price_usd: string) => ({
      ...answers,
      'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [{ ...coin, price_usd, price_time }] } }),
    });
    serve(at('3000'));
    open();
    await write(payee, '1');
    press('Write it in US dollars');
    fireEvent.change(await box('Amount'), { target: { value: '100' } });
    cleanup();
    serve(at('4000'));
    open();
    fireEvent.click(await goOn());
    await waitFor(async () => expect((await box('Amount')).value).toBe('100'));
    expect(screen.getByTestId('worth').textContent).toContain('= 0.0333333 ETH');
    expect(screen.getByTestId('worth').textContent).toMatch(of);
  });

  it('comes back in coin where the stored dollars are not what it was made of', async () => {
    serve(answers);
    await leave();
    const kept = Object.keys(sessionStorage).find((key) => key.includes('payment')) ?? '';
    const stored = JSON.parse(sessionStorage.getItem(kept) ?? '{}');
    stored.value.usd = { text: '1', price: { price_usd: '3000', price_time: null }, coin: '1.25' };
    sessionStorage.setItem(kept, JSON.stringify(stored));
    open();
    fireEvent.click(await goOn());
    await waitFor(async () => expect((await box('Amount')).value).toBe('1.25'));
  });

  it('is offered to whoever wrote it when they log in again after a session that ended by itself', async () => {
    serve(answers);
    await leave();
    useSession.getState().signOut('', 'expired');
    useSession.setState({ token: 't' });
    open();
    // Who it is comes a moment after the log-in.
    act(() => useSession.setState({ walletId: 1, userName: 'Ada' }));
    await goOn();
  });

  it('is offered again where the session was ended elsewhere, while the form still stood there', async () => {
    useSession.setState({ token: 't', userName: 'Ada' });
    serve(answers);
    open();
    await write(payee, '1.25');
    act(() => useSession.getState().signOut('', 'ended'));
    cleanup();
    useSession.setState({ token: 't', walletId: 1, userName: 'Ada' });
    open();
    await goOn();
  });

  it.each([
    ['five minutes later', () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 300_001)],
    ['to whoever logs in next', () => useSession.getState().signOut()],
    ['in another workspace', () => useSession.setState({ walletId: 2 })],
    [
      'to somebody else, after a session that ended by itself',
      () => {
        useSession.getState().signOut('', 'expired');
        useSession.setState({ walletId: 1, userName: 'Bob' });
      },
    ],
    ['once it was thrown away', () => press('Discard')],
  ])('is not offered %s', async (_, later) => {
    serve(answers);
    await leave();
    open();
    await goOn();
    later();
    cleanup();
    useSession.setState({ token: 't', walletId: useSession.getState().walletId ?? 1 });
    open();
    await box('Recipient');
    expect(screen.queryByText('You left a payment half-written')).toBeNull();
    vi.restoreAllMocks();
  });

  it('is forgotten once it was asked for, and nothing unsound of what is stored is taken', async () => {
    serve({ ...answers, 'withdraw.create': () => ({ data: created }) });
    open();
    await review();
    press(/^Withdraw 1.25 ETH$/);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    cleanup();
    for (const value of [
      null,
      7,
      {},
      { form: 1 },
      { requestId: 'x', subWalletId: 1, coin: 'ETH@evm:1@', walletId: 1 },
    ]) {
      open();
      await box('Recipient');
      expect(screen.queryByText('You left a payment half-written')).toBeNull();
      cleanup();
      sessionStorage.setItem('holdfast.draft.payment', JSON.stringify({ value, until: Date.now() + 1_000 }));
    }
  });

  it('goes along to another coin or wallet, but for the amount', async () => {
    const other = { ...coin, chain_id: 'evm:10', coin_net: 'Optimism' };
    serve({ ...answers, 'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [coin, other] } }) });
    open();
    await write(payee, '1.25');
    fireEvent.click(screen.getByRole('combobox', { name: 'Coin' }));
    const option = await screen.findByRole('option', { name: /Optimism/ });
    fireEvent.pointerDown(option);
    fireEvent.click(option);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('withdraw', 'ETH@evm:10@', '1'));
    await waitFor(async () => expect((await box('Amount')).value).toBe(''));
    expect((await box('Recipient')).value).toBe(payee);
  });
});
