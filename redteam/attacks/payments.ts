import type { BitcoinPlan, EvmPlan } from '@holdfast/chains';
import { ask, btcPlan, call, coin, decide, evmPlan, must } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import type { House } from '../house.ts';
import { type Ask, approvedBy, now, payAsk, send, textOf, transferAsk } from '../requests.ts';

const plans = family('the plan of an approved payment');
plans.control('a plan within the fee cap', (house) => payAsk(house));
plans.control('a bitcoin plan with change to ourselves', (house) => payAsk(house, 'bitcoin'));
const evm = (title: string, code: string, change: Partial<Record<keyof EvmPlan | 'to' | 'value', unknown>>): void =>
  plans.refused(title, code, (house) => {
    const whole = payAsk(house);
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
const bitcoin = (title: string, code: string | string[], change: (house: House) => Partial<BitcoinPlan>): void =>
  plans.refused(title, code, (house) => {
    const whole = payAsk(house, 'bitcoin');
    return { ...whole, plan: { ...(whole.plan as BitcoinPlan), ...change(house) } };
  });
const coins = (house: House, path: string, sats = 80_000n) =>
  btcPlan([coin(house.group, path, sats, house.fresh())], '').inputs;
bitcoin('coins of another sub-wallet', 'badPlan', (house) => ({ inputs: coins(house, 'm/0/8/0/0') }));
bitcoin('change to another sub-wallet', 'badPlan', () => ({ changePath: 'm/0/8/1/0' }));
bitcoin('change further out than anybody looks', 'badPlan', () => ({ changePath: 'm/0/7/1/100001' }));
bitcoin('change to another coin’s path', 'badPlan', () => ({ changePath: 'm/60/7/1/0' }));
bitcoin('no change: all the rest as fee', 'badPlan', (house) => ({
  inputs: coins(house, 'm/0/7/0/0', 5_000_000n),
  changePath: '',
}));
bitcoin('a fee rate above the cap', 'feeAboveCap', (house) => ({
  inputs: coins(house, 'm/0/7/0/0', 5_000_000n),
  feeRate: '2000',
}));
bitcoin('an input twice', 'badPlan', (house) => {
  const [input] = coins(house, 'm/0/7/0/0');
  return { inputs: input ? [input, input] : [] };
});
bitcoin('an input whose value is a lie', 'badPlan', (house) => {
  const [small] = coins(house, 'm/0/7/0/0');
  const [big] = coins(house, 'm/0/7/0/0', 9_000_000n);
  return { inputs: small && big ? [{ ...small, prevTx: big.prevTx }] : [] };
});
bitcoin('an output that is not there', 'badPlan', (house) => ({
  inputs: coins(house, 'm/0/7/0/0').map((one) => ({ ...one, vout: 3 })),
}));
bitcoin('too little coin', 'badPlan', (house) => ({ inputs: coins(house, 'm/0/7/0/0', 1_000n) }));
bitcoin('forty-one inputs', 'badPlan', (house) => ({
  inputs: Array.from({ length: 41 }, () => coins(house, 'm/0/7/0/0')).flat(),
}));
plans.refused('a fee above the chain’s own cap, whatever members signed', 'feeAboveCap', (house) => {
  const whole = payAsk(house, 'evm', { maxFee: '900000000000000000' });
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
  plans.refused(`parties: ${title}`, 'badParties', (house) => ({ ...payAsk(house), parties }));
plans.refused('parties: with the recovery share', 'badParties', (house) => ({ ...payAsk(house), parties: ['1', '3'] }));

const same = family('one nonce or coin for two payments');
same.control('a first payment', (house) => payAsk(house));
same.play(
  'the same payment again with a higher fee',
  'admitted',
  async (house) => {
    const first = await admit(house, payAsk(house));
    return send(house, { ...first, plan: { ...(first.plan as EvmPlan), maxFeePerGas: '3000000000' } });
  },
  { control: true },
);
same.play('another approved payment under its nonce', 'conflict', async (house) => {
  const first = await admit(house, payAsk(house));
  return send(house, { ...payAsk(house), plan: first.plan });
});
same.play('the same payment under another nonce', 'conflict', async (house) => {
  const first = await admit(house, payAsk(house));
  return send(house, { ...first, plan: evmPlan(house.fresh()) });
});
same.play('another approved payment from its coin', 'conflict', async (house) => {
  const first = await admit(house, payAsk(house, 'bitcoin'));
  return send(house, { ...payAsk(house, 'bitcoin'), plan: first.plan });
});
same.play('the same payment from other coins', 'conflict', async (house) => {
  const first = await admit(house, payAsk(house, 'bitcoin'));
  return send(house, { ...first, plan: payAsk(house, 'bitcoin').plan });
});
for (const [title, change] of Object.entries({
  'another amount': { outputs: [] as never },
  'a longer life': { expires: '' },
  'another initiator': { initiator: 'olga' },
}))
  same.play(`the id of a decided payment for one with ${title}`, 'intentReused', async (house) => {
    const first = await admit(house, payAsk(house));
    const [output] = first.intent.outputs;
    const made = {
      ...first.intent,
      ...('outputs' in change && output ? { outputs: [{ ...output, amount: '7' }] } : {}),
      ...('expires' in change ? { expires: String(Number(first.intent.expires) + 1_000) } : {}),
      ...('initiator' in change ? { initiator: change.initiator } : {}),
    };
    const who = made.initiator === 'olga' ? house.crew.olga : house.crew.omar;
    return send(house, {
      ...transferAsk(house, made, approvedBy(made, who, house.crew.adam, house.crew.anna)),
      plan: first.plan,
    });
  });
same.play('the id of an announced payment for another', 'intentReused', async (house) => {
  const shown = payAsk(house);
  await Promise.all(
    house.pair.places.map((place) => must(call(house.pair, place, 'announce', { intent: textOf(shown) }))),
  );
  return send(house, payAsk(house, 'evm', { id: shown.intent.id, request: 'other' }));
});
same.play('a second approved payment for one request', 'intentReused', async (house) => {
  const request = `invoice-${house.fresh()}`;
  await admit(house, payAsk(house, 'evm', { request }));
  return send(house, payAsk(house, 'evm', { request }));
});
same.play('a sub-wallet that has paid, in another workspace', 'unknownWallet', async (house) => {
  await admit(house, payAsk(house));
  return send(house, payAsk(house, 'evm', { workspace: '2' }));
});
same.play('a refusal at the signer’s page that the server leaves out', 'refusedByMember', async (house) => {
  const shown = payAsk(house);
  const no = decide(shown.intent, house.crew.anna, 'refuse');
  for (const place of house.pair.places) {
    await must(call(house.pair, place, 'announce', { intent: textOf(shown) }));
    await ask(place, 'POST', '/api/approvals', { approval: no });
  }
  return send(house, shown);
});

const time = family('clocks and validity');
const at =
  (from: number, until: number, made = from) =>
  (house: House): Ask => {
    const t = now(house);
    return payAsk(house, 'evm', { created: String(t + made), notBefore: String(t + from), expires: String(t + until) });
  };
time.control('valid since a second, for an hour', at(-1_000, 3_600_000));
time.control('made half a minute in the future, by another clock', at(-1_000, 3_600_000, 30_000));
time.refused('ended a millisecond ago', 'expired', at(-3_600_000, -1));
time.refused('ended a week ago', 'expired', at(-9 * 86_400_000, -7 * 86_400_000));
time.refused('valid in a minute', 'notYetValid', at(60_000, 3_600_000, -1_000));
time.refused('made two minutes in the future', 'notYetValid', at(-1_000, 3_600_000, 120_000));
time.refused('valid for 31 days', 'badIntent', (house) => {
  const whole = at(0, 31 * 86_400_000)(house);
  return { ...whole, text: JSON.stringify(whole.intent) };
});
time.play(
  'a signer’s clock put back by two hours',
  'clockBehind',
  async (house) => {
    await admit(house, payAsk(house));
    house.pair.now -= 7_200_000;
    return send(house, payAsk(house));
  },
  { alone: true },
);
time.play(
  'a clock put forward until the entry has cooled, then the payment’s time is over',
  'expired',
  async (house) => {
    const whole = payAsk(house);
    house.pair.now += 86_400_000;
    return send(house, whole);
  },
  { alone: true },
);

export const paymentAttacks = [...plans.attacks, ...same.attacks, ...time.attacks];
