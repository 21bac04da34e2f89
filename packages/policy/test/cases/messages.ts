import { type Intent, type PolicyDocument, type SeniorRule, textMessage } from '../../src/index.ts';
import {
  callData,
  hashOf,
  messageIntent,
  named,
  ownAccount,
  permitIntent,
  permitOf,
  router,
  stranger,
  textIntent,
  typedIntent,
  usdc,
  usdcLeaves,
} from '../fixtures.ts';
import { amount, asked, basic, type Case, eth, type KnownFacts, rule, senior } from './crew.ts';

/** Messages that are signed: by rules that name them, and as the payment of all that may be taken. */

const chain = 'evm:31337';
const entry = hashOf('usdc');
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const known: KnownFacts = { listed: [entry], prices: { [`${chain}|${usdc}`]: '1', [eth]: '2000' }, spendings: [] };
const of = ({ kind, outputs, call, asset, maxFee, conflict }: Intent): Partial<Intent> => ({
  ...{ kind, outputs, call, asset, maxFee, conflict },
});
const listed = (intent: Intent): Intent => ({ ...intent, outputs: intent.outputs.map((one) => ({ ...one, entry })) });

const texts = { messages: [{ chain, contract: '', types: [] }] };
const to = (contract: string, ...types: string[]) => ({ messages: [{ chain, contract, types }] });
const toListed: Pick<SeniorRule['when'], 'destinations'> = { destinations: { mode: 'listed', entries: [entry] } };
const signed = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}): SeniorRule =>
  rule(action, when, { id: 'm1', name: 'Messages', type: 'web3' });
const paid = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}): SeniorRule =>
  rule(action, when, { id: 'p1', name: 'Payments' });
const under = (rules: readonly SeniorRule[]): PolicyDocument => ({
  ...senior(...rules),
  v: rules.some(({ when }) => when.messages) ? '3' : '1',
});
const judged = (intent: Intent, rules: SeniorRule[], is: Case['is'], facts = known): Case => ({
  ...{ policy: under(rules), intent: of(intent), votes: asked, facts, is },
});
const refused = (id: string, problem: string): Case['is'] => ['unsatisfiable', id, problem];

const fields = (...list: string[]) =>
  list.map((one) => {
    const [type = '', name = ''] = one.split(' ');
    return { name, type };
  });
const domain = (verifyingContract: string, more: object = {}) => ({ chainId: '31337', verifyingContract, ...more });
const details = fields('address token', 'uint160 amount', 'uint48 expiration', 'uint48 nonce');
const permitted = fields('address token', 'uint256 amount');
const usdcOf = (units: string) => ({ token: usdc, amount: units });
const single = (units: string) => ({
  types: {
    PermitSingle: fields('PermitDetails details', 'address spender', 'uint256 sigDeadline'),
    PermitDetails: details,
  },
  primaryType: 'PermitSingle',
  domain: domain(permit2, { name: 'Permit2' }),
  message: { details: { ...usdcOf(units), expiration: '9', nonce: '0' }, spender: stranger, sigDeadline: '9' },
});
const many = {
  types: {
    PermitBatch: fields('PermitDetails[] details', 'address spender', 'uint256 sigDeadline'),
    PermitDetails: details,
  },
  primaryType: 'PermitBatch',
  domain: domain(permit2, { name: 'Permit2' }),
  message: {
    details: ['100000000', '150000000'].map((units) => ({ ...usdcOf(units), expiration: '9', nonce: '0' })),
    ...{ spender: stranger, sigDeadline: '9' },
  },
};
const once = {
  types: {
    PermitTransferFrom: fields(
      ...['TokenPermissions permitted', 'address spender', 'uint256 nonce', 'uint256 deadline'],
    ),
    TokenPermissions: permitted,
  },
  primaryType: 'PermitTransferFrom',
  domain: domain(permit2, { name: 'Permit2' }),
  message: { permitted: usdcOf('250000000'), spender: stranger, nonce: '0', deadline: '9' },
};
const dai = (allowed: string) => ({
  types: {
    Permit: fields('address holder', 'address spender', 'uint256 nonce', 'uint256 expiry', 'bool allowed'),
  },
  primaryType: 'Permit',
  domain: domain(usdc),
  message: { holder: ownAccount, spender: stranger, nonce: '0', expiry: '0', allowed },
});
const authorized = {
  types: {
    TransferWithAuthorization: fields(
      ...['address from', 'address to', 'uint256 value', 'uint256 validAfter', 'uint256 validBefore', 'bytes32 nonce'],
    ),
  },
  primaryType: 'TransferWithAuthorization',
  domain: domain(usdc),
  message: {
    ...{ from: ownAccount, to: stranger, value: '250000000', validAfter: '0', validBefore: '9' },
    nonce: `0x${'07'.repeat(32)}`,
  },
};
const item = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount';
const seaport = {
  types: {
    OrderComponents: fields(
      ...['address offerer', 'address zone', 'OfferItem[] offer', 'ConsiderationItem[] consideration'],
      ...['uint8 orderType', 'uint256 startTime', 'uint256 endTime', 'bytes32 zoneHash', 'uint256 salt'],
      ...['bytes32 conduitKey', 'uint256 counter'],
    ),
    OfferItem: fields(...item.split(',')),
    ConsiderationItem: fields(...item.split(','), 'address recipient'),
  },
  primaryType: 'OrderComponents',
  domain: domain(router, { name: 'Seaport', version: '1.6' }),
  message: {
    ...{ offerer: ownAccount, zone: `0x${'0'.repeat(40)}`, orderType: '0', startTime: '0', endTime: '9', salt: '1' },
    ...{ zoneHash: `0x${'0'.repeat(64)}`, conduitKey: `0x${'0'.repeat(64)}`, counter: '0' },
    offer: [{ itemType: '1', token: usdc, identifierOrCriteria: '0', startAmount: '5', endAmount: '250000000' }],
    consideration: [
      {
        ...{ itemType: '2', token: router, identifierOrCriteria: '7', startAmount: '1', endAmount: '1' },
        recipient: stranger,
      },
    ],
  },
};
const forward = {
  types: {
    ForwardRequest: fields(
      ...['address from', 'address to', 'uint256 value', 'uint256 gas', 'uint256 nonce', 'bytes data'],
    ),
  },
  primaryType: 'ForwardRequest',
  domain: domain(router),
  message: {
    ...{ from: ownAccount, to: usdc, value: '0', gas: '90000', nonce: '0' },
    data: callData('transfer(address to,uint256 amount)', stranger, 250_000_000n),
  },
};
const login = (chainId?: string) => ({
  types: { Login: fields('string statement', 'bytes32[] roots', 'int64 at') },
  primaryType: 'Login',
  domain: { name: 'App', ...(chainId === undefined ? {} : { chainId }) },
  message: { statement: 'Hello ✓', roots: [`0x${'11'.repeat(32)}`], at: '-5' },
});
const usd = (change: Parameters<typeof amount>[0]) => amount({ unit: 'usd', ...change });

export const messages: Record<string, Case> = {
  'a text that no rule names': judged(textIntent(), [], refused(basic, 'messageNotAllowed')),
  'a text, where rules about calls let all pass': judged(
    textIntent(),
    [signed('pass')],
    refused(basic, 'messageNotAllowed'),
  ),
  'a text that a rule lets pass': judged(textIntent(), [signed('pass', texts)], ['satisfied', 'senior m1']),
  'a text that a rule asks about': judged(textIntent(), [signed('flow', texts)], ['waiting', 'senior m1']),
  'a text that is the hash of something': judged(
    messageIntent(textIntent().call, { call: `text ${Buffer.from(`0x${'ab'.repeat(32)}`).toString('hex')}` }),
    [signed('pass', texts)],
    refused('senior m1', 'unreadableMessage'),
  ),
  'a permit that no rule names': judged(permitIntent(), [paid('pass')], refused(basic, 'messageNotAllowed')),
  'a permit, and a payment of as much': judged(
    permitIntent(),
    [signed('pass', to(usdc)), paid('pass')],
    ['satisfied', 'senior m1'],
  ),
  'a permit that nothing is said of as a payment': judged(
    permitIntent(),
    [signed('pass', to(usdc, 'Permit'))],
    ['waiting', basic],
  ),
  'a permit of more than may be paid': judged(
    permitIntent(),
    [signed('pass', to(usdc)), paid('refuse', usd({ over: '20000' }))],
    refused('senior p1', 'refusedByRule'),
  ),
  'a permit that a rule names with its payees': judged(
    listed(permitIntent()),
    [signed('pass', { ...to(usdc, 'Permit'), ...toListed }), paid('refuse')],
    ['satisfied', 'senior m1'],
  ),
  'a permit of another type than is named': judged(
    permitIntent(),
    [signed('pass', to(usdc, 'Login'))],
    refused(basic, 'messageNotAllowed'),
  ),
  'a permit of everything': judged(
    typedIntent(permitOf(String(2n ** 256n - 1n)), [usdcLeaves(2n ** 256n - 1n)]),
    [signed('pass', to(usdc)), paid('pass')],
    refused('senior m1', 'endlessAllowance'),
  ),
  'a permit of everything, by a rule that names both': judged(
    listed(typedIntent(permitOf(String(2n ** 256n - 1n)), [usdcLeaves(2n ** 256n - 1n)])),
    [signed('pass', { ...to(usdc, 'Permit'), ...toListed })],
    ['satisfied', 'senior m1'],
  ),
  'a permit that says less than it lets be taken': judged(
    typedIntent(permitOf(), [usdcLeaves(249_999_999n)]),
    [signed('pass', to(usdc)), paid('pass')],
    refused('senior m1', 'understatedMessage'),
  ),
  'a permit that names another spender': judged(
    { ...permitIntent(), outputs: named(usdc, router) },
    [signed('pass', to(usdc)), paid('pass')],
    refused('senior m1', 'understatedMessage'),
  ),
  'a permit of another network': judged(
    typedIntent(permitOf('1', { domain: domain(usdc, { chainId: '1' }) })),
    [signed('pass', { messages: [{ chain, contract: '', types: [] }, ...to(usdc).messages] })],
    refused('senior m1', 'messageElsewhere'),
  ),
  'a permit of another owner': judged(
    typedIntent(
      permitOf('250000000', {
        message: { owner: router, spender: stranger, value: '1', nonce: '0', deadline: '9' },
      }),
    ),
    [signed('pass', to(usdc)), paid('pass')],
    refused('senior m1', 'messageNotAllowed'),
  ),
  'a permit that takes back': judged(
    typedIntent(permitOf('0')),
    [signed('pass', to(usdc)), paid('refuse')],
    ['satisfied', 'senior m1'],
  ),
  'a permit counts in windows': judged(
    permitIntent(),
    [signed('flow', { ...to(usdc), ...usd({ upTo: '40000', hours: '24' }) }), paid('pass')],
    refused(basic, 'messageNotAllowed'),
    {
      ...known,
      spendings: [
        {
          ...{ id: 'other', at: 1_763_700_000_000, wallet: '7', member: 'cem', asset: `${chain}|${usdc}` },
          ...{ units: '200000000', cents: '20000' },
        },
      ],
    },
  ),
  'a permit of a token whose worth nobody knows': judged(
    permitIntent(),
    [signed('flow', { ...to(usdc), ...usd({ upTo: '40000' }) }), paid('pass')],
    refused(basic, 'messageNotAllowed'),
    { spendings: [] },
  ),
  'a permit of DAI': judged(
    typedIntent(dai('true')),
    [signed('pass', to(usdc)), paid('pass')],
    refused('senior m1', 'endlessAllowance'),
  ),
  'a permit of DAI that takes back': judged(
    typedIntent(dai('false')),
    [signed('pass', to(usdc))],
    ['satisfied', 'senior m1'],
  ),
  'a permit of Permit2': judged(
    typedIntent(single('250000000'), [usdcLeaves()]),
    [signed('pass', to(permit2)), paid('refuse', usd({ over: '20000' }))],
    refused('senior p1', 'refusedByRule'),
  ),
  'a permit of Permit2 without limit': judged(
    typedIntent(single(String(2n ** 160n - 1n)), [usdcLeaves(2n ** 160n - 1n)]),
    [signed('pass', to(permit2)), paid('pass')],
    refused('senior m1', 'endlessAllowance'),
  ),
  'several permits of Permit2 in one': judged(
    typedIntent(many, [usdcLeaves()]),
    [signed('pass', to(permit2)), paid('pass')],
    ['satisfied', 'senior m1'],
  ),
  'several permits of Permit2 in one, of which it says one': judged(
    typedIntent(many, [usdcLeaves(150_000_000n)]),
    [signed('pass', to(permit2)), paid('pass')],
    refused('senior m1', 'understatedMessage'),
  ),
  'a transfer by Permit2': judged(
    typedIntent(once, [usdcLeaves()]),
    [signed('pass', to(permit2)), paid('pass')],
    ['satisfied', 'senior m1'],
  ),
  'a payment by authorisation': judged(
    typedIntent(authorized, [usdcLeaves()]),
    [signed('pass', to(usdc)), paid('refuse', usd({ over: '20000' }))],
    refused('senior p1', 'refusedByRule'),
  ),
  'an order of a market': judged(
    typedIntent(seaport, [usdcLeaves()]),
    [signed('pass', to(router)), paid('pass')],
    refused('senior m1', 'messageNotAllowed'),
  ),
  'an order of a market, by a rule that names its type': judged(
    typedIntent(seaport, [usdcLeaves()]),
    [signed('pass', to(router, 'OrderComponents')), paid('pass')],
    ['satisfied', 'senior m1'],
  ),
  'an order of a market that says less than it offers': judged(
    typedIntent(seaport, [usdcLeaves(5n)]),
    [signed('pass', to(router, 'OrderComponents')), paid('pass')],
    refused('senior m1', 'understatedMessage'),
  ),
  'a call that somebody may make in its name': judged(
    typedIntent(forward, [usdcLeaves()]),
    [signed('pass', to(router, 'ForwardRequest')), paid('refuse', usd({ over: '20000' }))],
    refused('senior p1', 'refusedByRule'),
  ),
  'typed data without a chain, where texts pass': judged(
    typedIntent(login()),
    [signed('pass', texts)],
    refused('senior m1', 'messageNotAllowed'),
  ),
  'typed data without a chain, by a rule that names its type': judged(
    typedIntent(login()),
    [signed('pass', to('', 'Login'))],
    ['satisfied', 'senior m1'],
  ),
  'typed data that nobody knows': judged(
    typedIntent(login('31337')),
    [signed('pass', texts)],
    refused('senior m1', 'messageNotAllowed'),
  ),
  'a message in another spelling': judged(
    messageIntent(textMessage('a'), { call: `typed ${Buffer.from(JSON.stringify(permitOf())).toString('hex')}` }),
    [signed('pass', { messages: [...texts.messages, ...to(usdc).messages] })],
    refused('senior m1', 'unreadableMessage'),
  ),
};
