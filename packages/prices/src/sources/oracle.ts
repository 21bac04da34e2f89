import { assetKey } from '@holdfast/policy';
import { priceOfUnits } from '../decimal.ts';
import { namePattern } from '../fields.ts';
import { polled } from '../polled.ts';
import { type CommonConfig, type Dated, PriceError, type Readings, type SourceKind, type Tools } from '../types.ts';

interface Feed {
  readonly chain: string;
  /** '' is the chain's own coin. */
  readonly contract: string;
  readonly address: string;
  /** What the contract has to say of itself, such as `ETH / USD`: another one would be of another coin, or in another currency. */
  readonly description: string;
}
/** Contracts of the shape of Chainlink's `AggregatorV3Interface`, as one node of their network tells of them. */
export interface OracleConfig extends CommonConfig {
  readonly kind: 'oracle';
  /** Of the node. */
  readonly url: string;
  /** The number of its network (`eth_chainId`). */
  readonly chainId: number;
  readonly feeds: readonly Feed[];
  readonly everySeconds: number;
}

const assetOf = ({ chain, contract }: Feed) => assetKey(chain, contract);

const limits = { timeoutMs: 10_000, maxBytes: 1_048_576 };
const aheadMs = 60_000;
/** The first four bytes of the Keccak hash of each method's signature. */
const methods = {
  /** `latestRoundData()` → round, answer, when it began, when it was answered, the round it was answered in. */
  latest: '0xfeaf968c',
  decimals: '0x313ce567',
  description: '0x7284e416',
} as const;

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

const wordsOf = (data: unknown): bigint[] => {
  if (typeof data !== 'string' || !/^0x([0-9a-fA-F]{64}){1,64}$/.test(data)) return [];
  return (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
};

/** A text as contracts return it: where it lies, how long it is, its bytes. */
function textOf(data: unknown): string | undefined {
  const [offset, length] = wordsOf(data);
  if (typeof data !== 'string' || offset !== 32n || length === undefined || length > 200n) return undefined;
  const hex = data.slice(2 + 128, 2 + 128 + Number(length) * 2);
  return hex.length === Number(length) * 2 ? Buffer.from(hex, 'hex').toString('utf8') : undefined;
}

/** A negative answer is a number above half of all. */
const isNegative = (word: bigint): boolean => word >> 255n === 1n;
const mostDecimals = 36n;

function readingOf({ description }: Feed, results: readonly unknown[], now: number): Dated | undefined {
  const [latest, said, called] = results;
  const [round, answer, , updatedAt, answeredIn] = wordsOf(latest);
  const [decimals] = wordsOf(said);
  if (round === undefined || answer === undefined || updatedAt === undefined || answeredIn === undefined)
    return undefined;
  if (decimals === undefined || decimals > mostDecimals || textOf(called) !== description) return undefined;
  // A round that nobody answered yet, and an answer carried over from an earlier one.
  if (updatedAt === 0n || answeredIn < round || isNegative(answer)) return undefined;
  if (updatedAt * 1_000n > BigInt(now + aheadMs)) return undefined;
  const usd = priceOfUnits(answer, Number(decimals));
  return usd === undefined ? undefined : { usd, at: Number(updatedAt) * 1_000 };
}

/** @throws PriceError where the node does not answer everything */
async function askAll({ url }: OracleConfig, calls: readonly Call[], { ask }: Tools): Promise<unknown[]> {
  const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })));
  const { status, text } = await ask(url, { headers: { 'content-type': 'application/json' }, body }, limits);
  if (status !== 200) throw new PriceError('away', `it answered ${status}`);
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new PriceError('badAnswer', 'not JSON');
  }
  if (!Array.isArray(answer)) throw new PriceError('badAnswer', 'no batch');
  const byId = new Map((answer as { id?: unknown; result?: unknown }[]).map((reply) => [reply?.id, reply?.result]));
  return calls.map((_, id) => byId.get(id));
}

async function read(config: OracleConfig, tools: Tools): Promise<Readings> {
  const asked = Object.values(methods);
  const calls = config.feeds.flatMap(({ address }) =>
    asked.map((data): Call => ({ method: 'eth_call', params: [{ to: address, data }, 'latest'] })),
  );
  const [network, ...results] = await askAll(config, [{ method: 'eth_chainId', params: [] }, ...calls], tools);
  if (network !== `0x${config.chainId.toString(16)}`) throw new PriceError('wrongNetwork', 'another network');
  return new Map(
    config.feeds.flatMap((feed, n) => {
      const dated = readingOf(feed, results.slice(n * asked.length, (n + 1) * asked.length), tools.now());
      return dated ? [[assetOf(feed), dated] as const] : [];
    }),
  );
}

export const oracleSource: SourceKind<OracleConfig> = {
  kind: 'oracle',
  check: (fields) => ({
    kind: 'oracle',
    name: fields.text('name', namePattern),
    url: fields.text('url', /^https?:\/\/[^\s@#]{1,2000}$/),
    chainId: fields.count('chainId', 1, Number.MAX_SAFE_INTEGER),
    feeds: fields.list('feeds', 200, (feed) => ({
      chain: feed.text('chain', /^[a-z0-9]{1,16}:[A-Za-z0-9-]{1,32}$/),
      contract: feed.text('contract', /^[\x21-\x7b\x7d\x7e]{0,128}$/, ''),
      address: feed.text('address', /^0x[0-9a-fA-F]{40}$/),
      description: feed.text('description', /^[\x20-\x7e]{1,100}$/),
    })),
    maxAgeMinutes: fields.count('maxAgeMinutes', 1, 10_000),
    everySeconds: fields.count('everySeconds', 1, 3_600, 60),
  }),
  open: (config, tools) => polled(config, new Set(config.feeds.map(assetOf)), () => read(config, tools)),
};
