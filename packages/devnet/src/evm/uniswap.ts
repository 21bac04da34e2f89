import { createRequire } from 'node:module';
import type { Call } from '../json-rpc.ts';
import { published, type Step, send, word } from './published.ts';
import { devToken } from './token.ts';

const require = createRequire(import.meta.url);

/** Uniswap V2 as its authors published it, with a pool of the local chain's token and coin. */

/** Deploys, and holds the pool. Nobody else uses it, so what it deploys lies where it lies on every local chain. */
const deployer = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
/** By its first three transactions: keccak(rlp(account, nonce)). */
export const devWrapped = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35';
export const devPairFactory = '0xA15BB66138824a1c7167f5E85b957d04Dd34E468';
export const devRouter = '0xb19b36b1456E65E3A6D514D3F715f204BD59f431';

/** 1 ETH is worth what the sandbox's prices say. Its depth makes the usual amounts move it little. */
const pool = { coins: 1_000n * 10n ** 18n, tokens: 3_120_200n * 10n ** 6n };

function steps(): Step[] {
  const forever = 2n ** 64n;
  const supplied = [word(devToken.contract), word(pool.tokens), word(0n), word(0n), word(deployer), word(forever)];
  return [
    { data: published(require.resolve('@uniswap/v2-periphery/build/WETH9.json')) },
    { data: published(require.resolve('@uniswap/v2-core/build/UniswapV2Factory.json')) + word(deployer) },
    {
      data:
        published(require.resolve('@uniswap/v2-periphery/build/UniswapV2Router02.json')) +
        word(devPairFactory) +
        word(devWrapped),
    },
    // mint(address,uint256), approve(address,uint256), addLiquidityETH(address,uint256,uint256,uint256,address,uint256)
    { to: devToken.contract, data: `0x40c10f19${word(deployer)}${word(pool.tokens)}` },
    { to: devToken.contract, data: `0x095ea7b3${word(devRouter)}${word(pool.tokens)}` },
    { to: devRouter, data: `0xf305d719${supplied.join('')}`, value: `0x${pool.coins.toString(16)}` },
  ];
}

/** Makes sure that router and pool are there; they come with the next block. @returns whether one is needed */
export async function deployUniswap(call: Call): Promise<boolean> {
  if ((await call<string>('eth_getCode', devRouter, 'latest')) !== '0x') return false;
  for (const step of steps()) await send(call, deployer, step);
  return true;
}
