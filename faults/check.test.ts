import { expect, test } from 'vitest';
import { checks, type Evidence } from './check.ts';

const lent = { kind: 'delegate', account: '0xus', to: '0xours', resource: 'energy' } as const;

/** One withdrawal of 5, one deposit of 9 at an account that had nothing before, and 2 of stake that another account uses, all as it should be. */
function sound(): Evidence {
  const key = 'evm:1|0xus|0';
  return {
    asked: [
      { requestId: 'r1', symbol: 'ETH', payee: '0xpayee', units: 5n, orderId: 1, otherIds: [] },
      { requestId: 'r2', symbol: 'TRX', payee: '0xours', units: 2n, orderId: 2, otherIds: [], stake: lent },
    ],
    made: [{ symbol: 'ETH', address: '0xus', units: 9n, txid: 'in' }],
    books: {
      orders: [
        {
          id: 1,
          requestId: 'r1',
          symbol: 'ETH',
          payee: '0xpayee',
          units: 5n,
          status: 2000,
          subStatus: 'final',
          txid: 'out',
          stake: '',
        },
        {
          id: 2,
          requestId: 'r2',
          symbol: 'TRX',
          payee: '0xours',
          units: 2n,
          status: 2000,
          subStatus: 'final',
          txid: 'lent',
          stake: 'delegate',
        },
      ],
      deposits: [{ symbol: 'ETH', address: '0xus', units: 9n, status: 2000, subStatus: 'credited', txid: 'in' }],
      balances: new Map([['0xus ETH', 4n]]),
      locked: new Map([['sub-wallet 1 ETH', 0n]]),
      frozen: [],
      laneHoles: 0,
    },
    chain: {
      payments: [{ txid: 'out', symbol: 'ETH', address: '0xpayee', units: 5n }],
      receipts: [{ txid: 'in', symbol: 'ETH', address: '0xus', units: 9n }],
      balances: new Map([['0xus ETH', 4n]]),
      stakes: [{ ...lent, txid: 'lent', units: 2n }],
      failed: [],
      nonceGaps: new Map(),
    },
    decided: ['1', '2'].map((signer) => ({ signer, intent: 'i1', request: 'r1', keys: [key] })),
    rules: { taken: 1, versions: ['2', '2'] },
    minimums: new Map([['ETH', 9n]]),
  };
}
const found = (evidence: Evidence): string[] => Object.values(checks).flatMap((check) => [...check(evidence)]);

test('a sound run has no violations', () => {
  expect(found(sound())).toEqual([]);
});

test('a deposit that is too small and kept apart is none', () => {
  const { books, ...rest } = sound();
  const deposits = books.deposits.map((each) => ({ ...each, status: 3000, subStatus: 'below_minimum' }));
  expect(found({ ...rest, books: { ...books, deposits }, minimums: new Map([['ETH', 10n]]) })).toEqual([]);
});

type Spoil = (e: Evidence) => Evidence;
const books =
  (change: (e: Evidence['books']) => Partial<Evidence['books']>): Spoil =>
  (e) => ({
    ...e,
    books: { ...e.books, ...change(e.books) },
  });
const chain =
  (change: (e: Evidence['chain']) => Partial<Evidence['chain']>): Spoil =>
  (e) => ({
    ...e,
    chain: { ...e.chain, ...change(e.chain) },
  });
const order = (change: Partial<Evidence['books']['orders'][number]>): Spoil =>
  books(({ orders }) => ({ orders: orders.map((each) => ({ ...each, ...change })) }));
const asked =
  (change: Partial<Evidence['asked'][number]>): Spoil =>
  (e) => ({
    ...e,
    asked: e.asked.map((each) => ({ ...each, ...change })),
  });

const spoiled: readonly (readonly [string, Spoil, RegExp])[] = [
  ['an order that was accepted and is gone', books(() => ({ orders: [] })), /accepted and is lost/],
  ['a request that became two orders', books(({ orders }) => ({ orders: [...orders, ...orders] })), /became 2 orders/],
  ['a request that was answered with two orders', asked({ otherIds: [2] }), /several orders/],
  ['an order nobody asked for', (e) => ({ ...e, asked: [] }), /never asked for/],
  ['an order for a refused request', asked({ refused: '100011' }), /was refused .* but is order/],
  ['an order over another amount', order({ units: 6n }), /is not what/],
  ['an order that is stuck', order({ status: 1200 }), /is stuck/],
  ['an order that failed', order({ status: 2400 }), /ended 2400/],
  ['a payment that is missing', chain(() => ({ payments: [] })), /was not paid: lost/],
  ['a payment made twice', chain(({ payments }) => ({ payments: [...payments, ...payments] })), /paid 2 times/],
  [
    'a payment of another amount',
    chain(({ payments }) => ({ payments: payments.map((each) => ({ ...each, units: 4n })) })),
    /was paid as 4/,
  ],
  [
    'a payment to somebody else',
    chain(({ payments }) => ({ payments: [...payments, { txid: 'x', symbol: 'ETH', address: '0xthief', units: 1n }] })),
    /nobody ordered 1 ETH to 0xthief/,
  ],
  ['a delegation that was not made', chain(() => ({ stakes: [] })), /order 2 \(delegate of 2 .* was not made: lost/],
  [
    'a delegation to somebody else',
    chain(() => ({ stakes: [{ ...lent, to: '0xthief', txid: 'lent', units: 2n }] })),
    /was made as delegate of 2 for energy by 0xus to 0xthief/,
  ],
  [
    'a delegation made twice',
    chain(({ stakes = [] }) => ({ stakes: [...stakes, { ...lent, txid: 'again', units: 2n }] })),
    /nobody ordered delegate of 2 .* in again/,
  ],
  [
    'two orders of one delegation',
    books(({ orders }) => ({ orders: [...orders, { ...(orders[1] ?? expect.fail()), id: 3 }] })),
    /shares lent with another/,
  ],
  ['a stake that was booked as a payment', order({ stake: '' }), /order 2 is not what/],
  ['an order that counts as paid by another transaction', order({ txid: 'other' }), /which paid nothing/],
  ['a transaction that failed', chain(() => ({ failed: ['t'] })), /failed on the chain/],
  ['a nonce left out', chain(() => ({ nonceGaps: new Map([['0xus', [3]]]) })), /left out the nonces 3/],
  ['a deposit that was not credited', books(() => ({ deposits: [] })), /lost deposit/],
  [
    'a deposit booked twice',
    books(({ deposits }) => ({ deposits: [...deposits, ...deposits] })),
    /booked 2 times, arrived 1 times/,
  ],
  [
    'a deposit that still waits',
    books(({ deposits }) => ({ deposits: deposits.map((each) => ({ ...each, status: 1000 })) })),
    /is at 1000/,
  ],
  [
    'a deposit that is too small and was credited',
    (one) => ({ ...one, minimums: new Map([['ETH', 10n]]) }),
    /is at 2000/,
  ],
  ['a deposit that never arrived', chain(() => ({ receipts: [] })), /is not on the chain/],
  [
    'books that claim too much',
    books(() => ({ balances: new Map([['0xus ETH', 5n]]) })),
    /the books say 5, the chain 4/,
  ],
  [
    'coins the books do not know',
    chain(() => ({ balances: new Map([['0xus BTC', 1n]]) })),
    /the books say 0, the chain 1/,
  ],
  ['a hold that was not ended', books(() => ({ locked: new Map([['sub-wallet 1 ETH', 1n]]) })), /still held/],
  ['a frozen asset', books(() => ({ frozen: ['ETH (drift)'] })), /was frozen/],
  ['a nonce given back', books(() => ({ laneHoles: 1 })), /given back/],
  [
    'an intent signed with two nonces',
    (e) => ({ ...e, decided: [...e.decided, { signer: '1', intent: 'i1', request: 'r1', keys: ['evm:1|0xus|1'] }] }),
    /outside its conflict class/,
  ],
  [
    'a nonce signed for two intents',
    (e) => ({ ...e, decided: [...e.decided, { signer: '2', intent: 'i2', request: 'r2', keys: ['evm:1|0xus|0'] }] }),
    /for two intents/,
  ],
  [
    'a request signed under the earlier rules and under the later ones',
    (e) => ({ ...e, decided: [...e.decided, { signer: '1', intent: 'i2', request: 'r1', keys: ['evm:1|0xus|1'] }] }),
    /signed request r1 as 2 intents/,
  ],
  ['signers with different rules', (e) => ({ ...e, rules: { taken: 1, versions: ['2', '3'] } }), /rules 2 and 3/],
  ['a change that was lost', (e) => ({ ...e, rules: { taken: 2, versions: ['2', '2'] } }), /after 2 changes/],
];

test.each(spoiled)('%s is a violation', (_, spoil, text) => {
  expect(found(spoil(sound())).join('\n')).toMatch(text);
});

test('three transactions of an intent that share inputs only in pairs are a violation', () => {
  const decided = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
  ].map((keys) => ({ signer: '1', intent: 'i1', request: 'r1', keys }));
  expect([...checks['conflict classes']({ ...sound(), decided })]).toEqual([expect.stringMatching(/outside/)]);
});
