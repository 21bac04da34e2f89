import { readFileSync, statSync } from 'node:fs';
import { isPrice } from '@holdfast/policy';
import { namePattern } from '../fields.ts';
import type { CommonConfig, Dated, LiveSource, PriceProblem, SourceKind } from '../types.ts';

/** A JSON object on this machine, `{ "chain|contract": "USD per whole coin" }`, that its operator writes again and again. */
export interface FileConfig extends CommonConfig {
  readonly kind: 'file';
  readonly file: string;
}

const maxBytes = 1_048_576;
const noPrices: ReadonlyMap<string, string> = new Map();

/** Every name counts, so that an asset with a price nobody can read has none. */
function readPrices(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(file, 'utf8');
  if (text.length > maxBytes) throw new Error('too large');
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('no object');
  return new Map(
    Object.entries(value).map(([asset, usd]) => [asset, typeof usd === 'string' && isPrice(usd) ? usd : '']),
  );
}

/** Read again whenever it was written again. Its prices are of when it was written. */
function open({ file }: FileConfig): LiveSource {
  let read: { readonly written: number; readonly prices: ReadonlyMap<string, string> } | undefined;
  const look = (): typeof read => {
    try {
      const written = statSync(file).mtimeMs;
      if (read?.written !== written) read = { written, prices: readPrices(file) };
    } catch {
      read = undefined;
    }
    return read;
  };
  const last = (asset: string): Dated | undefined => {
    const found = look();
    const usd = found?.prices.get(asset) ?? '';
    return found && usd !== '' ? { usd, at: Math.floor(found.written) } : undefined;
  };
  return {
    // What a file says that cannot be read, nobody knows: it may have been about any asset.
    names: (asset) => look()?.prices.has(asset) ?? true,
    last,
    state() {
      const found = look();
      const problem: PriceProblem = found ? 'none' : 'unreadable';
      return { assets: (found?.prices ?? noPrices).size, newestAt: found && Math.floor(found.written), problem };
    },
  };
}

export const fileSource: SourceKind<FileConfig> = {
  kind: 'file',
  check: (fields) => ({
    kind: 'file',
    name: fields.text('name', namePattern, 'price file'),
    file: fields.text('file', /^[^\0]{1,4096}$/),
    maxAgeMinutes: fields.count('maxAgeMinutes', 1, 10_000_000),
  }),
  open,
};
