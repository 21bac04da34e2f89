import { describe, expect, it, test } from 'vitest';
import {
  attachmentName,
  attachmentNames,
  checkIntent,
  type IntentKind,
  intentKinds,
  kindRecords,
  liftsFreeze,
  makesKeyWhole,
  mayInitiate,
  mayObject,
  PolicyError,
  workspaceOps,
} from '../src/index.ts';
import { documentIntent, hashOf, team, transfer } from './fixtures.ts';

const payment = transfer();
const change = documentIntent('policy', hashOf('body'));
const sample = (kind: IntentKind) => ({ ...(kindRecords[kind].moves === 'outputs' ? payment : change), kind });

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
    expect(placeOf({ ...(record.moves === 'outputs' ? change : payment), kind })).not.toBe('');
  });

  it('names a document exactly when it moves nothing', () => {
    expect(record.document === undefined).toBe(record.moves === 'outputs');
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
  for (const kind of ['', 'call', 'constructor', 'toString']) expect(placeOf({ ...payment, kind })).toBe('kind');
});
