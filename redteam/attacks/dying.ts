import { childPublicKey, familyOf } from '@holdfast/chains';
import type { TronPlan } from '@holdfast/chains/plans/tron';
import type { Intent } from '@holdfast/policy';
import { call, must, ask as page } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { entries, type Fixture, tronChain, tronPayee } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, now, payment, send, textOf, transferAsk } from '../requests.ts';

/** Tron: no nonce keeps two transactions apart, and each names when it dies. */
const dying = family('a transaction that dies');
const alone = { alone: true };
const minuteMs = 60_000;

const planAt = (fixture: Fixture, lifeMs = 5 * minuteMs): TronPlan => ({
  family: 'tron',
  refBlockBytes: '41aa',
  refBlockHash: 'b2d2c13c86e8bd88',
  expiration: String(now(fixture) + lifeMs),
  timestamp: String(1_700_000_000_000 + fixture.fresh()),
  feeLimit: '0',
});

export function tronAsk(fixture: Fixture, changes: Partial<Intent> = {}, plan: Partial<TronPlan> = {}): Ask {
  const path = 'm/195/7/0/0';
  const coin = { symbol: 'TRX', contract: '', decimals: '6' };
  const intent = payment(fixture, 'evm', {
    chain: tronChain.id,
    path,
    from: familyOf(tronChain).addressOf(tronChain, childPublicKey(fixture.group.secp256k1, path)),
    asset: coin,
    feeAsset: coin,
    maxFee: '10000000',
    conflict: 'tron-expiry',
    outputs: [{ address: tronPayee, amount: '1000000', memo: '', entry: entries.tron, path: '' }],
    ...changes,
  });
  return { ...transferAsk(fixture, intent), plan: { ...planAt(fixture), ...plan } };
}
const another = (fixture: Fixture, ask: Ask): Ask => ({ ...ask, plan: planAt(fixture) });
const announceAll = async (fixture: Fixture, ask: Ask): Promise<Ask> => {
  for (const place of fixture.pair.places) await must(call(fixture.pair, place, 'announce', { intent: textOf(ask) }));
  return ask;
};
const tellings = async (fixture: Fixture, { intent }: Ask): Promise<string[]> => {
  const views = await Promise.all(fixture.pair.places.map((place) => page(place, 'GET', `/api/intents/${intent.id}`)));
  return views.flatMap(({ body }) => {
    const { earlier } = body as unknown as { earlier: readonly { standing: string }[] };
    return earlier.map(({ standing }) => standing);
  });
};

dying.control('a payment within its time', (fixture) => tronAsk(fixture));
dying.play('relayed as it should be', 'signed', (fixture) => signing(fixture, { ask: tronAsk(fixture) }), {
  control: true,
});
dying.play(
  'another one in place of one that nobody let go',
  'admitted',
  async (fixture) => {
    const ask = tronAsk(fixture);
    fixture.lawful.add(ask.intent.id);
    return [...(await send(fixture, ask)), ...(await send(fixture, another(fixture, ask)))];
  },
  { control: true },
);
dying.refused('that could be made for eleven minutes and a little', 'livesTooLong', (fixture) =>
  tronAsk(fixture, {}, { expiration: String(now(fixture) + 11 * minuteMs + 5_000) }),
);
dying.refused('that could be made for a day, as the chain allows', 'livesTooLong', (fixture) =>
  tronAsk(fixture, {}, { expiration: String(now(fixture) + 24 * 60 * minuteMs) }),
);
dying.refused('that never dies', 'badPlan', (fixture) => tronAsk(fixture, {}, { expiration: '0' }));
dying.refused('with a limit of fees above what was agreed', 'feeAboveCap', (fixture) =>
  tronAsk(fixture, {}, { feeLimit: '9000000' }),
);
dying.refused('whose new account would cost more than was agreed', 'feeAboveCap', (fixture) =>
  tronAsk(fixture, { maxFee: '1399999' }),
);
dying.refused('with another memo than the payee’s entry has', 'addressEntryUnknown', (fixture) =>
  tronAsk(fixture, {
    outputs: [{ address: tronPayee, amount: '1000000', memo: '4711', entry: entries.tron, path: '' }],
  }),
);
dying.refused('with a memo in its plan', 'badPlan', (fixture) => {
  const ask = tronAsk(fixture);
  return { ...ask, plan: { ...(ask.plan as object), memo: '4711' } };
});
dying.play('made once, and once more as another transaction of the same intent', 'conflict', async (fixture) => {
  const ask = tronAsk(fixture);
  await signing(fixture, { ask });
  return send(fixture, another(fixture, ask));
});
dying.play(
  'and once more after it is dead',
  'conflict',
  async (fixture) => {
    const ask = tronAsk(fixture);
    await signing(fixture, { ask });
    fixture.pair.now += 15 * minuteMs;
    return send(fixture, another(fixture, ask));
  },
  alone,
);
dying.play('another one admitted while a session of the first goes on', 'conflict', async (fixture) => {
  const ask = tronAsk(fixture);
  return signing(fixture, {
    ask,
    before: async (round) => (round === 1 ? send(fixture, another(fixture, ask)) : undefined),
  });
});
dying.play('another one for the second signer', 'peerDisagrees', (fixture) =>
  signing(fixture, { ask: tronAsk(fixture), second: (ask) => another(fixture, ask) }),
);

/** Signed at both just before its end, kept back, and its intent is over: the transaction lives for nine minutes and a half on. */
async function keptBack(fixture: Fixture): Promise<Ask> {
  const ask = tronAsk(fixture, { expires: String(now(fixture) + 10 * minuteMs) });
  fixture.pair.now += 9.5 * minuteMs;
  const codes = await signing(fixture, { ask: { ...ask, plan: planAt(fixture, 10 * minuteMs) } });
  if (codes.some((code) => code !== 'signed')) throw new Error(`not signed: ${codes.join()}`);
  fixture.pair.now += minuteMs;
  return ask;
}
for (const [title, waitMs] of [
  ['as soon as its intent is over', 0],
  ['when it is dead by a clock that is a minute ahead', 10.5 * minuteMs],
] as const)
  dying.play(
    `kept back, and asked for again ${title}`,
    ['passing', 'earlierOpen'],
    async (fixture) => {
      await keptBack(fixture);
      fixture.pair.now += waitMs;
      const again = await announceAll(fixture, tronAsk(fixture));
      return [...(await tellings(fixture, again)), ...(await send(fixture, again))];
    },
    alone,
  );
dying.play(
  'kept back, and asked for again when it is dead: the page says that it was made, or never will be',
  ['lapsed', 'admitted'],
  async (fixture) => {
    await keptBack(fixture);
    fixture.pair.now += 12 * minuteMs;
    const again = await announceAll(fixture, tronAsk(fixture));
    fixture.lawful.add(again.intent.id);
    return [...(await tellings(fixture, again)), ...(await send(fixture, again))];
  },
  { control: true, alone: true },
);
export const dyingAttacks = dying.attacks;
