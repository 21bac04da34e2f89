import { createServer } from 'node:http';
import type { SignedQuote } from '@holdfast/policy';
import { addressAt, call, must } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { type Fixture, fork, halt } from '../fixture.ts';
import { approvedBy, codeOf, payAsk, payment, send, transferAsk } from '../requests.ts';

const sums = family('sums split, and prices forged');
/** The highest fee is a part of every sum: it makes each of these payments a round one. */
const fee = 200_000_000_000_000n;
function costing(fixture: Fixture, wallet: string, sum: bigint) {
  const whole = payment(fixture, 'evm', { wallet, maxFee: String(fee) });
  return { ...whole, outputs: whole.outputs.map((output) => ({ ...output, amount: String(sum - fee) })) };
}
const small = (fixture: Fixture, sum = 10_000_000_000_000_000n) => {
  const intent = costing(fixture, '9', sum);
  return transferAsk(fixture, intent, approvedBy(intent, fixture.crew.omar));
};
export const quotesOf = async (
  fixture: Fixture,
  asset = { chain: 'evm:31337', contract: '' },
): Promise<SignedQuote[]> =>
  (
    await Promise.all(
      fixture.pair.places.map((place) =>
        must<{ quotes: SignedQuote[] }>(call(fixture.pair, place, 'quote', { assets: [asset] })),
      ),
    )
  ).flatMap(({ quotes }) => quotes);
sums.control(
  '20 USD on the initiator’s word, by both signers’ quotes',
  async (fixture) => ({ ...small(fixture), quotes: await quotesOf(fixture) }),
  true,
);
const forgeries: Record<string, (quotes: SignedQuote[], fixture: Fixture) => SignedQuote[] | Promise<SignedQuote[]>> = {
  'no quote': () => [],
  'one signer’s quote': (quotes) => quotes.slice(0, 1),
  'one signer’s quote twice': ([one]) => (one ? [one, one] : []),
  'a lower price': (quotes) => quotes.map((one) => ({ ...one, usd: '1' })),
  'a price of nothing': (quotes) => quotes.map((one) => ({ ...one, usd: '0' })),
  'another time': (quotes) => quotes.map((one) => ({ ...one, at: String(Number(one.at) - 1) })),
  'the other signer’s name': (quotes) => quotes.map((one) => ({ ...one, signer: one.signer === '1' ? '2' : '1' })),
  'another installation': (quotes) => quotes.map((one) => ({ ...one, deployment: '99'.repeat(32) })),
  'the price of bitcoin': async (_, fixture) =>
    (await quotesOf(fixture, { chain: 'bitcoin:regtest', contract: '' })).map((one) => ({
      ...one,
      chain: 'evm:31337',
    })),
};
for (const [title, forge] of Object.entries(forgeries))
  sums.refused(`quotes: ${title}`, 'approvalsMissing', async (fixture) => ({
    ...small(fixture),
    quotes: await forge(await quotesOf(fixture), fixture),
  }));
sums.refused('one cent above what passes', 'approvalsMissing', async (fixture) => ({
  ...small(fixture, 50_005_000_000_000_000n),
  quotes: await quotesOf(fixture),
}));
sums.play(
  'quotes of yesterday',
  'approvalsMissing',
  async (fixture) => {
    const quotes = await quotesOf(fixture);
    fixture.pair.now += 86_400_000;
    return send(fixture, { ...small(fixture), quotes });
  },
  { alone: true },
);
sums.play(
  'six times 20 USD where 100 a day pass',
  'approvalsMissing',
  async (fixture) => {
    const quotes = await quotesOf(fixture);
    for (let n = 0; n < 5; n++) await admit(fixture, { ...small(fixture), quotes });
    return send(fixture, { ...small(fixture), quotes });
  },
  { alone: true },
);
const capped = (wallet: string) => (fixture: Fixture) => transferAsk(fixture, costing(fixture, wallet, 10n ** 15n));
sums.control('a payment under the daily limits', capped('10'), true);
sums.play(
  'the sixth part of a sum that a rule refuses',
  'refusedByRule',
  async (fixture) => {
    for (let n = 0; n < 5; n++) await admit(fixture, capped('10')(fixture));
    return send(fixture, capped('10')(fixture));
  },
  { alone: true },
);
sums.play(
  'the third payment where a signer’s own limit is two',
  'velocity',
  async (fixture) => {
    for (let n = 0; n < 2; n++) await admit(fixture, capped('12')(fixture));
    return send(fixture, capped('12')(fixture));
  },
  { alone: true },
);
sums.play(
  'the third payment after the restart of both signers',
  'velocity',
  async (fixture) => {
    for (let n = 0; n < 2; n++) await admit(fixture, capped('12')(fixture));
    await halt(fixture.pair.places);
    const again = await fork(fixture, { start: fixture.start });
    try {
      return await send(again, capped('12')(again));
    } finally {
      await again.pair.stop();
    }
  },
  { alone: true },
);
sums.refused('more than a signer’s own limit at once', 'velocity', (fixture) =>
  transferAsk(fixture, costing(fixture, '12', 3_000_000_000_000_001n)),
);

const hook = family('the operator’s own hook');
interface Question {
  readonly digest: string;
}
/** Long enough for an answer on a busy machine; only who waits for silence waits for less. */
const [patientMs, silentMs] = [20_000, 300];
/** Signers whose operator's hook answers so. */
const hooked =
  (answer: (question: Question) => object | string, status = 200, timeoutMs = patientMs) =>
  async (fixture: Fixture): Promise<string[]> => {
    const server = createServer(async (request, response) => {
      const question = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Question;
      const said = answer(question);
      if (said === 'silence') return;
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof said === 'string' ? said : JSON.stringify(said));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
    await halt(fixture.pair.places);
    const own = await fork(fixture, { start: fixture.start, config: { callback: { url, timeoutMs } } });
    try {
      return await send(own, payAsk(own));
    } finally {
      await own.pair.stop();
      server.close();
      server.closeAllConnections();
    }
  };
hook.play(
  'says yes',
  'admitted',
  hooked(({ digest }) => ({ decision: 'approve', digest })),
  { control: true, alone: true },
);
for (const [title, answer, ...rest] of [
  ['says no', ({ digest }: Question) => ({ decision: 'refuse', digest }), 200],
  ['says yes to another digest', () => ({ decision: 'approve', digest: '12'.repeat(32) }), 200],
  ['says yes to nothing', () => ({ decision: 'approve' }), 200],
  ['fails while it says yes', ({ digest }: Question) => ({ decision: 'approve', digest }), 500],
  ['sends no JSON', () => 'yes', 200],
  ['says nothing in time', () => 'silence', 200, silentMs],
] as const)
  hook.play(title, 'callbackDenied', hooked(answer, ...rest), { alone: true });

const addresses = family('another deposit address');
const attest = (fixture: Fixture, path: string, chain = 'evm:31337', keyGroup = fixture.group.id) =>
  Promise.all(fixture.pair.places.map((place) => call(fixture.pair, place, 'address', { chain, path, keyGroup })));
addresses.play(
  'the signers derive our address',
  'ours',
  async (fixture) =>
    (await attest(fixture, 'm/60/7/0/3')).map(({ address }) =>
      address === addressAt(fixture.group, 'evm', 'm/60/7/0/3') ? 'ours' : 'another',
    ),
  { control: true },
);
for (const [title, path, chain] of [
  ['a path of another coin', 'm/0/7/0/3', 'evm:31337'],
  ['a chain that is not configured', 'm/60/7/0/3', 'evm:1'],
] as const)
  addresses.play(title, ['unknownWallet'], async (fixture) => (await attest(fixture, path, chain)).map(codeOf));
addresses.play('a key group that is none', 'unknownKey', async (fixture) =>
  (await attest(fixture, 'm/60/7/0/3', 'evm:31337', 'cd'.repeat(16))).map(codeOf),
);

export const limitAttacks = [...sums.attacks, ...hook.attacks, ...addresses.attacks];
