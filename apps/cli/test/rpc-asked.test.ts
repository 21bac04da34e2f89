import type { Intent } from '@holdfast/policy';
import { ada, policyOf, transferOf } from '@holdfast/testkit/review';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { expect, it } from 'vitest';
import type { Account } from '../src/rpc/account.ts';
import { type AskedTransaction, readAsked } from '../src/rpc/asked.ts';
import { readText, readTyped } from '../src/rpc/asked-message.ts';
import { differencesOf, isMade } from '../src/rpc/compare.ts';
import { faultCodes, type RpcFault } from '../src/rpc/faults.ts';
import { answer, readOnly, type Wallet } from '../src/rpc/methods.ts';

const account = '0x00000000000000000000000000000000000000A1';
const other = '0x00000000000000000000000000000000000000b2';
const place = { account, chainId: 31_337n };
const word = (text: string): string => text.replace('0x', '').toLowerCase().padStart(64, '0');
const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as RpcFault).code;
  }
};

it('a transaction is read as the order that says most of it', () => {
  const read = (fields: object) => readAsked({ from: account.toLowerCase(), to: other, ...fields }, place);
  expect(read({ value: '0x5' })).toEqual({ want: 'payment', token: '', to: other, units: 5n });
  const paid = `0xA9059CBB${word(account)}${word('0x07')}`;
  expect(read({ data: paid })).toEqual({ want: 'payment', token: other, to: account.toLowerCase(), units: 7n });
  const allowed = `0x095ea7b3${word(account)}${'f'.repeat(64)}`;
  const endless = { want: 'allowance', token: other, spender: account.toLowerCase(), units: 2n ** 256n - 1n };
  expect(read({ input: allowed, data: allowed })).toEqual(endless);
  // With coins that go along, or with more behind it, it is no payment of a token.
  expect(read({ data: paid, value: '0x1' })).toMatchObject({ want: 'call', contract: other, units: 1n });
  expect(read({ data: `${paid}00` })).toMatchObject({ want: 'call' });
});

it.each([
  ['another account', { from: other }, 'unauthorized'],
  ['another network', { chainId: '0x1' }, 'invalidParams'],
  ['a contract with coins that go along', { to: undefined, data: '0x6000', value: '0x1' }, 'unsupported'],
  ['neither a receiver nor a contract', { to: undefined }, 'invalidParams'],
  ['data that is two things', { data: '0x11111111', input: '0x22222222' }, 'invalidParams'],
  ['an amount that is none', { value: '5' }, 'invalidParams'],
  ['an amount with a nought before it', { value: '0x05' }, 'invalidParams'],
  ['a name in place of an address', { to: 'landlord.eth' }, 'invalidParams'],
  ['data that names no method', { data: '0x1234' }, 'invalidParams'],
  ['code that an account would take on (EIP-7702)', { authorizationList: [] }, 'invalidParams'],
  ['no transaction', undefined, 'invalidParams'],
] as const)('%s is refused with its code', (_, fields, fault) => {
  const asked = fields && { from: account, to: other, ...fields };
  expect(codeOf(() => readAsked(asked, place))).toBe(faultCodes[fault]);
});

it('whatever signs, sends or changes anything is never passed on to the node', async () => {
  const passed: string[] = [];
  const wallet: Wallet = {
    ...place,
    send: () => Promise.resolve('0x'),
    ask: () => Promise.resolve({ order: '1', request: '', approval: '' }),
    read: async (method) => passed.push(method),
  };
  for (const method of readOnly) await answer(wallet, method, []);
  expect(passed).toEqual([...readOnly]);
  expect(
    passed.filter((method) => /send|sign|submit|mine|admin|debug|personal|miner|set|impersonate/i.test(method)),
  ).toEqual([]);
  for (const [method, fault] of [
    ['personal_sign', 'unauthorized'],
    ['eth_signTypedData_v4', 'unauthorized'],
    ['eth_sign', 'unsupported'],
    ['eth_signTypedData', 'unsupported'],
    ['eth_sendRawTransaction', 'unsupported'],
    ['anvil_setBalance', 'noMethod'],
    ['constructor', 'noMethod'],
    ['', 'noMethod'],
  ] as const)
    await expect(answer(wallet, method, [])).rejects.toMatchObject({ code: faultCodes[fault] });
  expect(passed).toHaveLength(readOnly.size);
});

const token = '0x00000000000000000000000000000000000000C3';
const account1: Account = {
  ...{ server: '', signer: '', app: 'p-0123456789abcdef', wallet: '1', maxFee: 100n, waitMs: 0 },
  ...({} as Pick<Account, 'key' | 'facts' | 'read'>),
  at: { address: account, path: 'm/60/1/0/0', keyGroup: 'cd'.repeat(16) },
  coin: { symbol: 'ETH', name: 'Ether', decimals: 18, contract: '' },
  chain: {
    ...{ id: 'evm:31337', family: 'evm', name: 'local' },
    assets: [
      { symbol: 'ETH', name: 'Ether', decimals: 18, contract: '' },
      { symbol: 'USDC', name: 'USD Coin', decimals: 6, contract: token },
    ],
  },
};
const request = '5e3f1f0c-3b1c-4d42-9a65-0d7b6f0f6f11';
const intent = (change: Partial<Intent>): Intent => ({
  ...transferOf(policyOf([ada])),
  ...{ initiator: account1.app, request, wallet: '1', chain: 'evm:31337', maxFee: '100' },
  ...{ from: account, path: account1.at.path, keyGroup: account1.at.keyGroup },
  ...change,
});
const output = (address: string, amount: string, memo = '') => ({ address, amount, memo, entry: '', path: '' });
const coin = { symbol: 'ETH', contract: '', decimals: '18' };
const usdc = { symbol: 'USDC', contract: token, decimals: '6' };
type Paid = Exclude<AskedTransaction, { want: 'deployment' }>;
const wants: readonly [Paid, Partial<Intent>][] = [
  [
    { want: 'payment', token: token.toLowerCase(), to: other, units: 7n },
    { kind: 'transfer', asset: usdc, outputs: [output(other.toUpperCase().replace('X', 'x'), '7')] },
  ],
  [
    { want: 'allowance', token, spender: other, units: 7n },
    { kind: 'allowance', asset: usdc, outputs: [output(other, '7')] },
  ],
  [
    { want: 'call', contract: other, data: '0x11111111', units: 7n },
    {
      kind: 'call',
      asset: coin,
      call: `0x11111111 out ${token} 5 6 USDC`,
      outputs: [output(other, '7'), output(token, '0')],
    },
  ],
];

it.each(wants)('is signed only as it was asked for: %o', (asked, says) => {
  const wrong = (change: Partial<Intent>) =>
    differencesOf(account1, { intent: intent({ ...says, ...change }), remark: 'JSON-RPC' }, asked, request);
  expect(wrong({})).toEqual([]);
  const urged = { intent: intent(says), remark: 'urgent, the CFO agreed' };
  expect(differencesOf(account1, urged, asked, request)).toEqual(['remark']);
  const [first = output('', '')] = says.outputs ?? [];
  for (const [change, named] of [
    [{ kind: 'drop' }, 'kind'],
    [{ initiator: 'p-ffffffffffffffff' }, 'initiator'],
    [{ request: '00000000-0000-4000-8000-000000000000' }, 'request'],
    [{ wallet: '2' }, 'wallet'],
    [{ from: other }, 'account'],
    [{ path: 'm/60/1/0/7' }, 'account'],
    [{ keyGroup: 'ab'.repeat(16) }, 'account'],
    [{ chain: 'evm:1' }, 'network'],
    [{ maxFee: '101' }, 'fee cap'],
    [{ outputs: [{ ...first, address: account }] }, asked.want === 'call' ? 'contract' : 'payee'],
    [{ outputs: [{ ...first, amount: '8' }] }, asked.want === 'call' ? 'value' : 'amount'],
    [{ outputs: [first, output(account, '1')] }, asked.want === 'call' ? 'value' : 'payee'],
    [asked.want === 'call' ? { call: '0x11111112' } : { asset: coin }, asked.want === 'call' ? 'data' : 'token'],
  ] as const)
    expect(wrong(change as Partial<Intent>), named).toEqual([named]);
});

it.each(wants)('a hash counts only where the chain shows what was asked for: %o', (asked) => {
  const input = {
    payment: `0xa9059cbb${word(other)}${word('0x7')}`,
    allowance: `0x095ea7b3${word(other)}${word('0x7')}`,
    call: '0x11111111',
  }[asked.want];
  const [to, value] = asked.want === 'call' ? [other, '0x7'] : [token, '0x0'];
  const told = { from: account.toLowerCase(), to: to.toLowerCase(), value, input };
  expect(isMade(account1, asked, told)).toBe(true);
  for (const change of [
    { from: other },
    { to: account },
    { to: null },
    { value: '0x8' },
    { value: 7 },
    { input: '0x' },
  ])
    expect(isMade(account1, asked, { ...told, ...change }), JSON.stringify(change)).toBe(false);
});

it('a payment of the coin is one without data', () => {
  const asked = { want: 'payment', token: '', to: other, units: 7n } as const;
  expect(isMade(account1, asked, { from: account, to: other, value: '0x7', input: '0x' })).toBe(true);
  expect(isMade(account1, asked, { from: account, to: other, value: '0x7', input: '0x00' })).toBe(false);
});

const typed = (change: object = {}) => ({
  types: { Login: [{ name: 'statement', type: 'string' }] },
  primaryType: 'Login',
  domain: { name: 'App', chainId: 31337 },
  message: { statement: 'Hello' },
  ...change,
});

it('a message is read as what members can read, and nothing else is', () => {
  const text = readText(['0x48690a', account.toLowerCase()], place);
  expect(text).toEqual({ want: 'message', call: 'text 48690a', wire: { message: 'Hi\n' } });
  expect(readText(['Hi', account], place).call).toBe('text 4869');
  const read = readTyped([account, JSON.stringify(typed())], place);
  // Whatever the spelling, it is one message.
  expect(readTyped([account, typed({ domain: { chainId: '0x7a69', name: 'App' } })], place).call).toBe(read.call);
  for (const [fault, ask] of [
    ['unauthorized', () => readText(['Hi', other], place)],
    ['unauthorized', () => readTyped([other, typed()], place)],
    ['invalidParams', () => readText(['0xff', account], place)],
    ['invalidParams', () => readText([`0x${'ab'.repeat(32)}`, account], place)],
    ['invalidParams', () => readText([5, account], place)],
    ['invalidParams', () => readTyped([account, '{'], place)],
    ['invalidParams', () => readTyped([account, typed({ domain: { chainId: 1 } })], place)],
    ['invalidParams', () => readTyped([account, typed({ message: { statement: 'Hello', more: 'x' } })], place)],
  ] as const)
    expect(codeOf(ask)).toBe(faultCodes[fault]);
});

it('a message is signed only as it was asked for', () => {
  const asked = readText(['Hi', account], place);
  const says: Partial<Intent> = {
    ...{ kind: 'message', asset: coin, feeAsset: coin, maxFee: '0', call: asked.call },
    outputs: [{ ...output(account, '0'), path: account1.at.path }],
  };
  const wrong = (change: Partial<Intent>) =>
    differencesOf(account1, { intent: intent({ ...says, ...change }), remark: 'JSON-RPC' }, asked, request);
  expect(wrong({})).toEqual([]);
  expect(wrong({ call: readText(['Ho', account], place).call })).toEqual(['message']);
  expect(wrong({ outputs: [output(other, '0')] })).toEqual(['what it does']);
  expect(wrong({ kind: 'call' })).toEqual(['kind']);
});

it('whose signature of a text it is can be asked, and is told of no other text', async () => {
  const key = secp256k1.utils.randomSecretKey();
  const maker = `0x${Buffer.from(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12)).toString('hex')}`;
  const text = Buffer.from('Hällo');
  const digest = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]));
  const made = secp256k1.sign(digest, key, { format: 'recovered', prehash: false });
  const signature = `0x${Buffer.from(made.subarray(1)).toString('hex')}${made[0] === 0 ? '1b' : '1c'}`;
  const never = () => Promise.reject(new Error('nothing is asked for'));
  const wallet: Wallet = {
    ...place,
    account: `0x${maker.slice(2).toUpperCase()}`,
    send: never,
    ask: never,
    read: never,
  };
  const asking = (...params: readonly unknown[]) => answer(wallet, 'personal_ecRecover', params);
  // As this wallet tells its account.
  expect(await asking('Hällo', signature)).toBe(wallet.account);
  expect(await asking(`0x${text.toString('hex')}`, signature)).toBe(wallet.account);
  expect(await asking('Hallo', signature).catch(() => '')).not.toMatch(new RegExp(maker, 'i'));
  await expect(asking('Hällo', '0x')).rejects.toMatchObject({ code: faultCodes.invalidParams });
});

it('a contract is signed only as it was asked for, and its hash counts only where the chain shows it', () => {
  const code = '6080604052';
  const asked = readAsked({ from: account, data: `0x${code}${word(other)}` }, place);
  expect(asked).toEqual({ want: 'deployment', data: `0x${code}${word(other)}` });
  const own = [{ address: account, amount: '0', memo: '', entry: '', path: account1.at.path }];
  const says = {
    kind: 'deploy',
    asset: coin,
    outputs: own,
    call: `create ${code} ${word(other)} (address owner)`,
  } as const;
  const wrong = (change: Partial<Intent>) =>
    differencesOf(account1, { intent: intent({ ...says, ...change }), remark: 'JSON-RPC' }, asked, request);
  expect(wrong({})).toEqual([]);
  for (const [call, named] of [
    [`create ${code} ${word(account)} (address owner)`, ['bytecode']],
    [`create ${code}${word(other)} - ()`, []],
    [`create ${code} ${word(other)} (bool owner)`, ['constructor']],
    [`create ${code} - (address owner)`, ['bytecode', 'constructor']],
  ] as const)
    expect([call, wrong({ call })]).toEqual([call, named]);
  expect(wrong({ kind: 'call' })).toContain('kind');
  if (asked.want !== 'deployment') throw new Error('a deployment');
  const told = { from: account.toLowerCase(), to: null, value: '0x0', input: asked.data };
  expect(isMade(account1, asked, told)).toBe(true);
  for (const change of [{ to: other }, { value: '0x1' }, { input: `${asked.data}00` }, { from: other }])
    expect(isMade(account1, asked, { ...told, ...change })).toBe(false);
});
