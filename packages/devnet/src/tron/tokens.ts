import { addressOf, sha256 } from './codec.ts';

/** Not the main network's, of which nothing here can be mistaken. */
const contractOf = (name: string): string =>
  addressOf(
    sha256(Buffer.from(`holdfast tron stand-in ${name}`))
      .toString('hex')
      .slice(0, 40),
  );

/** The token that is configured. */
export const usdt = { symbol: 'USDT', name: 'Tether USD', contract: contractOf('usdt'), decimals: 6 } as const;
/** One that nobody configured: members may add it by its contract. */
export const acorn = { symbol: 'ACRN', name: 'Acorn', contract: contractOf('acorn'), decimals: 7 } as const;
export const tokens: readonly (typeof usdt | typeof acorn)[] = [usdt, acorn];

const word = (hex: string): string => hex.padStart(64, '0');
function textWords(text: string): string {
  const hex = Buffer.from(text).toString('hex');
  return word('20') + word((hex.length / 2).toString(16)) + hex.padEnd(64 * Math.ceil(hex.length / 64), '0');
}

/** What a token answers to `name()`, `symbol()`, `decimals()` and `totalSupply()`; undefined for whatever else it is asked. */
export function saidBy(contract: string, selector: string): string | undefined {
  const token = tokens.find((one) => one.contract === contract);
  if (!token) return undefined;
  if (selector === '06fdde03') return textWords(token.name);
  if (selector === '95d89b41') return textWords(token.symbol);
  if (selector === '313ce567') return word(token.decimals.toString(16));
  return selector === '18160ddd' ? word((10n ** BigInt(9 + token.decimals)).toString(16)) : undefined;
}
