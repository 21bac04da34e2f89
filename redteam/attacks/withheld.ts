import type { Intent } from '@holdfast/policy';
import { addressAt, call, must, ask as page } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, now, payAsk, payment, send, textOf, transferAsk } from '../requests.ts';

/** A server that keeps a signature back, says that the payment failed, and has it asked for again. */
const withheld = family('a signature kept back');

const announceAll = async (fixture: Fixture, ask: Ask): Promise<Ask> => {
  for (const place of fixture.pair.places) await must(call(fixture.pair, place, 'announce', { intent: textOf(ask) }));
  return ask;
};
const settleAll = (fixture: Fixture, { intent }: Ask) =>
  Promise.all(fixture.pair.places.map((place) => must(call(fixture.pair, place, 'settle', { intents: [intent.id] }))));

/** Signed at both, kept back, and its time is over. */
async function keptBack(fixture: Fixture, money: 'evm' | 'bitcoin' = 'evm'): Promise<Ask> {
  const ask = payAsk(fixture, money, { expires: String(now(fixture) + 600_000) });
  const codes = await signing(fixture, { ask });
  if (codes.some((code) => code !== 'signed')) throw new Error(`not signed: ${codes.join()}`);
  fixture.pair.now += 900_000;
  return ask;
}
const tellings = async (fixture: Fixture, { intent }: Ask): Promise<string[]> => {
  const views = await Promise.all(fixture.pair.places.map((place) => page(place, 'GET', `/api/intents/${intent.id}`)));
  return views.flatMap(({ body }) => {
    const { earlier } = body as unknown as { earlier: readonly { standing: string }[] };
    return earlier.map(({ standing }) => standing);
  });
};
const alone = { alone: true };
/** A small payment to another payee: a sub-wallet of the same workspace. */
const other = ({ group }: Fixture): Intent['outputs'] => {
  const path = 'm/60/8/0/0';
  return [{ address: addressAt(group, 'evm', path), amount: '1000000000000000', memo: '', entry: '', path }];
};

withheld.play(
  'and asked for again with its nonce, as the page says',
  ['replaced', 'admitted'],
  async (fixture) => {
    const first = await keptBack(fixture);
    const again = await announceAll(fixture, { ...payAsk(fixture), plan: first.plan });
    return [...(await tellings(fixture, again)), ...(await send(fixture, again))];
  },
  { control: true, alone: true },
);
withheld.play(
  'and the nonce freed by a payment to the sub-wallet itself',
  'admitted',
  async (fixture) => {
    await keptBack(fixture);
    const path = 'm/60/7/0/0';
    const own = { address: addressAt(fixture.group, 'evm', path), amount: '1', memo: '', entry: '', path };
    return send(fixture, payAsk(fixture, 'evm', { outputs: [own] }));
  },
  { control: true, alone: true },
);
for (const money of ['evm', 'bitcoin'] as const) {
  withheld.play(
    `and asked for again beside it, on ${money}`,
    'earlierOpen',
    async (fixture) => {
      await keptBack(fixture, money);
      return send(fixture, await announceAll(fixture, payAsk(fixture, money)));
    },
    alone,
  );
  withheld.play(
    `and asked for again unannounced, on ${money}`,
    'earlierOpen',
    async (fixture) => {
      await keptBack(fixture, money);
      return send(fixture, payAsk(fixture, money));
    },
    alone,
  );
  withheld.play(
    `and said to be paid, once members agreed to what was to take its place, on ${money}`,
    'earlierNotReplaced',
    async (fixture) => {
      const first = await keptBack(fixture, money);
      const again = await announceAll(fixture, payAsk(fixture, money));
      await settleAll(fixture, first);
      return send(fixture, again);
    },
    alone,
  );
}
withheld.play(
  'and asked for again before its time is over: the page says that it can be made at any time',
  ['exposed'],
  async (fixture) => {
    const first = payAsk(fixture);
    await signing(fixture, { ask: first });
    return tellings(fixture, await announceAll(fixture, payAsk(fixture)));
  },
  alone,
);
withheld.play(
  'and asked for again before any signer lets it go: the page says that both are made',
  ['beside'],
  async (fixture) => {
    await announceAll(fixture, payAsk(fixture));
    return tellings(fixture, await announceAll(fixture, payAsk(fixture)));
  },
  alone,
);
withheld.play(
  'and asked for again just before its end, and said to be paid once members agreed',
  'earlierNotReplaced',
  async (fixture) => {
    const first = payAsk(fixture, 'evm', { expires: String(now(fixture) + 600_000) });
    await signing(fixture, { ask: first });
    fixture.pair.now += 599_000;
    const again = await announceAll(fixture, payAsk(fixture));
    fixture.pair.now += 300_000;
    await settleAll(fixture, first);
    return send(fixture, again);
  },
  alone,
);
withheld.play(
  'and asked for again from another sub-wallet: the page says that it can be made at any time',
  ['exposed'],
  async (fixture) => {
    await keptBack(fixture);
    const path = 'm/60/8/0/0';
    const from = addressAt(fixture.group, 'evm', path);
    return tellings(
      fixture,
      await announceAll(fixture, transferAsk(fixture, payment(fixture, 'evm', { path, from, wallet: '8' }))),
    );
  },
  alone,
);
/** Another payment in the nonce of one that was kept back, signed and still within its time. */
async function competing(fixture: Fixture): Promise<Ask> {
  const first = await keptBack(fixture);
  const second = await announceAll(fixture, {
    ...payAsk(fixture, 'evm', { outputs: other(fixture) }),
    plan: first.plan,
  });
  await signing(fixture, { ask: second });
  return second;
}
withheld.play(
  'and asked for again while it runs: the page says so, and both are as approved',
  ['exposed', 'admitted'],
  async (fixture) => {
    await signing(fixture, { ask: payAsk(fixture) });
    const again = await announceAll(fixture, payAsk(fixture));
    return [...(await tellings(fixture, again)), ...(await send(fixture, again))];
  },
  { control: true, alone: true },
);
withheld.play(
  'and asked for again while it runs, to be signed once its time is over',
  'earlierOpen',
  async (fixture) => {
    await signing(fixture, { ask: payAsk(fixture, 'evm', { expires: String(now(fixture) + 600_000) }) });
    const again = await announceAll(fixture, payAsk(fixture));
    fixture.pair.now += 900_000;
    return send(fixture, again);
  },
  alone,
);
withheld.play(
  'while another payment competes with it for its nonce: one to somebody else goes beside both',
  'admitted',
  async (fixture) => {
    await competing(fixture);
    const third = payAsk(fixture, 'evm', { outputs: other(fixture) });
    return send(fixture, await announceAll(fixture, third));
  },
  { control: true, alone: true },
);
withheld.play(
  'and asked for again beside the payment that competes with it for its nonce: the page says that it can be made at any time',
  ['exposed', 'earlierOpen'],
  async (fixture) => {
    await competing(fixture);
    const again = await announceAll(fixture, payAsk(fixture));
    return [...(await tellings(fixture, again)), ...(await send(fixture, again))];
  },
  alone,
);
withheld.play(
  'and asked for again beside both, once the payment that competed with it has ended too',
  'earlierOpen',
  async (fixture) => {
    await competing(fixture);
    fixture.pair.now += 4_000_000;
    return send(fixture, await announceAll(fixture, payAsk(fixture, 'evm', { outputs: other(fixture) })));
  },
  alone,
);
withheld.play(
  'and said to be paid before it is asked for again: the page says so',
  ['settled'],
  async (fixture) => {
    const first = await keptBack(fixture);
    await settleAll(fixture, first);
    return tellings(fixture, await announceAll(fixture, payAsk(fixture)));
  },
  alone,
);
withheld.play(
  'and paid from another of the sub-wallet’s addresses',
  'earlierOpen',
  async (fixture) => {
    await keptBack(fixture);
    const path = 'm/60/7/0/1';
    const from = addressAt(fixture.group, 'evm', path);
    return send(fixture, transferAsk(fixture, payment(fixture, 'evm', { path, from })));
  },
  alone,
);
withheld.play(
  'and said to be paid before any signer let it go',
  'earlierOpen',
  async (fixture) => {
    const first = payAsk(fixture, 'evm', { expires: String(now(fixture) + 600_000) });
    await settleAll(fixture, first);
    await signing(fixture, { ask: first });
    fixture.pair.now += 900_000;
    return send(fixture, payAsk(fixture));
  },
  alone,
);

export const withheldAttacks = withheld.attacks;
