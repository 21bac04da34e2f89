import { describe, expect, it } from 'vitest';
import { type Amount, amount, hasNoEnd, leftUnder } from '../src/conditions/amount.ts';
import type { Assets } from '../src/conditions/assets.ts';
import type { Asked, Moving, RuleAround } from '../src/conditions/condition.ts';
import type { RuleFacts, WindowQuery } from '../src/rule-facts.ts';

const coin = 'evm:1|';
const everything: Assets = { mode: 'any', list: [] };
const onlyCoin: Assets = { mode: 'only', list: [{ chain: 'evm:1', contract: '' }] };
const onlyToken: Assets = { mode: 'only', list: [{ chain: 'evm:1', contract: '0xt' }] };
const wanted = (change: Partial<Amount>): Amount => ({ ...amount.empty, unit: 'coin', ...change });
const daily = (change: Partial<Amount>): Amount => wanted({ hours: '24', ...change });

/** 100 units of the coin, which are worth 5,000 cents. */
type Change = Partial<Omit<Asked, 'moving' | 'loss'> & Pick<Moving, 'asset' | 'worth'>>;
const asked = ({ asset = coin, worth = () => 5_000n, units = 100n, ...change }: Change = {}): Asked => ({
  ...{ type: 'transfer', id: 'p1', wallet: '7', initiator: 'm', chain: 'evm:1', contract: '', decimals: 0 },
  ...{ units, leaves: true, payees: [], calls: [], names: [], beside: [] },
  moving: [{ asset, units, worth }],
  feeWorth: () => 0n,
  loss: () => undefined,
  ...change,
});
const fee = { fee: { asset: coin, decimals: 0, units: 7n }, feeWorth: () => 350n };
type Rule = RuleAround<{ readonly assets: Assets }>;
const rule = (assets = everything, action: Rule['action'] = 'flow'): Rule => ({
  type: 'transfer',
  action,
  when: { assets },
});
const facts = (spent: RuleFacts['spent']): RuleFacts => ({ price: () => undefined, spent });
const neverAsked = facts(() => {
  throw new Error('nobody asked for a window');
});
const spentBefore = facts(() => ({ units: 40n, cents: 2_000n }));

describe('an amount of one transaction', () => {
  it('is more than one bound and at most the other, in base units or in cents; no unit is no condition', () => {
    const match = (change: Partial<Amount>) => amount.match(wanted(change), asked(fee), rule(), neverAsked);
    expect([match({ over: '99' }), match({ over: '100' })]).toEqual(['yes', 'no']);
    expect([match({ upTo: '100' }), match({ upTo: '99' })]).toEqual(['yes', 'no']);
    expect([match({ over: '99', upTo: '100' }), match({ over: '100', upTo: '101' })]).toEqual(['yes', 'no']);
    expect(match({ over: '10', upTo: '99' })).toBe('no');
    expect([match({ unit: 'usd', over: '4999' }), match({ unit: 'usd', over: '5000' })]).toEqual(['yes', 'no']);
    expect(match({ unit: 'none', over: '6000' })).toBe('yes');
    expect(amount.match(wanted({ upTo: '0' }), asked({ units: 0n }), rule(), neverAsked)).toBe('yes');
  });

  it('counts against it where it has no price, and counts what is staked', () => {
    const unknown = asked({ worth: () => undefined });
    expect(amount.match(wanted({ unit: 'usd', over: '1' }), unknown, rule(), neverAsked)).toBe('perhaps');
    expect(amount.match(wanted({ over: '99' }), unknown, rule(), neverAsked)).toBe('yes');
    expect(amount.match(wanted({ over: '99' }), asked({ leaves: false }), rule(), neverAsked)).toBe('yes');
  });
});

describe('an amount in a window', () => {
  const most = (change: Partial<Amount>, who: Asked, around = rule(), known = spentBefore): string => {
    const sums = Array.from({ length: 6_000 }, (_, n) => String(n));
    const first = sums.find((over) => amount.match(daily({ ...change, over }), who, around, known) !== 'yes');
    return first ?? 'more';
  };

  it('is it, its highest fee in a coin that counts, and what was spent before', () => {
    expect(most({}, asked())).toBe('140');
    expect(most({}, asked(fee), rule(onlyCoin))).toBe('147');
    expect(most({}, asked({ ...fee, contract: '0xt', asset: 'evm:1|0xt' }), rule(onlyToken))).toBe('140');
    expect(amount.match(daily({ unit: 'usd', over: '7349' }), asked(fee), rule(), spentBefore)).toBe('yes');
    expect(amount.match(daily({ unit: 'usd', over: '7350' }), asked(fee), rule(), spentBefore)).toBe('no');
    expect(amount.match(daily({ unit: 'usd', over: '7000' }), asked(fee), rule(onlyToken), spentBefore)).toBe('no');
  });

  it('has of stake the fee alone', () => {
    expect(most({}, asked({ ...fee, leaves: false }), rule(onlyCoin))).toBe('47');
  });

  it.each(['wallet', 'workspace', 'member'] as const)('asks for the window of its %s, but for itself', (scope) => {
    const queries: WindowQuery[] = [];
    const known = facts((query) => {
      queries.push(query);
      return { units: 0n, cents: 0n };
    });
    amount.match(daily({ over: '1', scope }), asked(), rule(onlyToken), known);
    expect(queries).toMatchObject([{ hours: 24, scope, wallet: '7', member: 'm', except: 'p1' }]);
    expect([queries[0]?.counts('evm:1|0xt'), queries[0]?.counts(coin)]).toEqual([true, false]);
  });

  it.each([
    ['its own worth', { worth: () => undefined }, spentBefore],
    ['the worth of its fee', { ...fee, feeWorth: () => undefined }, spentBefore],
    ['the worth of what was spent', {}, facts(() => ({ units: 1n, cents: undefined }))],
    ['what was spent', {}, facts(() => undefined)],
  ] as const)('counts against it where nobody knows %s', (_, change, known) => {
    expect(amount.match(daily({ unit: 'usd', over: '1' }), asked(change), rule(), known)).toBe('perhaps');
  });

  it('counts against it in a coin too where nobody counted', () => {
    expect(
      amount.match(
        daily({ over: '1' }),
        asked(),
        rule(),
        facts(() => undefined),
      ),
    ).toBe('perhaps');
  });

  it('needs no price for what does not leave, nor any for bounds in a coin', () => {
    const unknown = { ...fee, worth: () => undefined, feeWorth: () => undefined };
    const stake = { ...unknown, fee: { ...fee.fee, asset: 'evm:2|' }, leaves: false };
    expect(amount.match(daily({ unit: 'usd', over: '1999' }), asked(stake), rule(onlyCoin), spentBefore)).toBe('yes');
    expect(amount.match(daily({ over: '146' }), asked(unknown), rule(onlyCoin), spentBefore)).toBe('yes');
  });
});

describe('what a bound leaves', () => {
  const left = (change: Partial<Amount>, who = asked(fee), around = rule(onlyCoin), known = spentBefore) => {
    const found = leftUnder(daily({ over: '1000', ...change }), who, around.when, known);
    return found && [found.left, found.most].map(String);
  };

  it('is what nothing was spent of, and less the highest fee where the window counts that', () => {
    expect(left({})).toEqual(['960', '953']);
    expect(left({}, asked())).toEqual(['960', '960']);
    expect(left({}, asked({ ...fee, asset: 'evm:1|0xt' }), rule(onlyToken))).toEqual(['960', '960']);
    expect(left({ unit: 'usd', over: '3000' }, asked(fee), rule())).toEqual(['1000', '650']);
  });

  it('is the whole bound where single transactions are bounded, and below nothing where more was spent', () => {
    expect(left({ hours: '0' }, asked(fee), rule(onlyCoin), neverAsked)).toEqual(['1000', '1000']);
    expect(left({ over: '10' })).toEqual(['-30', '-37']);
  });

  it.each<[string, () => ReturnType<typeof left>]>([
    ['a rule without a bound', () => left({ unit: 'none' })],
    ['a rule that bounds from above alone', () => left({ over: '' })],
    ['another asset', () => left({}, asked({ ...fee, asset: 'evm:2|' }))],
    ['several assets at once', () => left({}, { ...asked(), moving: [...asked().moving, ...asked().moving] })],
    [
      'a window that nobody counted',
      () =>
        left(
          {},
          asked(fee),
          rule(onlyCoin),
          facts(() => undefined),
        ),
    ],
    ['a fee without a price', () => left({ unit: 'usd' }, asked({ ...fee, feeWorth: () => undefined }), rule())],
  ])('is not told of %s', (_, found) => {
    expect(found()).toBeUndefined();
  });
});

describe('a document with an amount', () => {
  const isSound = (change: Partial<Amount>, around = rule(onlyCoin)): boolean =>
    amount.problems(wanted(change), around, new Set()).length === 0;

  it.each<[string, Partial<Amount>, Rule?]>([
    ['no condition', { unit: 'none' }],
    ['one bound', { over: '1' }],
    ['the other one', { upTo: '1' }],
    ['an end at nothing', { upTo: '0' }],
    ['both', { over: '1', upTo: '2' }],
    ['a window', { over: '1', hours: '24' }],
    ['USD of anything', { unit: 'usd', over: '1' }, rule(everything)],
    ['an end for what passes', { upTo: '1' }, rule(onlyCoin, 'pass')],
  ])('is sound with %s', (_, change, around) => {
    expect(isSound(change, around)).toBe(true);
  });

  it.each<[string, Partial<Amount>, Rule?]>([
    ['a bound of nothing', { unit: 'none', over: '1' }],
    ['another bound of nothing', { unit: 'none', upTo: '1' }],
    ['a window of nothing', { unit: 'none', hours: '24' }],
    ['no bound', {}],
    ['bounds that leave no room', { over: '2', upTo: '2' }],
    ['bounds that have changed places', { over: '3', upTo: '2' }],
    ['a bound in any coin', { over: '1' }, rule(everything)],
    ['a bound in all coins but one', { over: '1' }, rule({ ...onlyCoin, mode: 'except' })],
    ['a bound in two coins', { over: '1' }, rule({ mode: 'only', list: [...onlyCoin.list, ...onlyToken.list] })],
    ['no end for what passes', { over: '1' }, rule(onlyCoin, 'pass')],
  ])('is unsound with %s', (_, change, around) => {
    expect(isSound(change, around)).toBe(false);
  });

  it('has no end without an upper bound, is as loose as another one only where it is the same, and names no contract', () => {
    expect([hasNoEnd(wanted({ over: '1' })), hasNoEnd(wanted({ upTo: '1' }))]).toEqual([true, false]);
    expect(amount.notLooser(wanted({ over: '1' }), wanted({ over: '1' }))).toBe(true);
    expect(amount.notLooser(wanted({ over: '1' }), wanted({ over: '2' }))).toBe(false);
    expect([amount.whenFewerListed(amount.empty), amount.places(amount.empty)]).toEqual(['same', []]);
    expect(amount.facts).toEqual(['price', 'spent']);
  });
});
