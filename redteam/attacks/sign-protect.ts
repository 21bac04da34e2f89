import type { PolicyDocument } from '@holdfast/policy';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { type Ask, approvedBy, nextPolicy, payment, policyAsk, send, transferAsk } from '../requests.ts';

/** Whoever asks for a payment approves it too, or has it made so that they may. */
const protection = family('signature protection');

type Change = (policy: PolicyDocument) => Partial<PolicyDocument>;
const off = <F extends { readonly signProtection: 'on' | 'off' }>(flow: F): F => ({ ...flow, signProtection: 'off' });

/** Adam asks for other rules, and all others agree. */
const byAdam =
  (change: Change) =>
  (fixture: Fixture): Ask => {
    const { adam, anna, olga } = fixture.crew;
    const ask = policyAsk(fixture, nextPolicy(fixture, change(fixture.policy)), { initiator: 'adam' });
    return { ...ask, approvals: approvedBy(ask.intent, adam, anna, olga) };
  };
const byOlga =
  (change: Change) =>
  (fixture: Fixture): Ask =>
    policyAsk(fixture, nextPolicy(fixture, change(fixture.policy)));

/** Adam asks for a payment, and approves it beside Anna. */
const ownPayment = (fixture: Fixture): Ask => {
  const { adam, anna } = fixture.crew;
  const intent = payment(fixture, 'evm', { initiator: 'adam' });
  return transferAsk(fixture, intent, approvedBy(intent, adam, adam, anna));
};

const everywhere: Change = ({ strategies, senior }) => ({ strategies: strategies.map(off), senior: senior.map(off) });
const lifted: Readonly<Record<string, Change>> = {
  'every flow loses it': everywhere,
  'the default flow loses it': ({ strategies }) => ({
    strategies: strategies.map((flow) => (flow.wallet === '*' ? off(flow) : flow)),
  }),
  'a sub-wallet gets a flow of its own without it': ({ strategies }) => ({
    strategies: [...strategies, ...strategies.slice(0, 1).map((flow) => ({ ...off(flow), wallet: '21' }))],
  }),
  'a sub-wallet loses its own flow, which had it, beside a default without it': ({ strategies }) => ({
    strategies: strategies
      .filter(({ wallet }) => wallet !== '13')
      .map((flow) => (flow.wallet === '*' ? off(flow) : flow)),
  }),
  'a rule loses it': ({ senior }) => ({ senior: senior.map((rule) => (rule.id === 'large' ? off(rule) : rule)) }),
  'a new rule without it takes payments from flows that have it': ({ senior }) => ({
    senior: [...senior.filter(({ id }) => id === 'large').map((rule) => ({ ...off(rule), id: 'larger' })), ...senior],
  }),
  'a rule with it goes, where other flows have none': ({ senior }) => ({
    senior: senior.filter(({ id }) => id !== 'large'),
  }),
  'a rule with it refuses from then on, and names it no longer, where other flows have none': ({ senior }) => ({
    senior: senior.map((rule) => (rule.id === 'large' ? { ...off(rule), action: 'refuse', nodes: [] } : rule)),
  }),
  'a rule with it is switched off, where other flows have none': ({ senior }) => ({
    senior: senior.map((rule) => (rule.id === 'large' ? { ...rule, enabled: 'off' } : rule)),
  }),
};

protection.control('an owner asks for it to be off, and others agree', byOlga(everywhere), true);
protection.control(
  'an admin asks for another rule that has it',
  byAdam(({ senior }) => ({
    senior: [...senior, ...senior.filter(({ id }) => id === 'large').map((rule) => ({ ...rule, id: 'larger' }))],
  })),
  true,
);
protection.refused('who asks approves too', 'approvalsMissing', ownPayment);
for (const [title, change] of Object.entries(lifted)) {
  protection.refused(`${title}: asked for by an admin, approved by all`, 'ownerMissing', byAdam(change));
  protection.refused(`${title}: an owner alone`, 'approvalsMissing', (fixture) => {
    const ask = byOlga(change)(fixture);
    return { ...ask, approvals: approvedBy(ask.intent, fixture.crew.olga) };
  });
}
protection.play(
  'once an owner had it switched off, who asks approves too',
  'admitted',
  async (fixture) => {
    const next = nextPolicy(fixture, everywhere(fixture.policy));
    const change = policyAsk(fixture, next);
    fixture.lawful.add(change.intent.id);
    await send(fixture, change);
    const after = { ...fixture, policy: next };
    const own = ownPayment(after);
    fixture.lawful.add(own.intent.id);
    return send(after, own);
  },
  { control: true, alone: true },
);

export const protectionAttacks = protection.attacks;
