// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listed } from '../../../test/listed-order.ts';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { useSession } from '../../lib/session.ts';

inConsole();

const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
const own = {
  id: 7,
  address,
  memo: '',
  label: 'Landlord <b>',
  note: 'rent',
  chains: ['evm:1'],
  symbols: ['ETH'],
  contracts: [''],
  listed: 0,
  created_at: new Date(),
  last_used_at: null,
  used_count: 0,
  similar: [],
};
const rows = (...list: object[]) => ({ data: { pageTotal: 1, total: list.length, list } });
const white = (mode: 'on' | 'off') => ({
  data: {
    white_status: mode === 'on' ? 1 : 0,
    mode,
    cooling_hours: 24,
    off_from: null,
    held_hours: 24,
    shorter_from: null,
    version: '5',
  },
});
const answers = (over: Parameters<typeof serve>[0] = {}): Parameters<typeof serve>[0] => ({
  'user.permissions': () => ({
    data: {
      permissions: ['addressBook.edit', 'withdraw.create', 'personalBook.use'],
      sub_wallets: [],
      fund_open: true,
    },
  }),
  'personalBook.list': () => rows(own),
  'addressBook.whiteStatus': () => white('off'),
  'addressBook.mainChains': () => ({
    data: {
      list: [{ chain: 'evm:1', name: 'Ethereum', family: 'evm', calls: true, address_pattern: '^0x[0-9a-fA-F]{40}$' }],
    },
  }),
  'addressBook.coinInfo': () => ({
    data: {
      list: [
        { symbol: 'ETH', name: 'Ether', chain: 'evm:5', contract_address: '' },
        { symbol: 'ETH', name: 'Not Ether', chain: 'evm:1', contract_address: '0xOther' },
        { symbol: 'ETH', name: 'Ether', chain: 'evm:1', contract_address: '' },
      ],
    },
  }),
  ...over,
});

const page = '/mpc/wallet/personalBook';
const sent = (seen: ReturnType<typeof serve>, name: string) =>
  seen.filter(({ path }) => path.endsWith(`/personal_book/${name}`)).map(({ form }) => form);

describe('one’s own payees', () => {
  it('are listed with where each stands, and the page says that they grant nothing', async () => {
    serve(answers());
    await open(page);
    await screen.findByText('Landlord <b>');
    screen.getAllByText('Yours alone');
    screen.getByText(/it grants nothing/);
    expect(document.querySelector('table b')).toBeNull();
  });

  it('of the days in the address alone are asked for, from the first one until the end of the last', async () => {
    const seen = serve(answers());
    await open(`${page}?from=2026-11-03&to=2026-11-04`);
    await screen.findByText('Landlord <b>');
    expect(screen.getByLabelText<HTMLInputElement>('Until').value).toBe('2026-11-04');
    const [asked] = sent(seen, 'list');
    expect([asked?.get('start'), asked?.get('end')]).toEqual(
      [new Date(2026, 10, 3), new Date(2026, 10, 5)].map((day) => String(day.getTime())),
    );
  });

  it('cannot be paid while payments go to listed addresses only, and the page says so', async () => {
    serve(answers({ 'addressBook.whiteStatus': () => white('on') }));
    await open(`${page}?d=ownEntry:7`);
    await screen.findByText(/one that the team has not listed cannot be paid/);
    const dialog = await screen.findByRole('dialog', { name: 'Payee' });
    await within(dialog).findByText('Not approved by the team');
    await within(dialog).findByText(/the signers refuse this one/);
  });

  it('are kept at once, tried while they are written, without a proposal', async () => {
    const seen = serve(
      answers({
        'personalBook.list': () => rows(),
        'personalBook.check': () => ({ data: { list: [{ problem: '', address, similar: [] }] } }),
        'personalBook.add': () => ({ data: { ids: [7] } }),
      }),
    );
    const router = await open(`${page}?d=ownWrite`);
    const dialog = await screen.findByRole('dialog', { name: 'Payee' });
    fireEvent.change(await within(dialog).findByLabelText('Label'), { target: { value: 'Landlord' } });
    fireEvent.change(within(dialog).getByLabelText('Address'), { target: { value: address } });
    fireEvent.change(within(dialog).getByLabelText('Note to yourself'), { target: { value: 'rent' } });
    await waitFor(() => expect(dialog.querySelector(`[data-address="${address}"]`)).not.toBeNull());
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('d'));
    const [form] = sent(seen, 'add');
    expect(JSON.parse(form?.get('items') ?? '')).toEqual([
      { label: 'Landlord', address, memo: '', chains: ['evm:1'], symbols: [], note: 'rent' },
    ]);
    expect(seen.some(({ path }) => path.includes('/address_book/add'))).toBe(false);
  });

  it('are written anew from what stood there, and one does not stand in its own way', async () => {
    const seen = serve(
      answers({
        'personalBook.check': () => ({ data: { list: [{ problem: '', address, similar: [] }] } }),
        'personalBook.edit': () => ({ data: {} }),
      }),
    );
    await open(`${page}?d=ownWrite:7`);
    const dialog = await screen.findByRole('dialog', { name: 'Payee' });
    const label = await within(dialog).findByLabelText<HTMLInputElement>('Label');
    expect(label.value).toBe('Landlord <b>');
    fireEvent.change(label, { target: { value: 'House' } });
    await waitFor(() => expect(sent(seen, 'check').at(-1)?.get('except')).toBe('7'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(seen, 'edit')).toHaveLength(1));
    const [form] = sent(seen, 'edit');
    expect(form?.get('id')).toBe('7');
    expect(JSON.parse(form?.get('item') ?? '')).toMatchObject({ label: 'House', symbols: ['ETH'], note: 'rent' });
  });

  it('go to the team’s book by a proposal that is filled in, and to a payment by their number, never their address', async () => {
    serve(answers({ 'addressBook.check': () => ({ data: { list: [{ problem: '', address, similar: [] }] } }) }));
    const router = await open(`${page}?d=ownEntry:7`);
    fireEvent.click(await screen.findByRole('button', { name: 'Propose for the address book' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add address' });
    const label = await within(dialog).findByLabelText<HTMLInputElement>('Label');
    expect([label.value, within(dialog).getByLabelText<HTMLTextAreaElement>('Address').value]).toEqual([
      'Landlord <b>',
      address,
    ]);
    await act(() => router.navigate({ to: page, search: { d: 'ownEntry:7' } } as never));
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ d: 'ownEntry:7~withdraw:ETH%40evm%3A1%40::own-7' }),
    );
  });

  it('are paid in the coin that was sent to them last', async () => {
    serve(
      answers({
        'personalBook.list': () => rows({ ...own, contracts: [], symbols: [] }),
        'transaction.list': () => listed(9, '', { contract_address: '0xOther' }),
      }),
    );
    const router = await open(`${page}?d=ownEntry:7`);
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ d: expect.stringContaining('ETH%40evm%3A1%400xOther') }),
    );
  });

  it('come from a file with their notes; what cannot be kept is left out', async () => {
    const seen = serve(
      answers({
        'personalBook.check': () => ({ data: { list: [{ problem: '', address, similar: [] }] } }),
        'personalBook.add': () => ({ data: { ids: [1] } }),
      }),
    );
    await open(`${page}?d=ownImport`);
    const dialog = await screen.findByRole('dialog', { name: 'Import addresses' });
    const text = `label,address,note\nAcme,${address},monthly\nLong,${address.slice(0, -2)}ff,${'x'.repeat(201)}\n`;
    const file = new File([text], 'payees.csv', { type: 'text/csv' });
    fireEvent.change(await within(dialog).findByLabelText('Choose a CSV file'), { target: { files: [file] } });
    await within(dialog).findByText(/^the note is too long/);
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Keep 1 payee' }));
    await waitFor(() => expect(sent(seen, 'add')).toHaveLength(1));
    expect(JSON.parse(sent(seen, 'add')[0]?.get('items') ?? '')).toMatchObject([{ label: 'Acme', note: 'monthly' }]);
  });
});

describe('whom a wallet can pay', () => {
  const listed = {
    ...own,
    id: 'ab'.repeat(32),
    base_symbols: ['ETH'],
    methods: [],
    type: 1,
    owner: null,
    status: 2,
    white: 1,
    listed_at: new Date(0),
    effective_at: new Date(0),
    coins: ['ETH'],
    held: [{ symbol: 'ETH', chain_id: 'evm:1', contract_address: '' }],
    paid_count: 3,
    last_paid_at: new Date(),
  };

  it('is of the days in the address, and without them again once these are cleared', async () => {
    useSession.setState({ walletId: 1 as never, subWalletId: 4 as never });
    const seen = serve(
      answers({
        'wallet.allSubWallets': () => ({ data: { list: [{ id: 4, name: 'Treasury' }], total: 1 } }),
        'addressBook.subWalletList': (form) => (form.has('start') ? rows() : rows(listed)),
      }),
    );
    await open('/mpc/wallet/center/addressBook?from=2026-11-03&to=2026-11-04');
    const [nothing] = await screen.findAllByRole('button', { name: 'Clear all' });
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-11-03');
    const asked = seen.find(({ path }) => path.endsWith('/sub_wallet/list'))?.form;
    expect([asked?.get('start'), asked?.get('end')]).toEqual(
      [new Date(2026, 10, 3), new Date(2026, 10, 5)].map((day) => String(day.getTime())),
    );
    if (nothing) fireEvent.click(nothing);
    await screen.findByText('Landlord <b>');
  });

  it('is asked of the chosen sub-wallet, and paying opens a payment from it with the payee chosen', async () => {
    useSession.setState({ walletId: 1 as never, subWalletId: 4 as never });
    const cooling = { ...listed, id: 'cd'.repeat(32), label: 'New', status: 1 };
    const seen = serve(
      answers({
        'wallet.allSubWallets': () => ({ data: { list: [{ id: 4, name: 'Treasury' }], total: 1 } }),
        'addressBook.subWalletList': () => rows(listed, cooling),
      }),
    );
    const router = await open('/mpc/wallet/center/addressBook');
    const pay = await screen.findByRole('button', { name: 'Withdraw to Landlord <b>' });
    // The form says from when on, where only listed payees are paid; elsewhere it can be paid today.
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw to New' }).disabled).toBe(false);
    expect(seen.find(({ path }) => path.endsWith('/sub_wallet/list'))?.form.get('sub_wallet_id')).toBe('4');
    fireEvent.click(pay);
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ d: `withdraw:ETH%40evm%3A1%40:4:${'ab'.repeat(32)}` }),
    );
  });
});
