import { randomUUID } from 'node:crypto';
import { type Approval, digestWords, type Intent, intentDigest, intentDigestHex } from '@holdfast/policy';
import { sendApproval } from '@holdfast/signer-ui/signer-api';
import { type Api, apiOf, refusalOf, totpAt } from '@holdfast/testkit';
import { ask } from '@holdfast/testkit/signer';
import { payees } from '../house.ts';
import { agree, decideOnPage, type Name, type Order, placeOrder, shownAt } from './desk.ts';
import type { Estate } from './estate.ts';
import { restOf } from './order-parts.ts';
import { plays } from './play.ts';

const words = (intent: Intent): string => digestWords(intentDigest(intent)).join(' ');

/** Omar fills in one payment; his console sends another. He reads the signer's page before he signs, so nobody signs it. */
const shown = plays('console: it sends something else than it shows');
const lied = (
  name: string,
  sent: Parameters<typeof placeOrder>[1],
  differs: (intent: Intent, meant: Order) => boolean,
): void =>
  shown.attack(name, 'the page tells it', async (estate) => {
    const meant = await placeOrder(estate, { amount: '0.01' });
    const order = await placeOrder(
      estate,
      { amount: '0.01', ...sent },
      sent?.symbol === 'stall' ? estate.stall() : meant.stall,
    );
    const pages = await Promise.all([0, 1].map((n) => shownAt(estate.house, order.intentId, n)));
    const told = pages.every(
      (page) => differs(page, meant) && words(page) !== words(meant.intent) && intentDigestHex(page) === order.digest,
    );
    const [rest] = await restOf(estate, order);
    return [told && rest === 'waits at 1000' ? 'the page tells it' : 'nothing to see'];
  });
const outputOf = ({ outputs: [output] }: Intent) => output;
lied('another amount', { amount: '1' }, (page, meant) => outputOf(page)?.amount !== outputOf(meant.intent)?.amount);
lied(
  'another payee',
  { symbol: 'USDC', amount: '5', to: payees.narrow.address },
  (page) => outputOf(page)?.address === payees.narrow.address,
);
lied('another coin', { symbol: 'USDC', amount: '5' }, (page) => page.asset.symbol === 'USDC');
lied('the same twice', {}, (page, meant) => page.id !== meant.intent.id);

/** What travels between page and signer was seen by the console's owner. It sends it again, elsewhere. */
const captured = plays('console: captured decisions are sent again');
const page = (estate: Estate): string => estate.house.pair.places[1]?.url ?? '';
const codeOf = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'taken',
    (error: unknown) => /[a-z]+[A-Z]\w+|notFound|expired/.exec(JSON.stringify(error) + String(error))?.[0] ?? 'refused',
  );
const replayed = (name: string, change: (approval: Approval, other: Order, estate: Estate) => Approval): void =>
  captured.attack(name, 'waits at 1000', async (estate) => {
    const lawful = await placeOrder(estate, { amount: '0.01' });
    const other = await placeOrder(estate, { amount: '2' }, lawful.stall);
    const said = [
      await decideOnPage(estate.house, lawful.intentId, 'omar', 'initiate'),
      await decideOnPage(estate.house, lawful.intentId, 'adam'),
    ];
    for (const approval of said) await codeOf(sendApproval(page(estate), change(approval, other, estate)));
    return restOf(estate, other);
  });
replayed('as they are', (approval) => approval);
replayed('told to be of another order', (approval, { digest }) => ({ ...approval, intent: digest }));
replayed('in another’s name', (approval, { digest }) => ({ ...approval, intent: digest, member: 'anna' }));
replayed('with another decision', (approval, { digest }) => ({ ...approval, intent: digest, decision: 'approve' }));
captured.attack('Adam’s approval a hundred times', 'waits at 1000', async (estate) => {
  const order = await placeOrder(estate, { amount: '0.01' });
  await decideOnPage(estate.house, order.intentId, 'omar', 'initiate');
  const approval = await decideOnPage(estate.house, order.intentId, 'adam');
  await Promise.all(
    Array.from({ length: 100 }, (_, n) => codeOf(sendApproval(estate.house.pair.places[n % 2]?.url ?? '', approval))),
  );
  return restOf(estate, order);
});

const asked = plays('console: it asks the API in a member’s name');
const refused = (
  name: string,
  who: Name,
  expect: string | readonly string[],
  call: (api: Api, estate: Estate) => Promise<unknown>,
): void =>
  asked.attack(`${who}: ${name}`, expect, async (estate) => [
    String(await refusalOf(call(await estate.as(who), estate))),
  ]);
const payment = (estate: Estate, change: object = {}) => ({
  request_id: randomUUID(),
  sub_wallet_id: estate.stall().id as never,
  symbol: 'ETH',
  address_to: payees.evm.address,
  amount: '0.01',
  ...change,
});
const item = { chains: ['evm:31337'], address: payees.evm.address, memo: 'x', symbols: [], label: 'X' };
const flow = {
  sign_protect: 'off' as const,
  nodes: [{ name: 'me', kind: 'sign' as const, approvers: ['vera'], threshold: '1' }],
  version: '1',
};
for (const who of ['vera', 'anna'] as const)
  refused('a payment', who, ['noPermission'], (api, estate) => api.withdraw.create(payment(estate)));
for (const who of ['vera', 'anna', 'omar'] as const) {
  refused('rules', who, 'noPermission', (api) => api.strategy.basicSave({ wallet: '*', ...flow }));
  refused('workspace rules', who, 'noPermission', (api) => api.strategy.workspaceSave({ op: 'keys', ...flow }));
  refused('an invitation', who, 'noPermission', (api) =>
    api.team.invite({ name: 'Eve', email: 'eve@example.org', role: 'owner' }),
  );
  refused('another role', who, 'noPermission', (api) =>
    api.team.saveRole({ member_id: who, role: 'owner', wallets: [], version: '1' }),
  );
  refused('a lift of the freeze', who, 'noPermission', (api) => api.signing.unfreeze({}));
}
refused('a payee', 'vera', 'noPermission', (api) => api.addressBook.add({ items: [item], remark: '' }));
refused('a payment to nobody’s address', 'omar', 'policyDenied', (api, estate) =>
  api.withdraw.create(payment(estate, { address_to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' })),
);
refused('the same request id for more', 'omar', 'duplicateRequest', async (api, estate) => {
  const first = payment(estate);
  await api.withdraw.create(first);
  return api.withdraw.create({ ...first, amount: '4' });
});
asked.attack('omar: the way to sign, opened in his name, decides nothing', 'waits at 1000', async (estate) => {
  const order = await placeOrder(estate, { amount: '0.01' });
  for (const who of ['omar', 'adam', 'anna'] as const)
    await (await estate.as(who)).withdraw.audit({ withdraw_id: order.id as never });
  return restOf(estate, order);
});
asked.attack('olga: rules that let everything pass, without her signature', 'the page tells it', async (estate) => {
  const api = await estate.as('olga');
  const { version } = await api.strategy.policy({});
  const nodes = [{ name: 'me', kind: 'sign' as const, approvers: ['adam'], threshold: '1' }];
  const made = await api.strategy.basicSave({ wallet: '*', sign_protect: 'off', nodes, version });
  const id = /#\/i\/([0-9a-f-]{36})/.exec(made.approval_url)?.[1] ?? '';
  const intent = await shownAt(estate.house, id);
  const { body } = await ask(estate.house.pair.places[0] as never, 'GET', `/api/intents/${id}`);
  const { document } = body.attachments as { document: string };
  const told = words(intent) === made.digest_words.join(' ') && document.includes('"approvers":["adam"]');
  const { status } = await api.strategy.auditInfo({ item_id: made.item_id });
  return [told && status === 0 ? 'the page tells it' : 'nothing to see'];
});
asked.control('omar: a payment', 'paid', async (estate) => {
  const order = await placeOrder(estate, { amount: '0.01' });
  await agree(estate, order);
  return restOf(estate, order);
});

const sessions = plays('console: sessions and second factors are used again');
const later = (estate: Estate, ms: number): void => {
  estate.clock.skew += ms;
};
sessions.alone('a code that was used to log in, for stepping up', 'secondFactorFailed', async (estate) => {
  const api = await estate.as('omar');
  const totp = totpAt(estate.ground.account.secret, new Date(Date.now() + estate.house.pair.now));
  return [String(await refusalOf(api.session.stepUp({ totp })))];
});
sessions.alone('a session whose second factor is six minutes old', 'stepUpRequired', async (estate) => {
  const api = await estate.as('omar');
  later(estate, 360_000);
  return [String(await refusalOf(api.withdraw.create(payment(estate))))];
});
sessions.alone('a session of yesterday', 'notLoggedIn', async (estate) => {
  const api = await estate.as('omar');
  later(estate, 86_400_000);
  return [String(await refusalOf(api.user.info({})))];
});
sessions.alone('a session after its owner logged out everywhere', 'notLoggedIn', async (estate) => {
  const api = await estate.as('omar');
  await api.session.logout({ everywhere: true });
  return [String(await refusalOf(api.withdraw.create(payment(estate))))];
});
sessions.alone('a token nobody has given out', 'notLoggedIn', async (estate) => [
  String(await refusalOf(apiOf(estate.url(), { token: 'A'.repeat(43) }).user.info({}))),
]);
sessions.alone('a session in another kind of browser', 'notLoggedIn', async (estate) => {
  await estate.as('omar');
  const [row] = await estate.sql<{ n: number }>('select count(*)::int as n from sessions');
  const token = await estate.token('omar');
  const api = apiOf(estate.url(), { token, agent: 'Mozilla/5.0 Firefox/140.0' });
  return [row && row.n > 0 ? String(await refusalOf(api.withdraw.create(payment(estate)))) : 'no session'];
});

export const consolePlays = [...shown.all, ...captured.all, ...asked.all, ...sessions.all];
