// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { serve } from '../../../test/server.ts';
import { answers, aroundWithdrawals, box, coin, drawers, info, open, payee, press } from '../../../test/withdrawal.tsx';

aroundWithdrawals();

describe('a payment link in place of the recipient', () => {
  const link = `ethereum:${payee}@1?value=1.25e18`;
  const said = {
    fault: '',
    network: '',
    coin: null,
    payee,
    amount: '1.25',
    amount_left_out: false,
    memo: '',
    remark: '',
  };
  const reads = (over: object = {}) =>
    serve({
      ...answers,
      'withdraw.info': () => ({ data: { ...info, support_memo: true } }),
      'withdraw.addressLink': () => ({ data: { ...said, ...over } }),
    });
  const paste = async (text: string): Promise<void> =>
    void fireEvent.change(await box('Recipient'), { target: { value: text } });

  it('fills in address, amount, memo and remark, says so, and is checked and paid as if they had been written', async () => {
    const seen = reads({ memo: '4711', remark: 'Acme: Invoice 7' });
    open();
    await paste(` ${link}`);
    await screen.findByText(
      /^Payee, amount and memo are read from a payment link: compare them.*approvers read it as yours\.$/,
    );
    expect((await box('Recipient')).value).toBe(payee);
    expect((await box('Amount')).value).toBe('1.25');
    expect((await box('Memo')).value).toBe('4711');
    expect((await box(/^Remark/)).value).toBe('Acme: Invoice 7');
    await screen.findByText('Would be accepted');
    press('Review');
    await screen.findByText(/^From a payment link: compare it/);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect((await box('Amount')).value).toBe('1.25');
    const of = (path: string) => seen.filter((call) => call.path === path).map(({ form }) => form);
    expect(of('/api/mpc/address/link').map((form) => form.get('link'))).toEqual([link]);
    expect(of('/api/mpc/address/info').map((form) => form.get('address'))).toEqual([payee]);
    fireEvent.change(await box('Recipient'), { target: { value: `${payee}0` } });
    await waitFor(() => expect(screen.queryByText(/payment link/)).toBeNull());
    // What it filled in goes with it.
    for (const name of ['Amount', 'Memo', /^Remark/]) expect((await box(name)).value).toBe('');
  });

  it('says where its amount is not taken', async () => {
    reads({ amount: null, amount_left_out: true });
    open();
    await paste(link);
    await screen.findByText(/Its amount is left out: the link does not say of which coin or network it is\.$/);
    expect((await box('Amount')).value).toBe('');
  });

  it('leaves an amount and a remark that somebody wrote, and tells the amount that it asks for', async () => {
    reads({ remark: 'Acme' });
    open();
    fireEvent.change(await box('Amount'), { target: { value: '0.5' } });
    fireEvent.change(await box(/^Remark/), { target: { value: 'mine' } });
    await paste(link);
    const told = await screen.findByText(/^The payee is read from a payment link/);
    expect(told.textContent).toContain('The link asks for 1.25 ETH. The amount stays as you wrote it.');
    expect((await box('Amount')).value).toBe('0.5');
    expect((await box(/^Remark/)).value).toBe('mine');
  });

  it.each([
    [{ fault: 'network', network: 'Polygon' }, 'This link is for another network: Polygon'],
    [{ fault: 'coin' }, 'This link is for a token that is not set up here'],
    [{ fault: 'malformed' }, /^This payment link is incomplete or has a typing error/],
    // What a server puts there that is not what it should be.
    [{ payee: `${payee.slice(0, -1)}0` }, /^This payment link is incomplete or has a typing error/],
  ])('is a fault of the field where it cannot be paid so: %o', async (fault, text) => {
    const seen = reads({ payee: '', amount: null, ...fault });
    open();
    await paste(link);
    const told = await screen.findByText(text);
    const field = await box('Recipient');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.getAttribute('aria-describedby')).toBe(told.id);
    expect([field.value, (await box('Amount')).value]).toEqual([link, '']);
    expect(seen.filter(({ path }) => path === '/api/mpc/address/info')).toEqual([]);
    await paste(payee);
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  });

  it('of another coin names it, and leads there with the link', async () => {
    const other = { ...coin, symbol: 'BTC', chain_id: 'bitcoin:mainnet', coin_net: 'Bitcoin' };
    const named = { symbol: 'BTC', chain_id: 'bitcoin:mainnet', contract_address: '' };
    serve({
      ...answers,
      'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [coin, other] } }),
      'withdraw.addressLink': () => ({
        data: { ...said, payee: '', amount: null, fault: 'network', network: 'Bitcoin', coin: named },
      }),
    });
    open();
    await paste(link);
    await screen.findByText('This link is for another coin: BTC on Bitcoin');
    fireEvent.click(await screen.findByRole('button', { name: 'Pay in BTC on Bitcoin' }));
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('withdraw', 'BTC@bitcoin:mainnet@', '1'));
    expect((await box('Recipient')).value).toBe(link);
  });

  it('of another coin takes back what the link before it filled in', async () => {
    const other = `bitcoin:${'b'.repeat(60)}`;
    serve({
      ...answers,
      'withdraw.addressLink': (form) => ({
        data:
          form.get('link') === other
            ? { ...said, payee: '', amount: null, fault: 'network', network: 'Bitcoin' }
            : said,
      }),
    });
    open();
    await paste(link);
    await waitFor(async () => expect((await box('Amount')).value).toBe('1.25'));
    await paste(other);
    await screen.findByText('This link is for another network: Bitcoin');
    await waitFor(async () => expect((await box('Amount')).value).toBe(''));
    expect((await box('Recipient')).value).toBe(other);
  });

  it('of another coin that the sub-wallet does not have leads nowhere', async () => {
    reads({
      ...{ payee: '', amount: null, fault: 'network', network: 'Bitcoin' },
      coin: { symbol: 'BTC', chain_id: 'bitcoin:mainnet', contract_address: '' },
    });
    open();
    await paste(link);
    await screen.findByText('This link is for another coin: BTC on Bitcoin');
    // By then the coins of the sub-wallet are known.
    await screen.findByRole('combobox', { name: 'Coin' });
    expect(screen.queryByRole('button', { name: /^Pay in/ })).toBeNull();
  });

  it('that is typed is read once its field is left, and a longer one than an address may be is kept whole', async () => {
    const seen = reads();
    open();
    const asks = () => seen.filter(({ path }) => path === '/api/mpc/address/link').map(({ form }) => form.get('link'));
    const long = `${link}&message=${'x'.repeat(300)}`;
    await paste('x'.repeat(link.length - 1));
    await paste(link);
    expect((await box('Recipient')).value).toBe(link);
    expect(asks()).toEqual([]);
    fireEvent.blur(await box('Recipient'));
    await screen.findByText(/^Payee and amount are read/);
    await paste(long);
    await waitFor(() => expect(asks()).toEqual([link, long]));
    await paste('9'.repeat(200));
    expect((await box('Recipient')).value).toHaveLength(120);
  });

  it('takes the place of an earlier one whole, but not of what somebody wrote', async () => {
    const other = `ethereum:${payee}@1`;
    serve({
      ...answers,
      'withdraw.info': () => ({ data: { ...info, support_memo: true } }),
      'withdraw.addressLink': (form) => ({
        data: form.get('link') === other ? { ...said, amount: null } : { ...said, memo: '4711', remark: 'Acme' },
      }),
    });
    open();
    await paste(link);
    await screen.findByText(/^Payee, amount and memo are read/);
    await paste(other);
    await screen.findByText('The payee is read from a payment link: compare the address with what you were told.');
    for (const name of ['Amount', 'Memo', /^Remark/]) expect((await box(name)).value).toBe('');
    fireEvent.change(await box('Amount'), { target: { value: '0.5' } });
    await paste(other);
    await waitFor(async () => expect((await box('Recipient')).value).toBe(payee));
    await paste(link);
    await screen.findByText(/The link asks for 1\.25 ETH\. The amount stays as you wrote it\.$/);
    expect((await box('Amount')).value).toBe('0.5');
  });

  it('is never cut, and refused where it is too long to be read', async () => {
    const seen = reads();
    open();
    const long = (most: number) => `${link}&message=${'x'.repeat(most - link.length - 9)}`;
    await paste(long(2_000));
    await screen.findByText(/^Payee and amount are read/);
    await paste(long(2_001));
    await screen.findByText(/^This payment link is incomplete or has a typing error/);
    expect((await box('Recipient')).value).toBe(long(2_001));
    const asks = seen.filter(({ path }) => path === '/api/mpc/address/link').map(({ form }) => form.get('link'));
    expect(asks).toEqual([long(2_000)]);
  });

  it('that is pasted over one as long is read at once', async () => {
    const seen = reads();
    open();
    await paste('y'.repeat(link.length));
    fireEvent.paste(await box('Recipient'));
    await paste(link);
    await screen.findByText(/^Payee and amount are read/);
    expect(seen.some(({ path }) => path === '/api/mpc/address/link')).toBe(true);
  });

  it('can be looked at again where that failed', async () => {
    let fails = true;
    serve({
      ...answers,
      'withdraw.addressLink': () => (fails ? { code: 100001, msg: 'No answer' } : { data: said }),
    });
    open();
    await paste(link);
    await screen.findByText(/^The link could not be looked at/);
    fails = false;
    press('Try again');
    await screen.findByText(/^Payee and amount are read/);
  });
});
