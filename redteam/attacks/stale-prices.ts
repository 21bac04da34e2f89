import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignedQuote } from '@holdfast/policy';
import { call, must } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { type Fixture, halt, startOne } from '../fixture.ts';
import { type Relay, signing } from '../relay.ts';
import { type Ask, approvedBy, now, payment, send, textOf, transferAsk } from '../requests.ts';

/** A server that has a payment judged by the price of another day than the one on which it is signed. */
const stale = family('stale prices');
const [alone, minuteMs] = [{ alone: true }, 60_000];

/** A fixture of which the signers' operators write another price of ether at any time. */
async function market(fixture: Fixture): Promise<(usd: string) => void> {
  const file = join(fixture.pair.dir, 'moving.json');
  const write = (usd: string): void => writeFileSync(file, JSON.stringify({ 'evm:31337|': usd }));
  write('2000');
  await halt(fixture.pair.places);
  const config = { prices: [{ kind: 'file', name: 'price file', file, maxAgeMinutes: 1_000_000 } as const] };
  for (const { id } of fixture.pair.places) await startOne(fixture, id, { start: fixture.start, config });
  return write;
}
const quotes = async (fixture: Fixture): Promise<SignedQuote[]> => {
  const assets = [{ chain: 'evm:31337', contract: '' }];
  const { places } = fixture.pair;
  const said = await Promise.all(
    places.map((place) => must<{ quotes: SignedQuote[] }>(call(fixture.pair, place, 'quote', { assets }))),
  );
  return said.flatMap((reply) => reply.quotes);
};

const tomorrow = (fixture: Fixture): string => String(now(fixture) + 86_400_000);
/** 20 USD at 2000: it passes on the initiator's word, as up to 100 USD do. */
const small = (fixture: Fixture): Ask => {
  const intent = payment(fixture, 'evm', {
    wallet: '9',
    maxFee: '200000000000000',
    expires: tomorrow(fixture),
  });
  const outputs = intent.outputs.map((output) => ({ ...output, amount: '10000000000000000' }));
  const ask = { ...intent, outputs };
  return transferAsk(fixture, ask, approvedBy(ask, fixture.crew.omar));
};
/** 600 USD at 2000, which takes the desk and two of the board; above 1,000 USD Olga decides alone. */
const large = (fixture: Fixture): Ask => {
  const intent = payment(fixture, 'evm', { wallet: '14', expires: tomorrow(fixture) });
  const ask = { ...intent, outputs: intent.outputs.map((output) => ({ ...output, amount: '300000000000000000' })) };
  return transferAsk(fixture, ask, approvedBy(ask, fixture.crew.omar, fixture.crew.olga));
};

/** Shown to both signers with what it is worth by then; some minutes pass. */
async function shown(fixture: Fixture, ask: Ask, minutes: number): Promise<SignedQuote[]> {
  const said = await quotes(fixture);
  for (const place of fixture.pair.places)
    await must(call(fixture.pair, place, 'announce', { intent: textOf(ask), quotes: said }));
  fixture.pair.now += minutes * minuteMs;
  return said;
}

stale.play(
  'the price stays as it was',
  'admitted',
  async (fixture) => {
    await market(fixture);
    const ask = small(fixture);
    await shown(fixture, ask, 60);
    return send(fixture, { ...ask, quotes: await quotes(fixture) });
  },
  { control: true, alone: true },
);
stale.play(
  'the price fell, to where it would pass',
  'approvalsMissing',
  async (fixture) => {
    const write = await market(fixture);
    write('20000');
    const ask = small(fixture);
    await shown(fixture, ask, 60);
    write('2000');
    return send(fixture, { ...ask, quotes: await quotes(fixture) });
  },
  alone,
);
stale.play(
  'the price rose tenfold since it was shown',
  'approvalsMissing',
  async (fixture) => {
    const write = await market(fixture);
    const ask = small(fixture);
    await shown(fixture, ask, 60);
    write('20000');
    return send(fixture, { ...ask, quotes: await quotes(fixture) });
  },
  alone,
);
const withheld: Record<string, (old: SignedQuote[], fixture: Fixture) => SignedQuote[] | Promise<SignedQuote[]>> = {
  'no price of now': () => [],
  'the prices of the announcement': (old) => old,
  'the price of now of one signer, and the other’s of before': async (old, fixture) => [
    ...(await quotes(fixture)).slice(0, 1),
    ...old.slice(1),
  ],
};
for (const [title, choose] of Object.entries(withheld))
  stale.play(
    `the price rose, and the server brings ${title}`,
    'pricesMissing',
    async (fixture) => {
      const write = await market(fixture);
      const ask = small(fixture);
      const old = await shown(fixture, ask, 10);
      write('20000');
      return send(fixture, { ...ask, quotes: await choose(old, fixture) });
    },
    alone,
  );
stale.play(
  'never shown, with prices of ten minutes ago',
  'approvalsMissing',
  async (fixture) => {
    const write = await market(fixture);
    const ask = small(fixture);
    const old = await quotes(fixture);
    fixture.pair.now += 10 * minuteMs;
    write('20000');
    return send(fixture, { ...ask, quotes: old });
  },
  alone,
);
stale.play(
  'a session begun at the old price, and another after it rose',
  'approvalsMissing',
  async (fixture) => {
    const write = await market(fixture);
    const ask = small(fixture);
    await admit(fixture, { ...ask, quotes: await shown(fixture, ask, 1) });
    write('20000');
    return send(fixture, { ...ask, quotes: await quotes(fixture) });
  },
  alone,
);
/** The last messages reach the first signer alone: its part leaves, and the other one's does not. */
const halfWay: Relay['mail'] = (mail, round) => (round < 2 ? mail : mail.filter(({ to }) => to === '1'));
stale.play(
  'one signer let it go at the old price, and the other one is asked after it rose',
  'admitted, approvalsMissing',
  async (fixture) => {
    const write = await market(fixture);
    const ask = small(fixture);
    await signing(fixture, { ask: { ...ask, quotes: await shown(fixture, ask, 1) }, mail: halfWay });
    write('20000');
    return [(await send(fixture, { ...ask, quotes: await quotes(fixture) })).join(', ')];
  },
  alone,
);
stale.play(
  'the price is waited for at which fewer are asked',
  'approvalsMissing',
  async (fixture) => {
    const write = await market(fixture);
    const ask = large(fixture);
    await shown(fixture, ask, 60);
    write('20000');
    return send(fixture, { ...ask, quotes: await quotes(fixture) });
  },
  alone,
);
stale.play(
  'the same by the one who is asked, where it was worth as much from the start',
  'admitted',
  async (fixture) => {
    const write = await market(fixture);
    write('20000');
    const ask = large(fixture);
    await shown(fixture, ask, 60);
    fixture.lawful.add(ask.intent.id);
    return send(fixture, { ...ask, quotes: await quotes(fixture) });
  },
  { control: true, alone: true },
);

export const stalePriceAttacks = stale.attacks;
