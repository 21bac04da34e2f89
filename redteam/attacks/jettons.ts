import { familyOf, groupKeyAt } from '@holdfast/chains';
import type { Intent } from '@holdfast/policy';
import { family } from '../attack.ts';
import { entries, type Fixture, payees, tonChain, tonPayee } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, now, payment, send, transferAsk } from '../requests.ts';

/** TON: a message says little, and contracts do the rest. What the server chooses is a seqno, a time, and what is attached. */
const jettons = family('a payment through a contract of our own');

const minuteMs = 60_000;
const path = 'm/607/7/0/0';
const assetOf = (symbol: string) => {
  const asset = tonChain.assets.find((one) => one.symbol === symbol);
  if (!asset) throw new Error(symbol);
  return { symbol, contract: asset.contract, decimals: String(asset.decimals) };
};

function tonAsk(
  fixture: Fixture,
  symbol: string,
  changes: Partial<Intent> = {},
  plan: Readonly<Record<string, unknown>> = {},
): Ask {
  const intent = payment(fixture, 'evm', {
    chain: tonChain.id,
    path,
    from: familyOf(tonChain).addressOf(tonChain, groupKeyAt(fixture.group, path)),
    asset: assetOf(symbol),
    feeAsset: assetOf('TON'),
    maxFee: '70000000',
    conflict: 'ton-seqno',
    outputs: [{ address: tonPayee, amount: '1000000', memo: '4711', entry: entries.ton, path: '' }],
    ...changes,
  });
  const usual = {
    family: 'ton',
    seqno: String(fixture.fresh()),
    validUntil: String(Math.floor((now(fixture) + 5 * minuteMs) / 1_000)),
    attached: symbol === 'TON' ? '0' : '50000000',
  };
  return { ...transferAsk(fixture, intent), plan: { ...usual, ...plan } };
}
const inSeconds = (fixture: Fixture, ms: number): string => String(Math.floor((now(fixture) + ms) / 1_000));

for (const symbol of ['TON', 'CHEAP'])
  jettons.play(
    `of ${symbol}, relayed as it should be`,
    'signed',
    (fixture) => signing(fixture, { ask: tonAsk(fixture, symbol) }),
    {
      control: true,
    },
  );
for (const [title, extra] of [
  ['the wallet of another jetton in its plan', { wallet: `0:${'5e'.repeat(32)}` }],
  ['another master in its plan', { contract: assetOf('DEAR').contract }],
  ['a bounce in its plan', { bounce: true }],
  ['a comment in its plan', { memo: '4712' }],
  ['another receiver of what is left in its plan', { response: tonPayee }],
] as const)
  jettons.refused(`with ${title}`, 'badPlan', (fixture) => tonAsk(fixture, 'CHEAP', {}, extra));
jettons.refused('with another comment than the payee’s entry has', 'addressEntryUnknown', (fixture) =>
  tonAsk(fixture, 'TON', {
    outputs: [{ address: tonPayee, amount: '1000000', memo: '4712', entry: entries.ton, path: '' }],
  }),
);
jettons.refused('without the comment that the payee’s entry has', 'addressEntryUnknown', (fixture) =>
  tonAsk(fixture, 'TON', {
    outputs: [{ address: tonPayee, amount: '1000000', memo: '', entry: entries.ton, path: '' }],
  }),
);
jettons.refused('without the comment that the payee’s entry has, and without the entry', 'memoNeeded', (fixture) =>
  tonAsk(fixture, 'TON', { outputs: [{ address: tonPayee, amount: '1000000', memo: '', entry: '', path: '' }] }),
);
const listedPayee = (changes: Partial<Intent['outputs'][number]>) => ({
  outputs: [{ address: tonPayee, amount: '1000000', memo: '4711', entry: entries.ton, path: '', ...changes }],
});
jettons.refused('with letters in its comment that nobody sees', 'badIntent', (fixture) =>
  tonAsk(fixture, 'TON', listedPayee({ memo: '47\u200b11', entry: '' })),
);
jettons.refused('with a longer comment than a message carries', 'badPlan', (fixture) =>
  tonAsk(fixture, 'TON', listedPayee({ memo: payees.tonLong.memo, entry: entries.tonLong })),
);
jettons.refused('of a jetton of the server’s own, by the name of a listed one', 'badPlan', (fixture) => {
  const own = familyOf(tonChain).checkAddress(tonChain, `0:${'5e'.repeat(32)}`);
  return tonAsk(fixture, 'DEAR', { asset: { ...assetOf('DEAR'), contract: own.ok ? own.address : '' } });
});
for (const symbol of ['TON', 'CHEAP'])
  jettons.refused(`of ${symbol} to the master of a jetton, which gives nothing back`, 'badPlan', (fixture) =>
    tonAsk(fixture, symbol, listedPayee({ address: payees.tonMaster.address, memo: '', entry: entries.tonMaster })),
  );
jettons.refused('with more attached than was agreed', 'feeAboveCap', (fixture) =>
  tonAsk(fixture, 'CHEAP', {}, { attached: '50000001' }),
);
jettons.refused('of coins, with coins attached beside', 'badPlan', (fixture) =>
  tonAsk(fixture, 'TON', {}, { attached: '1' }),
);
jettons.refused('that could be made for eleven minutes and a little', 'livesTooLong', (fixture) =>
  tonAsk(fixture, 'TON', {}, { validUntil: inSeconds(fixture, 11 * minuteMs + 5_000) }),
);
jettons.refused('that could be made for ever', 'livesTooLong', (fixture) =>
  tonAsk(fixture, 'TON', {}, { validUntil: '4294967295' }),
);
jettons.play('made once, and once more with the next seqno', 'conflict', async (fixture) => {
  const ask = tonAsk(fixture, 'TON');
  await signing(fixture, { ask });
  const plan = ask.plan as Readonly<Record<string, string>>;
  return send(fixture, { ...ask, plan: { ...plan, seqno: String(fixture.fresh()) } });
});
jettons.play(
  'kept back until it is dead, and signed once more with its seqno',
  'conflict',
  async (fixture) => {
    const ask = tonAsk(fixture, 'TON');
    const codes = await signing(fixture, { ask });
    if (codes.some((code) => code !== 'signed')) return codes;
    fixture.pair.now += 8 * minuteMs;
    const plan = ask.plan as Readonly<Record<string, string>>;
    return send(fixture, { ...ask, plan: { ...plan, validUntil: inSeconds(fixture, 5 * minuteMs) } });
  },
  { alone: true },
);
for (const [title, change] of [
  ['another seqno', { seqno: '900000' }],
  ['more attached', { attached: '49999999' }],
] as const)
  jettons.play(`${title} for the second signer`, 'peerDisagrees', (fixture) =>
    signing(fixture, {
      ask: tonAsk(fixture, 'CHEAP'),
      second: (ask) => ({ ...ask, plan: { ...(ask.plan as object), ...change } }),
    }),
  );
export const jettonAttacks = jettons.attacks;
