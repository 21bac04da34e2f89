import { callText, type Inflow, type Intent, readCall, type SeniorRule } from '../../src/index.ts';
import {
  callData,
  hashOf,
  named,
  ownAccount,
  router,
  stranger,
  swapMethod,
  transfer,
  usdc,
  usdcLeaves,
  weth,
} from '../fixtures.ts';
import { asked, basic, type Case, eth, type KnownFacts, rule, senior } from './crew.ts';

/** Swaps that say of themselves that they are, and what comes of them. */

const chain = 'evm:31337';
const entry = hashOf('router');
const known: KnownFacts = {
  listed: [entry],
  prices: { [`${chain}|${usdc}`]: '1', [eth]: '2000' },
  spendings: [],
};
/** The last moment at which such an intent can be signed, in seconds. */
const until = BigInt(transfer().expires) / 1000n;
const wethComes: Inflow = { contract: weth, units: 5n, decimals: '18', symbol: 'WETH' };
const coinComes: Inflow = { contract: '', units: 5n, decimals: '18', symbol: 'ETH' };

interface Swapping {
  readonly data?: string;
  readonly comes?: Inflow | undefined;
  readonly leaves?: ReturnType<typeof usdcLeaves>[];
  readonly along?: string;
}
const data = ({ to = ownAccount, path = [usdc, weth], least = 5n, end = until, units = 250_000_000n } = {}): string =>
  callData(swapMethod, units, least, path, to, end);

/** 250 USDC for at least 5 units of WETH, to the account itself. */
export function swapping(change: Swapping = {}): Partial<Intent> {
  const { data: bytes = data(), leaves = [usdcLeaves()], along = '0' } = change;
  const comes = 'comes' in change ? change.comes : wethComes;
  const to = readCall({ call: bytes, from: ownAccount, outputs: named(router) })?.to ?? [];
  const [contract, ...others] = named(router, ...to).map((output) => ({ ...output, entry }));
  const outputs = contract ? [{ ...contract, amount: along }, ...others] : [];
  return { kind: 'call', outputs, call: callText(bytes, leaves, comes) };
}

const method = { calls: [{ chain, contract: router, methods: ['0x38ed1739'] }] };
const toRouter: Pick<SeniorRule['when'], 'destinations'> = { destinations: { mode: 'listed', entries: [entry] } };
const traded = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}): SeniorRule =>
  rule(action, when, { id: 't1', name: 'Trades', type: 'trade' });
const called = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}): SeniorRule =>
  rule(action, when, { id: 'c1', name: 'Calls', type: 'web3' });
const paid = (action: SeniorRule['action']): SeniorRule => rule(action, {}, { id: 'p1', name: 'Payments' });
const ofUsdc: Pick<SeniorRule['when'], 'assets'> = { assets: { mode: 'only', list: [{ chain, contract: usdc }] } };

const judged = (intent: Partial<Intent>, rules: SeniorRule[], is: Case['is']): Case => ({
  ...{ policy: senior(...rules), intent, votes: asked, facts: known, is },
});
const refused = (problem: string, id = basic): Case['is'] => ['unsatisfiable', id, problem];
const unsound = (change: Swapping): Case => judged(swapping(change), [], refused('unsoundTrade'));

const coinsIn = (value: string): Partial<Intent> =>
  swapping({
    data: callData(
      'swapExactETHForTokens(uint256 amountOutMin,address[] path,address to,uint256 deadline)',
      5n,
      [weth, usdc],
      ownAccount,
      until,
    ),
    leaves: [],
    along: value,
    comes: { ...usdcLeaves(5n) },
  });
const coinsOut = (comes: Inflow): Partial<Intent> =>
  swapping({
    data: callData(
      'swapExactTokensForETH(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)',
      250_000_000n,
      5n,
      [usdc, weth],
      ownAccount,
      until,
    ),
    comes,
  });
const v3Single = (recipient: string, deadline: bigint): string =>
  callData(
    'exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 deadline,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)',
    [usdc, weth, 3000n, recipient, deadline, 250_000_000n, 5n, 0n],
  );
const v3Path = callData(
  'exactInput((bytes path,address recipient,uint256 deadline,uint256 amountIn,uint256 amountOutMinimum) params)',
  [`0x${usdc.slice(2).toLowerCase()}000bb8${weth.slice(2).toLowerCase()}`, ownAccount, until, 250_000_000n, 5n],
);
/** By SwapRouter02, which says no end of its swaps. */
const endless = (
  change: { to?: string; units?: bigint; gives?: string; gets?: string; least?: bigint } = {},
): string => {
  const { to = ownAccount, units = 250_000_000n, gives = usdc, gets = weth, least = 5n } = change;
  return callData(
    'exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)',
    [gives, gets, 3000n, to, units, least, 0n],
  );
};
/** One pool brings exactly 5 units, but with a price limit it stops before that. */
const exactOut = (limit: bigint, end?: bigint, to = ownAccount): string =>
  callData(
    `exactOutputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,${end === undefined ? '' : 'uint256 deadline,'}uint256 amountOut,uint256 amountInMaximum,uint160 sqrtPriceLimitX96) params)`,
    [usdc, weth, 3000n, to, ...(end === undefined ? [] : [end]), 5n, 250_000_000n, limit],
  );
const bundle = (end: bigint, ...calls: string[]): string =>
  callData('multicall(uint256 deadline,bytes[] data)', end, calls);
const unwrap = (to = ownAccount, least = 5n): string =>
  callData('unwrapWETH9(uint256 amountMinimum,address recipient)', least, to);
const refund = callData('refundETH()');
const numbered = (number: number): string => `0x${'0'.repeat(39)}${number}`;
const itself = numbered(2);
/** A swap in the form of SwapRouter02. */
const pooled = (calls: string[], change: Swapping & { end?: bigint } = {}): Partial<Intent> =>
  swapping({ data: bundle(change.end ?? until, ...calls), ...change });
const unpooled = (calls: string[], change: Swapping & { end?: bigint } = {}): Case =>
  judged(pooled(calls, change), [], refused('unsoundTrade'));
const pays = { along: '7', leaves: [], comes: usdcLeaves(5n) };
const payIn = (units = 7n): string => endless({ gives: weth, gets: usdc, units });

/** By 0x: `holder` lets a contract take so much while it calls it, and that one swaps by steps of which the first says the end. */
const settler = '0x00000000000004533Fe15556B1E086BB1A72cEae';
const nobody = `0x${'0'.repeat(40)}`;
const anyCoin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const takes = (end: bigint): string =>
  callData(
    'TRANSFER_FROM(address recipient,((address token,uint256 amount) permitted,uint256 nonce,uint256 deadline) permit,bytes sig)',
    settler,
    [[usdc, 250_000_000n], 0n, end],
    '0x',
  );
const checks = (end: bigint): string => callData('NATIVE_CHECK(uint256 deadline,uint256 msgValue)', end, 7n);
const step = '0xdeadbeef';
interface Settling {
  readonly to?: string;
  readonly gets?: string;
  readonly least?: bigint;
  readonly steps?: readonly string[];
  readonly operator?: string;
  readonly token?: string;
  readonly units?: bigint;
  readonly inner?: string;
}
const settled = ({ to = ownAccount, gets = weth, least = 5n, steps = [takes(until), step] }: Settling = {}): string =>
  callData(
    'execute((address recipient,address buyToken,uint256 minAmountOut) slippage,bytes[] actions,bytes32 zid)',
    [to, gets, least],
    steps,
    `0x${'00'.repeat(32)}`,
  );
const held = (change: Settling = {}): string =>
  callData(
    'exec(address operator,address token,uint256 amount,address target,bytes data)',
    ...[change.operator ?? settler, change.token ?? usdc, change.units ?? 250_000_000n, settler],
    change.inner ?? settled(change),
  );
const byOthers = (change: Settling, around: Swapping = {}): Partial<Intent> =>
  swapping({ data: held(change), ...around });
const unsettled = (change: Settling, around: Swapping = {}): Case =>
  judged(byOthers(change, around), [], refused('unsoundTrade'));
const coinSteps = { token: nobody, units: 0n, gets: usdc, steps: [checks(until), step] };
function settlements(): Record<string, Case> {
  return {
    'a swap by 0x': judged(byOthers({}), [], ['waiting', basic]),
    'a swap by 0x that rules about trades and payments let pass': judged(
      byOthers({}),
      [traded('pass'), paid('pass')],
      ['satisfied', 'senior t1'],
    ),
    'a swap by 0x that does not say so, and that a rule about trades refuses': judged(
      byOthers({}, { comes: undefined }),
      [called('pass', toRouter), traded('refuse')],
      refused('refusedByRule', 'senior t1'),
    ),
    'a swap by 0x, called in a bundle, that does not say so, and that a rule about trades refuses': judged(
      swapping({ data: callData('multicall(bytes[] data)', [held()]), comes: undefined }),
      [called('pass', toRouter), traded('refuse')],
      refused('refusedByRule', 'senior t1'),
    ),
    'a swap by 0x into coins': judged(byOthers({ gets: anyCoin }, { comes: coinComes }), [], ['waiting', basic]),
    'a swap of coins by 0x': judged(byOthers(coinSteps, pays), [], ['waiting', basic]),
    'a swap of coins by 0x, which name themselves': judged(
      byOthers({ ...coinSteps, token: anyCoin, operator: nobody, units: 7n }, pays),
      [],
      ['waiting', basic],
    ),
    'a swap of coins by 0x of which none go along': unsettled(coinSteps, { ...pays, along: '0' }),
    'a swap by 0x that pays somebody else': unsettled({ to: stranger }),
    'a swap by 0x that brings something else': unsettled({ gets: stranger }),
    'a swap by 0x that may bring less than it says': unsettled({ least: 4n }),
    'a swap by 0x of less than it says': unsettled({ units: 249_999_999n }),
    'a swap by 0x of another token': unsettled({ token: stranger }),
    'a swap by 0x along which coins go': unsettled({}, { along: '1' }),
    'a swap by 0x of which another takes the token': unsettled({ operator: stranger }),
    'a swap by 0x of which nobody takes the token': unsettled({ operator: nobody }),
    'a swap by 0x that outlasts its intent': unsettled({ steps: [takes(until + 1n), step] }),
    'a swap by 0x that was over before': unsettled({ steps: [takes(99n), step] }),
    'a swap by 0x whose end is no first step': unsettled({ steps: [step, takes(until)] }),
    'a swap by 0x without a step': unsettled({ steps: [] }),
    'a swap by 0x whose holder calls something else': unsettled({ inner: step }),
    'a swap by 0x whose holder is called again': unsettled({ inner: held() }),
    'a swap by 0x in a bundle': unsound({ data: callData('multicall(bytes[] data)', [held()]) }),
    'a swap by 0x that nobody lets take anything': unsound({ data: settled() }),
    'a swap by 0x whose first step is written in another way': judged(
      byOthers({ steps: [`${takes(until)}00`] }),
      [],
      refused('unreadableCall'),
    ),
  };
}

/** 250 USDC at 1 USD, for units of a token with two decimals at 2000 USD: 0.12 of it is 240 USD, 4 % less. */
const lossyComes = (units: bigint): Inflow => ({ ...wethComes, units, decimals: '2' });
const lossy = (units: bigint): Partial<Intent> => swapping({ data: data({ least: units }), comes: lossyComes(units) });
const bounded = (action: SeniorRule['action'], over: string, upTo: string): SeniorRule =>
  traded(action, { ...method, ...toRouter, loss: { over, upTo } });
const pricedBoth: KnownFacts = { ...known, prices: { ...known.prices, [`${chain}|${weth}`]: '2000' } };
const losing = (units: bigint, rules: SeniorRule[], is: Case['is'], facts = pricedBoth): Case => ({
  ...{ policy: { ...senior(...rules), v: '4' as const }, intent: lossy(units), votes: asked, facts, is },
});
function losses(): Record<string, Case> {
  const passes: Case['is'] = ['satisfied', 'senior t1'];
  const stops = refused('refusedByRule', 'senior t1');
  return {
    'a swap that loses as much as a rule lets pass': losing(12n, [bounded('pass', '', '400')], passes),
    'a swap that loses more than a rule lets pass': losing(12n, [bounded('pass', '', '399')], ['waiting', basic]),
    'a swap that brings more than it gives': losing(13n, [bounded('pass', '', '0')], passes),
    'a swap that loses more than a rule allows': losing(12n, [bounded('refuse', '399', '')], stops),
    'a swap that loses as much as a rule allows': losing(12n, [bounded('refuse', '400', '')], ['waiting', basic]),
    'a swap for what has no price': losing(12n, [bounded('pass', '', '9999')], ['waiting', 'senior t1'], known),
    'a swap for what has no price, where some loss is refused': losing(
      12n,
      [bounded('refuse', '9999', '')],
      stops,
      known,
    ),
    'a swap of what has no price': losing(12n, [bounded('refuse', '9999', '')], stops, {
      ...pricedBoth,
      prices: { [`${chain}|${weth}`]: '2000' },
    }),
    'a swap that does not say what it brings, where some loss is refused': {
      ...losing(12n, [called('pass', { ...method, ...toRouter }), bounded('refuse', '400', '')], stops),
      intent: swapping({ comes: undefined }),
    },
  };
}

export const tradeRulings: Record<string, Case> = {
  'a swap by no rule of its own': judged(swapping(), [], ['waiting', basic]),
  'a swap that rules about trades and payments let pass': judged(
    swapping(),
    [traded('pass', method), paid('pass')],
    ['satisfied', 'senior t1'],
  ),
  'a swap that rules about trades alone let pass': judged(swapping(), [traded('pass', method)], ['waiting', basic]),
  'a swap that a rule about trades names with its payee': judged(
    swapping(),
    [traded('pass', { ...method, ...toRouter })],
    ['satisfied', 'senior t1'],
  ),
  'a swap that a rule about its token lets pass': judged(
    swapping(),
    [traded('pass', { ...method, ...ofUsdc }), paid('pass')],
    ['satisfied', 'senior t1'],
  ),
  'a swap that a rule about trades refuses': judged(
    swapping(),
    [called('pass', { ...method, ...toRouter }), traded('refuse')],
    refused('refusedByRule', 'senior t1'),
  ),
  'a swap that a rule about calls refuses': judged(
    swapping(),
    [traded('pass', { ...method, ...toRouter }), called('refuse')],
    refused('refusedByRule', 'senior c1'),
  ),
  'a swap that does not say so, and that a rule about trades refuses': judged(
    swapping({ comes: undefined }),
    [called('pass', { ...method, ...toRouter }), traded('refuse')],
    refused('refusedByRule', 'senior t1'),
  ),
  'a swap that does not say so, and that rules about trades and payments let pass': judged(
    swapping({ comes: undefined }),
    [traded('pass', method), paid('pass')],
    ['waiting', basic],
  ),
  'a swap of coins for a token': judged(
    coinsIn('7'),
    [traded('pass', toRouter), paid('pass')],
    ['satisfied', 'senior t1'],
  ),
  'a swap of coins of which none go along': judged(coinsIn('0'), [], refused('unsoundTrade')),
  'a swap of a token for coins': judged(coinsOut(coinComes), [], ['waiting', basic]),
  'a swap for coins that says a token comes': judged(coinsOut(wethComes), [], refused('unsoundTrade')),
  'a swap that pays somebody else': unsound({ data: data({ to: stranger }) }),
  'a swap whose path ends elsewhere': unsound({ data: data({ path: [usdc, stranger] }) }),
  'a swap whose path turns back': unsound({ data: data({ path: [usdc, weth, usdc] }), comes: usdcLeaves(5n) }),
  'a swap over another token': judged(
    swapping({ data: data({ path: [usdc, stranger, weth] }) }),
    [],
    ['waiting', basic],
  ),
  'a swap that may bring less than it says': unsound({ data: data({ least: 4n }) }),
  'a swap that may bring nothing': unsound({ data: data({ least: 0n }) }),
  'a swap that may bring more than it says': judged(swapping({ data: data({ least: 6n }) }), [], ['waiting', basic]),
  'a swap of less than it says': unsound({ data: data({ units: 249_999_999n }) }),
  'a swap along which coins go': unsound({ along: '1' }),
  'a swap that outlasts its intent': unsound({ data: data({ end: until + 1n }) }),
  'a swap that was over before': unsound({ data: data({ end: 99n }) }),
  'a swap in a bundle': unsound({ data: callData('multicall(bytes[] data)', [data()]) }),
  'a payment that says it is a swap': unsound({
    data: callData('transfer(address to,uint256 amount)', ownAccount, 250_000_000n),
    leaves: [],
  }),
  'a swap by one pool': judged(swapping({ data: v3Single(ownAccount, until) }), [], ['waiting', basic]),
  'a swap by one pool, to whoever calls': unsound({ data: v3Single(numbered(1), until) }),
  'a swap by one pool that leaves it with the router': unsound({ data: v3Single(numbered(2), until) }),
  'a swap by one pool that leaves it with the first router': unsound({ data: v3Single(numbered(0), until) }),
  'a swap by one pool without an end': unsound({ data: endless() }),
  'a swap along a path of pools': judged(swapping({ data: v3Path }), [], ['waiting', basic]),
  'a swap whose end stands around it': judged(pooled([endless()]), [], ['waiting', basic]),
  'a swap whose end stands around it, to whoever calls': judged(
    pooled([endless({ to: numbered(1) })]),
    [],
    ['waiting', basic],
  ),
  'a swap around which no end stands': unsound({ data: callData('multicall(bytes[] data)', [endless()]) }),
  'a swap whose end around it is behind that of the intent': unpooled([endless()], { end: until + 1n }),
  'a swap that stays with its router': unpooled([endless({ to: itself })]),
  'a swap to nobody': unpooled([endless({ to: numbered(0) })]),
  'a swap of which a stranger gets what comes': unpooled([endless({ to: stranger })]),
  'a swap beside which another stands': unpooled([endless(), endless()], { leaves: [usdcLeaves(500_000_000n)] }),
  'a swap beside which somebody is paid': unpooled([
    endless(),
    callData('sweepToken(address token,uint256 amountMinimum,address recipient)', weth, 0n, stranger),
  ]),
  'a swap in a bundle of a bundle': unpooled([bundle(until, endless())]),
  'a swap with an end of its own in a bundle': unpooled([data()]),
  'a swap into coins': judged(
    pooled([endless({ to: itself }), unwrap()], { comes: coinComes }),
    [],
    ['waiting', basic],
  ),
  'a swap into coins for a stranger': unpooled([endless({ to: itself }), unwrap(stranger)], { comes: coinComes }),
  'a swap into coins for who calls, of whom what unwraps knows nothing': unpooled(
    [endless({ to: itself }), unwrap(numbered(1))],
    { comes: coinComes },
  ),
  'a swap into fewer coins than it says': unpooled([endless({ to: itself }), unwrap(ownAccount, 4n)], {
    comes: coinComes,
  }),
  'a swap into coins that never come to the router': unpooled([endless(), unwrap()], { comes: coinComes }),
  'a swap into coins that says a token comes': unpooled([endless({ to: itself }), unwrap()]),
  'a swap into coins, and more': unpooled([endless({ to: itself }), unwrap(), refund], { comes: coinComes }),
  'a swap of coins by pools': judged(pooled([payIn(), refund], pays), [], ['waiting', basic]),
  'a swap of coins of which the router keeps what is left': unpooled([payIn()], pays),
  'a swap of fewer coins than go along': unpooled([payIn(6n), refund], pays),
  'a swap of more coins than go along': unpooled([payIn(8n), refund], pays),
  'a swap of a token that gives back coins': unpooled([endless(), refund]),
  'a swap for an exact amount, by one pool': judged(swapping({ data: exactOut(0n, until) }), [], ['waiting', basic]),
  'a swap for an exact amount that a price limit may end before': unsound({ data: exactOut(1n, until) }),
  'a swap for an exact amount, its end around it': judged(pooled([exactOut(0n)]), [], ['waiting', basic]),
  'a swap for an exact amount that a price limit may end before, its end around it': unpooled([exactOut(1n)]),
  'a swap for an exact amount that a price limit may end before, into coins of which enough come': judged(
    pooled([exactOut(1n, undefined, itself), unwrap()], { comes: coinComes }),
    [],
    ['waiting', basic],
  ),
  'a swap with a price limit that does not say so, and that a rule about trades refuses': judged(
    swapping({ data: exactOut(1n, until), comes: undefined }),
    [called('pass', { ...toRouter }), traded('refuse')],
    refused('refusedByRule', 'senior t1'),
  ),
  ...losses(),
  ...settlements(),
};
