import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { keyOf, myAction, readKey } from '../../lib/inbox-item.ts';
import { decideMost, decisionLink, heldTogether, inAddress, progress, readInbox, timeLeft, turnText } from './view.ts';

describe('the inbox', () => {
  it('counts an approval beyond a step’s threshold for nothing', () => {
    const members = [1, 1, 0, 2].map((status, at) => ({ id: String(at), name: '', status }));
    const node = (threshold: number) => ({ index: 0, name: '', kind: 'sign' as const, threshold, status: 1, members });
    expect(progress({ nodes: [node(1), node(3)] })).toEqual({ have: 3, need: 4 });
  });

  it('counts no approval for the step that wants one of them on another page', () => {
    const members = [{ id: 'a', name: '', status: 1 }];
    const node = (kind: 'sign' | 'page', status: number) => ({
      index: 0,
      name: '',
      kind,
      threshold: 1,
      status,
      members,
    });
    expect(progress({ nodes: [node('sign', 1), node('page', 0)] })).toEqual({ have: 1, need: 1 });
    expect(progress({ nodes: [node('sign', 2), node('page', 2)] })).toEqual({ have: 1, need: 1 });
    // All were given on one page: it is one more now.
    expect(progress({ nodes: [node('sign', 2), node('page', 1)] })).toEqual({ have: 1, need: 2 });
  });

  it('says how long is left, and when it is soon', () => {
    const now = 1_000_000_000_000;
    const left = (ms: number) => timeLeft(new Date(now + ms), now);
    expect(left(0)).toBeUndefined();
    expect(left(30_000)).toEqual({ key: 'todo.minutesLeft', count: 1, soon: true });
    expect(left(5 * 3_600_000)).toEqual({ key: 'todo.hoursLeft', count: 5, soon: true });
    expect(left(30 * 3_600_000)).toEqual({ key: 'todo.hoursLeft', count: 30, soon: false });
    expect(left(7 * 24 * 3_600_000)).toEqual({ key: 'todo.daysLeft', count: 7, soon: false });
    // Just made, and a day later.
    expect(left(7 * 24 * 3_600_000 - 60_000)?.count).toBe(7);
    expect(left(6 * 24 * 3_600_000 - 60_000)?.count).toBe(6);
    expect(left(6.5 * 24 * 3_600_000)?.count).toBe(6);
  });

  it('says whose turn it is to whoever reads it, the initiator first', () => {
    const step = (status: number, id: string, approved = 0) => ({
      ...{ index: 0, name: '', kind: 'approve' as const, threshold: 1, status },
      members: [{ id, name: '', status: approved }],
    });
    const nodes = [
      step(2, 'm-2'),
      step(1, 'm-3'),
      step(0, 'm-4'),
      step(0, 'm-5', 1),
      { ...step(0, 'm-6'), kind: 'page' as const },
    ];
    const signed = { ...{ name: '', time: new Date(0), remark: '', remark_signed: false }, id: 'm-1' };
    const initiated = [{ ...signed, decision: 'initiate' as const }];
    const turn = (my_action: number, initiator_signed: boolean, me = 'm-2', solo_mode = false, more: object[] = []) =>
      turnText(
        {
          ...{ my_action, initiator_signed, solo_mode, nodes, initiator: { id: 'm-1', name: 'Olivia' } },
          decisions: [...initiated, ...more] as typeof initiated,
        },
        me,
      );
    expect(turn(myAction.decide, false, 'm-1')).toBe('todo.turn.initiate');
    expect(turn(myAction.decide, true)).toBe('todo.turn.approve');
    expect(turn(myAction.decide, false, 'm-1', true)).toBe('todo.turn.approve');
    expect(turn(myAction.decided, true)).toBe('todo.turn.decided');
    // The signature of the request is no decision about it; whoever asked may have approved it besides.
    expect(turn(myAction.decided, true, 'm-1')).toBe('todo.turn.asked');
    expect(turn(myAction.decided, true, 'm-1', false, [{ ...signed, decision: 'approve' }])).toBe('todo.turn.decided');
    expect(turn(myAction.none, true)).toBe('todo.turn.others');
    expect(turn(myAction.none, true, 'm-1')).toBe('todo.turn.asked');
    // Once who asked has signed, or the steps before are done.
    expect(turn(myAction.none, false, 'm-3')).toBe('tools:todo.turnLater');
    expect(turn(myAction.none, true, 'm-4')).toBe('tools:todo.turnLater');
    expect(turn(myAction.none, true, 'm-5')).toBe('todo.turn.others');
    expect(turn(myAction.none, true, 'm-6')).toBe('todo.turn.others');
  });
});

it('promises no others where the rule asks nobody but who asked', () => {
  const [me, other] = [
    { id: 'm-1', name: 'Olivia', status: 0 },
    { id: 'm-2', name: 'Ann', status: 0 },
  ];
  const turn = (my_action: number, members: (typeof me)[]) =>
    turnText(
      {
        ...{ my_action, initiator_signed: false, solo_mode: false, initiator: { id: 'm-1', name: 'Olivia' } },
        nodes: [{ index: 0, name: '', kind: 'approve', threshold: 1, status: 1, members }],
        decisions: [],
      },
      'm-1',
    );
  expect(turn(myAction.decide, [me])).toBe('todo.turn.alone');
  expect(turn(myAction.none, [me])).toBe('todo.turn.alone');
  expect(turn(myAction.decided, [me])).toBe('todo.turn.decided');
  expect(turn(myAction.decide, [me, other])).toBe('todo.turn.initiate');
  // Nobody may approve it: no signature decides it.
  expect(turn(myAction.none, [])).toBe('todo.turn.asked');
});

describe('the address of the inbox', () => {
  it('tells a payment and a change with the same number apart', () => {
    for (const item_type of [1, 6])
      expect(readKey(keyOf({ item_type, item_id: 7 }))).toEqual({ item_type, item_id: 7 });
    expect(keyOf({ item_type: 1, item_id: 7 })).not.toBe(keyOf({ item_type: 15, item_id: 7 }));
    for (const wrong of [undefined, '', 'p', '0', 'x7', '7p', '-1', '12345678901'])
      expect(readKey(wrong)).toBeUndefined();
  });

  it('is read with what is not understood left out', () => {
    expect(readInbox({ scope: 'mine', kind: '5', status: 2, q: 42, page: '3' })).toEqual({
      scope: 'mine',
      kind: 5,
      status: 2,
      q: '42',
      page: 3,
    });
    expect(readInbox({ scope: 'theirs', kind: 99, status: 5, q: '\u0007', page: -1, more: {} })).toEqual({});
  });
});

describe('deciding several', () => {
  const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const asked = (n: number, origin = 'https://signer.example') => ({
    intent_id: id(n),
    intent_hash: String(n).padStart(64, '0'),
    approval_url: `${origin}/#/i/${id(n)}?digest=x&return=https%3A%2F%2Fdesk.example%2Ftodo`,
  });

  it('leads to the signer’s own page with each item, its fingerprint, and the way back', () => {
    const items = [asked(1), asked(2), asked(3, 'https://other.example')];
    for (const [decision, numbers] of [
      ['approve', [1, 2]],
      ['refuse', [1, 2, 3]],
    ] as const) {
      const url = new URL(decisionLink(items, decision));
      const query = new URLSearchParams(url.hash.replace(`#/${decision}?`, ''));
      expect(url.origin).toBe('https://signer.example');
      expect(query.get('items')).toBe(numbers.map((n) => `${id(n)}.${String(n).padStart(64, '0')}`).join(','));
      expect(query.get('return')).toBe('https://desk.example/todo');
      expect(heldTogether(items, decision)).toHaveLength(numbers.length);
    }
  });

  it('goes nowhere but to a web address, and names no more than the page takes', () => {
    expect(decisionLink([{ ...asked(1), approval_url: 'javascript:alert(1)//#/i/x?' }], 'refuse')).toBe('');
    const many = Array.from({ length: decideMost.refuse + 5 }, (_, n) => asked(n));
    for (const decision of ['refuse', 'approve'] as const) {
      const link = decisionLink(many, decision);
      expect(link).toContain(`/#/${decision}?items=`);
      expect(link.split('%2C')).toHaveLength(decideMost[decision]);
    }
  });

  it('names an item plainly in the address, and reads the addresses of before', () => {
    const address = (key: string) => defaultStringifySearch({ item: inAddress(key) });
    expect([address('3'), address('p12')]).toEqual(['?item=3', '?item=p12']);
    const read = (search: string) => readKey(String((defaultParseSearch(search) as { item: unknown }).item));
    for (const search of ['?item=3', '?item=%223%22']) expect(read(search)).toMatchObject({ item_type: 1, item_id: 3 });
    expect(read('?item=p12')).toMatchObject({ item_id: 12 });
  });
});
