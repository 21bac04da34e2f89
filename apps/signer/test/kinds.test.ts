import { attachmentName, intentKinds, kindRecords, movesCoins } from '@holdfast/policy';
import { describe, expect, it, test } from 'vitest';
import { admissionSteps } from '../src/admission/admit.ts';
import { admittedKinds, purposeOf } from '../src/kinds/index.ts';

const all = Object.values(admittedKinds).flatMap(({ steps }) => steps);
const common = admissionSteps.filter((step) => !all.includes(step)).map(({ name }) => name);
/** What a kind goes through, beside what each does, in the order of the list. */
const own = (kind: (typeof intentKinds)[number]): string[] =>
  admissionSteps.filter((step) => admittedKinds[kind].steps.includes(step)).map(({ name }) => name);

test('no kind is spared what is asked of every one', () => {
  expect(common).toEqual([
    'authenticatedPeer',
    'sizeAndSchema',
    'canonicalBytes',
    'deployment',
    'clock',
    'idUnseen',
    'policyInForce',
    'kindAllowed',
    'initiatorSignature',
    'approvalSignatures',
    'thresholds',
  ]);
});

/** A payment, and whatever else a transaction is made of. */
const coins = intentKinds.filter((kind) => movesCoins({ kind }));

test('each kind goes through these steps of its own', () => {
  const others = intentKinds.filter((kind) => kind === 'transfer' || !coins.includes(kind));
  expect(Object.fromEntries(others.map((kind) => [kind, own(kind)]))).toEqual({
    transfer: [
      'keyGroup',
      'walletOwnsAddress',
      'notFrozen',
      'notQuarantined',
      'notClosed',
      'addressBook',
      'rebuild',
      'decodeAndCompare',
      'feeCaps',
      'lifetime',
      'conflict',
      'earlierPayments',
      'velocity',
      'feeBudget',
      'bid',
      'quorum',
      'callback',
    ],
    policy: ['attachedDocument', 'policyStep', 'ownerAsks', 'agreement'],
    book: ['attachedDocument', 'bookStep', 'tokenStep', 'agreement'],
    keygen: ['notFrozen', 'attachedDocument'],
    export: ['notFrozen', 'attachedDocument', 'keyMaterial', 'callback'],
  });
});

test('stake, allowances and calls go through every step of a payment, and one that is made once more or dropped through two others', () => {
  const attempts = ['speedup', 'drop'] as const;
  const ofBatches = ['batch', 'row', 'disperse'] as const;
  const ofOrdinals = ['inscription', 'brc20', 'step'] as const;
  const plain = ['transfer', 'stake', 'unstake', 'unfrozen', 'delegate', 'reclaim'] as const;
  const ofCalls = ['call', 'child', 'message', 'deploy'] as const;
  expect(coins).toEqual([...plain, ...attempts, 'allowance', ...ofBatches, ...ofCalls, ...ofOrdinals]);
  const others = [...attempts, ...ofBatches, 'call', 'message', 'brc20', 'step'];
  for (const kind of coins.filter((one) => !others.some((other) => other === one)))
    expect([kind, own(kind)]).toEqual([kind, own('transfer')]);
  // Of a swap, its time; of many who are paid by a contract, that it is there.
  expect(own('disperse').filter((step) => step !== 'contractStands')).toEqual(own('transfer'));
  expect(own('call').filter((step) => step !== 'inTime')).toEqual(own('transfer'));
  for (const kind of attempts) {
    const more = own(kind).filter((step) => !own('transfer').includes(step));
    expect([more, own(kind).length]).toEqual([
      expect.arrayContaining(['attachedDocument', 'samePayment']),
      own('transfer').length + 2,
    ]);
  }
});

test('a row goes through every step of a payment and two others, and a batch through one that refuses it; so do a payment in steps and each of these', () => {
  const more = (kind: 'row' | 'batch') => own(kind).filter((step) => !own('transfer').includes(step));
  expect([own('step'), own('brc20')]).toEqual([own('row'), own('batch')]);
  expect(more('row').sort()).toEqual(['attachedDocument', 'rowOfBatch']);
  expect(more('batch')).toEqual(['byRows']);
  for (const kind of ['row', 'batch'] as const) expect(own(kind)).toEqual(expect.arrayContaining(own('transfer')));
});

test('a transaction is asked for by what its intent says of itself, and never for a change of rules or a whole batch', () => {
  const isWhole = (kind: string) => kind === 'batch' || kind === 'brc20';
  for (const kind of intentKinds)
    expect(purposeOf(JSON.stringify({ kind }))).toBe(coins.includes(kind) && !isWhole(kind) ? kind : 'transfer');
  for (const text of ['', '{', 'null', '[]', '{"kind":7}', '{"kind":"constructor"}'])
    expect([text, purposeOf(text)]).toEqual([text, 'transfer']);
});

describe.each(intentKinds)('the kind %s', (kind) => {
  const { steps, change, peer, shown } = admittedKinds[kind];
  const names = steps.map(({ name }) => name);

  it('takes only steps of the list', () => {
    for (const step of steps) expect(admissionSteps).toContain(step);
  });

  it('has its document compared where its body names one, and its transaction rebuilt where it moves coins', () => {
    expect(names.includes('attachedDocument')).toBe(attachmentName(kind) !== undefined);
    for (const step of [
      'rebuild',
      'decodeAndCompare',
      'feeCaps',
      'lifetime',
      'conflict',
      'velocity',
      'quorum',
      'notFrozen',
    ])
      if (kindRecords[kind].moves === 'outputs') expect(names).toContain(step);
  });

  it('is agreed on by all signers exactly where every signer takes it over', () => {
    expect(names.includes('agreement')).toBe(change !== undefined);
  });

  it('is shown to the operator’s hook exactly where the hook is asked', () => {
    expect(names.includes('callback')).toBe(shown !== undefined);
    expect(['server', 'page']).toContain(peer);
  });
});

test('a message goes through every step of a payment that is not about its transaction, and through its own', () => {
  const ofTransactions = [
    'rebuild',
    'decodeAndCompare',
    'feeCaps',
    'lifetime',
    'conflict',
    'earlierPayments',
    'feeBudget',
    'bid',
  ];
  const kept = own('transfer').filter((step) => !ofTransactions.includes(step));
  expect([...own('message')].sort()).toEqual([...kept, 'message'].sort());
});
