// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { changeItem } from '../../../test/todo-item.ts';

inConsole();

const words = ['violet', 'harbour', 'lamp', 'forty', 'anvil', 'meadow', 'crank', 'tulip'];
const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
const id = 'ab'.repeat(32);
const entry = {
  id,
  address,
  memo: '',
  label: 'Supplier <b>',
  chains: ['evm:1'],
  base_symbols: ['ETH'],
  symbols: ['ETH'],
  contracts: [''],
  methods: [],
  type: 1,
  owner: null,
  status: 1,
  white: 0,
  listed_at: new Date(0),
  effective_at: new Date(Date.now() + 5 * 3_600_000 - 1_000),
  last_used_at: null,
  used_count: 0,
  similar: [],
};
const made = {
  item_id: 9,
  approval_url: 'http://signer.example/#/i/x?digest=ab',
  instant: false,
  digest: 'ab'.repeat(32),
  digest_words: words,
};
const change = {
  audit_id: 4,
  status: 0,
  initiator: 'm-1',
  initiator_name: 'Olivia',
  remark: 'New supplier',
  created_at: new Date(),
  expire_at: new Date(Date.now() + 3_600_000),
};
const listed = (...list: object[]) => ({ data: { pageTotal: 1, total: list.length, list } });
const white = {
  white_status: 0,
  mode: 'off',
  cooling_hours: 24,
  off_from: null,
  held_hours: 24,
  shorter_from: null,
  version: '5',
};
const answers = (over: Parameters<typeof serve>[0] = {}): Parameters<typeof serve>[0] => ({
  'user.permissions': () => ({ data: { permissions: ['addressBook.edit'], sub_wallets: [], fund_open: true } }),
  'addressBook.list': () => listed(entry),
  'addressBook.auditList': () =>
    listed({ ...change, added: 1, removed: 0, payee: 'Land\u202elord', token: null, mode: '' }),
  'addressBook.whiteStatus': () => ({ data: white }),
  'addressBook.mainChains': () => ({
    data: {
      list: [{ chain: 'evm:1', name: 'Ethereum', family: 'evm', calls: true, address_pattern: '^0x[0-9a-fA-F]{40}$' }],
    },
  }),
  'addressBook.coinInfo': () => ({
    data: { list: [{ symbol: 'ETH', name: 'Ether', chain: 'evm:1', contract_address: '' }] },
  }),
  'addressBook.detail': () => ({
    data: { ...entry, alike: [{ like: `${address.slice(0, -4)}DBA7`, label: 'Other' }] },
  }),
  ...over,
});

const page = '/mpc/center/addressBook';

describe('the address book', () => {
  it('shows payees with how long they cool, changes that wait, and whether the whitelist holds', async () => {
    serve(answers());
    await open(`${page}?d=bookEntry:${id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Payee' });
    await within(dialog).findByText('Supplier <b>');
    within(dialog).getByText('5 h left');
    await screen.findByText(/^Add Land[^\u202e]+lord to the address book$/);
    await screen.findByText('Payments may go to any address');
    expect(dialog.querySelector('b')).toBeNull();
  });

  it('does not call a payee cooling whose time has come since it was read', async () => {
    const old = { ...entry, id: 'cd'.repeat(32), label: 'Cooled', effective_at: new Date(Date.now() - 1_000) };
    serve(answers({ 'addressBook.list': () => listed(entry, old) }));
    await open(page);
    expect((await screen.findByRole('row', { name: /Supplier/ })).textContent).toContain('Cooling down');
    expect(screen.getByRole('row', { name: /Cooled/ }).textContent).toContain('Active');
  });

  it('shows a few of many changes that wait, and the way to all of them', async () => {
    const waits = Array.from({ length: 5 }, (_, at) => ({
      ...change,
      audit_id: at + 1,
      added: 2,
      removed: 1,
      payee: '',
      token: null,
      mode: '',
    }));
    const many = { data: { pageTotal: 2, total: 7, list: waits } };
    serve(answers({ 'addressBook.auditList': () => many }));
    await open(page);
    const all = await screen.findByRole('link', { name: 'All of them in the to-do list' });
    expect(all.getAttribute('href')).toContain('/mpc/center/todo');
    expect(screen.getAllByText('Payees to add: 2, to remove: 1')).toHaveLength(5);
    screen.getByText('7 changes wait');
  });

  it('asks for what its address says, and an empty result leads back', async () => {
    const seen = serve(answers({ 'addressBook.list': () => listed() }));
    const router = await open(`${page}?chain=evm%3A1&status=2&q=bank`);
    await screen.findByText('Nothing fits the filter');
    const asked = seen.find(({ path }) => path.endsWith('/address_book/list'))?.form;
    expect([asked?.get('chain'), asked?.get('status'), asked?.get('keyword')]).toEqual(['evm:1', '2', 'bank']);
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear all' })[0] as HTMLElement);
    await screen.findByText('No payees yet');
    expect(router.state.location.search).not.toHaveProperty('q');
  });

  it('shows one whole, in blocks, and what it could be taken for; it goes by a proposal only', async () => {
    const other = { like: `${address.slice(0, -5)}0BA72`, label: 'Other' };
    const seen = serve(
      answers({
        'addressBook.list': () => listed({ ...entry, similar: [other] }),
        'addressBook.remove': () => ({ data: { ...made, instant: true } }),
        'addressBook.auditDetail': () => ({ data: { ...whole, audit_id: made.item_id } }),
      }),
    );
    await open(`${page}?d=bookEntry:${id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Payee' });
    await within(dialog).findByText('Looks like another entry');
    expect(dialog.querySelector(`[data-address="${address}"]`)).not.toBeNull();
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Remove' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Propose' }));
    await screen.findByRole('dialog', { name: 'Address book change' });
    expect((await screen.findByTestId('approval-link')).getAttribute('href')).toContain(made.approval_url);
    const lists = seen.filter(({ path }) => path.endsWith('/address_book/list'));
    expect(lists.map(({ form }) => form.get('ids'))).toContain(id);
    expect(seen.find(({ path }) => path.endsWith('/address_book/delete'))?.form.get('ids')).toBe(`["${id}"]`);
  });
});

const acme = { name: 'Acme <i>', vasp: 'Bank', self_hosted: 0 };

describe('who is behind a payee', () => {
  it('stands beneath its label, and a word tells what kind of address it is; text, type and the rest can be asked for', async () => {
    const seen = serve(answers({ 'addressBook.list': () => listed({ ...entry, owner: acme, type: 3 }) }));
    await open(`${page}?type=3&q=acme`);
    const row = await screen.findByRole('row', { name: /Supplier <b>/ });
    expect(within(row).getByText('Acme <i>').parentElement?.textContent).toBe('Unverified name Acme <i>');
    within(row).getByText('Contract');
    const asked = seen.find(({ path }) => path.endsWith('/address_book/list'))?.form;
    expect([asked?.get('type'), asked?.get('keyword')]).toEqual(['3', 'acme']);
    expect(screen.getByRole('combobox', { name: 'Type' }).textContent).toBe('Contract');
    screen.getByRole('searchbox', { name: 'Label, address or beneficiary' });
  });

  const openAs = async (
    owner: object | null,
    permissions = ['addressBook.edit'],
    over: Parameters<typeof serve>[0] = {},
  ) => {
    let said = owner;
    const seen = serve(
      answers({
        'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }),
        'addressBook.list': () => listed({ ...entry, owner: said }),
        'addressBook.ownerSave': (form) => {
          said = JSON.parse(form.get('owner') ?? '') as object | null;
          return { data: {} };
        },
        ...over,
      }),
    );
    await open(`${page}?d=bookEntry:${id}`);
    const section = within(await screen.findByRole('region', { name: 'Beneficiary' }));
    const saved = () =>
      seen.filter(({ path }) => path.endsWith('/owner/save')).map(({ form }) => JSON.parse(form.get('owner') ?? ''));
    return { section, saved };
  };

  it('is said and unsaid in the drawer, apart from what is signed', async () => {
    const { section, saved } = await openAs(null);
    section.getByText('Nobody is named yet');
    section.getByText(/not part of what the members sign/);
    fireEvent.click(await section.findByRole('button', { name: 'Add' }));
    const name = section.getByLabelText('Name');
    expect(document.activeElement).toBe(name);
    fireEvent.change(section.getByLabelText('Provider'), { target: { value: 'Bank' } });
    fireEvent.click(section.getByRole('button', { name: 'Save' }));
    await section.findByText('Please enter Name');
    expect(saved()).toEqual([]);
    fireEvent.change(name, { target: { value: ' Acme <i> ' } });
    fireEvent.click(section.getByRole('button', { name: 'Save' }));
    await section.findByText('Acme <i>');
    section.getByText(/^Held at a provider/);
    // Apart from the words around it, whatever it is written in.
    expect(section.getByText('Bank').tagName).toBe('BDI');
    const edit = section.getByRole('button', { name: 'Edit' });
    expect(document.activeElement).toBe(edit);
    fireEvent.click(edit);
    for (const label of ['Name', 'Provider'])
      fireEvent.change(section.getByLabelText(label), { target: { value: '' } });
    fireEvent.click(section.getByRole('button', { name: 'Save' }));
    await section.findByText('Nobody is named yet');
    expect(saved()).toEqual([acme, null]);
  });

  it('is changed with a fresh code, asked for once and apart from what was written', async () => {
    let fresh = false;
    const { section, saved } = await openAs(null, ['addressBook.edit'], {
      'addressBook.ownerSave': () => (fresh ? { data: {} } : { code: 300004, msg: 'A fresh code is needed' }),
      'session.stepUp': () => {
        fresh = true;
        return { data: { open_token: 'token-2', expires_at: new Date(0), step_up_until: new Date(0) } };
      },
    });
    fireEvent.click(await section.findByRole('button', { name: 'Add' }));
    fireEvent.change(section.getByLabelText('Name'), { target: { value: 'Acme' } });
    fireEvent.click(section.getByRole('button', { name: 'Save' }));
    const code = await section.findByLabelText('Authenticator code');
    expect((section.getByLabelText('Name') as HTMLInputElement).value).toBe('Acme');
    fireEvent.change(code, { target: { value: '123456' } });
    fireEvent.click(section.getByRole('button', { name: 'Confirm' }));
    await section.findByRole('button', { name: 'Add' });
    expect(saved()).toEqual(Array(2).fill({ name: 'Acme', vasp: '', self_hosted: 0 }));
  });

  it('is shown to everybody, and changed only by whoever proposes payees', async () => {
    const { section } = await openAs({ ...acme, vasp: '', self_hosted: 1 }, []);
    section.getByText('Self-hosted wallet');
    expect(section.queryByRole('button')).toBeNull();
  });
});

const whole = {
  ...change,
  add: [{ address, memo: 'm<i>', label: 'Supplier', chains: ['evm:1'], symbols: [], listed_from: null }],
  remove: [],
  tokens: [],
  mode: null,
  nodes: [{ name: 'Owner', kind: 'sign', threshold: 1, members: [{ member_id: 'm-1', name: 'Olivia' }], approved: [] }],
  decisions: [],
  approval_url: made.approval_url,
  digest: made.digest,
  digest_words: words,
};

describe('a listed payee', () => {
  it('is changed by one proposal, from a form that holds its values and says that it cools down anew', async () => {
    const seen = serve(
      answers({
        'addressBook.check': () => ({ data: { list: [{ problem: '', address, similar: [] }] } }),
        'addressBook.edit': () => ({ data: { ...made, similar: [] } }),
        'addressBook.auditDetail': () => ({
          data: { ...whole, audit_id: made.item_id, remove: [{ id, address, label: 'Supplier <b>' }] },
        }),
      }),
    );
    await open(`${page}?d=bookEntry:${id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change payee' });
    await within(dialog).findByText('It cools down anew: 24 hours from its approval');
    const label = within(dialog).getByLabelText<HTMLInputElement>('Label');
    expect(label.value).toBe('Supplier <b>');
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Address' }).value).toBe(address);
    expect((await within(dialog).findByLabelText<HTMLInputElement>('ETH')).checked).toBe(true);
    fireEvent.change(label, { target: { value: 'Renamed' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Propose' }));
    await screen.findByRole('dialog', { name: 'Address book change' });
    const form = seen.find(({ path }) => path.endsWith('/address_book/edit'))?.form;
    expect(form?.get('entry_id')).toBe(id);
    expect(JSON.parse(form?.get('item') ?? '')).toEqual({
      chains: ['evm:1'],
      address,
      memo: '',
      symbols: ['ETH'],
      label: 'Renamed',
    });
    const checks = seen.filter(({ path }) => path.endsWith('/address_book/check'));
    expect(checks.every(({ form: asked }) => asked.get('except') === id)).toBe(true);
  });
});

describe('a new payee', () => {
  const fill = async (checked: object) => {
    const seen = serve(
      answers({
        'addressBook.check': () => ({ data: { list: [checked] } }),
        'addressBook.add': () => ({ data: { ...made, similar: [] } }),
        'addressBook.auditDetail': () => ({ data: { ...whole, audit_id: made.item_id } }),
      }),
    );
    await open(`${page}?d=bookAdd`);
    const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Propose' });
    await screen.findByLabelText('Ethereum');
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'Supplier' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: address.toLowerCase() } });
    await waitFor(() => expect(seen.some(({ path }) => path.endsWith('/address_book/check'))).toBe(true));
    return { seen, send };
  };
  const proposed = (seen: ReturnType<typeof serve>) =>
    seen.find(({ path }) => path.endsWith('/address_book/add'))?.form.get('items');

  it('is shown whole before it is proposed, and leads on to where it is signed', async () => {
    const { seen, send } = await fill({ problem: '', address, similar: [] });
    await waitFor(() => expect(document.querySelector(`[data-address="${address}"]`)).not.toBeNull());
    fireEvent.click(send);
    await screen.findByTestId('approval-link');
    expect(JSON.parse(proposed(seen) ?? '')).toEqual([
      { chains: ['evm:1'], address: address.toLowerCase(), memo: '', symbols: [], label: 'Supplier' },
    ]);
  });

  it('may be said along with who is behind it', async () => {
    const { seen, send } = await fill({ problem: '', address, similar: [] });
    fireEvent.click(screen.getByRole('button', { name: 'Add a beneficiary' }));
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Acme' } });
    fireEvent.click(send);
    await screen.findByTestId('approval-link');
    expect(JSON.parse(proposed(seen) ?? '')).toMatchObject([{ owner: { name: 'Acme', vasp: '', self_hosted: 0 } }]);
  });

  it.each([
    ['listed', 'This address is listed already.'],
    ['waiting', 'This address waits for its approval already.'],
    ['address', 'This is no address of the chosen network.'],
    ['checksum', /typing error: its checksum does not match/],
    ['zero', /^This is the zero address.*lost\.$/],
    ['otherNetwork', /address of another network/],
    ['hexadecimal', /^This is the hexadecimal form.*begins with T\.$/],
  ])('that is %s cannot be sent', async (problem, text) => {
    const { seen, send } = await fill({ problem, address, similar: [] });
    await screen.findByText(text);
    expect(send.disabled).toBe(true);
    expect(proposed(seen)).toBeUndefined();
  });

  it('that looks like a listed one has to be compared first', async () => {
    const { seen, send } = await fill({ problem: '', address, similar: [{ like: address, label: 'Old' }] });
    const box = await screen.findByLabelText(/I have compared every group/);
    expect(send.disabled).toBe(true);
    fireEvent.click(box);
    expect(send.disabled).toBe(false);
    fireEvent.click(send);
    await screen.findByTestId('approval-link');
    expect(proposed(seen)).toBeDefined();
  });
});

describe('a file', () => {
  const choose = async (text: string, checked: object[]) => {
    const seen = serve(
      answers({
        'addressBook.check': () => ({ data: { list: checked } }),
        'addressBook.add': () => ({ data: { ...made, similar: [] } }),
        'addressBook.auditDetail': () => ({ data: { ...whole, audit_id: made.item_id } }),
      }),
    );
    await open(`${page}?d=bookImport`);
    const input = await screen.findByLabelText('Choose a CSV file');
    fireEvent.change(input, { target: { files: [new File([text], 'book.csv')] } });
    return seen;
  };
  const header = 'label,address,network,memo,coins\r\n';

  it('is shown line by line with what the form and what the server say of each; only what is in order is proposed', async () => {
    const seen = await choose(`${header}A,${address},evm:1\r\n,0x12,evm:1\r\nB,0x34,evm:1\r\nC,0x56,evm:1\r\n`, [
      { problem: '', address, similar: [{ like: address, label: 'Old <i>' }] },
      { problem: 'address', address: '0x34', similar: [] },
      { problem: 'waiting', address: '0x56', similar: [] },
    ]);
    await screen.findByText(/3 rows are left out/);
    screen.getByText('Looks like Old <i>');
    screen.getByText(/^this payee waits for approval already/);
    // A missing label is told in the table as a sentence, too.
    within(screen.getByRole('table', { name: 'Import' })).getByText(/^the label is missing or too long/);
    fireEvent.click(screen.getByRole('button', { name: 'Propose 1 payee' }));
    await screen.findByTestId('approval-link');
    const items = seen.find(({ path }) => path.endsWith('/address_book/add'))?.form.get('items');
    expect(JSON.parse(items ?? '').map(({ label }: { label: string }) => label)).toEqual(['A']);
  });

  it('has each fault as a sentence with its row, is mended in place, and goes on with what was mended', async () => {
    const seen = await choose(`${header},${address},evm:1\r\n`, [{ problem: '', address, similar: [] }]);
    const [row] = await screen.findAllByText(/^Row 2: the label is missing or too long\./);
    const form = row?.closest('form') as HTMLFormElement;
    fireEvent.change(within(form).getByLabelText('Label'), { target: { value: 'Acme' } });
    expect(screen.queryByRole('button', { name: /^Propose/ })).toBeNull();
    fireEvent.submit(form);
    const propose = await screen.findByRole<HTMLButtonElement>('button', { name: 'Propose 1 payee' });
    await waitFor(() => expect(propose.disabled).toBe(false));
    fireEvent.click(propose);
    await screen.findByTestId('approval-link');
    const items = seen.find(({ path }) => path.endsWith('/address_book/add'))?.form.get('items');
    expect(JSON.parse(items ?? '').map(({ label }: { label: string }) => label)).toEqual(['Acme']);
    expect(screen.queryByText(/^Row 2/)).toBeNull();
  });

  it('says of a bad address why it is none, as the form for a payment does', async () => {
    await choose(`${header}A,${address},evm:1\r\nB,0x34,evm:1\r\nC,bc1q,evm:1\r\n`, [
      { problem: 'hexadecimal', address, similar: [] },
      { problem: 'checksum', address: '0x34', similar: [] },
      { problem: 'otherNetwork', address: 'bc1q', similar: [] },
    ]);
    await screen.findByText(/^Row 2: this is the hexadecimal form/);
    screen.getByText(/^Row 3: the address has a typing error: its checksum does not match/);
    screen.getByText(/^Row 4: this is an address of another network/);
  });

  it('with a column that is not read proposes nothing until somebody says that it does not matter', async () => {
    await choose(`label,address,netwrok\r\nA,${address},evm:1\r\n`, [{ problem: '', address, similar: [] }]);
    await screen.findByText('This column is not read: netwrok.');
    screen.getByText('Did you mean network?');
    await screen.findByText('OK');
    const propose = screen.getByRole<HTMLButtonElement>('button', { name: 'Propose 1 payee' });
    expect(propose.disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('This column does not matter'));
    expect(propose.disabled).toBe(false);
  });

  it('calls a slip in the capitals of an address a typing error, not a repetition', async () => {
    const slip = `${address.slice(0, -1)}${address.at(-1) === 'd' ? 'D' : 'd'}`;
    await choose(`${header}A,${address},evm:1\r\nB,${slip},evm:1\r\n`, [
      { problem: '', address, similar: [] },
      { problem: 'checksum', address: slip, similar: [] },
    ]);
    await screen.findByText(/^Row 3: the address has a typing error/);
    expect(screen.queryByText(/an earlier row has the same address/)).toBeNull();
  });

  it.each([
    [header, 'The file has no rows.'],
    ['name,place\r\na,b\r\n', 'The file needs the headings label and address.'],
    [`${header}${`A,${address},evm:1\r\n`.repeat(201)}`, 'More than 200 rows: split the file.'],
  ])('of no use is told so, and offers nothing to propose', async (text, fault) => {
    await choose(text, []);
    await screen.findByText(fault);
    expect(screen.queryByRole('button', { name: /^Propose/ })).toBeNull();
  });
});

describe('a change that waits', () => {
  it('shows every address whole and leads to the signers, here or by its code; nothing is decided here', async () => {
    serve(answers({ 'addressBook.auditDetail': () => ({ data: whole }) }));
    await open(`${page}?d=bookChange:4`);
    const dialog = await screen.findByRole('dialog', { name: 'Address book change' });
    await within(dialog).findByText(/m<i>/);
    expect(dialog.querySelector(`[data-address="${address}"]`)).not.toBeNull();
    within(dialog).getByText('violet');
    within(dialog).getByRole('img', { name: 'QR code that leads to the approval page' });
    expect(within(dialog).queryByRole('button', { name: /approve|refuse/i })).toBeNull();
    expect(within(dialog).getByTestId('approval-link').getAttribute('href')).toContain(made.approval_url);
  });

  const item = changeItem({}, { item_id: 4, item_type: 5, digest_words: words, approval_url: made.approval_url });
  const openAs = async (over: object) => {
    const seen = serve(
      answers({
        'addressBook.auditDetail': () => ({ data: whole }),
        'todo.info': () => ({ data: { ...item, ...over } }),
        'addressBook.auditRevoke': () => ({ data: {} }),
      }),
    );
    await open(`${page}?d=bookChange:4`);
    return { seen, dialog: within(await screen.findByRole('dialog', { name: 'Address book change' })) };
  };

  it('offers nothing to whom it does not ask, and who did not ask for it cannot take it back', async () => {
    const { dialog } = await openAs({});
    await waitFor(() => expect(dialog.queryByTestId('approval-link')).toBeNull());
    expect(dialog.queryByRole('button', { name: /^(Take back|Refuse)$/ })).toBeNull();
  });

  it('leads whoever is asked to sign or to refuse', async () => {
    const { dialog } = await openAs({ my_action: 1 });
    await dialog.findByRole('button', { name: 'Refuse' });
    dialog.getByTestId('approval-link');
    expect(dialog.queryByRole('button', { name: 'Take back' })).toBeNull();
  });

  it('is taken back by who asked for it, after a question', async () => {
    const { seen, dialog } = await openAs({ can_cancel: true });
    const asked = (): boolean => seen.some(({ path }) => path.endsWith('/audit/revoke'));
    fireEvent.click(await dialog.findByRole('button', { name: 'Take back' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(asked()).toBe(false);
    fireEvent.click(question.getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(asked()).toBe(true));
  });

  it('may be one of the mode: what would be in force is told', async () => {
    const mode = { mode: 'off', cooling_hours: 48, waits_hours: 24 };
    serve(answers({ 'addressBook.auditDetail': () => ({ data: { ...whole, add: [], mode } }) }));
    await open(`${page}?d=bookChange:4`);
    const dialog = await screen.findByRole('dialog', { name: 'Address book change' });
    await within(dialog).findByText('Payments may go to any address');
    within(dialog).getByText(/waits 48 hours/);
    within(dialog).getByText('What is looser counts 24 hours after the members agree.');
  });

  it('is over when it is over', async () => {
    serve(answers({ 'addressBook.auditDetail': () => ({ data: { ...whole, status: 2, nodes: [] } }) }));
    await open(`${page}?d=bookChange:4`);
    const dialog = await screen.findByRole('dialog', { name: 'Address book change' });
    await within(dialog).findByText('Refused');
    expect(within(dialog).queryByTestId('approval-link')).toBeNull();
  });
});

it('the whitelist: what loosens is said before it is proposed, and hours have a limit', async () => {
  const seen = serve(
    answers({
      'addressBook.whiteStatus': () => ({ data: { ...white, mode: 'on', white_status: 1 } }),
      'addressBook.whiteModify': () => ({ data: made }),
      'addressBook.auditDetail': () => ({ data: { ...whole, audit_id: made.item_id } }),
    }),
  );
  await open(`${page}?d=bookMode`);
  const hours = await screen.findByLabelText('Cooling period, hours');
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Propose' });
  fireEvent.change(hours, { target: { value: '999' } });
  expect(send.disabled).toBe(true);
  fireEvent.change(hours, { target: { value: '48' } });
  screen.getByText(/A longer cooling period is for the members to approve/);
  fireEvent.change(hours, { target: { value: '1' } });
  screen.getByText(/loosens the rules/);
  screen.getByText(/The shorter period counts 24 hours after the members agree/);
  fireEvent.click(screen.getByRole('checkbox'));
  screen.getByText('Payments to unknown payees become possible 24 hours after the members agree.');
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(send);
  await waitFor(() => expect(seen.some(({ path }) => path.endsWith('/white/modify'))).toBe(true));
  const sent = seen.find(({ path }) => path.endsWith('/white/modify'))?.form;
  expect([sent?.get('mode'), sent?.get('cooling_hours'), sent?.get('version')]).toEqual(['on', '1', '5']);
});

it('a whitelist that was switched off tells from when, and is switched on again in two clicks', async () => {
  const soon = new Date(Date.now() + 5 * 3_600_000 - 1_000);
  const held = { ...white, white_status: 1, off_from: soon };
  const seen = serve(
    answers({
      'user.permissions': () => ({ data: { permissions: ['addressBook.mode'], sub_wallets: [], fund_open: true } }),
      'addressBook.whiteStatus': () => ({ data: held }),
      'addressBook.whiteEnable': () => ({ data: { ...made, instant: true } }),
      'addressBook.auditDetail': () => ({ data: { ...whole, audit_id: made.item_id } }),
    }),
  );
  await open(page);
  await screen.findByText(/^Whitelist switched off, in force from/);
  screen.getByText(/^5 h left\. Until then the signers refuse any payee nobody listed/);
  fireEvent.click(screen.getByRole('button', { name: 'Switch on again' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/only tightens/);
  fireEvent.click(dialog.getByRole('button', { name: 'Propose' }));
  await waitFor(() => expect(seen.some(({ path }) => path.endsWith('/white/enable'))).toBe(true));
});

it('a period that was shortened tells from when, and is taken back the same way', async () => {
  const shorter_from = new Date(Date.now() + 5 * 3_600_000 - 1_000);
  const short = { ...white, mode: 'on', white_status: 1, cooling_hours: 1, shorter_from };
  serve(
    answers({
      'user.permissions': () => ({ data: { permissions: ['addressBook.mode'], sub_wallets: [], fund_open: true } }),
      'addressBook.whiteStatus': () => ({ data: short }),
    }),
  );
  await open(page);
  await screen.findByText(/^The period is 1 hour from .* on \(5 h left\)\.$/);
  fireEvent.click(screen.getByRole('button', { name: 'Back to 24 hours' }));
  const hours = await screen.findByLabelText<HTMLInputElement>('Cooling period, hours');
  expect(hours.value).toBe('24');
});

it('the whitelist switched alone goes by the call that can change nothing else', async () => {
  const seen = serve(
    answers({
      'addressBook.whiteEnable': () => ({ data: { ...made, instant: true } }),
      'addressBook.auditDetail': () => ({ data: { ...whole, audit_id: made.item_id } }),
    }),
  );
  const router = await open(`${page}?d=bookMode`);
  fireEvent.click(await screen.findByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Propose' }));
  await waitFor(() => expect(seen.some(({ path }) => path.endsWith('/white/enable'))).toBe(true));
  expect(seen.find(({ path }) => path.endsWith('/white/enable'))?.form.get('version')).toBe('5');
  // The mode is one of the rules: it is signed where those are.
  await waitFor(() => expect(router.state.location.search).toMatchObject({ d: `approve:p${made.item_id}` }));
});

describe('the palette', () => {
  it('finds a payee by name and opens it, and offers to add one, to invite and to freeze', async () => {
    const permissions = ['addressBook.read', 'addressBook.edit', 'team.edit', 'signing.freeze'];
    const seen = serve(
      answers({ 'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }) }),
    );
    const router = await open(page);
    await screen.findByText('Supplier <b>');
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    const field = await screen.findByRole('combobox', { name: 'Search or jump to' });
    for (const name of ['Add address', 'Invite', 'Freeze'])
      await waitFor(() => expect(screen.getAllByRole('option', { name }).length).toBeGreaterThan(0));
    fireEvent.change(field, { target: { value: 'suppl' } });
    fireEvent.click(await screen.findByRole('option', { name: /^Supplier <b>/ }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ d: `bookEntry:${id}` }));
    expect(seen.some(({ path, form }) => path.endsWith('address_book/list') && form.get('keyword') === 'suppl')).toBe(
      true,
    );
  });
});
