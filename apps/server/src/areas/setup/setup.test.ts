import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { policyText } from '@holdfast/policy';
import { genesisDocument, newTestKey, newTestMember, raw, totpAt } from '@holdfast/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { install, startTestServer, type TestServer } from '../../../test/index.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const account = { email: 'Owner@Example.org', password: 'correct horse battery' };
const owner = (over: Partial<typeof account & { setup_token: string; again: boolean }> = {}) =>
  server.api().setup.owner({ ...account, nick_name: 'Owner', setup_token: server.place.setupToken, ...over });
const status = (token?: string) => server.api({ token }).setup.status({});
const settle = () => new Promise((done) => setTimeout(done, 800));
const confirm = async (secret: string) =>
  (await server.api().setup.totp({ ...account, totp: totpAt(secret, server.clock()) })).open_token;
const freshDocument = () => genesisDocument([newTestMember('owner-1', 'owner')], server.signers);
const one = (id: string) => {
  const signer = server.signers.find((each) => each.id === id);
  if (!signer) throw new Error(`no signer ${id}`);
  return signer;
};

test('an empty installation goes from owner to ready, each stage ending when it is true', async () => {
  expect((await status()).stage).toBe('owner');
  const { totp_secret: secret, totp_uri: uri } = await owner();
  expect(uri).toContain(`secret=${secret}`);
  expect((await status()).stage).toBe('totp');
  const token = await confirm(secret);
  expect((await status()).stage).toBe('passkey');

  const text = policyText(freshDocument());
  one('1').initialise(text);
  await settle();
  expect(await status()).toMatchObject({ stage: 'passkey', problem: '' });
  one('2').initialise(text);
  await settle();
  expect((await status()).stage).toBe('ceremony');

  const key = newTestKey();
  one('1').hold(key, true);
  one('2').hold(key, false);
  await settle();
  expect((await status()).stage).toBe('ceremony');
  one('2').hold(key, true);
  await settle();
  expect((await status()).stage).toBe('workspace');

  const api = server.api({ token });
  const made = await api.setup.workspace({ wallet_name: 'Acme', sub_wallet_name: 'Treasury' });
  expect((await status()).stage).toBe('ready');
  const { list } = await api.wallet.coinsAsset({ sub_wallet_id: made.sub_wallet_id });
  expect(list.map(({ symbol, address }) => [symbol, /^(0x[0-9a-fA-F]{40}|bcrt1q[0-9a-z]{38})$/.test(address)])).toEqual(
    [
      ['ETH', true],
      ['USDC', true],
      ['BTC', true],
    ],
  );
});

test('the links lead to the first signer and carry e-mail and name for the owner only', async () => {
  const { totp_secret: secret } = await owner();
  const token = await confirm(secret);
  const own = await status(token);
  expect(own.enroll_url.startsWith(`${one('1').origin}/#/enroll?`)).toBe(true);
  expect(own.enroll_url).toContain('owner%40example.org');
  expect((await status()).enroll_url).not.toContain('example.org');
  expect(own.ceremony_url.startsWith(`${one('1').origin}/ceremony/#/?lang=en-US&return=`)).toBe(true);
});

test('repeating the first step gives the same secret; another password or e-mail starts it over', async () => {
  const first = await owner();
  expect(await owner()).toEqual(first);
  const again = await owner({ password: 'another password 123' });
  expect(again.totp_secret).not.toBe(first.totp_secret);
  const other = await owner({ email: 'second@example.org' });
  expect(other.user_id).not.toBe(first.user_id);
  const { rows } = await server.database.pool.query('select email from users');
  expect(rows).toEqual([{ email: 'second@example.org' }]);
});

test('who comes back to the first step is told of a password that is not theirs, which takes the place of nothing', async () => {
  await expect(owner({ again: true })).rejects.toMatchObject({ code: 300011 });
  const first = await owner();
  for (const other of [
    { password: 'correct horse batterz' },
    { password: 'short' },
    { email: 'second@example.org' },
    { password: 'another password 123', email: 'second@example.org' },
  ])
    await expect(owner({ again: true, ...other })).rejects.toMatchObject({ code: 300011 });
  expect(await owner({ again: true })).toEqual(first);
  expect((await status()).stage).toBe('totp');
  await confirm(first.totp_secret);
});

test('who has no token learns nothing of the password by coming back', async () => {
  await owner();
  for (const password of [account.password, 'another password 123'])
    await expect(owner({ again: true, password, setup_token: 'guess' })).rejects.toMatchObject({ code: 300037 });
});

test('a stranger without the token of the server makes no owner, and takes nobody’s place', async () => {
  const stranger = { email: 'thief@example.org' };
  for (const wrong of ['x', server.place.setupToken.slice(1), `${server.place.setupToken}x`])
    await expect(owner({ ...stranger, setup_token: wrong })).rejects.toMatchObject({ code: 300037 });
  const first = await owner();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      expect(owner({ ...stranger, setup_token: `guess ${n}` })).rejects.toMatchObject({ code: 300037 }),
    ),
  );
  expect(await owner()).toEqual(first);
  const { rows } = await server.database.pool.query('select email from users');
  expect(rows).toEqual([{ email: 'owner@example.org' }]);
});

test('the token lies in a file for the operator alone, outlasts a restart, and is spent once the owner is proven', async () => {
  const token = server.place.setupToken;
  expect(readFileSync(server.setupTokenFile, 'utf8').trim()).toBe(token);
  expect(statSync(server.setupTokenFile).mode & 0o777).toBe(0o600);
  const { rows } = await server.database.pool.query('select setup_token_hash from installation');
  expect(JSON.stringify(rows)).not.toContain(token);
  await server.restart();
  expect(server.place.setupToken).toBe(token);
  const { totp_secret: secret } = await owner();
  await confirm(secret);
  expect(existsSync(server.setupTokenFile)).toBe(false);
  await expect(owner({ email: 'thief@example.org', setup_token: token })).rejects.toMatchObject({ code: 300018 });
  await server.restart();
  expect(server.place.setupToken).toBe('');
});

test('where the file was lost, the next start gives out another token, and the lost one is worth nothing', async () => {
  const lost = server.place.setupToken;
  rmSync(server.setupTokenFile);
  await server.restart();
  await expect(owner({ setup_token: lost })).rejects.toMatchObject({ code: 300037 });
  expect((await owner()).user_id).toBeTruthy();
});

test('once the authenticator is proven nobody can claim the installation again', async () => {
  const { totp_secret: secret } = await owner();
  await confirm(secret);
  await expect(owner()).rejects.toMatchObject({ code: 300018 });
  await expect(owner({ email: 'thief@example.org' })).rejects.toMatchObject({ code: 300018 });
});

test('an owner whose authenticator is not proven cannot log in', async () => {
  const { totp_secret: secret } = await owner();
  const input = { account: account.email, password: account.password, totp: totpAt(secret, server.clock()) };
  await expect(server.api().session.login(input)).rejects.toMatchObject({ code: 300011 });
});

test('a short password is refused', async () => {
  await expect(owner({ password: 'short' })).rejects.toMatchObject({ code: 300034 });
});

test('signers that hold different policies or keys are not believed, and the page says so', async () => {
  const { totp_secret: secret } = await owner();
  await confirm(secret);
  one('1').initialise(policyText(freshDocument()));
  one('2').initialise(policyText(freshDocument()));
  await settle();
  expect(await status()).toMatchObject({ stage: 'passkey', problem: expect.stringContaining('deployment') });

  const text = policyText(freshDocument());
  for (const signer of server.signers) {
    signer.initialise(text);
    signer.hold(newTestKey());
  }
  await settle();
  expect(await status()).toMatchObject({ stage: 'ceremony', problem: expect.stringContaining('key group') });
});

test('a policy that names other signers than the configured ones is not believed', async () => {
  const { totp_secret: secret } = await owner();
  await confirm(secret);
  const document = freshDocument();
  const [first, ...rest] = document.signers;
  if (!first) throw new Error('no signer named');
  const text = policyText({ ...document, signers: [{ ...first, identity: 'ab'.repeat(32) }, ...rest] });
  for (const signer of server.signers) signer.initialise(text);
  await settle();
  expect(await status()).toMatchObject({ stage: 'passkey', problem: expect.stringContaining('signers named') });
});

test('the workspace step interrupted by a dead signer is finished by doing it again', async () => {
  const { totp_secret: secret } = await owner();
  const api = server.api({ token: await confirm(secret) });
  await expect(api.setup.workspace({ wallet_name: 'Acme', sub_wallet_name: 'A' })).rejects.toMatchObject({
    code: 300019,
  });
  const text = policyText(freshDocument());
  const key = newTestKey();
  for (const signer of server.signers) {
    signer.initialise(text);
    signer.hold(key);
  }
  await settle();
  await status();
  one('2').setDown(true);
  await expect(api.setup.workspace({ wallet_name: 'Acme', sub_wallet_name: 'A' })).rejects.toMatchObject({
    code: 300020,
  });
  expect((await status()).stage).toBe('workspace');
  one('2').setDown(false);
  const made = await api.setup.workspace({ wallet_name: 'Acme', sub_wallet_name: 'A' });
  const counts = await server.database.pool.query(
    'select (select count(*)::int from workspaces) w, (select count(*)::int from sub_wallets) s, (select count(*)::int from addresses) a',
  );
  expect(counts.rows).toEqual([{ w: 1, s: 1, a: 3 }]);
  expect((await api.wallet.asset({})).list[0]?.wallet_id).toBe(made.wallet_id);
  await expect(api.setup.workspace({ wallet_name: 'Acme', sub_wallet_name: 'A' })).rejects.toMatchObject({
    code: 300018,
  });
});

test('an address one signer says differently is shown to nobody', async () => {
  const fixture = await install(server);
  one('2').lieAboutAddresses('0x000000000000000000000000000000000000dEaD');
  const create = { wallet_id: fixture.workspaceId, sub_wallet_name: 'Second' };
  await expect(fixture.api.wallet.createSubWallet(create)).rejects.toMatchObject({ code: 300021 });
  one('2').lieAboutAddresses(undefined);
  const made = await fixture.api.wallet.createSubWallet(create);
  expect(made).toMatchObject({ status: 1 });
  expect(made.addresses.map(({ path }) => path)).toEqual([
    `m/0/${made.sub_wallet_id}/0/0`,
    `m/0/${made.sub_wallet_id}/1/0`,
    `m/60/${made.sub_wallet_id}/0/0`,
  ]);
  await expect(fixture.api.wallet.createSubWallet(create)).rejects.toMatchObject({ code: 300023 });
});

test('what was learned stays after a restart, and a signer set back is noticed', async () => {
  await install(server);
  await server.restart();
  expect(await status()).toMatchObject({ stage: 'ready', problem: '' });
  const text = policyText(freshDocument());
  for (const signer of server.signers) signer.initialise(text);
  await settle();
  expect(await status()).toMatchObject({ stage: 'ready', problem: expect.stringContaining('deployment') });
});

test('the status is for anybody and in their language', async () => {
  one('1').initialise(policyText(freshDocument()));
  one('2').initialise(policyText(freshDocument()));
  await settle();
  const reply = await raw(server.url, '/api/setup/status', { language: 'zh_CN' });
  expect(JSON.stringify(reply.json().data)).toContain('签名节点不一致');
});
