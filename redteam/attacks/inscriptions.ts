import { type Intent, intentText, rowIntent } from '@holdfast/policy';
import { btcPlan, coin } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { type Fixture, halt, startOne } from '../fixture.ts';
import { type Ask, payment, send, transferAsk } from '../requests.ts';
import { lawfully, rule, under } from './calls.ts';

/** A server that asks for what is inscribed to be sent, or for BRC-20 to be paid, and wants something else of it. */
const inscriptions = family('an inscription that is sent');

type Coin = ReturnType<typeof coin>;
const id = `${'ab'.repeat(32)}i0`;
const another = (fixture: Fixture, path = 'm/0/7/0/0'): Coin => coin(fixture.group, path, 80_000n, fixture.fresh());

interface Made {
  readonly intent?: (own: Intent) => Partial<Intent>;
  readonly plan?: (fixture: Fixture, named: Coin) => { readonly coins: readonly Coin[]; readonly change?: string };
}

/** Agreed to by members as it is shown to them: this output, to this payee. */
function sent(fixture: Fixture, { intent: change, plan }: Made = {}): Ask {
  const named = coin(fixture.group, 'm/0/7/0/0', 50_000n, fixture.fresh());
  const own: Intent = {
    ...payment(fixture, 'bitcoin'),
    kind: 'inscription',
    call: `inscription ${named.txid}:0 ${id}`,
  };
  const { coins, change: back = 'm/0/7/1/0' } = plan?.(fixture, named) ?? { coins: [named, another(fixture)] };
  return {
    ...transferAsk(fixture, { ...own, ...change?.(own) }),
    kind: 'inscription',
    plan: btcPlan([...coins], back, '5'),
  };
}

inscriptions.control('whole, to whom members agreed to', (fixture) => sent(fixture));
inscriptions.refused('from another output', 'badPlan', (fixture) =>
  sent(fixture, { plan: () => ({ coins: [another(fixture), another(fixture)] }) }),
);
inscriptions.refused('behind other coins, whose sats the payee would get', 'badPlan', (fixture) =>
  sent(fixture, { plan: (_, named) => ({ coins: [another(fixture), named] }) }),
);
inscriptions.refused('with its own coins as the fee', 'badPlan', (fixture) =>
  sent(fixture, { plan: (_, named) => ({ coins: [named], change: '' }) }),
);
inscriptions.refused('with fewer coins than it lies on', 'badPlan', (fixture) =>
  sent(fixture, { intent: (own) => ({ outputs: own.outputs.map((one) => ({ ...one, amount: '40000' })) }) }),
);
inscriptions.refused('with what comes back at another sub-wallet', 'badPlan', (fixture) =>
  sent(fixture, { plan: (_, named) => ({ coins: [named, another(fixture)], change: 'm/0/8/1/0' }) }),
);
inscriptions.refused('that names no output', 'badIntent', (fixture) => sent(fixture, { intent: () => ({ call: '' }) }));

const large = (fixture: Fixture): Coin => coin(fixture.group, 'm/0/7/0/0', 100_001n, fixture.fresh());
inscriptions.refused('on more coins than anything is inscribed on', 'badIntent', (fixture) => {
  const named = large(fixture);
  return sent(fixture, {
    intent: (own) => ({
      call: `inscription ${named.txid}:0 ${id}`,
      outputs: own.outputs.map((one) => ({ ...one, amount: '100001' })),
    }),
    plan: () => ({ coins: [named, another(fixture)] }),
  });
});
const alone = { alone: true };
inscriptions.play(
  'by a rule about calls that lets all pass, where one about payments refuses its coins',
  'refusedByRule',
  async (fixture) => {
    const ruled = await under(fixture, rule('given', 'web3', 'pass', {}), rule('paid', 'transfer', 'refuse', {}));
    return send(ruled, sent(ruled));
  },
  alone,
);
/** 50,000 sat leave, and their fee. */
const limited = (title: string, expect: string, maxAmount: string): void =>
  inscriptions.play(
    title,
    expect,
    async (fixture) => {
      const made = sent(fixture);
      await halt(fixture.pair.places);
      const config = { velocity: [{ wallet: '*', chain: made.intent.chain, contract: '', maxAmount }] };
      for (const { id: place } of fixture.pair.places) await startOne(fixture, place, { start: fixture.start, config });
      return expect === 'admitted' ? lawfully(fixture, made) : send(fixture, made);
    },
    { ...alone, control: expect === 'admitted' },
  );
limited('within a signer’s own limit', 'admitted', '10000000');
limited('on more coins than a signer’s own limit lets leave', 'velocity', '49999');

const asset = { symbol: 'ordi', contract: 'brc20:6f726469', decimals: '18' };
/** A step of a payment of BRC-20 that members agreed to. */
function step(
  fixture: Fixture,
  index: number,
  coins: readonly Coin[],
  change = 'm/0/7/1/0',
  altered: Partial<Intent> = {},
): Ask {
  const whole: Intent = {
    ...payment(fixture, 'bitcoin'),
    kind: 'brc20',
    asset,
  };
  const { approvals, quotes } = transferAsk(fixture, whole);
  const intent = { ...rowIntent(whole, index), ...altered };
  return {
    kind: 'step',
    intent,
    approvals,
    ...(quotes ? { quotes } : {}),
    plan: btcPlan([...coins], change, '5'),
    parties: ['1', '2'],
    attached: intentText(whole),
  };
}
inscriptions.refused('of BRC-20, revealed out of plain coins', 'badPlan', (fixture) =>
  step(fixture, 1, [another(fixture)], ''),
);
inscriptions.refused('of BRC-20, sent without anything revealed', 'badPlan', (fixture) =>
  step(fixture, 2, [another(fixture), another(fixture)]),
);
inscriptions.refused('of BRC-20, from an address of somebody else', 'unknownWallet', (fixture) =>
  step(fixture, 0, [another(fixture)], 'm/0/7/1/0', { from: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' }),
);
inscriptions.refused('of BRC-20, of another amount than was agreed to', 'notOfBatch', (fixture) => {
  const ask = step(fixture, 0, [another(fixture)]);
  return { ...ask, intent: { ...ask.intent, outputs: ask.intent.outputs.map((one) => ({ ...one, amount: '99' })) } };
});

export const inscriptionAttacks = inscriptions.attacks;
