import {
  canonicalText,
  credentialFingerprint,
  digestWords,
  type PolicyDocument,
  PolicyError,
  parsePolicy,
  policyText,
  type SeniorRule,
} from '@holdfast/policy';
import { ada, bob, cleo, policyOf, richPolicy, ruleOf, testChains } from '@holdfast/testkit/review';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  changeText,
  goneText,
  looserText,
  ownText,
  policyChanges,
  policyHeadline,
  sayEn,
  viewsOf,
} from '../src/index.ts';

const untilChain = (doc: PolicyDocument): string => canonicalText({ ...doc, version: '', prev: '' });
const rich = richPolicy();

/** Every way to change one leaf of a document, or to take one item out of a list, or put it in again at the end, or turn a list around. */
function mutations(value: unknown, at: string, put: (changed: unknown) => unknown): { at: string; made: unknown }[] {
  if (typeof value === 'string') return [{ at, made: put(`${value}9`) }];
  if (Array.isArray(value)) {
    const list: unknown[] = value;
    const turned = list.length > 1 ? [{ at: `${at} turned`, made: put([...list].reverse()) }] : [];
    const items = list.flatMap((item, i) => [
      { at: `${at}/${i} gone`, made: put(list.toSpliced(i, 1)) },
      { at: `${at}/${i} twice`, made: put([...list, item]) },
      ...mutations(item, `${at}/${i}`, (changed) => put(list.with(i, changed))),
    ]);
    return [...turned, ...items];
  }
  return Object.entries(value as object).flatMap(([key, item]) =>
    mutations(item, `${at}/${key}`, (changed) => put({ ...(value as object), [key]: changed })),
  );
}

const all = mutations(rich, '', (changed) => changed)
  .filter(({ at }) => at !== '/version' && at !== '/prev')
  .map(({ at, made }) => ({ at, next: made as PolicyDocument }));

describe('what is told about a change of rules', () => {
  it('is something for every single field of a rich document, list item and order, both ways', () => {
    expect(all.length).toBeGreaterThan(250);
    for (const { at, next } of all) {
      expect([at, policyChanges(rich, next).length > 0, policyChanges(next, rich).length > 0]).toEqual([
        at,
        true,
        true,
      ]);
    }
  });

  it('makes of the document in force exactly the next one, or tells the field whole', () => {
    for (const { at, next } of all) {
      const changes = policyChanges(rich, next);
      const raw = new Map(changes.flatMap((one) => (one.what === 'other' ? [[one.field, one.to] as const] : [])));
      const built = Object.entries(applyChanges(rich, changes)).map(([field, value]) => [
        field,
        raw.get(field) ?? canonicalText(value),
      ]);
      const wanted = Object.entries(next).map(([field, value]) => [field, canonicalText(value)]);
      expect([at, built]).toEqual([at, wanted]);
    }
  });

  it('needs no raw text for any step between two sound documents', () => {
    const rules = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ruleOf({ id }));
    const some = fc
      .shuffledSubarray(rules)
      .chain((list) =>
        fc
          .array(fc.boolean(), { minLength: 6, maxLength: 6 })
          .map((on): SeniorRule[] => list.map((rule, i) => ({ ...rule, enabled: on[i] ? 'on' : 'off' }))),
      );
    const people = fc
      .shuffledSubarray([ada, bob, cleo], { minLength: 1 })
      .chain((list) =>
        fc.record({ list: fc.constant(list), keyHolder: fc.constantFrom('yes' as const, 'no' as const) }),
      );
    const document = fc
      .record({
        senior: some,
        people,
        workspace: fc.shuffledSubarray(rich.workspace),
        strategies: fc.shuffledSubarray(rich.strategies, { minLength: 1 }),
        mode: fc.constantFrom('on' as const, 'off' as const),
        coolingHours: fc.constantFrom('0', '24'),
      })
      .map(({ senior, workspace, strategies, mode, coolingHours, people: { list, keyHolder } }) =>
        policyOf(
          list.map((one) => ({ ...one, member: { ...one.member, keyHolder } })),
          { senior, workspace, strategies, book: { mode, coolingHours } },
        ),
      );
    fc.assert(
      fc.property(document, document, (current, next) => {
        const changes = policyChanges(current, next);
        expect(changes.filter(({ what }) => what === 'other')).toEqual([]);
        expect(untilChain(applyChanges(current, changes))).toBe(untilChain(next));
        expect(changes.length > 0).toBe(untilChain(current) !== untilChain(next));
      }),
    );
  });

  it('is that one rule moved when one rule was moved, not that all the others did', () => {
    const senior = ['a', 'b', 'c', 'd'].map((id) => ruleOf({ id }));
    const [a, b, c, d] = senior as [SeniorRule, SeniorRule, SeniorRule, SeniorRule];
    const changes = policyChanges({ ...rich, senior }, { ...rich, senior: [d, a, b, c] });
    expect(changes).toEqual([{ what: 'seniorMoved', rule: d, from: 4, to: 1 }]);
  });

  it('says in words that rules are written in another format, and not in the headline of what changes', () => {
    const { members } = rich;
    const older = { ...rich, v: '0' } as unknown as PolicyDocument;
    const renamed = { ...rich, members: members.map((one, i) => (i === 0 ? { ...one, name: 'Adele' } : one)) };
    const changes = policyChanges(older, renamed);
    expect(changes.map(({ what }) => what)).toEqual(['memberRenamed', 'format']);
    const views = viewsOf({ chains: [], entries: new Map() }, older, renamed);
    const said = changes.map((change) => changeText(sayEn, views, change).text);
    expect(said[1]).toBe(`The rules are written in format ${rich.v}, until now in 0: what they say is listed here`);
    expect(policyHeadline(sayEn, views, false)).not.toContain('format');
  });

  it('knows even a field that this version has never heard of', () => {
    const later = { ...rich, mandates: [{ id: 'sweep' }] } as PolicyDocument;
    expect(policyChanges(rich, later)).toEqual([
      { what: 'other', field: 'mandates', from: '""', to: '[{"id":"sweep"}]' },
    ]);
  });
});

/** Values that some field of the schema takes. */
const values = [
  ...['on', 'off', 'yes', 'no', 'owner', 'admin', 'operator', 'approver', 'viewer', 'api', 'active', 'removed'],
  ...[
    'approve',
    'sign',
    'flow',
    'pass',
    'refuse',
    'transfer',
    'web3',
    'trade',
    'any',
    'only',
    'except',
    'none',
    'coin',
  ],
  ...[
    'usd',
    'wallet',
    'workspace',
    'member',
    'internal',
    'known',
    'listed',
    'unknown',
    'strategies',
    'members',
    'keys',
  ],
  ...['passkey', 'device', '', '1', '3', '12', 'a'.repeat(64), 'role:viewer', 'evm:1', '0x00000000', 'm-bob', '*'],
];

/** The same mutations with every value that the schema takes at that leaf: documents that a signer would read. */
function readable(doc: PolicyDocument): { at: string; next: PolicyDocument }[] {
  const leaves = (value: unknown, at: string, put: (changed: unknown) => unknown): { at: string; made: unknown }[] => {
    if (typeof value === 'string')
      return [`${value}9`, ...values]
        .filter((one) => one !== value)
        .map((one) => ({ at: `${at} ${one}`, made: put(one) }));
    if (Array.isArray(value)) {
      const list: unknown[] = value;
      return [
        ...(list.length > 1 ? [{ at: `${at} turned`, made: put([...list].reverse()) }] : []),
        ...list.flatMap((item, i) => [
          { at: `${at}/${i} gone`, made: put(list.toSpliced(i, 1)) },
          ...leaves(item, `${at}/${i}`, (changed) => put(list.with(i, changed))),
        ]),
      ];
    }
    return Object.entries(value as object).flatMap(([key, item]) =>
      leaves(item, `${at}/${key}`, (changed) => put({ ...(value as object), [key]: changed })),
    );
  };
  return leaves(doc, '', (changed) => changed).flatMap(({ at, made }) => {
    try {
      return [{ at, next: parsePolicy(policyText(made as PolicyDocument)) }];
    } catch (error) {
      if (error instanceof PolicyError) return [];
      throw error;
    }
  });
}

describe('the words for a change of rules', () => {
  const told = (next: PolicyDocument): string => {
    const views = viewsOf({ chains: testChains, entries: new Map() }, rich, next);
    return policyChanges(rich, next)
      .map((change) => {
        const { sign, text, before = '', after = '', id = '', credential } = changeText(sayEn, views, change);
        if (before !== '') expect(before).not.toBe(after);
        const print = credential ? digestWords(credentialFingerprint(credential)).join(' ') : '';
        return `${sign} ${text} ${before} ${after} ${id} ${print}`;
      })
      .join('\n');
  };

  it('are never the same for two different documents, whichever field a proposal touches', () => {
    const seen = new Map<string, string>();
    const documents = readable(rich).filter(({ at }) => !/^\/(version|prev) /.test(at));
    expect(documents.length).toBeGreaterThan(800);
    for (const { at, next } of documents) {
      const text = told(next);
      const other = seen.get(text);
      expect([at, text]).not.toEqual([at, '']);
      expect([at, other === undefined || other === untilChain(next)]).toEqual([at, true]);
      expect(text).not.toMatch(/\{\w+\}|undefined/);
      seen.set(text, untilChain(next));
    }
  });
});

describe('the scope of the default rule', () => {
  const three = policyOf([ada, bob, cleo]);
  const [basic] = three.strategies;
  if (!basic) throw new Error('no strategy');
  const nodes = [{ name: 'Release', kind: 'sign' as const, approvers: ['m-ada'], threshold: '1' }];
  const owners = { signProtection: 'off' as const, nodes };
  const own = { ...owners, op: 'members' as const };
  const scopeOf = (current: PolicyDocument, next: PolicyDocument): string | undefined => {
    const views = viewsOf({ chains: testChains, entries: new Map() }, current, next);
    return policyChanges(current, next)
      .map((change) => changeText(sayEn, views, change).text)
      .find((text) => text.startsWith('Rule for all wallets'));
  };
  const changed = { ...three, strategies: [{ ...basic, ...owners }] };

  it('names what members decide by it, as long as no rule of its own speaks of that', () => {
    expect(scopeOf(three, changed)).toBe(
      'Rule for all wallets, and for changes of members, rules, the address book, keys, key material, API clients',
    );
    expect(scopeOf({ ...three, workspace: [own] }, { ...changed, workspace: [own] })).not.toContain('members');
  });

  it('names nothing that went, or comes to go, by a rule of its own: that is told by itself', () => {
    expect(scopeOf({ ...three, workspace: [own] }, changed)).not.toContain('members');
    expect(scopeOf(three, { ...changed, workspace: [own] })).not.toContain('members');
  });

  it('is the wallets alone where each kind of change has a rule of its own', () => {
    const all = (['members', 'strategies', 'addressBook', 'keys', 'keyMaterial', 'api'] as const).map((op) => ({
      ...owners,
      op,
    }));
    expect(scopeOf({ ...three, workspace: all }, { ...changed, workspace: all })).toBe('Rule for all wallets');
  });
});

describe('whose own signature is an approval of what they ask for', () => {
  const three = policyOf([ada, bob, cleo]);
  const [basic] = three.strategies;
  const [node] = basic?.nodes ?? [];
  if (!basic || !node) throw new Error('no strategy');
  const flow = (signProtection: 'on' | 'off', steps: readonly string[][], threshold = '1') => ({
    ...basic,
    signProtection,
    nodes: steps.map((approvers) => ({ ...node, threshold, approvers: [...approvers] })),
  });
  const asking = (...args: Parameters<typeof flow>): PolicyDocument => ({ ...three, strategies: [flow(...args)] });
  const [first, last, all] = [['m-ada', 'm-bob'], ['m-cleo'], ['m-ada', 'm-bob', 'm-cleo']];
  const en = (current: PolicyDocument, next: PolicyDocument) => ownText(current, next, 'en-US');
  const told =
    'With this change, asking for a payment counts as an approval of it where Ada asks: others have to give fewer.';

  it('is told by name where it was none until now, in a step of its own or one of several in a step', () => {
    const until = asking('on', [first, last]);
    expect(en(until, asking('off', [first, last]))).toBe(told);
    expect(ownText(until, asking('off', [['m-ada'], last]), 'zh-CN')).toContain('Ada 发起付款即计为');
    expect(en(asking('on', [all], '2'), asking('off', [all], '2'))).toBe(told);
  });

  it('is told of a wallet that has a flow of its own', () => {
    const of = (signProtection: 'on' | 'off'): PolicyDocument => ({
      ...three,
      strategies: [basic, { ...flow(signProtection, [first, last]), wallet: '7' }],
    });
    expect(en(of('on'), of('off'))).toBe(told);
  });

  it.each([
    ['it was so before', asking('off', [first, last]), asking('off', [first, last])],
    ['they need nobody else', asking('on', [first]), asking('off', [first])],
    [
      'they need nobody else, whose signature is enough for every step',
      asking('on', [first, all]),
      asking('off', [first, all]),
    ],
    ['others have to give more', asking('off', [first]), asking('off', [first, last])],
    ['one member decided alone', policyOf([ada]), asking('off', [first, last])],
  ])('is not told where %s', (_, current, next) => {
    expect(en(current, next)).toBeUndefined();
  });
});

describe('whom no rule of wallets asks any more', () => {
  const three = policyOf([ada, bob, cleo]);
  const [basic] = three.strategies;
  const [node] = basic?.nodes ?? [];
  if (!basic || !node) throw new Error('no strategy');
  const asking = (...approvers: string[]): PolicyDocument => ({
    ...three,
    senior: [],
    strategies: [{ ...basic, nodes: [{ ...node, approvers }] }],
  });

  it('is told by name, and of nobody who goes as a member or is asked by another rule', () => {
    const [all, less] = [asking('m-bob', 'm-cleo'), asking('m-bob')];
    expect(goneText(all, less, 'en-US')).toBe('With this change no rule of wallets asks Cleo to approve any more.');
    expect(goneText(all, less, 'zh-CN')).toContain('Cleo 审批');
    expect(goneText(less, all, 'en-US')).toBeUndefined();
    const members = less.members.filter(({ id }) => id !== 'm-cleo');
    expect(goneText(all, { ...less, members }, 'en-US')).toBeUndefined();
    const another = { ...basic, wallet: '7', nodes: [{ ...node, approvers: ['m-cleo'] }] };
    expect(goneText(all, { ...less, strategies: [...less.strategies, another] }, 'en-US')).toBeUndefined();
    // A rule that is switched off asks nobody.
    const off = ruleOf({ enabled: 'off', nodes: [{ ...node, approvers: ['m-cleo'] }] });
    expect(goneText(all, { ...less, senior: [off] }, 'en-US')).toContain('Cleo');
    expect(goneText(all, { ...less, senior: [{ ...off, enabled: 'on' }] }, 'en-US')).toBeUndefined();
  });
});

describe('that the default rule asks for less', () => {
  const three = policyOf([ada, bob, cleo]);
  const [basic] = three.strategies;
  if (!basic) throw new Error('no strategy');
  const needing = (threshold: string, pages?: 'different'): PolicyDocument => ({
    ...three,
    strategies: [{ ...basic, ...(pages && { pages }), nodes: basic.nodes.map((node) => ({ ...node, threshold })) }],
  });

  it('is told by how many approvals, and by the pages that are asked for no more', () => {
    expect(looserText(needing('2', 'different'), needing('1'), 'en-US')).toBe(
      'With this change the default rule asks for fewer approvals: 1 instead of 2. With this change its approvals need not come from pages of different signers any more.',
    );
    expect(looserText(needing('2'), needing('1'), 'zh-CN')).toContain('由 2 次减为 1 次');
  });

  it('is not told where it asks for as much or more, or one member alone decided until now', () => {
    expect(looserText(needing('1'), needing('2', 'different'), 'en-US')).toBeUndefined();
    expect(looserText(needing('1'), needing('1'), 'en-US')).toBeUndefined();
    expect(looserText(policyOf([ada]), needing('1'), 'en-US')).toBeUndefined();
  });
});
