import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callText, type Inflow, type Outflow } from '@holdfast/policy';
import { call, must, otherEvmPayee, usdc } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { entries, type Fixture, halt, startOne, vault, wrapped } from '../fixture.ts';
import { type Ask, send } from '../requests.ts';
import { ask, dataOf, edited, lawfully, leaves, own, router, rule, to, under } from './calls.ts';

/** Swaps that take more than they say, or bring it to others. The listed payee is a router of both kinds here. */
const swaps = family('swap');

const coins: Inflow = { contract: '', units: 2_400_000_000_000_000n, decimals: '18', symbol: 'ETH' };
const tokens: Inflow = { contract: usdc, units: 4_900_000n, decimals: '6', symbol: 'USDC' };
const units = 5_000_000n;
/** The last moment at which such an intent can be signed, in seconds. */
const endOf = (fixture: Fixture): bigint => BigInt(ask(fixture, '0xdeadbeef').intent.expires) / 1000n;
interface Change {
  readonly to?: string;
  readonly least?: bigint;
  readonly end?: bigint;
  readonly path?: readonly string[];
  readonly gives?: string;
  readonly gets?: string;
}

/** 5 USDC for 0.0024 ETH at least, through V2. */
const pairs = (fixture: Fixture, change: Change = {}): string =>
  dataOf(
    'swapExactTokensForETH(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)',
    ...[units, change.least ?? coins.units, change.path ?? [usdc, wrapped], change.to ?? own(fixture)],
    change.end ?? endOf(fixture),
  );
/** One swap of SwapRouter02, and what stands around and behind it. */
const single = (
  fixture: Fixture,
  { to: receiver = own(fixture), least = 1n, gives = usdc, gets = wrapped }: Change,
  most: bigint,
) =>
  dataOf(
    'exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)',
    [gives, gets, 500n, receiver, most, least, 0n],
  );
/** One pool brings exactly so much, unless a price limit ends it before. */
const exactOut = (fixture: Fixture, limit: bigint): string =>
  dataOf(
    'exactOutputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountOut,uint256 amountInMaximum,uint160 sqrtPriceLimitX96) params)',
    [usdc, wrapped, 500n, own(fixture), coins.units, units, limit],
  );
const bundle = (end: bigint, ...calls: string[]): string =>
  dataOf('multicall(uint256 deadline,bytes[] data)', end, calls);
const unwrap = (receiver: string, least = coins.units): string =>
  dataOf('unwrapWETH9(uint256 amountMinimum,address recipient)', least, receiver);
const refund = dataOf('refundETH()');
const numbered = (number: number): string => `0x${'0'.repeat(39)}${number}`;
const itself = numbered(2);

const swapping = (
  fixture: Fixture,
  data: string,
  {
    out = leaves(units),
    comes = coins,
    outputs = [router],
  }: { out?: Outflow[]; comes?: Inflow; outputs?: ReturnType<typeof to>[] } = {},
): Ask => ask(fixture, callText(data, out, comes), { outputs });
const pooled = (fixture: Fixture, ...calls: string[]): Ask => swapping(fixture, bundle(endOf(fixture), ...calls));
const toVault = [router, to(vault, entries.vault)];
const alongCoins = { out: [], comes: tokens, outputs: [{ ...router, amount: '9' }] };

swaps.control('a token for coins, through V2', (fixture) => swapping(fixture, pairs(fixture)));
swaps.control('a token for coins, over pools of V3', (fixture) =>
  pooled(fixture, single(fixture, { to: itself }, units), unwrap(own(fixture))),
);
swaps.control('coins for a token, over pools of V3', (fixture) =>
  swapping(
    fixture,
    bundle(endOf(fixture), single(fixture, { gives: wrapped, gets: usdc, least: tokens.units }, 9n), refund),
    alongCoins,
  ),
);

const wrappedCoins: Inflow = { ...coins, contract: wrapped, symbol: 'WETH' };
const exactly = (fixture: Fixture, limit: bigint): Ask =>
  swapping(fixture, bundle(endOf(fixture), exactOut(fixture, limit)), { comes: wrappedCoins });
swaps.refused('of which so much comes, unless a price limit ends it before', 'unsoundTrade', (fixture) =>
  exactly(fixture, 4_295_128_740n),
);

swaps.refused('that pays another, who is listed', 'unsoundTrade', (fixture) =>
  swapping(fixture, pairs(fixture, { to: vault }), { outputs: toVault }),
);
swaps.refused('that pays another, whom nobody names', 'understatedCall', (fixture) =>
  swapping(fixture, pairs(fixture, { to: vault })),
);
swaps.refused('whose path begins with another token', 'unsoundTrade', (fixture) =>
  swapping(fixture, pairs(fixture, { path: [otherEvmPayee, wrapped] })),
);
swaps.refused('that brings less than it says', 'unsoundTrade', (fixture) =>
  swapping(fixture, pairs(fixture, { least: coins.units - 1n })),
);
swaps.refused('that brings less than was approved, and says so', 'initiatorMissing', (fixture) =>
  edited(swapping(fixture, pairs(fixture)), {
    call: callText(pairs(fixture, { least: 1n }), leaves(units), { ...coins, units: 1n }),
  }),
);
swaps.refused('that outlasts its intent', 'unsoundTrade', (fixture) =>
  swapping(fixture, pairs(fixture, { end: endOf(fixture) + 3_600n })),
);
swaps.refused('that takes more than it says', ['understatedCall', 'unsoundTrade'], (fixture) =>
  swapping(fixture, pairs(fixture), { out: leaves(units - 1n) }),
);
swaps.refused('through a contract that is no router', 'badPlan', (fixture) =>
  swapping(fixture, pairs(fixture), { outputs: [to(usdc, entries.token)] }),
);
swaps.refused('that the router keeps', 'unsoundTrade', (fixture) =>
  pooled(fixture, single(fixture, { to: itself }, units)),
);
swaps.refused('that goes to nobody', 'unsoundTrade', (fixture) =>
  pooled(fixture, single(fixture, { to: numbered(0) }, units)),
);
swaps.refused('whose coins are unwrapped for another, who is listed', 'unsoundTrade', (fixture) =>
  swapping(fixture, bundle(endOf(fixture), single(fixture, { to: itself }, units), unwrap(vault)), {
    outputs: toVault,
  }),
);
swaps.refused('in a bundle of a bundle', 'unsoundTrade', (fixture) =>
  pooled(fixture, bundle(endOf(fixture), single(fixture, { to: itself }, units), unwrap(own(fixture)))),
);
swaps.refused('behind which somebody else is paid, who is listed', 'unsoundTrade', (fixture) =>
  swapping(
    fixture,
    bundle(
      endOf(fixture),
      ...[single(fixture, { to: itself }, units), unwrap(own(fixture))],
      dataOf('sweepToken(address token,uint256 amountMinimum,address recipient)', usdc, 0n, vault),
    ),
    { outputs: toVault },
  ),
);
swaps.refused('of coins for which the router takes another token', 'badPlan', (fixture) =>
  swapping(
    fixture,
    bundle(endOf(fixture), single(fixture, { gives: otherEvmPayee, gets: usdc, least: tokens.units }, 9n), refund),
    alongCoins,
  ),
);
swaps.refused('into the coins of which another token is unwrapped', 'badPlan', (fixture) =>
  pooled(fixture, single(fixture, { to: itself, gets: otherEvmPayee }, units), unwrap(own(fixture))),
);
swaps.refused('of fewer coins than go along', 'unsoundTrade', (fixture) =>
  swapping(
    fixture,
    bundle(endOf(fixture), single(fixture, { gives: wrapped, gets: usdc, least: tokens.units }, 8n), refund),
    alongCoins,
  ),
);

/** Signers whose operators know what both coins are worth: 5 USDC are 5 USD, and 0.0024 ETH are 4.80. */
async function priced(fixture: Fixture): Promise<object> {
  const file = join(fixture.pair.dir, 'both.json');
  writeFileSync(file, JSON.stringify({ 'evm:31337|': '2000', [`evm:31337|${usdc}`]: '1' }));
  await halt(fixture.pair.places);
  const config = { prices: [{ kind: 'file', name: 'price file', file, maxAgeMinutes: 1_000_000 } as const] };
  for (const { id } of fixture.pair.places) await startOne(fixture, id, { start: fixture.start, config });
  const assets = ['', usdc].map((contract) => ({ chain: 'evm:31337', contract }));
  const said = await Promise.all(
    fixture.pair.places.map((place) => must<{ quotes: [] }>(call(fixture.pair, place, 'quote', { assets }))),
  );
  return { quotes: said.flatMap((reply) => reply.quotes) };
}
const within = (over: string) => [rule('trades', 'trade', 'refuse', { loss: { over, upTo: '' } })];
const alone = { alone: true };
swaps.play(
  'that may lose no more than a rule allows',
  'admitted',
  async (fixture) => {
    const quotes = await priced(fixture);
    const ruled = await under(fixture, ...within('400'));
    return lawfully(ruled, { ...swapping(ruled, pairs(ruled)), ...quotes });
  },
  { ...alone, control: true },
);
swaps.play(
  'that may lose more than a rule allows',
  'refusedByRule',
  async (fixture) => {
    const quotes = await priced(fixture);
    const ruled = await under(fixture, ...within('399'));
    return send(ruled, { ...swapping(ruled, pairs(ruled)), ...quotes });
  },
  alone,
);
swaps.play(
  'of which the server carries no prices, where a rule bounds the loss',
  'refusedByRule',
  async (fixture) => {
    const ruled = await under(fixture, ...within('9999'));
    return send(ruled, swapping(ruled, pairs(ruled)));
  },
  alone,
);
swaps.play(
  'that does not say what it brings, where a rule bounds the loss',
  'refusedByRule',
  async (fixture) => {
    const ruled = await under(fixture, ...within('9999'));
    return send(ruled, ask(ruled, callText(pairs(ruled), leaves(units)), { outputs: [router] }));
  },
  alone,
);
export const swapAttacks = swaps.attacks;
