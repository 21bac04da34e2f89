import { readFileSync, statSync } from 'node:fs';
import { isPrice } from '@holdfast/policy';

/** Prices as this signer's own operator provides them: USD per whole coin by `chain|contract`. */
export interface PriceSource {
  /** undefined when the file is missing, unreadable, too old, or does not name the asset. */
  price(asset: string): string | undefined;
  /** The same, with when it was written: epoch milliseconds. */
  dated(asset: string): { readonly usd: string; readonly at: number } | undefined;
}

export interface PriceFile {
  readonly file: string;
  /** A file that was not written for so long counts as none. */
  readonly maxAgeMinutes: number;
}

const maxBytes = 1_048_576;

function readPrices(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(file, 'utf8');
  if (text.length > maxBytes) throw new Error('too large');
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('no object');
  return new Map(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && isPrice(pair[1])),
  );
}

/** Reads the file again whenever it was written again. Without a file nothing has a price. */
export function createPriceSource(source: PriceFile | undefined, now: () => number): PriceSource {
  let read: { readonly written: number; readonly prices: ReadonlyMap<string, string> } | undefined;
  const dated = (asset: string): { usd: string; at: number } | undefined => {
    if (!source) return undefined;
    try {
      const written = statSync(source.file).mtimeMs;
      if (now() - written > source.maxAgeMinutes * 60_000) return undefined;
      if (read?.written !== written) read = { written, prices: readPrices(source.file) };
      const usd = read.prices.get(asset);
      return usd === undefined ? undefined : { usd, at: Math.floor(written) };
    } catch {
      return undefined;
    }
  };
  return { dated, price: (asset) => dated(asset)?.usd };
}
