// @vitest-environment jsdom
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { reasonText } from './reasons.ts';
import { timelineItems } from './timeline-items.ts';
import type { Transaction } from './view.ts';

beforeAll(startI18n);

type Event = Transaction['timeline'][number];
const event = (status: number, sub_status: string, more: Partial<Event> = {}): Event => ({
  time: new Date(0),
  status,
  sub_status,
  actor: 'system',
  actor_name: '',
  detail: {},
  ...more,
});
const items = (type: number, timeline: Event[]) =>
  timelineItems({ type, timeline } as unknown as Transaction, i18next.t);

it('tells an order’s way in words, who did what, and colours only where it stands', () => {
  const told = items(2, [
    event(1000, 'awaiting_approval', { actor: 'm1', actor_name: 'Mei Lin' }),
    event(1000, 'approve', { actor: 'm2', actor_name: 'Jonas' }),
    event(1100, 'approved', { detail: { rule: 'Owners', policy: 'p v2', fee: '21000' } }),
    event(1200, 'signed', { actor: 'signers' }),
    event(2200, 'signer_refused', { actor: 'signer 2', detail: { reason: 'policyStale' } }),
  ]);
  expect(told.map(({ title, by, tone }) => [title, by, tone])).toEqual([
    ['Asked for', 'Mei Lin', 'done'],
    ['Approved', 'Jonas', 'done'],
    ['All approvals are there', 'Holdfast', 'done'],
    ['Signed', 'both signers', 'done'],
    ['A signer refused', 'signer 2', 'bad'],
  ]);
  expect(told[2]?.text).toBe('rule: Owners · version 2 of the rules');
});

it('says in words who is nobody of the members, also where the server repeats their id as a name', () => {
  const actors = ['system', 'signers', 'chain', 'signer 1'];
  const told = items(
    2,
    actors.map((actor) => event(1100, 'approved', { actor, actor_name: actor })),
  );
  expect(told.map(({ by }) => by)).toEqual(['Holdfast', 'both signers', 'chain', 'signer 1']);
});

it('names a rule that people gave no name by its kind and wallet', () => {
  const rules = ['basic *', 'basic 7', 'basic 8', 'workspace keys'];
  const timeline = rules.map((rule) => event(1100, 'approved', { detail: { rule } }));
  const wallet = { sub_wallet_id: 7, sub_wallet_name: 'Payroll' };
  const told = timelineItems({ type: 2, timeline, ...wallet } as unknown as Transaction, i18next.t);
  expect(told.map(({ text }) => text)).toEqual([
    'rule: Default rule of all wallets',
    'rule: Rule of wallet Payroll',
    'rule: Rule of wallet 8',
    'rule: Rules of the workspace',
  ]);
});

it('falls back to the status for a step it does not know, and shows what waits', () => {
  expect(items(2, [event(1000, 'something_new')])[0]).toMatchObject({ title: 'Awaiting approval', tone: 'wait' });
  expect(items(1, [event(1000, 'confirming'), event(3000, 'reorged')])[1]).toMatchObject({
    title: 'Taken back by the chain',
    tone: 'bad',
    by: '',
  });
});

it('says of a refusal what helps, where a person can do something', () => {
  const told = items(2, [
    event(2200, 'signer_refused', { detail: { reason: 'earlierNotReplaced' } }),
    event(2202, 'expired', { detail: { reason: 'signatureMayExist' } }),
    event(2200, 'signer_refused', { detail: { reason: 'constructor' } }),
  ]);
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringContaining('Ask for it again'),
    expect.stringContaining('may still be made'),
    'reason: constructor',
  ]);
  expect(reasonText('signer 1: earlierOpen, signer 2: earlierOpen', i18next.t)).toMatch(/own address/);
});
