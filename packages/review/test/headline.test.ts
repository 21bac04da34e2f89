import type { PolicyDocument } from '@holdfast/policy';
import { ada, bob, cleo, person, policyOf, richPolicy, ruleOf, testChains } from '@holdfast/testkit/review';
import { describe, expect, it } from 'vitest';
import { policyHeadline, type Say, sayEn, viewsOf } from '../src/index.ts';
import { ruleWordsZh, sayWith } from '../src/sentences.ts';

const rich = richPolicy();
const sayZh = sayWith(ruleWordsZh);
const head = (next: Partial<PolicyDocument>, from: PolicyDocument = rich, say: Say = sayEn, lifts = false): string => {
  const to = { ...from, ...next };
  return policyHeadline(say, viewsOf({ chains: testChains, entries: new Map() }, from, to), lifts);
};
const payroll = { ...person('m-pay', 'Payroll', 'api', 10).member, keyHolder: 'no' as const };
const withMember = (id: string, change: Partial<PolicyDocument['members'][number]>) => ({
  members: rich.members.map((member) => (member.id === id ? { ...member, ...change } : member)),
});
const withoutKeys = policyOf([ada, bob, { ...cleo, member: { ...cleo.member, keyHolder: 'no' } }]);
const [basic] = rich.strategies;
if (!basic) throw new Error('no strategy');

describe('the headline of a change of rules', () => {
  it.each<[string, string, Partial<PolicyDocument>, PolicyDocument?]>([
    ['New member: Payroll, API client', '新成员：Payroll，API 客户端', { members: [...rich.members, payroll] }],
    [
      'Cleo: from active to removed',
      'Cleo：状态由有效改为已移除',
      withMember('m-cleo', { status: 'removed', credentials: [] }),
    ],
    ['Cleo: role from approver to viewer', 'Cleo：角色由审批人改为查看者', withMember('m-cleo', { role: 'viewer' })],
    ['Bob: device key no longer counts', 'Bob：设备密钥 不再有效', withMember('m-bob', { credentials: [] })],
    [
      'Cleo: new device key',
      'Cleo：新增设备密钥',
      withMember('m-cleo', { credentials: [...cleo.member.credentials, ...payroll.credentials] }),
    ],
    [
      'Cleo becomes a holder of a key of equal rights and may release',
      'Cleo 成为同权密钥持有人，可以放行',
      { members: policyOf([ada, bob, cleo]).members },
      withoutKeys,
    ],
    [
      'New advanced rule “Night” at place 3',
      '新增高级规则“Night”，位于第 3 位',
      { senior: [...rich.senior, ruleOf({ id: 'night', name: 'Night' })] },
    ],
    [
      'Advanced rule “Calls” at place 2 falls away',
      '取消第 2 位的高级规则“Calls”',
      { senior: rich.senior.slice(0, 1) },
    ],
    [
      'Rule for all wallets',
      '所有钱包的规则',
      { strategies: [{ ...basic, signProtection: 'off' }, ...rich.strategies.slice(1)] },
    ],
    [
      'Whitelist off: payments may go to any address',
      '关闭白名单：可以向任何地址付款',
      { book: { ...rich.book, mode: 'off' } },
    ],
    ['Order of the members: Cleo, Bob, Ada', '成员的顺序：Cleo、Bob、Ada', { members: [...rich.members].reverse() }],
  ])('is “%s” where that is what changes, in both languages', (en, zh, next, from) => {
    expect([head(next, from), head(next, from, sayZh)]).toEqual([en, zh]);
  });

  it('tells two things, and that there are more', () => {
    const { members } = withMember('m-cleo', { role: 'viewer' });
    const next = { members: [...members, payroll], book: { mode: 'off' as const, coolingHours: '24' } };
    const two = 'Cleo: role from approver to viewer; New member: Payroll, API client';
    expect(head({ members: next.members })).toBe(two);
    expect(head(next)).toBe(`${two}; …`);
    expect(head({ ...next, senior: [] }, rich, sayZh)).toBe(
      'Cleo：角色由审批人改为查看者；新成员：Payroll，API 客户端；…',
    );
  });

  it('says that a freeze is lifted, and what else; and that nothing changes where nothing does', () => {
    expect(head({}, rich, sayEn, true)).toBe('Lift the freeze: the signers sign again');
    expect(head({ book: { ...rich.book, mode: 'off' } }, rich, sayZh, true)).toBe(
      '解除冻结：签名节点恢复签名；关闭白名单：可以向任何地址付款',
    );
    expect(head({})).toBe('Nothing but the version number');
  });

  it('shows what a name hides, and tells twins apart', () => {
    const hidden = { ...payroll, name: 'A\u202eda' };
    expect(head({ members: [...rich.members, hidden] })).toBe('New member: A⟨U+202E⟩da, API client');
    for (const name of ['cleo', 'Сleo', 'C\u200dleo']) {
      const twins = { members: [...rich.members, { ...payroll, name }] };
      const from = { ...rich, ...twins };
      const off = twins.members.map((one) => (one.id === 'm-pay' ? { ...one, status: 'removed' as const } : one));
      expect(head({ members: off }, from)).toContain('(m-pay): from active to removed');
    }
  });
});
