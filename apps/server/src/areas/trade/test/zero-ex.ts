import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeArguments, methodOf, type Value } from '@holdfast/policy';

/**
 * A service as 0x's Swap API v2 is, over HTTP: it quotes by the pool of Uniswap V2 on the local chain, and writes calls of a holder of allowances and of a contract
 * that swaps by it (`DevSettlers.sol`). It can be told to write other calls than it was asked for.
 */

export const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
export const dataOf = (signature: string, ...values: readonly Value[]): string => {
  const method = methodOf(signature);
  if (!method) throw new Error(`no method: ${signature}`);
  return `${method.selector}${Buffer.from(encodeArguments(method.inputs, values)).toString('hex')}`;
};

/** What a call is made of; each can be changed by whoever attacks. */
export interface Written {
  readonly holder: string;
  readonly settler: string;
  readonly operator: string;
  readonly token: string;
  readonly units: bigint;
  readonly recipient: string;
  readonly gets: string;
  readonly least: bigint;
  readonly until: bigint;
  /** Steps behind the first one. */
  readonly steps: readonly string[];
  readonly value: bigint;
}

const takes = ({ settler, token, units, until }: Written): string =>
  dataOf(
    'TRANSFER_FROM(address recipient,((address token,uint256 amount) permitted,uint256 nonce,uint256 deadline) permit,bytes sig)',
    ...[settler, [[token, units], 0n, until], '0x'],
  );
const checks = ({ until, value }: Written): string =>
  dataOf('NATIVE_CHECK(uint256 deadline,uint256 msgValue)', until, value);

/** The call of a holder, as bytes. */
export function writtenCall(one: Written): string {
  const first = one.value > 0n ? checks(one) : takes(one);
  const inner = dataOf(
    'execute((address recipient,address buyToken,uint256 minAmountOut) slippage,bytes[] actions,bytes32 affiliate)',
    ...[[one.recipient, one.gets, one.least], [first, ...one.steps], `0x${'00'.repeat(32)}`],
  );
  const holding = 'exec(address operator,address token,uint256 amount,address target,bytes data)';
  return dataOf(holding, one.operator, one.token, one.units, one.settler, inner);
}

interface Place {
  readonly holder: string;
  readonly settler: string;
  /** Router of the pool, and the token that stands for coins there. */
  readonly router: string;
  readonly wrapped: string;
  readonly key: string;
  readonly now: () => number;
  readonly ask: (to: string, data: string) => Promise<string>;
}

/** All that there is goes into the pool; how much is written behind its selector. */
function stepThrough(place: Place, sell: string, buy: string): string {
  const path = [sell === coin ? place.wrapped : sell, buy === coin ? place.wrapped : buy];
  const rest = [0n, path, place.settler, 2n ** 40n] as const;
  const args = 'uint256 least,address[] path,address to,uint256 deadline';
  const order =
    sell === coin
      ? dataOf(`swapExactETHForTokens(${args})`, ...rest)
      : dataOf(`swapExactTokensFor${buy === coin ? 'ETH' : 'Tokens'}(uint256 pays,${args})`, 0n, ...rest);
  return dataOf(
    'BASIC(address sellToken,uint256 bps,address pool,uint256 offset,bytes data)',
    ...[sell, 10_000n, place.router, 4n, order],
  );
}

async function broughtBy(place: Place, sell: string, buy: string, amount: bigint): Promise<bigint> {
  const path = [sell === coin ? place.wrapped : sell, buy === coin ? place.wrapped : buy];
  const answer = await place.ask(place.router, dataOf('getAmountsOut(uint256 amount,address[] path)', amount, path));
  return BigInt(`0x${answer.slice(-64)}`);
}

const lifeSeconds = 600;
/** What it answers; undefined for a request that it does not take. */
async function answerOf(place: Place, url: URL, twist: (written: Written) => Written): Promise<object | undefined> {
  const query = url.searchParams;
  const [sellToken = '', buyToken = ''] = [query.get('sellToken') ?? '', query.get('buyToken') ?? ''];
  const amount = BigInt(query.get('sellAmount') ?? '0');
  const buyAmount = await broughtBy(place, sellToken, buyToken, amount).catch(() => 0n);
  if (query.get('chainId') !== '31337' || buyAmount === 0n) return { liquidityAvailable: false };
  const minBuyAmount = (buyAmount * (10_000n - BigInt(query.get('slippageBps') ?? '100'))) / 10_000n;
  const price = { liquidityAvailable: true, buyAmount, minBuyAmount, sellAmount: amount, buyToken, sellToken };
  const fees = { zeroExFee: null, integratorFee: null, gasFee: null };
  if (url.pathname === '/swap/allowance-holder/price') return { ...price, fees };
  if (url.pathname !== '/swap/allowance-holder/quote') return undefined;
  const written = twist({
    ...{ holder: place.holder, settler: place.settler, operator: place.settler, token: sellToken, units: amount },
    ...{ recipient: query.get('taker') ?? '', gets: buyToken, least: minBuyAmount },
    until: BigInt(Math.floor(place.now() / 1_000) + lifeSeconds),
    steps: [stepThrough(place, sellToken, buyToken)],
    value: sellToken === coin ? amount : 0n,
  });
  const { holder, value } = written;
  return {
    ...{ ...price, fees, allowanceTarget: sellToken === coin ? null : holder },
    issues: { allowance: sellToken === coin ? null : { actual: '0', spender: holder }, simulationIncomplete: false },
    transaction: { to: holder, data: writtenCall(written), value, gas: '400000', gasPrice: '1000000000' },
  };
}

export interface ZeroExService {
  readonly url: string;
  /** How often it was asked, by path. */
  readonly asked: readonly string[];
  /** From now on it writes other calls; nothing to write as it was asked. */
  twist(change?: (written: Written) => Written): void;
  /** From now on it answers so, whatever is asked; nothing to answer again. */
  fail(status?: number, body?: string): void;
  stop(): Promise<void>;
}

export async function startZeroEx(place: Place): Promise<ZeroExService> {
  const asked: string[] = [];
  let twist = (written: Written): Written => written;
  let failure: { status: number; body: string } | undefined;
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(url.pathname);
    const isOpen = request.headers['0x-api-key'] === place.key && request.headers['0x-version'] === 'v2';
    const answering = async (): Promise<{ status: number; body: string }> => {
      if (failure) return failure;
      const answer = isOpen ? await answerOf(place, url, twist) : undefined;
      const body = JSON.stringify(answer ?? {}, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      return { status: answer ? 200 : 403, body };
    };
    void answering().then(({ status, body }) => reply.writeHead(status).end(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    twist: (change = (written) => written) => {
      twist = change;
    },
    fail: (status, body = '') => {
      failure = status === undefined ? undefined : { status, body };
    },
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
