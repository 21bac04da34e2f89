import { usdc } from '@holdfast/testkit/signer';
import type { SignerConfig } from '../../apps/signer/src/config.ts';
import { admit, family } from '../attack.ts';
import { type House, halt, startOne } from '../fixture.ts';
import { type Money, payAsk, send } from '../requests.ts';

/** A program that may pay little, and burns the wallet in fees: they go to miners, whom no rule about payees speaks of. */
const fees = family('a wallet burnt in fees');
const alone = { alone: true };

/** Each signer's operator says no more than this; nothing of fees unless it is told. */
async function withLimits(fixture: House, config: Partial<SignerConfig>): Promise<void> {
  await halt(fixture.pair.places);
  for (const { id } of fixture.pair.places) await startOne(fixture, id, { start: fixture.start, config });
}
/** 0.05 ETH: the most that one transaction may cost. */
const dear = (fixture: House, money: Money = 'evm') => payAsk(fixture, money, { maxFee: '50000000000000000' });

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

export const feeAttacks = fees.attacks;
