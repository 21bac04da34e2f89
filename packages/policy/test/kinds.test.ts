import { describe, expect, it, test } from 'vitest';
import {
  attachmentName,
  attachmentNames,
  checkIntent,
  evaluate,
  type Intent,
  type IntentKind,
  intentKinds,
  kindRecords,
  liftsFreeze,
  makesKeyWhole,
  mayInitiate,
  mayObject,
  PolicyError,
  rowIntent,
  rulingOnSubject,
  subjectOf,
  workspaceOps,
} from '../src/index.ts';
import { amount, rule, senior } from './cases/crew.ts';
import {
  allowance,
  batch,
  brc20,
  callIntent,
  child,
  deployIntent,
  disperse,
  documentIntent,
  drop,
  hashOf,
  inscription,
  refOf,
  type StakeKind,
  speedup,
  stakeIntent,
  team,
  textIntent,
  transfer,
} from './fixtures.ts';

const payment = transfer();
const change = documentIntent('policy', hashOf('body'));
const inSteps: Partial<Record<IntentKind, Intent>> = {
  inscription: inscription(),
  brc20: brc20(),
  step: rowIntent(brc20(), 1),
};
const sample = (kind: IntentKind): Intent => inSteps[kind] ?? sampleOf(kind);
const sampleOf = (kind: IntentKind): Intent =>
  kindRecords[kind].moves === 'stake'
    ? stakeIntent(kind as StakeKind)
    : kind === 'speedup' || kind === 'drop'
      ? { speedup, drop }[kind](payment)
      : kind === 'allowance'
        ? allowance()
        : kind === 'batch' ||
            kind === 'row' ||
            kind === 'disperse' ||
            kind === 'child' ||
            kind === 'call' ||
            kind === 'message' ||
            kind === 'deploy'
          ? {
              ...{ batch: batch(3), row: rowIntent(batch(3), 1), disperse: disperse(3), child: child() },
              ...{ call: callIntent(), message: textIntent(), deploy: deployIntent() },
            }[kind]
          : { ...(kindRecords[kind].moves === 'outputs' ? payment : change), kind };

function placeOf(value: unknown): string {
  try {
    checkIntent(value);
    return '';
  } catch (error) {
    if (error instanceof PolicyError) return error.at;
    throw error;
  }
}

describe.each(intentKinds)('an intent of the kind %s', (kind) => {
  const record = kindRecords[kind];
  const intent = sample(kind);

  it('fills the fields of its kind, and no others', () => {
    expect(placeOf(intent)).toBe('');
    expect(placeOf({ ...(record.moves === 'nothing' ? payment : change), kind })).not.toBe('');
  });

  it('names a document, always or never', () => {
    expect(record.document === undefined).toBe(intent.body === '');
    expect(placeOf({ ...intent, body: intent.body === '' ? hashOf('body') : '' })).toBe('body');
    expect(attachmentName(kind)).toBe(record.document?.name);
  });

  it('reads no document but its own', () => {
    for (const text of ['', '{}', '{"deployment":"x"}'])
      if (record.document) expect(() => record.document?.read(text)).toThrow(PolicyError);
  });

  it('goes by rules that exist, and by those of the workspace for as long as its document is not at hand', () => {
    if (record.ruled.by === 'transactions') return;
    const ops = record.ruled.ops(team, '', {});
    expect(ops.length).toBeGreaterThan(0);
    expect(workspaceOps).toEqual(expect.arrayContaining([...ops]));
    expect(record.ruled.isInstant(team, '', {})).toBe(false);
  });

  it('can be asked for by somebody, and never by who only looks on', () => {
    expect(team.members.some((member) => mayInitiate({ ...member, keyHolder: 'yes' }, kind))).toBe(true);
    expect(record.initiators.roles).not.toContain('viewer');
  });

  it('says with no request id that it lifts a freeze or makes a key whole, but with its own', () => {
    const { liftsFreeze: lifts, makesKeyWhole: makes } = record;
    for (const request of ['', 'other', 'unfreeze', 'wholeKey']) {
      expect(liftsFreeze({ kind, request })).toBe(request !== '' && request === lifts);
      expect(makesKeyWhole({ kind, request })).toBe(request !== '' && request === makes);
    }
  });
});

test('every document travels under a name of its own', () => {
  expect(new Set(attachmentNames).size).toBe(attachmentNames.length);
});

test('only key material can be refused by whoever may decide anything', () => {
  const outsider = team.members.find((member) => mayObject(team, 'export', member.id));
  expect(intentKinds.filter((kind) => mayObject(team, kind, outsider?.id ?? ''))).toEqual(['export']);
});

test('a kind that is not in the register is no intent', () => {
  for (const kind of ['', 'calls', 'constructor', 'toString']) expect(placeOf({ ...payment, kind })).toBe('kind');
});

describe('what is done with stake', () => {
  const own = stakeIntent('stake');
  const other = stakeIntent('delegate');
  const changed = (intent: Intent, output: Partial<Intent['outputs'][number]>): Intent => ({
    ...intent,
    outputs: intent.outputs.map((each) => ({ ...each, ...output })),
  });

  it.each([
    ['another account', changed(own, { address: 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE' })],
    ['another path', changed(own, { path: 'm/195/7/0/1' })],
    ['an entry of the address book', changed(own, { path: '', entry: hashOf('entry') })],
    ['nothing staked', changed(own, { amount: '0' })],
    ['an amount of what has come back', changed(stakeIntent('unfrozen'), { amount: '1' })],
    ['a memo', changed(own, { memo: 'x' })],
    ['a delegation to oneself', changed(other, { address: other.from })],
    ['a receiver more', { ...other, outputs: [...other.outputs, ...other.outputs] }],
    ['nobody', { ...own, outputs: [] }],
  ])('names one output, of its own account or of a receiver: not %s', (_, intent) => {
    expect(placeOf(intent)).toBe('outputs');
  });

  it('names what is staked for, a lock of delegations alone, and no token', () => {
    for (const call of ['', 'votes', 'energy lock 1', 'energy lock 0', 'energy energy'])
      expect([call, placeOf({ ...own, call })]).toEqual([call, 'call']);
    for (const call of ['energy lock 0', 'energy lock', 'lock 5']) expect(placeOf({ ...other, call })).toBe('call');
    expect(placeOf({ ...other, call: 'bandwidth lock 28800' })).toBe('');
    expect(placeOf({ ...payment, call: 'energy' })).toBe('call');
    expect(placeOf({ ...own, asset: { ...own.asset, contract: 'T' } })).toBe('asset');
  });

  it('is no payment: its amount leaves nobody, its fee does, and only a delegation is given to somebody', () => {
    const facts = { price: () => '1', spent: () => undefined, isInternal: () => false, isListed: () => false };
    for (const kind of intentKinds.filter((each) => kindRecords[each].moves === 'stake')) {
      const { type, units, leaves, payees, fee } = subjectOf(stakeIntent(kind as StakeKind), 'web3', {
        ...facts,
        feesCount: true,
      });
      expect([kind, type, units, leaves, fee?.units, payees.length]).toEqual([
        kind,
        'web3',
        kind === 'unfrozen' ? 0n : 100_000_000n,
        false,
        350_000n,
        Number(kind === 'delegate'),
      ]);
    }
  });

  it('goes to our own accounts and listed ones alone where payees have to be listed, or still have to: a delegation, and no other names anybody', () => {
    const problemOf = (
      kind: StakeKind,
      mode: 'on' | 'off',
      known: { own?: boolean; listed?: boolean; held?: boolean },
    ) => {
      const policy = { ...team, book: { mode, coolingHours: '24' } };
      const facts = {
        price: () => '1',
        spent: () => undefined,
        feesCount: true,
        whitelistHeld: known.held ?? false,
        isInternal: () => known.own ?? false,
        isListed: () => known.listed ?? false,
      };
      return evaluate(policy, stakeIntent(kind, { policy: refOf(policy) }), [], facts).problem;
    };
    for (const kind of ['stake', 'unstake', 'unfrozen', 'reclaim'] as const)
      expect([kind, problemOf(kind, 'on', {}), problemOf(kind, 'off', { held: true })]).toEqual([
        kind,
        undefined,
        undefined,
      ]);
    expect(problemOf('delegate', 'on', {})).toBe('destinationNotListed');
    expect(problemOf('delegate', 'off', { held: true })).toBe('whitelistHeld');
    for (const known of [{ own: true }, { listed: true }])
      expect([known, problemOf('delegate', 'on', known)]).toEqual([known, undefined]);
    expect(problemOf('delegate', 'off', {})).toBeUndefined();
  });

  it('is judged by what it stakes, is in no window, and matches no rule about whom something goes to', () => {
    const facts = {
      ...{ price: () => '0.2', spent: () => ({ units: 0n, cents: 0n }), isInternal: () => true, isListed: () => true },
      feesCount: true,
      whitelistHeld: false,
    };
    const actionUnder = (intent: Intent, when: Parameters<typeof rule>[1]) => {
      const policy = senior(rule('pass', { ...upTo('999999999'), ...when }, { type: 'web3' }));
      return rulingOnSubject(policy, subjectOf(intent, 'web3', facts), facts)?.action;
    };
    const upTo = (cents: string, hours = '0') => amount({ unit: 'usd', upTo: cents, hours });
    const to = (mode: 'internal' | 'known') => ({ destinations: { mode, entries: [] } });
    // 100 TRX are worth 20.00.
    expect([actionUnder(own, upTo('2000')), actionUnder(own, upTo('1999'))]).toEqual(['pass', 'flow']);
    // Its fee alone, 0.35 TRX.
    expect([actionUnder(own, upTo('7', '24')), actionUnder(own, upTo('6', '24'))]).toEqual(['pass', 'flow']);
    for (const kind of ['stake', 'unstake', 'unfrozen', 'reclaim'] as const)
      for (const mode of ['internal', 'known'] as const)
        expect([kind, actionUnder(stakeIntent(kind), to(mode))]).toEqual([kind, 'flow']);
    expect(actionUnder(other, to('known'))).toBe('pass');
  });
});
