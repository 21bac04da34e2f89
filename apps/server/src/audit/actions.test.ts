import { randomUUID } from 'node:crypto';
import { contract, type Endpoint } from '@holdfast/contract';
import { parsePolicy, type RuleCase, rulesFileText, type SeniorRule, unconditional } from '@holdfast/policy';
import { newTestMember, raw, totpAt } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezeAsset } from '../ledger/service.ts';
import { idOf } from '../ledger/test/assets.ts';
import { type Flow, startFlow, stranger, until } from '../test/flow.ts';

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
  await flow.fund('ETH', '10');
  await flow.mine('evm', 4);
  await until('coins', async () => (await flow.available('ETH')) === '10');
});
afterAll(() => flow?.close());

interface Entry {
  readonly action: string;
  readonly actor: string;
  readonly key: string;
  readonly object: string;
  readonly result: string;
  readonly detail: Record<string, string>;
}
async function entries(): Promise<Entry[]> {
  await flow.server.logSettled();
  const { rows } = await flow.server.database.pool.query<{ entry: string }>('select entry from audit_log order by seq');
  return rows.map(({ entry }) => JSON.parse(entry));
}
const of = async (action: string): Promise<Entry[]> => (await entries()).filter((entry) => entry.action === action);
const ask = (amount: string) => ({
  request_id: randomUUID(),
  sub_wallet_id: flow.installed.subWalletId,
  symbol: 'ETH',
  address_to: stranger.evm,
  amount,
});

test('a withdrawal is told once, with its order and its digest; its decisions with the key that made them', async () => {
  const request = ask('0.5');
  const { withdraw_id: id } = await flow.api.withdraw.create(request);
  await flow.api.withdraw.create(request);
  expect(await of('withdraw.create')).toMatchObject([
    {
      actor: 'user:1',
      object: `order:${id}`,
      result: 'ok',
      detail: { symbol: 'ETH', amount: '0.5', to: stranger.evm, chain: 'evm:31337' },
    },
  ]);
  await flow.api.withdraw.audit({ withdraw_id: id });
  await flow.decide(id);
  await until('the decision', async () => (await of('decision.received')).length > 0);
  expect(await of('decision.received')).toMatchObject([
    {
      actor: 'member:owner-1',
      key: flow.installed.owner.credential,
      object: `order:${id}`,
      detail: { decision: 'approve' },
    },
  ]);
});

test('a withdrawal that is refused for want of coins leaves no entry', async () => {
  const before = (await entries()).length;
  await expect(flow.api.withdraw.create(ask('9.9'))).rejects.toMatchObject({ code: 100011 });
  expect((await entries()).length).toBe(before);
});

test('a signer that stops signing, and signs again, is told once each', async () => {
  flow.server.signers[0]?.emit({ type: 'frozen', by: 'owner-1', reason: 'drill' });
  flow.server.signers[0]?.emit({ type: 'unfrozen' });
  const told = async () =>
    (await entries()).filter(({ action }) => action.startsWith('signing.')).map((e) => `${e.action} ${e.object}`);
  const both = ['signing.frozen signer:1', 'signing.unfrozen signer:1'];
  await until('both', async () => (await told()).length >= 2);
  await flow.server.restart();
  expect(await told()).toEqual(both);
  expect(await of('signing.frozen')).toMatchObject([{ detail: { by: 'owner-1', reason: 'drill' } }]);
});

/** Proposes one of everything; nothing has to come of it. */
async function proposeAll(): Promise<void> {
  const { api, server } = flow;
  const { version, document } = await api.strategy.policy({});
  const policy = parsePolicy(document);
  const [basic] = policy.strategies;
  const [me] = policy.members;
  const nodes = basic?.nodes ?? [];
  const member_id = me?.id ?? '';
  const key = (label: string) => {
    const { credential, key: made } = newTestMember(label, 'viewer');
    return { id: credential, type: 'device', publicKey: made.publicKey };
  };
  await api.strategy.basicSave({ wallet: '*', sign_protect: 'off', nodes, version });
  const { item_id } = await api.strategy.basicSave({ wallet: '1', sign_protect: 'off', nodes, version });
  await api.strategy.audit({ item_id, result: 2 });
  await api.strategy.cancel({ item_id });
  const when = unconditional;
  const rule = {
    id: 'r',
    name: 'r',
    enabled: 'on',
    type: 'transfer',
    when,
    action: 'refuse',
    signProtection: 'on',
    nodes: [],
  };
  await api.strategy.higherSave({ rule, version });
  await api.strategy.save({ senior: [rule], version });
  const asset = { chain: 'evm:31337', contract: '', decimals: '18' };
  const payment = {
    type: 'transfer',
    calls: [],
    initiator: member_id,
    wallet: '1',
    asset,
    amount: '1',
    to: 'own',
    entry: '',
    price: '',
    spent: '0',
  };
  const kept = { name: 'c', payment, expect: { outcome: 'refuse', rule: 'r', nodes: [] } };
  await api.strategy.importRules({
    file: rulesFileText({ ...policy, senior: [rule as SeniorRule] }, [kept as RuleCase]),
    version,
  });
  await api.strategy.caseSave({ case: kept });
  await api.strategy.caseDelete({ name: kept.name });
  await api.strategy.workspaceSave({ op: 'members', sign_protect: 'off', nodes, version });
  await api.strategy.saveSignProtect({ sign_protect: basic?.signProtection !== 'on', version });
  const { invite_id } = await api.team.invite({ name: 'A', email: 'a@example.org', role: 'viewer' });
  await api.team.cancelInvite({ invite_id });
  const { link } = await api.team.invite({ name: 'B', email: 'b@example.org', role: 'viewer' });
  const token = link.split('/').at(-1) ?? '';
  const password = 'a password for tests';
  const { totp_secret } = await server.api().team.join({ token, password });
  await server.api().team.joinConfirm({ token, password, totp: totpAt(totp_secret, new Date()), credential: key('b') });
  await api.team.addCredential({ member_id, credential: key('c'), version });
  const payee = { chains: ['evm:31337'], address: stranger.evm, memo: '', symbols: [], label: 'Payee' };
  const { item_id: audit_id } = await api.addressBook.add({ items: [payee] });
  await api.addressBook.auditPass({ audit_id });
  await api.addressBook.auditRefuse({ audit_id, remark: 'No' });
  await api.addressBook.auditRevoke({ audit_id });
  await api.addressBook.whiteEnable({ version });
  await api.addressBook.whiteModify({ mode: 'on', cooling_hours: 24, version });
  const { ids } = await api.personalBook.add({ items: [{ ...payee, note: '' }] });
  await api.personalBook.edit({ id: ids[0] as never, item: { ...payee, note: 'n' } });
  await api.personalBook.remove({ ids });
  const choice = {
    name: 'n',
    kinds: [],
    wallets: [],
    full: false,
    language: 'en_US' as const,
    zone: 'UTC',
    digest: null,
    quiet: null,
  };
  const target = { url: 'https://hooks.example.org/x', token: '', chat: '' };
  const { channel_id } = await api.notice.saveChannel({
    channel_type: 'slack',
    target,
    choice,
  });
  await api.notice.removeChannel({ channel_id });
  await api.health.note({ upkeep: 'database' });
  const settings = {
    name: 'h',
    url: 'http://127.0.0.1:9/',
    sides: ['deposit' as const],
    final_only: false,
    success_word: false,
  };
  const { endpoint_id } = await api.webHook.save({ settings });
  const { notify_id } = await api.webHook.test({ endpoint_id });
  await api.webHook.reNotify({ notify_id });
  await api.webHook.rotate({ endpoint_id });
  await api.webHook.saveStatus({ endpoint_id, status: 0 });
  await api.webHook.remove({ endpoint_id });
}

const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((area) => Object.values(area));
const endpointActions = endpoints.flatMap(({ audit }) => audit ?? []);

/** A comment of a customer, and stake, which these networks have not; a freeze, and proposals that need rules, members or entries which only come to be when signers take them over: their own areas' tests see their events. */
const seenElsewhere = [
  'account.askReset',
  'account.beginAuthenticator',
  'account.changeAuthenticator',
  'account.changePassword',
  'account.endSession',
  'account.resetAuthenticator',
  'account.resetBegin',
  'account.resetPassword',
  'account.stopReset',
  'deposit.createMemo',
  'utxo.consolidation',
  'utxo.unconfirmed',
  'withdraw.child',
  'withdraw.setBumpRule',
  'signing.freeze',
  'signing.unfreeze',
  'strategy.basicDelete',
  'strategy.higherDelete',
  'strategy.higherSort',
  'strategy.workspaceDelete',
  'team.saveRole',
  'team.remove',
  'team.grantKey',
  'team.removeCredential',
  'program.saveStatus',
  'program.acknowledge',
  'addressBook.edit',
  'addressBook.remove',
  'addressBook.ownerSave',
  'addressBook.whiteDisable',
  'keyMaterial.apply',
  'keyMaterial.take',
  'inscription.brc20',
  'inscription.send',
  'keyMaterial.acknowledge',
  'todo.acceptKey',
  'withdraw.speedUp',
  'withdraw.drop',
  // areas/token/token.test.ts
  'token.add',
  'token.apply',
  // areas/batch/batch.test.ts
  'batch.init',
  'batch.discard',
  'batch.submit',
  'batch.approve',
  // areas/utxo/utxo.test.ts
  'utxo.freeze',
  'utxo.release',
  'utxo.label',
  // areas/nft/nft.test.ts
  'nft.fold',
  // areas/trade/trade.test.ts
  'trade.create',
  'trade.approve',
  // areas/web3/allowances.test.ts
  'web3.create',
  'web3.cancel',
  'stake.stake',
  'stake.unstake',
  'stake.withdrawUnfrozen',
  'stake.delegate',
  'stake.reclaim',
];

/** Every endpoint that names an audit event is called here; one that records nothing, or is new and missing here, fails this test. */
test('every endpoint that names an audit event leaves it', async () => {
  const { installed, server } = flow;
  const { api } = flow;
  const place = { sub_wallet_id: installed.subWalletId };
  const workspace = { wallet_id: installed.workspaceId };
  const { sub_wallet_id } = await api.wallet.createSubWallet({ ...workspace, sub_wallet_name: 'Second' });
  await api.subWallet.setTop({ sub_wallet_id, is_top: true });
  await api.subWallet.setShown({ ...workspace, sub_wallet_ids: [sub_wallet_id], app_show_status: 2 });
  await api.subWallet.archive({ sub_wallet_id, archived: true });
  await api.wallet.updateAlias({ wallet_id: installed.workspaceId, alias: 'x' });
  for (const open of [false, true])
    await api.wallet.setOpenCoin({ wallet_id: installed.workspaceId, chain_id: 'evm:31337', open });
  await api.deposit.createAddress({ ...place, symbol: 'BTC', num: 2, label: 'l' });
  const { address_id } = await api.deposit.address({ ...place, symbol: 'ETH' });
  await api.deposit.updateLabel({ address_id, label: 'l' });
  const [deposit] = (await api.transaction.list({ type: 1 })).list;
  await api.deposit.addRemark({ deposit_id: deposit?.id as never, remark: 'r' });
  await api.transaction.saveNote({ type: 1, id: deposit?.id ?? 0, note: 'n', tags: ['rent'] });
  const back = { request_id: randomUUID(), deposit_id: deposit?.id as never, amount: '0.1', looked: true };
  await api.withdraw.cancel({ withdraw_id: (await api.withdraw.refund(back)).withdraw_id, remark: 'kept' });
  const { withdraw_id } = await api.withdraw.create(ask('0.1'));
  await api.withdraw.cancel({ withdraw_id, remark: 'no' });
  await api.transaction.rescan({ chain_id: 'evm:31337', from_height: 1, to_height: 2 });
  await freezeAsset(server.database.db, installed.workspaceId, await idOf(server.database.db, 'USDC'), 'test', {});
  await api.transaction.unfreeze({ symbol: 'USDC' });
  await proposeAll();
  const { publicKey: public_key } = newTestMember('?', 'viewer').key;
  await api.apiClient.save({ name: 'P', public_key, ip_list: ['127.0.0.1'] });
  await api.audit.status({});
  await raw(server.url, '/api/mpc/audit/export', { token: installed.token });
  const { export_id } = await api.fileExport.start({ list: 'transaction', filter: {}, format: 'csv' });
  await api.fileExport.run({ export_id });
  // Codes count once in each half minute; the set-up took the one of its own.
  const { email, password, secret } = installed.account;
  const later = () => totpAt(secret, new Date(Date.now() + 30_000));
  const { open_token: stepped } = await api.session.stepUp({ totp: later() });
  const own = server.api({ token: stepped });
  const { list } = await own.loginHistory.list({});
  await own.loginHistory.acknowledge({ id: list[0]?.id as never });
  await own.account.endOthers({});
  await own.session.logout({});
  await server.database.pool.query('update users set totp_last_step = 0');
  const login = async () => {
    await server.database.pool.query('update users set totp_last_step = 0');
    return server.api({
      token: (await server.api().session.login({ account: email, password, totp: later() })).open_token,
    });
  };
  await (await login()).loginHistory.revokeAll({});
  const seen = new Set((await entries()).map(({ action }) => action));
  expect(endpointActions.filter((action) => !seen.has(action)).sort()).toEqual([...seenElsewhere].sort());
  expect(await of('asset.frozen')).toMatchObject([{ object: 'asset:USDC', detail: { reason: 'test' } }]);
});
