import type { BookChange, BookToken, Intent } from '@holdfast/policy';
import { usdc } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { acorn as contractOfAcorn, type Fixture, fork, halt } from '../fixture.ts';
import { approvedBy, bookAsk, payAsk, payment, send, transferAsk } from '../requests.ts';

const acorn: BookToken = { chain: 'evm:31337', contract: contractOfAcorn, symbol: 'ACRN', decimals: '7' };
const tokens = (add: readonly BookToken[], remove: readonly BookToken[] = []): Partial<BookChange> => ({
  ...{ v: '3', add: [], remove: [] },
  tokens: { add: [...add], remove: remove.map(({ chain, contract }) => ({ chain, contract })) },
});
const agreed = (fixture: Fixture, ...add: BookToken[]) => bookAsk(fixture, tokens(add));
const paying = ({ symbol, contract, decimals }: BookToken): Partial<Intent> => ({
  asset: { symbol, contract, decimals },
});

const unagreed = family('a token that members did not approve');
unagreed.control('a token that was approved', (fixture) => agreed(fixture, acorn), true);
unagreed.play(
  'a payment of a token that was approved',
  'admitted',
  async (fixture) => {
    await admit(fixture, agreed(fixture, acorn));
    return send(fixture, await admitted(fixture, payAsk(fixture, 'usdc', paying(acorn))));
  },
  { control: true, alone: true },
);

/** Lawful, and so counted as such. */
function admitted<T extends { readonly intent: Intent }>(fixture: Fixture, ask: T): T {
  fixture.lawful.add(ask.intent.id);
  return ask;
}

unagreed.refused('a payment of a token that nobody approved', 'badPlan', (fixture) =>
  payAsk(fixture, 'usdc', paying(acorn)),
);
unagreed.refused('a token approved by nobody', 'approvalsMissing', (fixture) => {
  const whole = agreed(fixture, acorn);
  return { ...whole, approvals: whole.approvals.slice(0, 1) };
});
unagreed.refused('under the approvals of another token', 'bodyMismatch', (fixture) => {
  const other = agreed(fixture, { ...acorn, decimals: '18' });
  return { ...agreed(fixture, acorn), ...(other.attached === undefined ? {} : { attached: other.attached }) };
});
const unsound: Record<string, BookToken> = {
  'a coin of the operator’s with other decimals': { ...acorn, contract: usdc, symbol: 'USDC', decimals: '12' },
  'a coin of the operator’s under another symbol': { ...acorn, contract: usdc, symbol: 'ACRN', decimals: '6' },
  'a token in small letters': { ...acorn, contract: acorn.contract.toLowerCase() },
  'a token of a network that has none': { ...acorn, chain: 'bitcoin:regtest' },
  'a token of a network that no signer serves': { ...acorn, chain: 'evm:1' },
};
for (const [title, token] of Object.entries(unsound))
  unagreed.refused(`${title}, approved by all`, 'badBookChange', (fixture) => agreed(fixture, token));
const symbols = ['ΑCRN', 'AC RN', ''];
for (const symbol of symbols)
  unagreed.refused(`a token called ${JSON.stringify(symbol)}, approved by all`, 'bodyMismatch', (fixture) =>
    agreed(fixture, { ...acorn, symbol }),
  );
unagreed.play(
  'a payment of an approved token in other decimals',
  'badPlan',
  async (fixture) => {
    await admit(fixture, agreed(fixture, acorn));
    return send(fixture, payAsk(fixture, 'usdc', paying({ ...acorn, decimals: '4' })));
  },
  { alone: true },
);
unagreed.play(
  'an approved token with other decimals, approved by all',
  'badBookChange',
  async (fixture) => {
    await admit(fixture, agreed(fixture, acorn));
    return send(fixture, agreed(fixture, { ...acorn, decimals: '4' }));
  },
  { alone: true },
);
unagreed.play(
  'an approved token taken out by whoever asks alone, so that calls count it no more',
  'approvalsMissing',
  async (fixture) => {
    await admit(fixture, agreed(fixture, acorn));
    const whole = bookAsk(fixture, tokens([], [acorn]));
    return send(fixture, { ...whole, approvals: whole.approvals.slice(0, 1) });
  },
  { alone: true },
);
unagreed.play(
  'a payment of a token that was taken out',
  'badPlan',
  async (fixture) => {
    await admit(fixture, agreed(fixture, acorn));
    await admit(fixture, bookAsk(fixture, tokens([], [acorn])));
    const { omar, adam, anna } = fixture.crew;
    const intent = payment(fixture, 'usdc', paying(acorn));
    return send(fixture, transferAsk(fixture, intent, approvedBy(intent, omar, adam, anna)));
  },
  { alone: true },
);

/** Of 5,000,000 each: an operator lets 12,000,000 a day leave one wallet, and two payments of each token another. */
const bounded = family('more of an approved token than an operator lets');
const some = (wallet: string) => (fixture: Fixture) => payAsk(fixture, 'usdc', { wallet, ...paying(acorn) });
bounded.play(
  'payments of it as large and as many as are let',
  'admitted',
  async (fixture) => {
    await admit(fixture, agreed(fixture, acorn));
    await admit(fixture, some('16')(fixture));
    await admit(fixture, some('14')(fixture));
    return send(fixture, admitted(fixture, some('14')(fixture)));
  },
  { control: true, alone: true },
);
bounded.play(
  'the third payment, with which too much leaves',
  'velocity',
  async (fixture) => {
    await admit(fixture, agreed(fixture, acorn));
    for (let n = 0; n < 2; n++) await admit(fixture, some('16')(fixture));
    return send(fixture, some('16')(fixture));
  },
  { alone: true },
);
bounded.play(
  'the third payment where each token is paid twice, of one that was listed after that was said',
  'velocity',
  async (fixture) => {
    await admit(fixture, agreed(fixture, acorn));
    for (let n = 0; n < 2; n++) await admit(fixture, some('14')(fixture));
    // Another token has its own two.
    await admit(fixture, payAsk(fixture, 'usdc', { wallet: '14' }));
    return send(fixture, some('14')(fixture));
  },
  { alone: true },
);
bounded.play(
  'the third payment after the restart of both signers',
  'velocity',
  async (fixture) => {
    await admit(fixture, agreed(fixture, acorn));
    for (let n = 0; n < 2; n++) await admit(fixture, some('16')(fixture));
    await halt(fixture.pair.places);
    const again = await fork(fixture, { start: fixture.start });
    try {
      return await send(again, some('16')(again));
    } finally {
      await again.pair.stop();
    }
  },
  { alone: true },
);

export const tokenAttacks = [...unagreed.attacks, ...bounded.attacks];
