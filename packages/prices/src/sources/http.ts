import { readFileSync } from 'node:fs';
import type { AssetKey } from '@holdfast/policy';
import { priceOfNumber } from '../decimal.ts';
import { type Fields, namePattern } from '../fields.ts';
import { polled } from '../polled.ts';
import { type CommonConfig, type Dated, PriceError, type Readings, type SourceKind, type Tools } from '../types.ts';

/** An HTTP API of the shape that CoinGecko's `GET /api/v3/simple/price` has. */
export interface HttpConfig extends CommonConfig {
  readonly kind: 'http';
  readonly url: string;
  /** What the API calls each asset. */
  readonly ids: Readonly<Record<AssetKey, string>>;
  readonly everySeconds: number;
  /** A header with a secret, which lies in a file of one line. */
  readonly key?: { readonly header: string; readonly file: string };
}

const limits = { timeoutMs: 10_000, maxBytes: 1_048_576 };
const idsOfCall = 100;
/** Clocks differ; what is of tomorrow was made up. */
const aheadMs = 60_000;

/** Every number of JSON as it is written: floating point would make another one of it. */
function parseExactly(text: string): unknown {
  const reviver = (_name: string, value: unknown, { source }: { source?: string } = {}): unknown =>
    typeof value === 'number' ? source : value;
  try {
    return JSON.parse(text, reviver as (name: string, value: unknown) => unknown);
  } catch {
    throw new PriceError('badAnswer', 'not JSON');
  }
}

function readingOf(said: unknown, now: number): Dated | undefined {
  if (typeof said !== 'object' || said === null) return undefined;
  const { usd, last_updated_at: seconds } = said as { usd?: unknown; last_updated_at?: unknown };
  if (typeof usd !== 'string' || typeof seconds !== 'string' || !/^\d{1,12}$/.test(seconds)) return undefined;
  const [price, at] = [priceOfNumber(usd), Number(seconds) * 1_000];
  return price === undefined || at > now + aheadMs ? undefined : { usd: price, at };
}

async function readPart(config: HttpConfig, ids: readonly string[], { ask, now }: Tools) {
  const url = new URL(config.url);
  for (const [name, value] of Object.entries({
    ids: ids.join(','),
    vs_currencies: 'usd',
    include_last_updated_at: 'true',
    precision: 'full',
  }))
    url.searchParams.set(name, value);
  const secret = config.key && { [config.key.header]: readFileSync(config.key.file, 'utf8').trim() };
  const { status, text } = await ask(url.href, { headers: { accept: 'application/json', ...secret } }, limits);
  if (status !== 200) throw new PriceError('away', `it answered ${status}`);
  const answer = parseExactly(text);
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new PriceError('badAnswer', 'no object');
  const said = new Map(Object.entries(answer));
  return ids.map((id) => [id, readingOf(said.get(id), now())] as const);
}

async function read(config: HttpConfig, tools: Tools): Promise<Readings> {
  const ids = [...new Set(Object.values(config.ids))];
  const found = new Map<string, Dated | undefined>();
  for (let from = 0; from < ids.length; from += idsOfCall)
    for (const [id, dated] of await readPart(config, ids.slice(from, from + idsOfCall), tools)) found.set(id, dated);
  return new Map(
    Object.entries(config.ids).flatMap(([asset, id]) => {
      const dated = found.get(id);
      return dated ? [[asset, dated] as const] : [];
    }),
  );
}

const keyOf = (fields: Fields) => ({
  header: fields.text('header', /^[A-Za-z0-9-]{1,64}$/),
  file: fields.text('file', /^[^\0]{1,4096}$/),
});

export const httpSource: SourceKind<HttpConfig> = {
  kind: 'http',
  check: (fields) => ({
    kind: 'http',
    name: fields.text('name', namePattern),
    url: fields.text('url', /^https?:\/\/[^\s@?#]{1,2000}$/),
    ids: fields.byAsset('ids', 1_000, /^[A-Za-z0-9._-]{1,100}$/),
    maxAgeMinutes: fields.count('maxAgeMinutes', 1, 10_000),
    everySeconds: fields.count('everySeconds', 1, 3_600, 60),
    ...(fields.has('key') ? { key: fields.inner('key', keyOf) } : {}),
  }),
  open: (config, tools) => polled(config, new Set(Object.keys(config.ids)), () => read(config, tools)),
};
