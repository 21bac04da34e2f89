import { btcPlan, coin, evmPlan, usdc } from '@holdfast/testkit/signer';
import type { SignerConfig } from '../../apps/signer/src/config.ts';
import { admit, family } from '../attack.ts';
import { type Fixture, halt, startOne } from '../fixture.ts';
import { type Ask, type Money, payAsk, send } from '../requests.ts';

/** A program that may pay little, and burns the wallet in fees: they go to miners, whom no rule about payees speaks of. */
const fees = family('a wallet burnt in fees');
const alone = { alone: true };

/** Each signer's operator says no more than this; nothing of fees unless it is told. */
async function withLimits(fixture: Fixture, config: Partial<SignerConfig>): Promise<void> {
  await halt(fixture.pair.places);
  for (const { id } of fixture.pair.places) await startOne(fixture, id, { start: fixture.start, config });
}
/** 0.05 ETH: the most that one transaction may cost. */
const dear = (fixture: Fixture, money: Money = 'evm') => payAsk(fixture, money, { maxFee: '50000000000000000' });

fees.play(
  'as much as one transaction may cost, ten times',
  'admitted',
  async (fixture) => {
    await withLimits(fixture, { feeBudget: [] });
    const codes: string[] = [];
    for (let n = 0; n < 10; n++) codes.push(...(await send(fixture, dear(fixture))));
    return codes;
  },
  { control: true, alone: true },
);
for (const money of ['evm', 'usdc'] as const)
  fees.play(
    `and once more, in ${money}`,
    'feeBudget',
    async (fixture) => {
      await withLimits(fixture, { feeBudget: [] });
      for (let n = 0; n < 10; n++) await admit(fixture, dear(fixture, money));
      return send(fixture, dear(fixture, money));
    },
    alone,
  );
for (const money of ['evm', 'usdc'] as const)
  fees.play(
    `by a payment within what may leave in a day, in ${money}, but for its fee`,
    'velocity',
    async (fixture) => {
      const velocity = [{ wallet: '*', chain: 'evm:31337', contract: '', maxAmount: '40000000000000000' }];
      await withLimits(fixture, { velocity });
      return send(fixture, dear(fixture, money));
    },
    alone,
  );
fees.play(
  'by token payments, until the coin’s own limit is used up',
  'velocity',
  async (fixture) => {
    const velocity = [
      { wallet: '*', chain: 'evm:31337', contract: '', maxAmount: '100000000000000000' },
      { wallet: '*', chain: 'evm:31337', contract: usdc, maxAmount: '1000000000' },
    ];
    await withLimits(fixture, { velocity });
    for (let n = 0; n < 2; n++) await admit(fixture, dear(fixture, 'usdc'));
    return send(fixture, payAsk(fixture));
  },
  alone,
);

/** A payment within its highest fee, of which miners are offered so much: gwei per gas, sat/vB. */
const offering = (fixture: Fixture, money: 'evm' | 'bitcoin', bid: string): Ask => {
  if (money === 'evm') {
    const ask = dear(fixture);
    const [gas, wei] = ['21000', String(BigInt(Math.round(Number(bid) * 1e9)))];
    return {
      ...ask,
      plan: { ...evmPlan(fixture.fresh()), gasLimit: gas, maxFeePerGas: wei, maxPriorityFeePerGas: wei },
    };
  }
  const ask = payAsk(fixture, 'bitcoin');
  const coins = [coin(fixture.group, 'm/0/7/0/0', 10_000_000n, fixture.fresh())];
  return { ...ask, plan: { ...btcPlan(coins, 'm/0/7/1/0'), feeRate: bid } };
};
for (const [money, usual, more] of [
  ['evm', '100', '100.000000001'],
  ['bitcoin', '500', '500.001'],
] as const) {
  fees.control(`with what is usual offered to miners, in ${money}`, (fixture) => offering(fixture, money, usual), true);
  fees.refused(`by more than is usual offered to miners, in ${money}`, 'bidTooHigh', (fixture) =>
    offering(fixture, money, more),
  );
}
fees.play(
  'by ten times that, once sessions were begun with as much as is usual',
  'bidTooHigh',
  async (fixture) => {
    for (let n = 0; n < 10; n++) await admit(fixture, offering(fixture, 'evm', '100'));
    return send(fixture, offering(fixture, 'evm', '1000'));
  },
  alone,
);

export const feeAttacks = fees.attacks;
