import { orderStatus } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { joined, missing, nextStep } from './steps.ts';

const member = (name: string, status = 0) => ({ id: name, name, status });
const node = (threshold: number, members: ReturnType<typeof member>[], status = 1, kind: 'sign' | 'page' = 'sign') => ({
  index: 0,
  name: 'Desk',
  kind,
  threshold,
  status,
  members,
});
const base = {
  status: 0,
  state: orderStatus.awaitingApproval,
  initiator: { id: 'm-1', name: 'Olivia' },
  initiator_signed: true,
  solo_mode: false,
  payment: { symbol: 'ETH' } as never,
  decisions: [],
  nodes: [node(2, [member('Ann', 1), member('Bob'), member('Cleo')])],
};
const told = (change: object, blocks?: { have: number; need: number }) => {
  const { key, tone, values } = nextStep({ ...base, ...change }, blocks);
  return [key.replace('tools:todo.next.', ''), tone, values];
};

describe('what happens next', () => {
  it('names whose approval is missing, and how many', () => {
    expect(told({})).toEqual(['approvals', 'wait', { count: 1, names: ['Bob', 'Cleo'] }]);
    expect(missing({ nodes: [node(1, [member('Ann', 1)], 2), node(2, [member('Bob'), member('Cleo')])] })).toEqual({
      count: 2,
      names: ['Bob', 'Cleo'],
    });
    expect(missing({ nodes: [node(1, [member('Ann', 1), member('Bob')], 1, 'page')] })?.names).toEqual(['Ann', 'Bob']);
    const bob = { id: 'Bob', word: 'you' };
    expect(missing(base, bob)?.names).toEqual(['you', 'Cleo']);
    expect(told({ initiator_signed: false })).toEqual(['initiator', 'wait', { name: 'Olivia' }]);
    const olivia = { id: 'm-1', word: 'you' };
    expect(nextStep({ ...base, initiator_signed: false }, undefined, olivia).values).toEqual({ name: 'you' });
    const pages = [node(1, [member('Ann', 1)], 2), node(1, [member('Ann'), member('Bob')], 1, 'page')];
    expect(told({ nodes: pages })).toEqual(['page', 'wait', { count: 1, names: ['Ann', 'Bob'] }]);
  });

  it('names the step that follows, and nothing where the approvals given are enough for it', () => {
    const cleo = { id: 'Cleo', word: 'you' };
    const later = (nodes: object[], over: object = {}) =>
      nextStep({ ...base, nodes: nodes as typeof base.nodes, ...over }, undefined, cleo).later;
    const [first, pages] = [node(1, [member('Ann')]), node(1, [member('Ann'), member('Bob')], 0, 'page')];
    const [second, third] = [node(2, [member('Bob'), member('Cleo')], 0), node(1, [member('Dora')], 0)];
    expect(later([first])).toBeUndefined();
    expect(later([first, second, third])).toEqual({ step: 2, steps: 3, count: 2, names: ['Bob', 'you'] });
    expect(later([first, pages])).toBeUndefined();
    expect(later([first, second], { solo_mode: true })).toBeUndefined();
    const gave = { name: '', decision: 'approve' as const, time: new Date(), remark: '', remark_signed: false };
    const decisions = ['Bob', 'Cleo'].map((id) => ({ id, ...gave }));
    expect(later([first, second], { decisions: decisions.slice(1) })).toMatchObject({ count: 1, names: ['Bob'] });
    expect(later([first, second, third], { decisions })).toEqual({ step: 3, steps: 3, count: 1, names: ['Dora'] });
  });

  it('follows a payment to its last block, and a change until it is in force', () => {
    const { awaitingSignature, paying, done, failed } = orderStatus;
    const of = (state: number, change: object = {}) => told({ status: 1, state, ...change }, { have: 2, need: 6 });
    expect(of(awaitingSignature)).toEqual(['signing', 'wait', {}]);
    const time = new Date(1_000);
    const decisions = [{ id: 'b', name: 'Bob', decision: 'approve' as const, time, remark: '', remark_signed: false }];
    const signing = { ...base, status: 1 as const, state: awaitingSignature, decisions };
    const after = (ms: number) => nextStep(signing, undefined, undefined, 1_000 + ms).key;
    expect([after(4_000), after(6_000)]).toEqual(['tools:todo.next.signing', 'tools:todo.next.signingLate']);
    expect(of(paying)).toEqual(['blocks', 'wait', { have: 2, need: 6 }]);
    expect([of(done)[0], of(failed)[0]]).toEqual(['paid', 'failed']);
    expect(of(awaitingSignature, { payment: null })).toEqual(['takenOver', 'wait', {}]);
    expect(of(done, { payment: null })).toEqual(['inForce', 'done', {}]);
  });

  it('says who refused', () => {
    const decisions = [
      { id: 'b', name: 'Bob', decision: 'refuse' as const, time: new Date(), remark: '', remark_signed: false },
    ];
    const refused = { status: 2, state: orderStatus.approvalRefused };
    expect(told({ ...refused, decisions })).toEqual(['refusedBy', 'bad', { name: 'Bob' }]);
    const bob = { id: 'b', word: 'you' };
    expect(nextStep({ ...base, ...refused, decisions }, undefined, bob).key).toBe('tools:todo.next.refusedByYou');
    expect(told({ status: 4, state: orderStatus.autoCancelled })[0]).toBe('expired');
  });

  it('says of nothing that it was taken back which ended otherwise', () => {
    const of = (state: number, payment: object | null) => told({ status: 3, state, payment })[0];
    expect([of(orderStatus.rejected, {}), of(orderStatus.systemRejected, {})]).toEqual(['cancelled', 'notAllowed']);
    expect([of(orderStatus.rejected, null), of(orderStatus.systemRejected, null)]).toEqual(['takenBack', 'overtaken']);
  });
});

it.each([
  [['Ann', '您'], ' 或 ', 'Ann 或您'],
  [['您', 'Ann'], ' 或 ', '您或 Ann'],
  [['王 小明', '李'], ' 或 ', '王 小明或李'],
  [['Ann', 'Ben', 'Cem'], ' 或 ', 'Ann 或 Ben 或 Cem'],
  [['王', 'Bob'], ' or ', '王 or Bob'],
  [[], ' or ', ''],
])('of %s, with the word %s between them, is made %s', (names, between, text) =>
  expect(joined(names, between)).toBe(text),
);
