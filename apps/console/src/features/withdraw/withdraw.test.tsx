// @vitest-environment jsdom
import { contract } from '@holdfast/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listed } from '../../../test/listed-order.ts';
import { type SeenRequest, serve } from '../../../test/server.ts';
import {
  answers,
  aroundWithdrawals,
  asked,
  box,
  coin,
  costs,
  created,
  drawers,
  info,
  kept,
  open,
  ownAddress,
  payee,
  press,
  review,
  tiers,
  whitelist,
  write,
} from '../../../test/withdrawal.tsx';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useToasts } from '../../lib/toasts.ts';

aroundWithdrawals();

describe('withdrawing', () => {
  it('keeps what is written, and the review, while the server cannot be reached', async () => {
    serve(answers);
    open();
    await review();
    serve({});
    await act(() => queryClient.refetchQueries());
    screen.getByRole('checkbox', { checked: true });
    press('Back');
    expect((await box('Recipient')).value).toBe(payee);
    await act(() => queryClient.refetchQueries());
    expect((await box('Amount')).value).toBe('1.25');
  });

  it('offers the account of a registered name in full, and goes on with its address alone', async () => {
    const seen = serve(kept('off'));
    open();
    fireEvent.change(await box('Recipient'), { target: { value: 'supplier.eth' } });
    const offer = await screen.findByRole('region', { name: 'Registered name' });
    expect(offer.textContent?.replace(/\s/g, '')).toContain(payee);
    press('Use this address');
    expect((await box('Recipient')).value).toBe(payee);
    fireEvent.change(await box('Amount'), { target: { value: '1.25' } });
    await screen.findByText('Would be accepted');
    press('Review');
    fireEvent.click(await screen.findByRole('checkbox'));
    press(/^Withdraw 1\.25/);
    await waitFor(() => expect(asked(seen)).toHaveLength(1));
    expect(asked(seen)[0]?.get('address_to')).toBe(payee);
    expect(String(asked(seen)[0])).not.toContain('supplier');
  });
  it('asks what an amount costs only where the coin can express it, and says why it cannot beside the field', async () => {
    const seen = serve(answers);
    open();
    await write(payee, `0.${'1'.repeat(19)}`);
    await screen.findByText(/at most 18 decimals/);
    await write(payee, '1e3');
    await screen.findByText(/number/);
    await write(payee, '.5');
    await screen.findByText('Would be accepted');
    expect([...new Set(costs(seen).filter((amount) => amount !== null))]).toEqual(['0.5']);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
  it('tells apart that nobody has a name, that the network registers none, and that it could not be looked up', async () => {
    const said = async (answer: { data: object } | { code: number; msg: string }) => {
      cleanup();
      queryClient.clear();
      serve({ ...kept('off'), 'withdraw.addressName': () => answer });
      open();
      fireEvent.change(await box('Recipient'), { target: { value: 'nobody.eth' } });
    };
    const none = { name: '', address: '' };
    await said({ data: { ...none, register: true } });
    await screen.findByText('The network has registered nobody by this name');
    await said({ data: { ...none, register: false } });
    await screen.findByText('This network registers no names: write the address');
    await said({ code: 300024, msg: 'The Ethereum node cannot be reached; please try again' });
    const told = await screen.findByText(/^The name could not be looked up/);
    expect(told.textContent).toContain('The Ethereum node cannot be reached');
  });
  it('shows the name of an address beside it, and nothing where it has none', async () => {
    serve({
      ...answers,
      'withdraw.addressName': () => ({ data: { name: 'supplier.eth', address: payee, register: true } }),
    });
    open();
    await write(payee, '1.25');
    expect((await screen.findByText('supplier.eth')).parentElement?.textContent).toBe('Registered name supplier.eth');
    expect((await box('Recipient')).value).toBe(payee);
  });
  it('takes a payee from the address book, found by its label; one that cools down cannot be chosen', async () => {
    const entry = (label: string, address: string, from: number) => ({
      id: label.length.toString(16).padStart(2, '0').repeat(32),
      address,
      memo: '',
      label,
      chains: ['evm:1'],
      base_symbols: [],
      symbols: [],
      contracts: [],
      methods: [],
      type: 1,
      owner: null,
      status: 2,
      white: 1,
      listed_at: new Date(from),
      effective_at: new Date(from),
      last_used_at: null,
      used_count: 0,
      similar: [],
    });
    const owner = { name: 'Kraken <i>', vasp: '', self_hosted: 0 };
    const list = [
      { ...entry('Supplier <b>', payee, 0), owner },
      entry('New one', `${payee.slice(0, -1)}0`, Date.now() + 3_600_000),
    ];
    const seen = serve({
      ...answers,
      'addressBook.withdrawList': () => ({ data: { pageTotal: 1, total: 2, list } }),
      'addressBook.whiteStatus': () => ({ data: whitelist }),
      'withdraw.addressInfo': (form: URLSearchParams) => ({
        data: {
          ...answers['withdraw.addressInfo'](form).data,
          is_white: true,
          white_id: 'ab'.repeat(32),
          white_label: 'Supplier <b>',
          white_from: new Date(0),
        },
      }),
    });
    open();
    await box('Recipient');
    press('Address book');
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Label, address or beneficiary' }), {
      target: { value: 'supp' },
    });
    const cooling = await screen.findByRole<HTMLButtonElement>('button', { name: /New one/ });
    expect(cooling.disabled).toBe(true);
    await vi.waitFor(() => expect(seen.some(({ form }) => form.get('keyword') === 'supp')).toBe(true));
    const search = seen.find(({ form }) => form.get('keyword') === 'supp')?.form;
    expect(['symbol', 'chain_id', 'contract_address'].map((name) => search?.get(name))).toEqual(['ETH', 'evm:1', '']);
    screen.getByRole('button', { name: /^Supplier <b>.*Unverified name Kraken <i>$/ });
    press(/Supplier/);
    expect((await box('Recipient')).value).toBe(payee);
    expect(screen.queryByRole('searchbox')).toBeNull();
    await screen.findByText('In the address book');
    screen.getByText('Supplier <b>');
  });

  it('asks for a memo where the coin’s chain has one, refuses what cannot be shown, and sends it', async () => {
    const told = { ...answers, 'withdraw.info': () => ({ data: { ...info, support_memo: true } }) };
    const seen = serve({ ...told, 'withdraw.create': () => ({ data: created }) });
    open();
    fireEvent.change(await box('Memo'), { target: { value: '备注' } });
    await screen.findByText('A memo takes Latin letters, digits and signs only');
    fireEvent.change(await box('Memo'), { target: { value: 'order 4711' } });
    await review();
    screen.getByText('order 4711');
    press(/Send|Withdraw|Confirm|1\.25/);
    await vi.waitFor(() => expect(asked(seen)).toHaveLength(1));
    expect(asked(seen)[0]?.get('memo')).toBe('order 4711');
    expect(seen.some(({ path, form }) => path.includes('gas_estimate') && form.get('memo') === 'order 4711')).toBe(
      true,
    );
  });

  it('lets nobody go on without the memo that the address book has for the address', async () => {
    const told = {
      ...answers,
      'withdraw.info': () => ({ data: { ...info, support_memo: true } }),
      'withdraw.addressInfo': (form: URLSearchParams) => ({
        data: { ...answers['withdraw.addressInfo'](form).data, need_memo: true },
      }),
    };
    serve(told);
    open();
    fireEvent.change(await box('Recipient'), { target: { value: payee } });
    await screen.findByText(/without one the signers refuse the payment/);
    fireEvent.change(await box('Memo'), { target: { value: '4711' } });
    await review();
    screen.getByText('4711');
  });

  it('tells before anything is asked for of what the fee is made: own resources, what is burnt, and the worst case', async () => {
    const resources = {
      bandwidth: { needed: '345', covered: '0', fee: '0.345' },
      energy: { needed: '130000', covered: '60000', fee: '7' },
      activation_fee: '1.1',
      memo_fee: '0',
      fee_limit: '15.6',
      first_of_token: true,
    };
    serve({
      ...answers,
      'withdraw.gasEstimate': () => ({ data: { ...answers['withdraw.gasEstimate']().data, resources } }),
    });
    open();
    const told = await screen.findByRole('region', { name: 'Of what the fee is made' });
    for (const text of [
      '345 needed, 0 covered by own resources · burnt 0.345',
      '130,000 needed, 60,000 covered by own resources · burnt 7',
      'Activates the recipient’s account1.1',
      'Fee limit15.6',
      'about twice the energy',
      'worst case',
    ])
      expect(told.textContent).toContain(text);
    expect(told.textContent).not.toContain('Memo');
  });

  it('lets nobody choose a speed where the network has one price', async () => {
    const served = (fees: readonly string[]) => ({
      ...answers,
      'withdraw.gasEstimate': () => ({
        data: {
          ...answers['withdraw.gasEstimate']().data,
          tiers: tiers.map((tier, at) => ({ ...tier, fee: fees[at] ?? '' })),
        },
      }),
    });
    serve(served(['0.0001', '0.0002', '0.0003']));
    open();
    await screen.findByText('0.0003');
    expect(screen.getAllByRole('radio')).toHaveLength(3);
    cleanup();
    queryClient.clear();
    serve(served(['0.0007', '0.0007', '0.0007']));
    open();
    await screen.findByText('0.0007');
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('says of each speed what it probably costs in dollars too, and nothing where the coin has no price', async () => {
    const priced = { ...coin, price_usd: '3000', price_time: new Date('2026-11-23T03:12:00Z') };
    const served = (fees: readonly string[]) => ({
      ...answers,
      'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [priced] } }),
      'withdraw.gasEstimate': () => ({
        data: {
          ...answers['withdraw.gasEstimate']().data,
          tiers: tiers.map((tier, at) => ({ ...tier, fee: fees[at] ?? '' })),
        },
      }),
    });
    serve(served(['0.000001', '0.0002', '0.5']));
    open();
    for (const name of [/Slow.*<\s\$0\.01$/, /Normal.*≈\s\$0\.60$/, /Fast.*≈\s\$1,500\.00$/])
      await screen.findByRole('radio', { name });
    cleanup();
    queryClient.clear();
    serve(answers);
    open();
    await screen.findAllByText('0.0001');
    expect(screen.getByRole('group', { name: /Network fee/ }).textContent).not.toContain('$');
  });

  it.each([
    ['hidden', 'This wallet is hidden'],
    ['signing', 'Signing is frozen'],
    ['closed', 'ETH is not open'],
    ['unverified', 'ETH is unverified'],
    ['frozen', 'Withdrawals of ETH are stopped'],
  ])('says why nothing can be asked for (%s), and lets nobody review', async (disabled_reason, text) => {
    const stopped = { ...answers['withdraw.info']().data, enable_withdraw: false, disabled_reason };
    serve({ ...answers, 'withdraw.info': () => ({ data: stopped }) });
    open();
    await screen.findByText(new RegExp(text));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Review' }).disabled).toBe(true);
  });

  it('has no memo where the chain has none', async () => {
    serve(answers);
    open();
    await box('Recipient');
    await screen.findByText(/Available/);
    expect(screen.queryByRole('textbox', { name: 'Memo' })).toBeNull();
  });

  describe('to a payee of one’s own', () => {
    it('is offered apart from the team’s, marked as approved by nobody', async () => {
      serve(kept('off'));
      open();
      await box('Recipient');
      press('Address book');
      await screen.findByText('Yours alone, not approved by the team');
      press(/Landlord/);
      expect((await box('Recipient')).value).toBe(payee);
    });

    it('is shown and cannot be chosen while payments go to listed addresses only', async () => {
      serve(kept('on'));
      open();
      await box('Recipient');
      press('Address book');
      await screen.findByText('Not listed');
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /Landlord/ }).disabled).toBe(true);
    });

    it('begins with the one that the link names, by number and never by address', async () => {
      const seen = serve(kept('off'));
      open(['ETH', '1', 'own-7']);
      expect((await box('Recipient')).value).toBe(payee);
      expect(seen.find(({ path }) => path.endsWith('/personal_book/list'))?.form.get('id')).toBe('7');
      cleanup();
      open(['ETH', '1', payee]);
      expect((await box('Recipient')).value).toBe('');
    });
  });

  it('begins with the least that the sub-wallet can pay itself where the link says so', async () => {
    const seen = serve({
      ...answers,
      'deposit.address': () => ({ data: ownAddress }),
      'withdraw.addressInfo': (form: URLSearchParams) => ({
        data: { ...answers['withdraw.addressInfo'](form).data, is_own: { sub_wallet_id: 1 }, gathers: true },
      }),
    });
    open(['ETH', '1', 'self']);
    expect((await box('Recipient')).value).toBe(payee);
    expect((await box('Amount')).value).toBe('0.001');
    await screen.findByText('Would be accepted');
    expect(seen.find(({ path }) => path.endsWith('/deposit/address'))?.form.get('sub_wallet_id')).toBe('1');
  });

  it('takes the most down where that costs more than was known before it was written', async () => {
    const dear = tiers.map((tier) => ({ ...tier, max_fee: '0.001' }));
    serve({
      ...answers,
      'withdraw.gasEstimate': (form?: URLSearchParams) => ({
        data: { ...answers['withdraw.gasEstimate']().data, ...(form?.has('amount') ? { tiers: dear } : {}) },
      }),
    });
    open();
    fireEvent.change(await box('Recipient'), { target: { value: payee } });
    await screen.findAllByText(/0\.0005/);
    press('Max');
    expect((await box('Amount')).value).toBe('1.9995');
    await waitFor(async () => expect((await box('Amount')).value).toBe('1.999'));
    fireEvent.change(await box('Amount'), { target: { value: '1.9999' } });
    expect(await screen.findByText('You have 2 ETH: with the fee, at most 1.999 ETH can be sent')).toBeTruthy();
  });

  it('shows every fault at once and goes to the first', async () => {
    serve(answers);
    open();
    const recipient = await box('Recipient');
    await screen.findByText('Available', { exact: false });
    press('Review');
    expect(await screen.findByText('Please enter Recipient')).toBeTruthy();
    expect(screen.getByText('Please enter Amount')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(recipient));
  });

  it('waits with the review for the answers to what was written last, and for nothing once more is written', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((done) => {
      answer = done;
    });
    serve(answers);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.startsWith(contract.withdraw.limitCheck.path)) await asked;
      return fetch(url, init);
    });
    open();
    await write(payee, '1.25');
    press('Review');
    await write(payee, '1.5');
    answer();
    await screen.findByText('Would be accepted');
    expect(screen.queryByRole('checkbox')).toBeNull();
    cleanup();
    open();
    await write(payee, '1.75');
    press('Review');
    expect(await screen.findByRole('checkbox')).toBeTruthy();
  });

  it('says that a checksum is wrong and that there is not enough', async () => {
    serve(answers);
    open();
    await write(`${payee.slice(0, -1)}0`, '1.9999');
    expect(await screen.findByText(/checksum does not match/)).toBeTruthy();
    expect(screen.getByText('You have 2 ETH: with the fee, at most 1.9995 ETH can be sent')).toBeTruthy();
  });

  it('names a coin by its chain and contract wherever it asks, since another may have the symbol', async () => {
    const other = { ...coin, chain_id: 'evm:10', coin_net: 'Optimism' };
    const seen = serve({
      ...answers,
      'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [coin, other] } }),
      'withdraw.create': () => ({ data: created }),
    });
    open(['ETH@evm:10@', '1']);
    await review();
    press(/^Withdraw 1.25 ETH$/);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    const named = seen.filter(({ path }) => /withdraw/.test(path)).map(({ form }) => form);
    expect(named.length).toBeGreaterThan(4);
    for (const form of named.filter((one) => one.has('symbol')))
      expect([form.get('chain_id'), form.get('contract_address')]).toEqual(['evm:10', '']);
  });

  it('shows the whole address and amount, and asks for exactly what was shown', async () => {
    const seen = serve({ ...answers, 'withdraw.create': () => ({ data: created }) });
    open();
    await review();
    expect(document.querySelector('[data-address]')?.getAttribute('data-address')).toBe(payee);
    expect(screen.getByText('Withdraw 1.25 ETH from Treasury to a new address')).toBeTruthy();
    press(/^Withdraw 1.25 ETH$/);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    const [form] = asked(seen);
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      sub_wallet_id: '1',
      symbol: 'ETH',
      address_to: payee,
      amount: '1.25',
      fee_level: '2',
      max_fee: '0.0005',
    });
  });

  it('asks for the same order again when no answer came', async () => {
    let times = 0;
    const seen = serve({ ...answers, 'withdraw.create': () => (++times === 1 ? 'broken' : { data: created }) });
    open();
    await review();
    press(/^Withdraw 1.25 ETH$/);
    expect(await screen.findByText('No answer from the server')).toBeTruthy();
    press(/^Withdraw 1.25 ETH$/);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    const ids = asked(seen).map((form) => form.get('request_id'));
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(ids[1]).toBe(ids[0]);
  });

  describe('without an answer', () => {
    type Answers = Parameters<typeof serve>[0];
    async function lose(more: Answers): Promise<SeenRequest[]> {
      const seen = serve({ ...answers, 'withdraw.create': () => 'broken', ...more });
      open();
      await review();
      press(/^Withdraw 1.25 ETH$/);
      return seen;
    }

    it('goes on to the approval, as if answered, once its order is found', async () => {
      const renewed = vi.spyOn(queryClient, 'invalidateQueries');
      const seen = await lose({ 'transaction.list': (form) => listed(12, form.get('request_id')) });
      await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '12'));
      expect(drawers.replace).toHaveBeenCalledOnce();
      expect(renewed).toHaveBeenCalledOnce();
      renewed.mockRestore();
      expect(asked(seen)).toHaveLength(1);
      const looked = seen.find(({ path }) => path === '/api/mpc/transaction/list');
      expect(looked?.form.get('request_id')).toBe(asked(seen)[0]?.get('request_id'));
      expect(useToasts.getState().toasts.at(-1)?.text).toMatch(/had arrived/);
      expect(Object.keys(sessionStorage)).toEqual([]);
    });

    it('says that the server has no such request, and asks by the same id when it is pressed again', async () => {
      const seen = await lose({ 'transaction.list': () => listed() });
      await screen.findByText('The server answers again');
      screen.getByText(/has not received this request so far/);
      expect(screen.queryByText('No answer from the server')).toBeNull();
      press(/^Withdraw 1.25 ETH$/);
      await waitFor(() => expect(asked(seen)).toHaveLength(2));
      expect(new Set(asked(seen).map((form) => form.get('request_id'))).size).toBe(1);
      expect(drawers.replace).not.toHaveBeenCalled();
    });

    it('says that nothing is known, and goes on looking, while the server is not there', async () => {
      await lose({});
      await screen.findByText('No answer from the server');
      const words = await screen.findByText(/This page keeps looking for it/);
      expect(words.textContent).toContain('It is not known whether the order was made.');
      expect(drawers.replace).not.toHaveBeenCalled();
    });
  });

  it('keeps what was written while a fresh code is asked for', async () => {
    let fresh = false;
    const seen = serve({
      ...answers,
      'withdraw.create': () => (fresh ? { data: created } : { code: 300004, msg: 'A fresh code is needed' }),
      'session.stepUp': () => {
        fresh = true;
        return { data: { open_token: 'token-2', expires_at: new Date(0), step_up_until: new Date(0) } };
      },
    });
    open();
    await review();
    press(/^Withdraw 1.25 ETH$/);
    fireEvent.change(await box('Authenticator code'), { target: { value: '123 456' } });
    press('Confirm');
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    expect(new Set(asked(seen).map((form) => form.get('request_id'))).size).toBe(1);
    expect(useSession.getState().token).toBe('token-2');
  });
});

describe('a chain of a family that nothing in the console knows', () => {
  const slab = 'slt0123456789abcdef0123456789abcdef01234567deadbeef';
  const slate = { symbol: 'SLT', base_symbol: 'SLT', coin_net: 'Slate', decimals: 6, address: slab };
  const fees = { fee_symbol: 'SLT', fee_unit: 'chip/unit', fee: '0.00002', max_fee: '0.00004' };
  const told = {
    ...answers,
    'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [{ ...coin, ...slate, symbol_alias: 'SLT' }] } }),
    'withdraw.info': () => ({ data: { ...info, ...slate, fee_symbol: 'SLT', fee_decimals: 6, address_from: slab } }),
    'withdraw.gasEstimate': () => {
      const dear = tiers.map((tier) => ({ ...tier, fee: fees.fee, max_fee: fees.max_fee }));
      return { data: { ...answers['withdraw.gasEstimate']().data, ...fees, tiers: dear } };
    },
    'withdraw.addressInfo': (form: URLSearchParams) => {
      const valid = form.get('address') === slab;
      const { data } = answers['withdraw.addressInfo'](form);
      return { data: { ...data, valid, reason: valid ? '' : 'checksum', address: slab } };
    },
    'withdraw.limitCheck': () => ({ data: { ...answers['withdraw.limitCheck']().data, ...fees } }),
    'withdraw.create': () => ({ data: created }),
  };

  it('is quoted, checked and paid as any other', async () => {
    const seen = serve(told);
    open(['SLT']);
    await write(`${slab.slice(0, -1)}0`, '1.2345678');
    expect(await screen.findByText(/checksum does not match/)).toBeTruthy();
    expect(screen.getByText('SLT has at most 6 decimals')).toBeTruthy();
    await write(slab, '1.99997');
    expect(await screen.findByText('You have 2 SLT: with the fee, at most 1.99996 SLT can be sent')).toBeTruthy();
    await write(slab, '1.234567');
    await screen.findByText('Would be accepted');
    expect(screen.getAllByText(/0\.00002/).length).toBeGreaterThan(0);
    press('Review');
    fireEvent.click(await screen.findByRole('checkbox'));
    press(/^Withdraw 1.234567 SLT$/);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    expect(Object.fromEntries(asked(seen)[0] ?? [])).toMatchObject({
      symbol: 'SLT',
      address_to: slab,
      amount: '1.234567',
      max_fee: '0.00004',
    });
  });
});
