import type { BitcoinPlan } from '@holdfast/chains/plans/bitcoin';
import type { EvmPlan } from '@holdfast/chains/plans/evm';
import { ask, btcPlan, call, coin, decide, evmPlan, must } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { type Ask, approvedBy, now, payAsk, send, textOf, transferAsk } from '../requests.ts';

const plans = family('the plan of an approved payment');
plans.control('a plan within the fee cap', (fixture) => payAsk(fixture));
plans.control('a bitcoin plan with change to ourselves', (fixture) => payAsk(fixture, 'bitcoin'));
const evm = (title: string, code: string, change: Partial<Record<keyof EvmPlan | 'to' | 'value', unknown>>): void =>
  plans.refused(title, code, (fixture) => {
    const whole = payAsk(fixture);
    return { ...whole, plan: { ...(whole.plan as EvmPlan), ...change } };
  });
evm('fee above what the members signed', 'feeAboveCap', { maxFeePerGas: '200000000000' });
evm('gas without end', 'badPlan', { gasLimit: '99999999999' });
evm('a nonce that is no text', 'badPlan', { nonce: 7 });
evm('a payee of its own', 'badPlan', { to: `0x${'11'.repeat(20)}` });
evm('a value of its own', 'badPlan', { value: '1' });
evm('a negative fee', 'badPlan', { maxFeePerGas: '-1' });
evm('a tip above the fee', 'badPlan', { maxPriorityFeePerGas: '9000000000' });
evm('another family', 'badPlan', { family: 'bitcoin' });
const bitcoin = (title: string, code: string | string[], change: (fixture: Fixture) => Partial<BitcoinPlan>): void =>
  plans.refused(title, code, (fixture) => {
    const whole = payAsk(fixture, 'bitcoin');
    return { ...whole, plan: { ...(whole.plan as BitcoinPlan), ...change(fixture) } };
  });
const coins = (fixture: Fixture, path: string, sats = 80_000n) =>
  btcPlan([coin(fixture.group, path, sats, fixture.fresh())], '').inputs;
plans.control('a bitcoin plan of taproot and other coins, with change to a taproot address', (fixture) => {
  const whole = payAsk(fixture, 'bitcoin');
  const inputs = ['m/0/7/2/0', 'm/0/7/0/1', 'm/0/7/3/2'].flatMap((path) => coins(fixture, path));
  return { ...whole, plan: { ...(whole.plan as BitcoinPlan), inputs, changePath: 'm/0/7/3/0' } };
});
bitcoin('taproot coins of another sub-wallet', 'badPlan', (fixture) => ({ inputs: coins(fixture, 'm/0/8/2/0') }));
bitcoin('taproot coins as if they were of the other form', 'badPlan', (fixture) => ({
  inputs: coins(fixture, 'm/0/7/2/0').map((one) => ({ ...one, path: 'm/0/7/0/0' })),
}));
bitcoin('other coins as if they were taproot', 'badPlan', (fixture) => ({
  inputs: coins(fixture, 'm/0/7/0/0').map((one) => ({ ...one, path: 'm/0/7/2/0' })),
}));
bitcoin('a taproot coin whose value is a lie, beside a true one', 'badPlan', (fixture) => {
  const [small, other] = [...coins(fixture, 'm/0/7/2/0'), ...coins(fixture, 'm/0/7/0/0')];
  const [big] = coins(fixture, 'm/0/7/2/0', 9_000_000n);
  return { inputs: small && big && other ? [other, { ...small, prevTx: big.prevTx }] : [] };
});
bitcoin('change to an address for deposits, of the second form', 'badPlan', () => ({ changePath: 'm/0/7/2/0' }));
bitcoin('change to a branch that there is not', 'badPlan', () => ({ changePath: 'm/0/7/5/0' }));
bitcoin('coins of another sub-wallet', 'badPlan', (fixture) => ({ inputs: coins(fixture, 'm/0/8/0/0') }));
bitcoin('change to another sub-wallet', 'badPlan', () => ({ changePath: 'm/0/8/1/0' }));
bitcoin('change further out than anybody looks', 'badPlan', () => ({ changePath: 'm/0/7/1/100001' }));
bitcoin('change to another coin’s path', 'badPlan', () => ({ changePath: 'm/60/7/1/0' }));
bitcoin('no change: all the rest as fee', 'badPlan', (fixture) => ({
  inputs: coins(fixture, 'm/0/7/0/0', 5_000_000n),
  changePath: '',
}));
bitcoin('a fee rate above the cap', 'feeAboveCap', (fixture) => ({
  inputs: coins(fixture, 'm/0/7/0/0', 5_000_000n),
  feeRate: '2000',
}));
bitcoin('an input twice', 'badPlan', (fixture) => {
  const [input] = coins(fixture, 'm/0/7/0/0');
  return { inputs: input ? [input, input] : [] };
});
bitcoin('an input whose value is a lie', 'badPlan', (fixture) => {
  const [small] = coins(fixture, 'm/0/7/0/0');
  const [big] = coins(fixture, 'm/0/7/0/0', 9_000_000n);
  return { inputs: small && big ? [{ ...small, prevTx: big.prevTx }] : [] };
});
bitcoin('an output that is not there', 'badPlan', (fixture) => ({
  inputs: coins(fixture, 'm/0/7/0/0').map((one) => ({ ...one, vout: 3 })),
}));
bitcoin('too little coin', 'badPlan', (fixture) => ({ inputs: coins(fixture, 'm/0/7/0/0', 1_000n) }));
bitcoin('forty-one inputs', 'badPlan', (fixture) => ({
  inputs: Array.from({ length: 41 }, () => coins(fixture, 'm/0/7/0/0')).flat(),
}));
plans.refused('a fee above the chain’s own cap, whatever members signed', 'feeAboveCap', (fixture) => {
  const whole = payAsk(fixture, 'evm', { maxFee: '900000000000000000' });
  return { ...whole, plan: { ...(whole.plan as EvmPlan), maxFeePerGas: '900000000000' } };
});
for (const [title, parties] of Object.entries({
  'one signer alone': ['1'],
  'one signer twice': ['1', '1'],
  'three parties': ['1', '2', '3'],
  'a signer nobody knows': ['1', '9'],
  'no signer': [],
  'both signers, one of them twice': ['1', '2', '1'],
}))
  plans.refused(`parties: ${title}`, 'badParties', (fixture) => ({ ...payAsk(fixture), parties }));
plans.refused('parties: with the recovery share', 'badParties', (fixture) => ({
  ...payAsk(fixture),
  parties: ['1', '3'],
}));

const same = family('one nonce or coin for two payments');
same.control('a first payment', (fixture) => payAsk(fixture));
same.play(
  'the same payment again with a higher fee',
  'admitted',
  async (fixture) => {
    const first = await admit(fixture, payAsk(fixture));
    return send(fixture, { ...first, plan: { ...(first.plan as EvmPlan), maxFeePerGas: '3000000000' } });
  },
  { control: true },
);
same.play('another approved payment under its nonce', 'conflict', async (fixture) => {
  const first = await admit(fixture, payAsk(fixture));
  return send(fixture, { ...payAsk(fixture), plan: first.plan });
});
same.play('the same payment under another nonce', 'conflict', async (fixture) => {
  const first = await admit(fixture, payAsk(fixture));
  return send(fixture, { ...first, plan: evmPlan(fixture.fresh()) });
});
same.play('another approved payment from its coin', 'conflict', async (fixture) => {
  const first = await admit(fixture, payAsk(fixture, 'bitcoin'));
  return send(fixture, { ...payAsk(fixture, 'bitcoin'), plan: first.plan });
});
same.play('the same payment from other coins', 'conflict', async (fixture) => {
  const first = await admit(fixture, payAsk(fixture, 'bitcoin'));
  return send(fixture, { ...first, plan: payAsk(fixture, 'bitcoin').plan });
});
for (const [title, change] of Object.entries({
  'another amount': { outputs: [] as never },
  'a longer life': { expires: '' },
  'another initiator': { initiator: 'olga' },
}))
  same.play(`the id of a decided payment for one with ${title}`, 'intentReused', async (fixture) => {
    const first = await admit(fixture, payAsk(fixture));
    const [output] = first.intent.outputs;
    const made = {
      ...first.intent,
      ...('outputs' in change && output ? { outputs: [{ ...output, amount: '7' }] } : {}),
      ...('expires' in change ? { expires: String(Number(first.intent.expires) + 1_000) } : {}),
      ...('initiator' in change ? { initiator: change.initiator } : {}),
    };
    const who = made.initiator === 'olga' ? fixture.crew.olga : fixture.crew.omar;
    return send(fixture, {
      ...transferAsk(fixture, made, approvedBy(made, who, fixture.crew.adam, fixture.crew.anna)),
      plan: first.plan,
    });
  });
same.play('the id of an announced payment for another', 'intentReused', async (fixture) => {
  const shown = payAsk(fixture);
  await Promise.all(
    fixture.pair.places.map((place) => must(call(fixture.pair, place, 'announce', { intent: textOf(shown) }))),
  );
  return send(fixture, payAsk(fixture, 'evm', { id: shown.intent.id, request: 'other' }));
});
same.play('a second approved payment for one request', 'intentReused', async (fixture) => {
  const request = `invoice-${fixture.fresh()}`;
  await admit(fixture, payAsk(fixture, 'evm', { request }));
  return send(fixture, payAsk(fixture, 'evm', { request }));
});
same.play('a sub-wallet that has paid, in another workspace', 'unknownWallet', async (fixture) => {
  await admit(fixture, payAsk(fixture));
  return send(fixture, payAsk(fixture, 'evm', { workspace: '2' }));
});
same.play('a refusal at the signer’s page that the server leaves out', 'refusedByMember', async (fixture) => {
  const shown = payAsk(fixture);
  const no = decide(shown.intent, fixture.crew.anna, 'refuse');
  for (const place of fixture.pair.places) {
    await must(call(fixture.pair, place, 'announce', { intent: textOf(shown) }));
    await ask(place, 'POST', '/api/approvals', { approval: no });
  }
  return send(fixture, shown);
});

const time = family('clocks and validity');
const at =
  (from: number, until: number, made = from) =>
  (fixture: Fixture): Ask => {
    const t = now(fixture);
    return payAsk(fixture, 'evm', {
      created: String(t + made),
      notBefore: String(t + from),
      expires: String(t + until),
    });
  };
time.control('valid since a second, for an hour', at(-1_000, 3_600_000));
time.control('made half a minute in the future, by another clock', at(-1_000, 3_600_000, 30_000));
time.refused('ended a millisecond ago', 'expired', at(-3_600_000, -1));
time.refused('ended a week ago', 'expired', at(-9 * 86_400_000, -7 * 86_400_000));
time.refused('valid in a minute', 'notYetValid', at(60_000, 3_600_000, -1_000));
time.refused('made two minutes in the future', 'notYetValid', at(-1_000, 3_600_000, 120_000));
time.refused('valid for 31 days', 'badIntent', (fixture) => {
  const whole = at(0, 31 * 86_400_000)(fixture);
  return { ...whole, text: JSON.stringify(whole.intent) };
});
time.play(
  'a signer’s clock put back by two hours',
  'clockBehind',
  async (fixture) => {
    await admit(fixture, payAsk(fixture));
    fixture.pair.now -= 7_200_000;
    return send(fixture, payAsk(fixture));
  },
  { alone: true },
);
time.play(
  'a clock put forward until the entry has cooled, then the payment’s time is over',
  'expired',
  async (fixture) => {
    const whole = payAsk(fixture);
    fixture.pair.now += 86_400_000;
    return send(fixture, whole);
  },
  { alone: true },
);

export const paymentAttacks = [...plans.attacks, ...same.attacks, ...time.attacks];
