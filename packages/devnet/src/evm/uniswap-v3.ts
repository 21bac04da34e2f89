import { createRequire } from 'node:module';
import type { Call } from '../json-rpc.ts';
import { published, type Step, send, word } from './published.ts';
import { devToken } from './token.ts';
import { devPairFactory, devWrapped } from './uniswap.ts';

const require = createRequire(import.meta.url);

/** Uniswap V3 as its authors published it: pools, the quoter, and SwapRouter02. A pool of the local chain's token and coin comes with it. */

/** Deploys, and holds the pools. Nobody else uses it, so what it deploys lies where it lies on every local chain. */
const deployer = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f';
/** By its first four transactions: keccak(rlp(account, nonce)). */
const factory = '0x95bD8D42f30351685e96C62EDdc0d0613bf9a87A';
const positions = '0x98eDDadCfde04dC22a0e62119617e74a6Bc77313';
export const devPoolRouter = {
  kind: 'v3',
  contract: '0xcA8b49076D1A8039599e24979abf819af784c27a',
  quoter: '0x2B574555158337Cd46d47c2Ca57E4698A1f04e70',
  wrapped: devWrapped,
} as const;

/** How far apart the prices of a pool are, by its fee in millionths. */
const spacings = { 100: 1n, 500: 10n, 3000: 60n, 10000: 200n } as const;
export interface DevPool {
  readonly fee: keyof typeof spacings;
  /** Base units of each: their proportion is the price. '' is the coin, which goes in as the token that stands for it. */
  readonly holds: readonly [readonly [token: string, units: bigint], readonly [token: string, units: bigint]];
}

/** The largest number whose square is not above it (Newton). */
function rootOf(square: bigint): bigint {
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (let next = root; ; root = next) {
    next = (root + square / root) >> 1n;
    if (next >= root) return root;
  }
}
/** The outermost ticks that V3 knows. */
const outermost = 887_272n;

/** A pool at the price of what it holds, which counts at every price. Tokens have been minted and allowed to `positions` before. */
function poolSteps({ fee, holds }: DevPool): Step[] {
  const [first, second] = holds
    .map(([token, units]) => ({ token: token || devWrapped, units, coin: token === '' }))
    .toSorted((a, b) => (a.token.toLowerCase() < b.token.toLowerCase() ? -1 : 1));
  if (!first || !second) throw new Error('a pool has two tokens');
  const pair = [word(first.token), word(second.token), word(BigInt(fee))];
  const price = rootOf((second.units << 192n) / first.units);
  const end = (outermost / spacings[fee]) * spacings[fee];
  const sums = [first.units, second.units, 0n, 0n].map(word);
  const value = first.coin ? first.units : second.coin ? second.units : 0n;
  return [
    // createAndInitializePoolIfNecessary(address,address,uint24,uint160)
    { to: positions, data: `0x13ead562${[...pair, word(price)].join('')}` },
    // mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))
    {
      to: positions,
      data: `0x88316456${[...pair, word(-end), word(end), ...sums, word(deployer), word(2n ** 64n)].join('')}`,
      value: `0x${value.toString(16)}`,
    },
  ];
}

/** Tokens that anybody may mint, for the pools that are to hold them. */
const suppliedBy = (token: string, units: bigint): Step[] => [
  // mint(address,uint256), approve(address,uint256)
  { to: token, data: `0x40c10f19${word(deployer)}${word(units)}` },
  { to: token, data: `0x095ea7b3${word(positions)}${word(2n ** 255n)}` },
];

/** Opens pools. Each step has a block of its own, since every one takes a large part of one. @param mine makes one block */
export async function openPools(call: Call, mine: () => Promise<unknown>, pools: readonly DevPool[]): Promise<void> {
  for (const pool of pools)
    for (const step of [
      ...pool.holds.flatMap(([token, units]) => (token === '' ? [] : suppliedBy(token, units))),
      ...poolSteps(pool),
    ]) {
      await send(call, deployer, step);
      await mine();
    }
}

/** Shallower than the pool of V2: who asks for the best price gets that one. */
const pool: DevPool = {
  fee: 3_000,
  holds: [
    ['', 100n * 10n ** 18n],
    [devToken.contract, 312_020n * 10n ** 6n],
  ],
};

/** Makes sure that router, quoter and a pool are there. @param mine makes one block */
export async function deployPools(call: Call, mine: () => Promise<unknown>): Promise<void> {
  if ((await call<string>('eth_getCode', devPoolRouter.contract, 'latest')) !== '0x') return;
  const nobody = word(0n);
  const steps: Step[] = [
    {
      data: published(
        require.resolve('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'),
      ),
    },
    {
      data:
        published(
          require.resolve(
            '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
          ),
        ) + [word(factory), word(devWrapped), nobody].join(''),
    },
    {
      data:
        published(
          require.resolve('@uniswap/swap-router-contracts/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json'),
        ) +
        word(factory) +
        word(devWrapped),
    },
    {
      data:
        published(
          require.resolve('@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json'),
        ) + [devPairFactory, factory, positions, devWrapped].map(word).join(''),
    },
    // enableFeeAmount(uint24,int24): the tier that its owner added on the public networks
    { to: factory, data: `0x8a7c195f${word(100n)}${word(spacings[100])}` },
  ];
  for (const step of steps) {
    await send(call, deployer, step);
    await mine();
  }
  await openPools(call, mine, [pool]);
}

/** The router that came before SwapRouter02, which tests hold against it. @returns its address */
export async function deployFirstRouter(call: Call, mine: () => Promise<unknown>): Promise<string> {
  const code = published(require.resolve('@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json'));
  const hash = await send(call, deployer, { data: code + word(factory) + word(devWrapped) });
  await mine();
  return (await call<{ contractAddress: string }>('eth_getTransactionReceipt', hash)).contractAddress;
}
