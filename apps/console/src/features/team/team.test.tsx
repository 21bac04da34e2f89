// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';

inConsole();

const words = ['violet', 'harbour', 'lamp', 'forty', 'anvil', 'meadow', 'crank', 'tulip'];
const member = (id: string, name: string, over: object = {}) => ({
  member_id: id,
  name,
  email_masked: `${name.slice(0, 2)}…@example.org`,
  workspace_role: 'approver',
  sub_wallet_roles: [],
  status: 'active',
  key_holder: false,
  twofa: true,
  credentials: [{ id: `key-${id}`, type: 'passkey', words }],
  last_login_at: null,
  flows_in: 1,
  me: false,
  ...over,
});
const olivia = member('m-1', 'Olivia', { workspace_role: 'owner', me: true, key_holder: true });
const bo = member('m-2', 'Bo <b>', { sub_wallet_roles: [{ wallet: '4', role: 'viewer' }] });
const invite = {
  invite_id: '0195b2c4-7e11-4c3a-9f00-1c2d3e4f5a6b',
  name: 'Cleo',
  email: 'cl…@example.org',
  role: 'viewer',
  status: 'open',
  created_at: new Date(),
  expire_at: new Date(Date.now() + 3_600_000),
  item_id: null,
};
const made = {
  item_id: 9,
  approval_url: 'http://signer.example/#/i/x?digest=ab',
  instant: true,
  digest: 'ab'.repeat(32),
  digest_words: words,
};
const answers = (over: Parameters<typeof serve>[0] = {}): Parameters<typeof serve>[0] => ({
  'user.permissions': () => ({ data: { permissions: ['team.read', 'team.edit'], sub_wallets: [], fund_open: true } }),
  'team.list': () => ({ data: { version: '5', list: [olivia, bo], invites: [invite] } }),
  'team.detail': () => ({
    data: { ...bo, key_pages: [], flows: [{ level: 'senior', id: 'r-1', name: 'Treasury', breaks: true }] },
  }),
  'wallet.allSubWallets': () => ({ data: { list: [], total: 0 } }),
  ...over,
});

const page = '/mpc/center/teamMember';

describe('the team', () => {
  it('shows who belongs to it with roles and keys, and who is invited; hostile names are text', async () => {
    serve(answers());
    await open(page);
    await screen.findByText('Bo <b>');
    screen.getByText('Another role in 1 wallet');
    screen.getByText('Equal rights');
    screen.getByText('Cleo');
    expect(document.querySelector('[data-member] b')).toBeNull();
  });

  it('is filtered by its address, and an empty result leads back', async () => {
    serve(answers());
    const router = await open(`${page}?role=admin`);
    await screen.findByText('Nobody fits');
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear all' })[0] as HTMLElement);
    await screen.findByText('Bo <b>');
    expect(router.state.location.search).not.toHaveProperty('role');
  });

  it('offers nobody without the right to change it anything to change', async () => {
    serve(
      answers({
        'user.permissions': () => ({ data: { permissions: ['team.read'], sub_wallets: [], fund_open: true } }),
      }),
    );
    await open(`${page}?d=member:m-2`);
    await screen.findByRole('heading', { level: 3, name: 'Bo <b>' });
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
  });
});

describe('a change of a member', () => {
  it('names the flows that would break, and asks for a fresh code before it is proposed', async () => {
    let asked = 0;
    const seen = serve(
      answers({
        'team.remove': () => {
          asked += 1;
          return asked === 1 ? { code: 300004, msg: 'A fresh code, please' } : { data: made };
        },
        'session.stepUp': () => ({
          data: { open_token: 'token-2', expires_at: new Date(0), step_up_until: new Date(0) },
        }),
      }),
    );
    await open(`${page}?d=member:m-2`);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await screen.findByText(/nobody could approve by the flows marked/);
    screen.getByText('Needs this member');
    fireEvent.change(screen.getByLabelText('Remark'), { target: { value: ' leaves us ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Propose the removal' }));
    const code = await screen.findByLabelText('Authenticator code');
    fireEvent.change(code, { target: { value: '123456' } });
    fireEvent.submit(code.closest('form') as HTMLFormElement);
    await screen.findByText('Bo <b> is to be removed');
    expect(screen.getByTestId('approval-link').getAttribute('href')).toContain(made.approval_url);
    screen.getByText('violet');
    const sent = seen.filter(({ path }) => path.endsWith('/team/member/remove')).at(-1)?.form;
    expect([sent?.get('member_id'), sent?.get('version'), sent?.get('remark')]).toEqual(['m-2', '5', 'leaves us']);
  });

  it('names the API clients that are switched off with the member, and leads to each', async () => {
    const apiClient = (app_id: string, name: string, status: number) => ({
      app_id,
      name,
      status,
      ip_list: [],
      scopes: ['read', 'withdraw'],
      sub_wallet_ids: [],
      per_minute: null,
      sign_alg: 'ed25519',
      public_key: 'ab'.repeat(32),
      words,
      created_at: new Date(),
      last_used_at: null,
      last_ip: '',
      expire_at: null,
      item_id: null,
      in_rules: status === 1,
      made_by: { member_id: 'm-2', name: 'Bo <b>' },
    });
    const list = [apiClient('p-0123456789abcdef', 'Payroll <b>', 1), apiClient('p-ffffffffffffffff', 'Old job', 0)];
    const permissions = ['team.read', 'team.edit', 'apiClient.read'];
    const seen = serve(
      answers({
        'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }),
        'apiClient.detail': () => ({ data: { list } }),
      }),
    );
    await open(`${page}?d=member:m-2`);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await screen.findByRole('heading', { name: 'API clients they made' });
    const link = screen.getByRole('link', { name: 'Payroll <b>' });
    const href = new URL(link.getAttribute('href') ?? '', 'http://localhost');
    expect([href.pathname, href.searchParams.get('d')]).toEqual(['/mpc/center/api', 'apiClient:p-0123456789abcdef']);
    expect(screen.queryByText('Old job')).toBeNull();
    expect(seen.find(({ path }) => path === '/api/mpc/api/detail')?.form.get('made_by')).toBe('m-2');
  });

  it('shows flows by the names that people know, and leads to what the member did', async () => {
    const flows = [
      { level: 'workspace', id: 'keyMaterial', name: '', breaks: false },
      { level: 'basic', id: '*', name: '', breaks: false },
      { level: 'basic', id: '4', name: '', breaks: false },
    ];
    serve(
      answers({
        'user.permissions': () => ({
          data: { permissions: ['team.read', 'audit.read'], sub_wallets: [], fund_open: true },
        }),
        'team.detail': () => ({ data: { ...bo, key_pages: [], flows } }),
        'wallet.allSubWallets': () => ({ data: { list: [{ id: 4, name: 'Payroll', type: 1, status: 1 }], total: 1 } }),
      }),
    );
    useSession.setState({ walletId: 1 });
    await open(`${page}?d=member:m-2`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Member' }));
    for (const name of ['Key material', 'Default flow']) await dialog.findByText(name);
    // As the wallet of a role, and as a flow.
    expect(await dialog.findAllByText('Payroll')).toHaveLength(2);
    const history = screen.getByRole('link', { name: 'What they did' });
    expect(history.getAttribute('href')).toBe('/mpc/center/loginHistory?person=m-2');
  });

  it('offers owners and admins no other role in single wallets, which the rules could not hold', async () => {
    serve(answers({ 'team.detail': () => ({ data: { ...olivia, key_pages: [], flows: [] } }) }));
    await open(`${page}?d=member:m-1`);
    fireEvent.click(await screen.findByRole('button', { name: 'Change roles' }));
    screen.getByLabelText('Role in the workspace');
    expect(screen.queryByText('In single wallets')).toBeNull();
  });

  it('that the server refuses (200143) says which flows', async () => {
    vi.stubGlobal('fetch', undefined);
    serve(answers({ 'team.remove': () => ({ code: 200143, msg: 'Flows would break' }) }));
    await open(`${page}?d=member:m-2`);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    fireEvent.click(screen.getByRole('button', { name: 'Propose the removal' }));
    const alerts = await screen.findAllByRole('alert');
    expect(alerts.some((alert) => alert.textContent?.includes('Flows would break'))).toBe(true);
  });

  it('of roles sends the role and those in single wallets', async () => {
    const seen = serve(answers({ 'team.saveRole': () => ({ data: made }) }));
    await open(`${page}?d=member:m-2`);
    fireEvent.click(await screen.findByRole('button', { name: 'Change roles' }));
    fireEvent.click(screen.getByRole('button', { name: 'Propose these roles' }));

    await screen.findByText('Bo <b> is to have other roles');
    screen.getByText(/It only takes rights away/);
    const sent = seen.find(({ path }) => path.endsWith('/team/role/save'))?.form;
    expect([sent?.get('role'), sent?.get('wallets')]).toEqual(['approver', '[{"wallet":"4","role":"viewer"}]']);
  });
});

describe('an invitation', () => {
  it('is asked for with name, e-mail and role; the link is shown once, and can be copied from the list', async () => {
    const link = `http://localhost/mpc/join/${'A'.repeat(43)}`;
    const seen = serve(
      answers({ 'team.invite': () => ({ data: { invite_id: invite.invite_id, link, expire_at: new Date() } }) }),
    );
    await open(`${page}?d=invite`);
    const dialog = await screen.findByRole('dialog', { name: 'Invite' });
    const button = await within(dialog).findByRole('button', { name: 'Make the link' });
    fireEvent.click(button);
    await within(dialog).findByText('Please enter Name');
    expect(seen.some(({ path }) => path.endsWith('/team/invite'))).toBe(false);
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Cleo' } });
    fireEvent.change(within(dialog).getByLabelText('E-mail'), { target: { value: 'cleo@example.org' } });
    fireEvent.click(button);
    expect((await screen.findByTestId('invite-link')).textContent).toBe(link);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('A'.repeat(43));
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Copy the link' }).length).toBeGreaterThan(0));
  });

  it('that waits for the members leads to the signer’s page', async () => {
    serve(
      answers({
        'team.list': () => ({
          data: { version: '5', list: [olivia], invites: [{ ...invite, status: 'proposed', item_id: 9 }] },
        }),
        'strategy.auditInfo': () => ({
          data: {
            item_id: 9,
            item_type: 15,
            status: 0,
            remark: '',
            initiator: { id: 'm-1', name: 'Olivia' },
            created_at: new Date(),
            expire_at: new Date(),
            rule: null,
            nodes: [],
            decisions: [],
            document: '{}',
            policy_version: '5',
            approval_url: made.approval_url,
            last_error: '',
          },
        }),
      }),
    );
    await open(`${page}?d=invitation:${invite.invite_id}`);
    expect((await screen.findByTestId('approval-link')).getAttribute('href')).toContain(made.approval_url);
    expect(screen.queryByRole('button', { name: 'Cancel invitation' })).toBeNull();
  });
});

describe('a further key', () => {
  const key = { id: 'dk-2', type: 'device', publicKey: 'cd'.repeat(32) };
  const fragment = `#${new URLSearchParams({ credential: JSON.stringify(key) })}`;
  const keyPage = (host: string, has_key: boolean) => ({
    host,
    signers: [`Signer of ${host}`],
    url: `http://${host}/#/key?name=Bo`,
    has_key,
  });
  const own = (permissions: string[]) =>
    answers({
      'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }),
      'team.detail': () => ({ data: { ...bo, me: true, key_pages: [keyPage('signer.example', false)], flows: [] } }),
    });

  it('is made on a signer’s page, by its owner only', async () => {
    serve(own(['team.read']));
    await open(`${page}?d=member:m-2`);
    expect((await screen.findByRole('link', { name: 'Add a key' })).getAttribute('href')).toBe(
      'http://signer.example/#/key?name=Bo&lang=en-US',
    );
    cleanup();
    queryClient.clear();
    serve(answers());
    await open(`${page}?d=member:m-2`);
    await screen.findByRole('heading', { level: 3, name: 'Bo <b>' });
    expect(screen.queryByRole('link', { name: 'Add a key' })).toBeNull();
  });

  it('is asked for on a page where no passkey of theirs answers, once they have one', async () => {
    const passkey = { id: 'pk-1', type: 'passkey', words };
    const detail = (credentials: object[]) => ({
      'team.detail': () => ({
        data: {
          ...bo,
          me: true,
          credentials,
          key_pages: [keyPage('one.example', true), keyPage('two.example', false)],
          flows: [],
        },
      }),
    });
    serve(answers(detail([passkey])));
    await open(`${page}?d=member:m-2`);
    const way = await screen.findByRole('link', { name: 'Make a passkey at two.example' });
    expect(way.getAttribute('href')).toBe('http://two.example/#/key?name=Bo&lang=en-US');
    screen.getByText(/None of your passkeys answers on the page of Signer of two.example/);
    expect(screen.queryByRole('link', { name: 'Make a passkey at one.example' })).toBeNull();
    cleanup();
    queryClient.clear();
    serve(answers(detail([{ id: 'dk-1', type: 'device', words }])));
    await open(`${page}?d=member:m-2`);
    await screen.findByRole('link', { name: 'Add a key' });
    expect(screen.queryByRole('link', { name: 'Make a passkey at two.example' })).toBeNull();
  });

  it('goes from the address into a proposal, and is proposed as the page gave it', async () => {
    const seen = serve({ ...answers(), 'team.addCredential': () => ({ data: { ...made, instant: false } }) });
    const router = await open(`${page}?d=member:m-2${fragment}`);
    await screen.findByText(/A further key for/);
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    expect(screen.getByTestId('key-words').textContent?.split(' ')).toHaveLength(8);
    screen.getByText(/Have the person read you the words/);
    fireEvent.click(screen.getByRole('button', { name: 'Propose this key' }));
    await screen.findByText(/is to have a further key/);
    screen.getByText(/has accepted it there with a key they have/);
    const sent = seen.find(({ path }) => path === '/api/mpc/team/credential/add')?.form;
    expect(JSON.parse(sent?.get('credential') ?? '')).toEqual(key);
    expect([sent?.get('member_id'), sent?.get('version')]).toEqual(['m-2', '5']);
  });

  it('of somebody who may not propose it becomes a link for somebody who may', async () => {
    serve(own(['team.read']));
    await open(`${page}?d=member:m-2${fragment}`);
    const link = (await screen.findByTestId('key-link')).textContent ?? '';
    expect(new URLSearchParams(new URL(link).hash.slice(1)).get('credential')).toBe(JSON.stringify(key));
    expect(screen.queryByRole('button', { name: 'Propose this key' })).toBeNull();
  });

  it('that is none is not offered', async () => {
    serve(answers());
    await open(`${page}?d=member:m-2#credential=%7Bbroken`);
    await screen.findByText(/sent no key that could be used/);
  });
});
