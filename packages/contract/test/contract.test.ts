import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  callerRoles,
  contract,
  type Endpoint,
  errorNames,
  errors,
  languages,
  messageOf,
  messages,
  permissionRoles,
  problemWords,
  roles,
  scopeFields,
  scopeOf,
  systemActions,
} from '../src/index.ts';

const endpoints: [string, Endpoint][] = Object.entries(contract).flatMap(([area, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]): [string, Endpoint] => [
    `${area}.${name}`,
    endpoint,
  ]),
);

/** Spec section 7 and our own paths, as far as the first areas go: method and path, written out by hand. */
const required = `
GET /api/setup/status
POST /api/setup/owner
POST /api/setup/totp
POST /api/setup/workspace
POST /api/login
POST /api/logout
GET /api/openPlatform/wallet/userInfo
GET /api/fund/user/getWallet
GET /api/initLogin/aws_config
GET /api/mpc/wallets/asset
GET /api/mpc/wallets/history
GET /api/mpc/sub_wallets
GET /api/mpc/sub_wallets/all
GET /api/mpc/sub_wallets_balance
POST /api/mpc/sub_wallet/create
POST /api/mpc/wallet/update/alias
GET /api/mpc/wallet/open/coin
GET /api/mpc/sub_wallet/coins/asset
GET /api/mpc/sub_wallet/focus/coin
GET /api/mpc/sub_wallet/focus/symbol
GET /api/mpc/sub_wallet/coin/search
POST /api/mpc/coin/audit/operate/add
GET /api/mpc/sub_wallet/symbol/balance
GET /api/mpc/deposit/info
POST /api/mpc/deposit/add/remark
GET /api/mpc/sub_wallet/deposit/address
GET /api/mpc/user/deposit/address
GET /api/mpc/sub_wallet/multi/address/list
POST /api/mpc/sub_wallet/update/address_label
POST /api/mpc/sub_wallet/create/address
GET /api/mpc/withdraw/info
GET /api/mpc/gas_estimate
GET /api/mpc/withdraw/limit_check
GET /api/mpc/address/info
POST /api/mpc/sub_wallet/withdraw
POST /api/mpc/withdraw/cancel
POST /api/mpc/withdraw/audit
GET /api/mpc/transaction/list
GET /api/mpc/transaction/detail
GET /api/mpc/transaction/notify_list
POST /api/mpc/transaction/re_notify
GET /api/mpc/todo/list
POST /api/mpc/qrc/generate
GET /api/mpc/qrc/status
POST /api/sandbox/fund
POST /api/sandbox/mine
GET /api/sandbox/status`
  .trim()
  .split('\n');

test('every path these areas owe to the spec is there, with its method', () => {
  const present = new Set(
    endpoints.flatMap(([, { method, path, alsoGet }]) => [`${method} ${path}`, ...(alsoGet ? [`GET ${path}`] : [])]),
  );
  expect(required.filter((line) => !present.has(line))).toEqual([]);
});

test('no method and path is said twice', () => {
  const all = endpoints.flatMap(([, { method, path, alsoGet }]) => [
    `${method} ${path}`,
    ...(alsoGet ? [`GET ${path}`] : []),
  ]);
  expect(all.length).toBe(new Set(all).size);
});

test('every write names a permission, except where nobody can hold one yet', () => {
  const free = endpoints.filter(([, e]) => e.method === 'POST' && !(e.access in permissionRoles)).map(([name]) => name);
  expect(free.sort()).toEqual([
    // A person's own login, or by a link.
    'account.beginAuthenticator',
    'account.changeAuthenticator',
    'account.changePassword',
    'account.endOthers',
    'account.endSession',
    'account.resetAuthenticator',
    'account.resetBegin',
    'account.resetInfo',
    'account.resetPassword',
    // By the permission of the list that is exported.
    'fileExport.cancel',
    'fileExport.run',
    'fileExport.start',
    'loginHistory.acknowledge',
    'loginHistory.revokeAll',
    'session.login',
    'session.logout',
    'session.stepUp',
    'setup.owner',
    'setup.totp',
    'setup.workspace',
    'team.join',
    'team.joinConfirm',
  ]);
});

test('every write names its audit event, except those that change nothing others rely on', () => {
  const silent = endpoints.filter(([, e]) => e.method === 'POST' && e.audit === undefined).map(([name]) => name);
  expect(silent.sort()).toEqual([
    // It reads: a body keeps its token out of logs.
    'account.resetInfo',
    'addressBook.check',
    'fileExport.cancel',
    'notice.read',
    'notice.tryChannel',
    'notice.tryMail',
    'personalBook.check',
    'qrc.generate',
    'sandbox.fund',
    'sandbox.mine',
    'sandbox.nft',
    'trade.check',
    'transaction.compareFile',
    'wallet.setFocus',
    'web3.simulate',
    'web3.simulateDeploy',
  ]);
});

test('every audit event is one endpoint’s, or the system’s', () => {
  const used = endpoints.flatMap(([, { audit }]) => (audit === undefined ? [] : [audit]));
  expect([...used, ...systemActions].length).toBe(new Set([...used, ...systemActions]).size);
});

test('GET reaches a write only where the spec has it so', () => {
  expect(endpoints.filter(([, e]) => e.alsoGet).map(([, e]) => e.path)).toEqual([
    '/api/mpc/sub_wallet/focus/symbol',
    '/api/mpc/deposit/add/remark',
    '/api/mpc/transaction/re_notify',
  ]);
});

test('every permission is held by the owner, and by known roles only', () => {
  for (const holders of Object.values(permissionRoles)) {
    expect(holders).toContain('owner');
    for (const role of holders) expect(callerRoles).toContain(role);
  }
});

/** Ids of things that belong to the workspace and to no single sub-wallet. */
const ofWorkspace = new Set([
  'app_id',
  'audit_id',
  'chain_id',
  'credential_id',
  'endpoint_id',
  'entry_id',
  'id',
  'ids',
  'invite_id',
  'item_id',
  'member_id',
  'notify_id',
  // Of the sub-wallet that is named beside it: one of another is not found.
  'quote_id',
  'inscription_id',
  'inscription_ids',
  'request_id',
  // By owners and admins alone, who are that in every one.
  'sub_wallet_ids',
  'wallet',
  'wallet_id',
  'wallets',
]);

test('whatever not everybody may do is judged by the sub-wallet it names, or names things of the workspace only', () => {
  const guarded = endpoints.filter(([, { access: a }]) =>
    Object.entries(permissionRoles).some(([name, holders]) => name === a && holders.length < roles.length),
  );
  expect(guarded.length).toBeGreaterThan(20);
  for (const [name, endpoint] of guarded) {
    const ids = Object.keys(endpoint.input.shape).filter((field) => /(^|_)ids?$|wallets?$/.test(field));
    const unclear = ids.filter((field) => !(field in scopeFields) && !ofWorkspace.has(field));
    expect(unclear, name).toEqual([]);
    // One scope at most: two could name two sub-wallets.
    expect(ids.filter((field) => field in scopeFields).length, name).toBeLessThan(2);
  }
  const unscoped = endpoints.filter(
    ([, e]) => Object.keys(e.input.shape).some((field) => field in scopeFields) && scopeOf(e) === undefined,
  );
  expect(unscoped.map(([name]) => name)).toEqual(['strategy.basicDelete']);
});

test('every refusal has a code of its own and a text in both languages with the same parameters', () => {
  expect(new Set(errorNames.map((name) => errors[name].code)).size).toBe(errorNames.length);
  const marks = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const name of errorNames) {
    for (const language of languages) expect(messages[language][name], name).not.toBe('');
    expect(marks(messages.zh_CN[name]), name).toEqual(marks(messages.en_US[name]));
    expect(messages.zh_CN[name], name).toMatch(/\p{Script=Han}/u);
  }
});

test('why the rules take something from nobody is said in both languages, with the rule where its name says why', () => {
  for (const language of languages)
    expect(messageOf(language, 'policyDenied', { problem: 'refusedByRule', rule: '“Day”' })).toContain('“Day”');
  for (const problem of Object.keys(problemWords.en_US)) {
    expect(messageOf('en_US', 'policyDenied', { problem, rule: '“Day”' })).toMatch(
      /^The rules do not allow this: [a-z].*[^{}.]$/,
    );
    expect(messageOf('zh_CN', 'policyDenied', { problem, rule: '“Day”' })).toMatch(/^规则不允许：\p{Script=Han}[^{]*/u);
  }
});

/** Spec section 8, written out again by hand. */
test('the codes handled silently and those with an effect are exactly those of the spec', () => {
  const silent = Object.values(errors)
    .filter((entry) => 'silent' in entry)
    .map(({ code }) => code);
  const spec = [
    200137, 200139, 200109, 200143, 200145, 200163, 200164, 200166, 100181, 100180, 200170, 100023, 200140, 200192,
    200191, 200195, 110005,
  ];
  expect(silent.sort()).toEqual(spec.sort());
  const effects = Object.values(errors).flatMap((entry) => ('effect' in entry ? [[entry.code, entry.effect]] : []));
  expect(Object.fromEntries(effects)).toEqual({
    110909: 'logout',
    200005: 'clearSelection',
    200004: 'clearSelection',
    100016: 'clearSelection',
    200125: 'refreshSelection',
  });
});

test.each(endpoints)('%s has schemas that OpenAPI can say, and a named access', (_name, endpoint) => {
  for (const schema of [endpoint.input, endpoint.output])
    expect(() =>
      z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0', unrepresentable: 'throw' }),
    ).not.toThrow();
  expect(['public', 'session', ...Object.keys(permissionRoles)]).toContain(endpoint.access);
  expect(endpoint.summary.length).toBeGreaterThan(5);
});

/** Every number of what a schema decodes to, with where it stands. */
function* numbersIn(schema: z.core.$ZodType, where: string): Generator<[string, z.core.$ZodNumber]> {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  switch (def.type) {
    case 'number':
      yield [where, schema as z.core.$ZodNumber];
      return;
    case 'object':
      for (const [name, inner] of Object.entries(def.shape)) yield* numbersIn(inner, `${where}.${name}`);
      return;
    case 'array':
      yield* numbersIn(def.element, `${where}[]`);
      return;
    case 'record':
      yield* numbersIn(def.valueType, `${where}{}`);
      return;
    case 'union':
      for (const option of def.options) yield* numbersIn(option, where);
      return;
    case 'pipe':
      yield* numbersIn(def.out, where);
      return;
    case 'optional':
    case 'default':
    case 'nullable':
      yield* numbersIn(def.innerType, where);
      return;
    case 'string':
    case 'enum':
    case 'literal':
    case 'date':
    case 'boolean':
    // Canonical documents, which the policy package reads: they hold no numbers.
    case 'unknown':
      return;
    default:
      throw new Error(`${where}: this test does not know ${def.type}`);
  }
}

test('no integer that a request carries is unbounded: each says how small and how large it may be', () => {
  const numbers = endpoints.flatMap(([name, { input }]) => [...numbersIn(input, name)]);
  expect(numbers.length).toBeGreaterThan(80);
  const unbounded = numbers.filter(([, number]) => {
    const { minValue: minimum, maxValue: maximum } = number as z.ZodNumber;
    // Of ids only the lower limit is ours: the upper one is how far a number is exact.
    return (
      minimum === null || minimum <= Number.MIN_SAFE_INTEGER || maximum === null || maximum > Number.MAX_SAFE_INTEGER
    );
  });
  expect(unbounded.map(([where]) => where)).toEqual([]);
});

/** Fields that hold an address, with the names beside each, by where they stand in a reply. */
function addressFields(schema: unknown, at: string): { readonly field: string; readonly beside: readonly string[] }[] {
  const def = (schema as { def?: Record<string, unknown> } | undefined)?.def;
  if (!def) return [];
  if (def.type === 'object') {
    const shape = def.shape as Record<string, unknown>;
    const beside = Object.keys(shape);
    const own = beside.filter((name) => /^(address|address_(from|to))$/.test(name));
    return [
      ...own.map((name) => ({ field: `${at}.${name}`, beside })),
      ...beside.flatMap((name) => addressFields(shape[name], `${at}.${name}`)),
    ];
  }
  const parts = ['element', 'innerType', 'in', 'out', 'valueType'].map((name) => def[name]);
  return [...parts, ...((def.options as unknown[] | undefined) ?? [])].flatMap((part) => addressFields(part, at));
}

/** Of others; and of what was or will be paid or signed, which the chain or a signer's page tells. */
const notGivenOut = [
  // Whom an NFT came from, or went to.
  /^nft\.info\.history\.address$/,
  // Where something lies by now: nobody is told to pay there.
  /^inscriptions\.list\.(list|ticks)\.address$/,
  /^(addressBook|personalBook|batch|activity|todo|refundCalls)\./,
  /^(transaction|tools)\./,
  /^openApi\.(sync)?(withdraws|deposits)\./i,
  /^utxo\.list\.consolidation\./,
  // Whose balance a call would change, by the node's word.
  /^web3\.simulate\.simulation\.changes\.address$/,
  /^web3\.message\.address_from$/,
  /^withdraw\.(info\.address_from|addressInfo|addressName|refundInfo|childInfo)/,
];

test('every address of ours that is given out has with it what the signers say of it', () => {
  const fields = endpoints.flatMap(([name, { output }]) => addressFields(output, name));
  const unproven = fields.filter(
    ({ field, beside }) =>
      !notGivenOut.some((one) => one.test(field)) &&
      !['chain_id', 'path', 'proof'].every((needed) => beside.includes(needed)),
  );
  expect(unproven.map(({ field }) => field)).toEqual([]);
  expect(fields.length).toBeGreaterThan(30);
  for (const one of notGivenOut)
    expect(
      fields.some(({ field }) => one.test(field)),
      String(one),
    ).toBe(true);
});

test('where a list goes on is no larger than its ids can be: the database would fail at it', () => {
  const asked = (max_id: number) => contract.openApi.subWallets.input.safeDecode({ max_id }).success;
  expect([0, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER, -1].map(asked)).toEqual([true, true, false, false, false]);
});
