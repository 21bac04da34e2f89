import { describe, expect, it } from 'vitest';
import {
  callText,
  evaluate,
  type Facts,
  faultOf,
  type Intent,
  nothingKnown,
  parseIntent,
  readCall,
  readingOf,
  type SeniorRule,
} from '../src/index.ts';
import { intentText } from '../src/intent.ts';
import { amount, rule, senior } from './cases/crew.ts';
import {
  callData,
  callIntent,
  hashOf,
  named,
  ownAccount,
  refOf,
  router,
  stranger,
  swapData,
  swapMethod,
  usdc,
  usdcLeaves,
  weth,
} from './fixtures.ts';

const entry = hashOf('router');
const facts: Facts = {
  ...nothingKnown,
  spent: () => ({ units: 0n, cents: 0n }),
  price: () => '1',
  isListed: (_, { entry: named }) => named !== '',
};
const calls = (...methods: string[]) => ({ calls: [{ chain: 'evm:31337', contract: router, methods }] });
const toRouter: Pick<SeniorRule['when'], 'destinations'> = { destinations: { mode: 'listed', entries: [entry] } };
const web3 = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}) =>
  rule(action, when, { id: 'c1', name: 'Calls', type: 'web3' });
const paying = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}) =>
  rule(action, when, { id: 'p1', name: 'Payments' });
const usdcOnly: Pick<SeniorRule['when'], 'assets'> = {
  assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: usdc }] },
};
const evaluated = (intent: Intent, rules: readonly SeniorRule[] = [], known = facts) => {
  const policy = senior(...rules);
  return evaluate(policy, { ...intent, policy: refOf(policy) }, [], known);
};
const verdict = (...asked: Parameters<typeof evaluated>) => {
  const { action, problem, rule: by } = evaluated(...asked);
  return [problem ?? action, by?.id];
};
const multicall = (...inner: string[]): string => callData('multicall(bytes[] data)', inner);
const reading = (data: string, contract = router) =>
  readCall({ call: data, from: ownAccount, outputs: named(contract) });
/** An intent that says whatever its call does. */
function saying(data: string, contract = router, tokens = [usdcLeaves()], change: Partial<Intent> = {}): Intent {
  const read = reading(data, contract);
  return callIntent({ call: callText(data, tokens), outputs: named(contract, ...(read?.to ?? [])), ...change });
}

describe('what a call does, by its standards', () => {
  const leaving = (data: string, contract = router) =>
    reading(data, contract)?.leaves.map(({ token, units, allowed, endless }) => [
      token,
      units,
      allowed ?? false,
      endless ?? false,
    ]);
  it.each<[string, string, string, unknown[][], string[]]>([
    [
      'a payment of a token',
      callData('transfer(address to,uint256 amount)', stranger, 5n),
      usdc,
      [[usdc, 5n, false, false]],
      [stranger],
    ],
    [
      'what others own that is moved',
      callData('transferFrom(address from,address to,uint256 amountOrId)', stranger, ownAccount, 5n),
      usdc,
      [],
      [],
    ],
    [
      'own coins moved by their owner',
      callData('transferFrom(address from,address to,uint256 amountOrId)', ownAccount, stranger, 5n),
      usdc,
      [[usdc, 5n, false, false]],
      [stranger],
    ],
    [
      'an allowance',
      callData('approve(address spender,uint256 amountOrId)', stranger, 9n),
      usdc,
      [[usdc, 9n, true, false]],
      [stranger],
    ],
    [
      'an allowance that is taken back',
      callData('approve(address spender,uint256 amountOrId)', stranger, 0n),
      usdc,
      [],
      [],
    ],
    [
      'everything of a collection',
      callData('setApprovalForAll(address operator,bool approved)', stranger, true),
      usdc,
      [[usdc, 0n, true, true]],
      [stranger],
    ],
    [
      'an allowance of Permit2',
      callData('approve(address token,address spender,uint160 amount,uint48 expiration)', usdc, stranger, 3n, 99n),
      router,
      [[usdc, 3n, true, false]],
      [stranger],
    ],
    [
      'a collection that is taken back',
      callData('setApprovalForAll(address operator,bool approved)', stranger, false),
      usdc,
      [],
      [],
    ],
    ['a swap', swapData(), router, [[usdc, 250_000_000n, false, false]], []],
    ['a swap that pays another', swapData(stranger), router, [[usdc, 250_000_000n, false, false]], [stranger]],
    ['coins that are unwrapped', callData('withdraw(uint256 amount)', 4n), weth, [[weth, 4n, false, false]], []],
    ['a new owner', callData('transferOwnership(address newOwner)', stranger), router, [], [stranger]],
  ])('%s', (_, data, contract, leaves, to) => {
    expect(leaving(data, contract)).toEqual(leaves);
    expect(reading(data, contract)?.to).toEqual(to);
  });

  // What goes in is an amount, or the most that may: never what comes out, nor the time limit that one of the two routers has before them.
  const path = (...tokens: string[]): string => `0x${tokens.map((token) => token.slice(2)).join('000bb8')}`;
  it.each(['uint256 deadline,', ''])('is read in swaps by pools of V3, where the parameters hold “%s”', (deadline) => {
    const single = 'address tokenIn,address tokenOut,uint24 fee,address recipient';
    const late = deadline === '' ? [] : [77n];
    const ofOne = [usdc, weth, 3000n, stranger, ...late];
    const swaps = [
      callData(
        `exactInputSingle((${single},${deadline}uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)`,
        [...ofOne, 5n, 1n, 0n],
      ),
      callData(
        `exactOutputSingle((${single},${deadline}uint256 amountOut,uint256 amountInMaximum,uint160 sqrtPriceLimitX96) params)`,
        [...ofOne, 1n, 5n, 0n],
      ),
      callData(
        `exactInput((bytes path,address recipient,${deadline}uint256 amountIn,uint256 amountOutMinimum) params)`,
        [path(usdc, weth), stranger, ...late, 5n, 1n],
      ),
      // The path of an exact output goes backwards.
      callData(
        `exactOutput((bytes path,address recipient,${deadline}uint256 amountOut,uint256 amountInMaximum) params)`,
        [path(weth, usdc), stranger, ...late, 1n, 5n],
      ),
    ];
    for (const data of swaps) {
      expect(leaving(data)).toEqual([[usdc, 5n, false, false]]);
      expect(reading(data)?.to).toEqual([stranger]);
    }
  });

  it('is of nobody’s to read by a path of V3 that is no whole steps: a router leaves unread what is behind them', () => {
    const exact = (bytes: string): string =>
      callData('exactOutput((bytes path,address recipient,uint256 amountOut,uint256 amountInMaximum) params)', [
        bytes,
        ownAccount,
        1n,
        5n,
      ]);
    const whole = path(weth, usdc);
    expect(leaving(exact(whole))).toEqual([[usdc, 5n, false, false]]);
    expect(leaving(exact(path(weth, stranger, usdc)))).toEqual([[usdc, 5n, false, false]]);
    for (const behind of [`${whole}00`, `${whole}${stranger.slice(2)}`, `${whole}${'00'.repeat(22)}`, weth, '0x'])
      expect(reading(exact(behind))).toBeUndefined();
  });

  it('is read in calls of calls, by whom each is made', () => {
    expect(leaving(multicall(swapData(), multicall(swapData(stranger))))).toEqual([
      [usdc, 250_000_000n, false, false],
      [usdc, 250_000_000n, false, false],
    ]);
    const pay = callData('transfer(address to,uint256 amount)', stranger, 5n);
    const take = callData('transferFrom(address from,address to,uint256 amountOrId)', ownAccount, stranger, 7n);
    const bundle = callData('aggregate3((address target,bool allowFailure,bytes callData)[] calls)', [
      [usdc, false, pay],
      [usdc, false, take],
    ]);
    // What the bundle itself owns it may pay: whom it pays is named all the same.
    expect(leaving(bundle)).toEqual([[usdc, 7n, false, false]]);
    expect(reading(bundle)?.to).toEqual([usdc, stranger]);
    expect(reading(bundle)?.calls).toHaveLength(3);
  });

  it('is nobody’s to read where calls stand in calls without end, or are written in another way', () => {
    const deep = (levels: number): string => (levels === 0 ? swapData() : multicall(deep(levels - 1)));
    expect(reading(deep(3))).toBeDefined();
    expect(reading(deep(4))).toBeUndefined();
    expect(reading(multicall(...Array<string>(49).fill('0x')))).toBeDefined();
    expect(reading(multicall(...Array<string>(50).fill('0x')))).toBeUndefined();
    expect(reading(`${swapData()}00`)).toBeUndefined();
    expect(reading(multicall(`${swapData()}00`))).toBeUndefined();
    expect(reading(callData(swapMethod, 1n, 1n, [], ownAccount, 9n))).toBeUndefined();
  });
});

describe('a call is judged', () => {
  it('as a call by rules about calls, and as the payment of what leaves by those about payments', () => {
    expect(verdict(callIntent())).toEqual(['flow', '*']);
    expect(verdict(callIntent(), [web3('pass', calls())])).toEqual(['flow', '*']);
    expect(verdict(callIntent(), [web3('pass', calls()), paying('pass', usdcOnly)])).toEqual(['pass', 'c1']);
    expect(
      verdict(callIntent(), [
        web3('pass', calls()),
        paying('refuse', { ...usdcOnly, ...amount({ unit: 'coin', over: '249999999' }) }),
      ]),
    ).toEqual(['refusedByRule', 'p1']);
    expect(verdict(callIntent(), [web3('refuse', calls('0x38ed1739')), paying('pass')])).toEqual([
      'refusedByRule',
      'c1',
    ]);
  });

  it('by a rule that names method and payees alone', () => {
    const outputs = named(router).map((output) => ({ ...output, entry }));
    expect(verdict(callIntent({ outputs }), [web3('pass', { ...calls('0x38ed1739'), ...toRouter })])).toEqual([
      'pass',
      'c1',
    ]);
  });

  it('by bounds on what leaves, of all together', () => {
    const bound = (upTo: string) => web3('pass', { ...calls('0x38ed1739'), ...amount({ unit: 'usd', upTo }) });
    const letPay = paying('pass');
    expect(verdict(callIntent(), [bound('25000'), letPay])).toEqual(['pass', 'c1']);
    expect(verdict(callIntent(), [bound('24999'), letPay])[0]).toBe('flow');
    // A token more that leaves is not spoken of by a rule about the coin that goes along alone.
    const along = callIntent({ outputs: named(router).map((output) => ({ ...output, amount: '1' })) });
    const coin = web3('pass', {
      ...calls('0x38ed1739'),
      assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] },
    });
    expect(verdict(along, [coin, letPay])[0]).toBe('flow');
    const most = web3('refuse', amount({ unit: 'usd', over: '25000' }));
    expect(verdict(callIntent(), [most, letPay])).toEqual(['flow', '*']);
    const both = callIntent({
      call: callText(swapData(), [usdcLeaves(), { ...usdcLeaves(1n), contract: weth, decimals: '0', symbol: 'WETH' }]),
    });
    expect(verdict(both, [most, letPay])).toEqual(['refusedByRule', 'c1']);
  });

  it('by no rule that does not name it where nobody can say what it is', () => {
    const raw = callIntent({ call: '0xdeadbeef00' });
    expect(verdict(raw)[0]).toBe('rawCall');
    expect(verdict(raw, [web3('pass')])[0]).toBe('rawCall');
    expect(verdict(raw, [web3('flow', calls())])[0]).toBe('rawCall');
    expect(verdict(raw, [web3('pass', calls('0xdeadbeef'))])).toEqual(['pass', 'c1']);
    // Hidden among calls that a rule names.
    const hidden = saying(multicall(swapData(), '0xdeadbeef00'));
    expect(verdict(hidden, [web3('pass', calls('0xac9650d8', '0x38ed1739')), paying('pass')])[0]).toBe('rawCall');
  });

  it('by the methods that members agreed on, and no others, where they agreed on some', () => {
    const agreed = (...methods: string[]): Facts => ({
      ...facts,
      methodsOf: (_, { address }) => (address === router ? methods : []),
    });
    expect(verdict(callIntent(), [], agreed(swapMethod))[0]).toBe('flow');
    expect(verdict(callIntent(), [], agreed('deposit(uint256 amount)'))[0]).toBe('rawCall');
    const own = callIntent({ call: callData('stake(uint256 shares,address for_)', 5n, ownAccount) });
    expect(verdict(own)[0]).toBe('rawCall');
    expect(verdict(own, [], agreed('stake(uint256 shares,address for_)'))[0]).toBe('flow');
    // What an agreed method does by a standard counts all the same.
    expect(readingOf(callIntent(), agreed(swapMethod))?.leaves).toHaveLength(1);
  });

  it('as refused where it does more than it says, or says that somebody else gets it', () => {
    expect(verdict(callIntent({ call: callText(swapData(), [usdcLeaves(249_999_999n)]) }))[0]).toBe('understatedCall');
    expect(verdict(callIntent({ call: callText(swapData(stranger), [usdcLeaves()]) }))[0]).toBe('understatedCall');
    expect(verdict(saying(swapData(stranger)))[0]).toBe('flow');
    expect(verdict(callIntent({ outputs: named(router, stranger) }))[0]).toBe('understatedCall');
    expect(verdict(callIntent({ call: callText(`${swapData()}00`, [usdcLeaves()]) }))[0]).toBe('unreadableCall');
  });

  it('as refused where it lets somebody take everything, but by a rule that names both', () => {
    const all = callData('setApprovalForAll(address operator,bool approved)', stranger, true);
    const intent = saying(all, router, []);
    expect(verdict(intent, [web3('pass', calls())])[0]).toBe('endlessAllowance');
    const outputs = intent.outputs.map((output) => ({ ...output, entry }));
    expect(verdict({ ...intent, outputs }, [web3('pass', { ...calls('0xa22cb465'), ...toRouter })])[0]).toBe('pass');
  });
});

describe('an intent about a call', () => {
  it('is read back as it was written', () => {
    expect(parseIntent(intentText(callIntent()))).toEqual(callIntent());
    expect(faultOf(callIntent(), readingOf(callIntent()))).toBeUndefined();
  });
  const twice = `${swapData()} out ${usdc} 1 6 USDC out ${usdc} 1 6 USDC`;
  it.each<[string, Partial<Intent>]>([
    ['data without a method', { call: '0xdeadbe' }],
    ['half a byte', { call: '0xdeadbeef0' }],
    ['nothing called', { call: '' }],
    ['a token twice', { call: twice }],
    ['tokens in another order', { call: `${swapData()} out ${weth} 1 18 WETH out ${usdc} 1 6 USDC` }],
    ['a token of which nothing leaves', { call: `${swapData()} out ${usdc} 0 6 USDC` }],
    ['itself as the contract', { outputs: named(ownAccount) }],
    [
      'somebody else who is given coins',
      { outputs: named(router, stranger).map((output) => ({ ...output, amount: '1' })) },
    ],
    ['somebody named twice', { outputs: named(router, stranger, stranger) }],
    ['a memo', { outputs: named(router).map((output) => ({ ...output, memo: 'hello' })) }],
    ['another coin than the chain’s', { asset: { symbol: 'USDC', contract: usdc, decimals: '6' } }],
    ['a document', { body: hashOf('body') }],
  ])('is refused with %s', (_, change) => {
    expect(() => parseIntent(intentText(callIntent(change)))).toThrow();
  });
});
