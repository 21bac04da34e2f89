import { describe, expect, it } from 'vitest';
import {
  beginsDifferent,
  type IntentKind,
  pageOf,
  pageOfSigner,
  type SeniorRule,
  takesTwo,
  withPages,
} from '../src/index.ts';
import { crew, rule, under } from './cases/crew.ts';
import { pagePolicy } from './cases/pages.ts';
import { approve, keys, node, strategy, transfer } from './fixtures.ts';

const intent = transfer();
const flow = (...nodes: ReturnType<typeof node>[]) => strategy('7', 'on', ...nodes);

describe('the page of a decision', () => {
  it('is the origin of a signer, as the authenticator signed it', () => {
    const at = (origin: string) => pageOf(pagePolicy, approve(keys.ann, 'ann', intent, 'approve', { origin }));
    expect(at('http://localhost:8702')).toBe('http://localhost:8702');
    for (const origin of ['http://localhost:8700', 'http://localhost:87020', 'https://localhost:8702', 'null', ''])
      expect(at(origin)).toBeUndefined();
  });

  it('is none for a device key, and for client data that is none', () => {
    expect(pageOf(pagePolicy, approve(keys.bob, 'bob', intent))).toBeUndefined();
    expect(pageOf(pagePolicy, approve(keys.ann, 'ann', intent, 'approve', { clientText: '[]' }))).toBeUndefined();
  });

  it('has one name, however its origin is written', () => {
    for (const [origin, name] of [
      ['https://a.example:443', 'https://a.example'],
      ['http://a.example:80', 'http://a.example'],
      ['https://a.example.', 'https://a.example'],
      ['https://a.example.:8443', 'https://a.example:8443'],
      ['https://a.example:80', 'https://a.example:80'],
      ['https://a.example:4430', 'https://a.example:4430'],
      ['http://a.example:8080', 'http://a.example:8080'],
    ] as const)
      expect(pageOfSigner({ origin })).toBe(name);
  });
});

describe('a flow begins with different pages', () => {
  it('where it takes two people, whoever they are', () => {
    const [two, any, inTurn] = [
      flow(node('n', 2, 'ann', 'bob', 'dee')),
      flow(node('a', 1, 'ann', 'bob'), node('b', 1, 'ann', 'dee')),
      flow(node('a', 1, 'ann'), node('b', 1, 'dee')),
    ];
    expect([two, any, inTurn].map(takesTwo)).toEqual([true, false, true]);
    expect(takesTwo(flow(node('a', 1, 'ann', 'bob'), node('b', 2, 'ann', 'bob')))).toBe(true);
    expect(takesTwo({ nodes: [] })).toBe(false);
    expect([two, any, inTurn].map((one) => beginsDifferent(pagePolicy, one, ['transfer']))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('and where they have passkeys for the pages of two signers', () => {
    const two = flow(node('n', 2, 'ann', 'dee'));
    expect(beginsDifferent(crew, two, ['transfer'])).toBe(false);
    expect(beginsDifferent(pagePolicy, two, ['transfer'])).toBe(true);
    const [one] = pagePolicy.signers;
    const twins = {
      ...pagePolicy,
      signers: pagePolicy.signers.map((signer) => ({ ...signer, origin: one?.origin ?? '' })),
    };
    expect(beginsDifferent(twins, two, ['transfer'])).toBe(false);
    expect(beginsDifferent(under({ members: [] }), two, ['transfer'])).toBe(false);
  });

  it('only where everything that goes by it can: who is needed cannot ask for what they alone may ask for', () => {
    const two = flow(node('n', 2, 'ann', 'dee'));
    const noAdmin = pagePolicy.members.map((one) => (one.id === 'bob' ? { ...one, role: 'viewer' as const } : one));
    const begins = (...kinds: IntentKind[]) => beginsDifferent({ ...pagePolicy, members: noAdmin }, two, kinds);
    expect([begins('transfer'), begins('keygen')]).toEqual([true, false]);
    expect([begins('transfer', 'keygen'), begins('keygen', 'transfer')]).toEqual([false, false]);
  });

  it('in a rule too, unless it is said that any will do, and goes on as it was where nothing is said', () => {
    const two = rule('flow', {}, { nodes: [node('n', 2, 'ann', 'dee')] });
    const [asking, stopping] = [{ ...two, pages: 'different' as const }, rule('refuse')];
    const among = (...senior: SeniorRule[]) => ({ ...pagePolicy, senior });
    expect(withPages(among(), two, undefined)).toEqual(asking);
    expect(withPages(among(), asking, 'any')).toEqual(two);
    expect(withPages(among(two), two, undefined)).toEqual(two);
    expect(withPages(among(asking), two, undefined)).toEqual(asking);
    expect(withPages(among(), stopping, 'different')).toEqual(stopping);
  });
});
