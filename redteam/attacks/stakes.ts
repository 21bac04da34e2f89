import { childPublicKey, familyOf } from '@holdfast/chains';
import type { Intent } from '@holdfast/policy';
import { admit, family } from '../attack.ts';
import { entries, type Fixture, tronChain, tronDepot, tronPayee } from '../fixture.ts';
import { freezeAll, signing } from '../relay.ts';
import { type Ask, approvedBy, nextPolicy, now, policyAsk, send } from '../requests.ts';
import { tronAsk } from './dying.ts';

const stranger = 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE';

/** Tron: coins that become stake, and what comes of them delegated to others. */
const staked = family('stake');
type Kind = 'stake' | 'unstake' | 'unfrozen' | 'delegate' | 'reclaim';

function stakeAsk(fixture: Fixture, kind: Kind, changes: Partial<Intent> = {}): Ask {
  const { intent } = tronAsk(fixture);
  const given = kind === 'delegate' || kind === 'reclaim';
  const whose = given
    ? { address: tronPayee, entry: kind === 'delegate' ? entries.tron : '', path: '' }
    : { address: intent.from, entry: '', path: intent.path };
  return {
    ...tronAsk(fixture, {
      kind,
      call: kind === 'unfrozen' ? '' : 'energy',
      outputs: [{ ...whose, amount: kind === 'unfrozen' ? '0' : '5000000', memo: '' }],
      ...changes,
    }),
    kind,
  };
}
/** The server writes something else into it once it was approved. */
const edited = (ask: Ask, changes: Partial<Intent>): Ask => ({ ...ask, intent: { ...ask.intent, ...changes } });
const firstOf = ({ intent: { outputs } }: Ask): Intent['outputs'][number] => {
  const [output] = outputs;
  if (!output) throw new Error('no output');
  return output;
};

for (const kind of ['stake', 'unstake', 'unfrozen', 'delegate', 'reclaim'] as const) {
  staked.control(`${kind}, as it was approved`, (fixture) => stakeAsk(fixture, kind));
  staked.refused(`${kind} that a member less approved`, 'approvalsMissing', (fixture) => {
    const ask = stakeAsk(fixture, kind);
    return { ...ask, approvals: approvedBy(ask.intent, fixture.crew.omar, fixture.crew.adam) };
  });
  staked.refused(`${kind} with a limit of fees`, 'badPlan', (fixture) => {
    const ask = stakeAsk(fixture, kind);
    return { ...ask, plan: { ...(ask.plan as object), feeLimit: '1' } };
  });
}
staked.play(
  'a delegation with a lock, relayed as it should be',
  'signed',
  (fixture) => signing(fixture, { ask: stakeAsk(fixture, 'delegate', { call: 'energy lock 28800' }) }),
  { control: true },
);

staked.refused('a delegation to another receiver', 'initiatorMissing', (fixture) => {
  const ask = stakeAsk(fixture, 'delegate');
  return edited(ask, { outputs: [{ ...firstOf(ask), address: stranger, entry: '' }] });
});
staked.refused('a delegation to another receiver under the name of a listed one', 'addressEntryUnknown', (fixture) =>
  stakeAsk(fixture, 'delegate', {
    outputs: [{ address: stranger, amount: '5000000', memo: '', entry: entries.tron, path: '' }],
  }),
);
/** Whom a member took for somebody of ours: everybody needed has agreed. */
const giving = (fixture: Fixture, kind: 'delegate' | 'reclaim', address: string, path = ''): Ask =>
  stakeAsk(fixture, kind, { outputs: [{ address, amount: '5000000', memo: '', entry: '', path }] });
const ownPath = 'm/195/8/0/0';
const ownAt = ({ group }: Fixture, path: string): string =>
  familyOf(tronChain).addressOf(tronChain, childPublicKey(group.secp256k1, path));
staked.refused('a delegation that all approved, to a stranger', 'destinationNotListed', (fixture) =>
  giving(fixture, 'delegate', stranger),
);
staked.refused(
  'a delegation that all approved, to who is listed with a memo alone',
  'destinationNotListed',
  (fixture) => giving(fixture, 'delegate', tronDepot),
);
staked.refused('a delegation to a stranger, said to be an own account', 'unknownWallet', (fixture) =>
  giving(fixture, 'delegate', stranger, ownPath),
);
staked.control('a delegation to another own account', (fixture) =>
  giving(fixture, 'delegate', ownAt(fixture, ownPath), ownPath),
);
staked.control('a reclaim from who was listed once, and is a stranger now', (fixture) =>
  giving(fixture, 'reclaim', stranger),
);
staked.control('a reclaim from who is listed with a memo alone: nobody is paid, so none is needed', (fixture) =>
  giving(fixture, 'reclaim', tronDepot),
);
staked.play(
  'a delegation to a stranger as soon as the whitelist is switched off',
  'whitelistHeld',
  async (fixture) => {
    const policy = nextPolicy(fixture, { book: { mode: 'off', coolingHours: '24' } });
    await admit(fixture, policyAsk(fixture, policy));
    return send(fixture, giving({ ...fixture, policy }, 'delegate', stranger));
  },
  { alone: true },
);
staked.refused('a delegation of more', 'initiatorMissing', (fixture) => {
  const ask = stakeAsk(fixture, 'delegate');
  return edited(ask, { outputs: [{ ...firstOf(ask), amount: '5000001' }] });
});
staked.refused('a delegation of the other resource', 'initiatorMissing', (fixture) =>
  edited(stakeAsk(fixture, 'delegate'), { call: 'bandwidth' }),
);
staked.refused('a delegation that is locked, where none was asked for', 'initiatorMissing', (fixture) =>
  edited(stakeAsk(fixture, 'delegate'), { call: 'energy lock 864000' }),
);
staked.refused('a delegation in place of a stake', 'badIntent', (fixture) =>
  edited(stakeAsk(fixture, 'stake'), { kind: 'delegate' }),
);
staked.refused('a payment in place of a delegation', ['badIntent', 'initiatorMissing'], (fixture) => ({
  ...edited(stakeAsk(fixture, 'delegate'), { kind: 'transfer', call: '' }),
  kind: 'transfer',
}));
staked.refused('a stake of somebody else’s account', 'badIntent', (fixture) => {
  const ask = stakeAsk(fixture, 'stake');
  return stakeAsk(fixture, 'stake', { outputs: [{ ...firstOf(ask), address: tronPayee }] });
});
staked.refused('a stake on a chain that has none', 'badPlan', (fixture) => {
  const ask = stakeAsk(fixture, 'stake');
  return { ...ask, plan: { family: 'evm' } };
});
staked.refused('a stake that costs more than was agreed', 'feeAboveCap', (fixture) =>
  stakeAsk(fixture, 'stake', { maxFee: '349999' }),
);
staked.refused('a delegation that could be made for a day', 'livesTooLong', (fixture) => {
  const ask = stakeAsk(fixture, 'delegate');
  return { ...ask, plan: { ...(ask.plan as object), expiration: String(now(fixture) + 24 * 3_600_000) } };
});
staked.play(
  'a delegation while the signers are frozen',
  'frozen',
  async (fixture) => {
    await freezeAll(fixture);
    return send(fixture, stakeAsk(fixture, 'delegate'));
  },
  { alone: true },
);
staked.refused('a stake that is asked for at another sub-wallet’s path', ['unknownWallet', 'badIntent'], (fixture) =>
  stakeAsk(fixture, 'stake', { path: 'm/195/8/0/0' }),
);
staked.play('an approved change of rules, opened as what is to be signed', 'unknownKey', (fixture) => {
  const rules = policyAsk(fixture, nextPolicy(fixture, { book: { mode: 'off', coolingHours: '0' } }));
  return send(fixture, { ...tronAsk(fixture), intent: rules.intent, approvals: rules.approvals }, 'transfer');
});
export const stakeAttacks = staked.attacks;
