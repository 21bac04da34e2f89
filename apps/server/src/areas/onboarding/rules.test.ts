import { policyText } from '@holdfast/policy';
import { ada, bob, type Person, policyOf } from '@holdfast/testkit/review';
import { expect, test } from 'vitest';
import { type Facts, stepsOf } from './rules.ts';

const nothing: Facts = { policy: null, funded: false, listed: false, kit: false, drill: false };
const done = (change: Partial<Facts>): string[] =>
  stepsOf({ ...nothing, ...change }).flatMap((one) => (one.done ? [one.step] : []));
const rules = (people: readonly Person[], signProtection: 'on' | 'off', threshold: string): string => {
  const approvers = people.map(({ member }) => member.id);
  const nodes = [{ kind: 'sign' as const, name: 'Release', approvers, threshold }];
  return policyText(policyOf([...people], { strategies: [{ wallet: '*', signProtection, nodes }] }));
};

test('each step is done by what is so, and by nothing else', () => {
  expect(done({})).toEqual([]);
  expect(done({ funded: true, listed: true, kit: true, drill: true })).toEqual(['fund', 'whitelist', 'kit', 'drill']);
});

test('two approvals are asked for once nobody pays alone, and never of somebody who is alone', () => {
  expect(done({ policy: rules([ada], 'on', '1') })).toEqual([]);
  expect(done({ policy: rules([ada, bob], 'off', '1') })).toEqual(['invite']);
  expect(done({ policy: rules([ada, bob], 'off', '2') })).toEqual(['invite', 'requireTwo']);
  expect(done({ policy: rules([ada, bob], 'on', '1') })).toEqual(['invite', 'requireTwo']);
});

test('somebody who has joined is admitted first: no other is invited meanwhile', () => {
  const joined = { id: 4, name: 'Olga' };
  const invite = (change: Partial<Facts>) => stepsOf({ ...nothing, ...change }).find(({ step }) => step === 'invite');
  expect(invite({ joined })).toEqual({ step: 'invite', done: false, waits: { item_id: 4, name: 'Olga' } });
  expect(invite({})).toEqual({ step: 'invite', done: false });
  expect(invite({ joined, policy: rules([ada, bob], 'on', '1') })).toEqual({ step: 'invite', done: true });
});

test('where one wallet lets somebody pay alone, the step names that wallet', () => {
  const flow = (wallet: string, threshold: string) => {
    const approvers = [ada.member.id, bob.member.id];
    const nodes = [{ kind: 'sign' as const, name: 'Release', approvers, threshold }];
    return { wallet, signProtection: 'off' as const, nodes };
  };
  const wallets = (...strategies: ReturnType<typeof flow>[]) =>
    stepsOf({ ...nothing, policy: policyText(policyOf([ada, bob], { strategies })) }).flatMap(
      ({ wallet }) => wallet ?? [],
    );
  expect(wallets(flow('*', '2'), flow('7', '1'))).toEqual(['7']);
  expect(wallets(flow('*', '1'), flow('7', '1'))).toEqual(['*']);
  expect(wallets(flow('*', '2'), flow('7', '2'))).toEqual([]);
});
