import { randomUUID } from 'node:crypto';
import { type Approval, digestWords, type Intent, intentDigest, intentDigestHex } from '@holdfast/policy';
import { sendApproval } from '@holdfast/signer-ui/signer-api';
import { type Api, apiOf, refusalOf, totpAt } from '@holdfast/testkit';
import { ask } from '@holdfast/testkit/signer';
import { payees } from '../fixture.ts';
import { agree, decideOnPage, type Name, type Order, placeOrder, shownAt } from './desk.ts';
import type { Installation } from './installation.ts';
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
  shown.attack(name, 'the page tells it', async (installation) => {
    const meant = await placeOrder(installation, { amount: '0.01' });
    const order = await placeOrder(
      installation,
      { amount: '0.01', ...sent },
      sent?.symbol === 'stall' ? installation.stall() : meant.stall,
    );
    const pages = await Promise.all([0, 1].map((n) => shownAt(installation.fixture, order.intentId, n)));
    const told = pages.every(
      (page) => differs(page, meant) && words(page) !== words(meant.intent) && intentDigestHex(page) === order.digest,
    );
    const [rest] = await restOf(installation, order);
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
const page = (installation: Installation): string => installation.fixture.pair.places[1]?.url ?? '';
const codeOf = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'taken',
    (error: unknown) => /[a-z]+[A-Z]\w+|notFound|expired/.exec(JSON.stringify(error) + String(error))?.[0] ?? 'refused',
  );
const replayed = (
  name: string,
  change: (approval: Approval, other: Order, installation: Installation) => Approval,
): void =>
  captured.attack(name, 'waits at 1000', async (installation) => {
    const lawful = await placeOrder(installation, { amount: '0.01' });
    const other = await placeOrder(installation, { amount: '2' }, lawful.stall);
    const said = [
      await decideOnPage(installation.fixture, lawful.intentId, 'omar', 'initiate'),
      await decideOnPage(installation.fixture, lawful.intentId, 'adam'),
    ];
    for (const approval of said) await codeOf(sendApproval(page(installation), change(approval, other, installation)));
    return restOf(installation, other);
  });
replayed('as they are', (approval) => approval);
replayed('told to be of another order', (approval, { digest }) => ({ ...approval, intent: digest }));
replayed('in another’s name', (approval, { digest }) => ({ ...approval, intent: digest, member: 'anna' }));
replayed('with another decision', (approval, { digest }) => ({ ...approval, intent: digest, decision: 'approve' }));
captured.attack('Adam’s approval a hundred times', 'waits at 1000', async (installation) => {
  const order = await placeOrder(installation, { amount: '0.01' });
  await decideOnPage(installation.fixture, order.intentId, 'omar', 'initiate');
  const approval = await decideOnPage(installation.fixture, order.intentId, 'adam');
  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      codeOf(sendApproval(installation.fixture.pair.places[n % 2]?.url ?? '', approval)),
    ),
  );
  return restOf(installation, order);
});

const asked = plays('console: it asks the API in a member’s name');
const refused = (
  name: string,
  who: Name,
  expect: string | readonly string[],
  call: (api: Api, installation: Installation) => Promise<unknown>,
): void =>
  asked.attack(`${who}: ${name}`, expect, async (installation) => [
    String(await refusalOf(call(await installation.as(who), installation))),
  ]);
const payment = (installation: Installation, change: object = {}) => ({
  request_id: randomUUID(),
  sub_wallet_id: installation.stall().id as never,
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
  refused('a payment', who, ['noPermission'], (api, installation) => api.withdraw.create(payment(installation)));
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
refused('a payment to nobody’s address', 'omar', 'policyDenied', (api, installation) =>
  api.withdraw.create(payment(installation, { address_to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' })),
);
refused('the same request id for more', 'omar', 'duplicateRequest', async (api, installation) => {
  const first = payment(installation);
  await api.withdraw.create(first);
  return api.withdraw.create({ ...first, amount: '4' });
});
asked.attack('omar: the way to sign, opened in his name, decides nothing', 'waits at 1000', async (installation) => {
  const order = await placeOrder(installation, { amount: '0.01' });
  for (const who of ['omar', 'adam', 'anna'] as const)
    await (await installation.as(who)).withdraw.audit({ withdraw_id: order.id as never });
  return restOf(installation, order);
});
asked.attack(
  'olga: rules that let everything pass, without her signature',
  'the page tells it',
  async (installation) => {
    const api = await installation.as('olga');
    const { version } = await api.strategy.policy({});
    const nodes = [{ name: 'me', kind: 'sign' as const, approvers: ['adam'], threshold: '1' }];
    const made = await api.strategy.basicSave({ wallet: '*', sign_protect: 'off', nodes, version });
    const id = /#\/i\/([0-9a-f-]{36})/.exec(made.approval_url)?.[1] ?? '';
    const intent = await shownAt(installation.fixture, id);
    const { body } = await ask(installation.fixture.pair.places[0] as never, 'GET', `/api/intents/${id}`);
    const { document } = body.attachments as { document: string };
    const told = words(intent) === made.digest_words.join(' ') && document.includes('"approvers":["adam"]');
    const { status } = await api.strategy.auditInfo({ item_id: made.item_id });
    return [told && status === 0 ? 'the page tells it' : 'nothing to see'];
  },
);
asked.control('omar: a payment', 'paid', async (installation) => {
  const order = await placeOrder(installation, { amount: '0.01' });
  await agree(installation, order);
  return restOf(installation, order);
});

const sessions = plays('console: sessions and second factors are used again');
const later = (installation: Installation, ms: number): void => {
  installation.clock.skew += ms;
};
sessions.alone('a code that was used to log in, for stepping up', 'secondFactorFailed', async (installation) => {
  const api = await installation.as('omar');
  const totp = totpAt(installation.ground.account.secret, new Date(Date.now() + installation.fixture.pair.now));
  return [String(await refusalOf(api.session.stepUp({ totp })))];
});
sessions.alone('a session whose second factor is six minutes old', 'stepUpRequired', async (installation) => {
  const api = await installation.as('omar');
  later(installation, 360_000);
  return [String(await refusalOf(api.withdraw.create(payment(installation))))];
});
sessions.alone('a session of yesterday', 'notLoggedIn', async (installation) => {
  const api = await installation.as('omar');
  later(installation, 86_400_000);
  return [String(await refusalOf(api.user.info({})))];
});
sessions.alone('a session after its owner logged out everywhere', 'notLoggedIn', async (installation) => {
  const api = await installation.as('omar');
  await api.session.logout({ everywhere: true });
  return [String(await refusalOf(api.withdraw.create(payment(installation))))];
});
sessions.alone('a token nobody has given out', 'notLoggedIn', async (installation) => [
  String(await refusalOf(apiOf(installation.url(), { token: 'A'.repeat(43) }).user.info({}))),
]);
sessions.alone('a session in another kind of browser', 'notLoggedIn', async (installation) => {
  await installation.as('omar');
  const [row] = await installation.sql<{ n: number }>('select count(*)::int as n from sessions');
  const token = await installation.token('omar');
  const api = apiOf(installation.url(), { token, agent: 'Mozilla/5.0 Firefox/140.0' });
  return [row && row.n > 0 ? String(await refusalOf(api.withdraw.create(payment(installation)))) : 'no session'];
});

export const consolePlays = [...shown.all, ...captured.all, ...asked.all, ...sessions.all];
