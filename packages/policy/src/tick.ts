import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * How an intent names a tick of BRC-20, as its asset. The contract says which it is, letters without case, so that rules and windows know it under one name. Amounts
 * are in units of 10^-18, whatever the tick's own decimals: nobody's word is needed for what a number means.
 */
const prefix = 'brc20:';
export const tickDecimals = '18';

const isPlain = (tick: string): boolean => /^[\x21-\x7e]{4,5}$/.test(tick);

/** A tick as screens and the asset's symbol say it: itself, or where it has other letters than ASCII's its bytes as hex, which are longer. */
export const tickSymbol = (tick: string): string => (isPlain(tick) ? tick : bytesToHex(utf8ToBytes(tick)));
export const tickContract = (tick: string): string => `${prefix}${bytesToHex(utf8ToBytes(tick.toLowerCase()))}`;

/** The tick of these bytes, which are four or five; undefined where they are none. */
function textOf(hex: string): string | undefined {
  if (!/^([0-9a-f]{2}){4,5}$/.test(hex)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(hex));
  } catch {
    return undefined;
  }
}

/** The tick that a contract names, its letters without case; undefined for any other contract. */
export function tickIn(contract: string): string | undefined {
  const tick = contract.startsWith(prefix) ? textOf(contract.slice(prefix.length)) : undefined;
  return tick !== undefined && tickContract(tick) === contract ? tick : undefined;
}

function tickOfSymbol(symbol: string): string | undefined {
  if (isPlain(symbol)) return symbol;
  const tick = textOf(symbol);
  return tick === undefined || isPlain(tick) ? undefined : tick;
}

/** The tick that an asset is; undefined for any other asset, and where symbol and contract are not of one tick. */
export function tickOf(asset: {
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: string;
}): string | undefined {
  const tick = tickOfSymbol(asset.symbol);
  const isSame = tick !== undefined && asset.contract === tickContract(tick) && asset.decimals === tickDecimals;
  return isSame ? tick : undefined;
}

/** What is inscribed so that so much of a tick can be sent. @param units of 10^-18 */
export function transferText(tick: string, units: bigint): string {
  const unit = 10n ** BigInt(tickDecimals);
  const fraction = String(units % unit)
    .padStart(Number(tickDecimals), '0')
    .replace(/0+$/, '');
  const amt = `${units / unit}${fraction === '' ? '' : `.${fraction}`}`;
  return JSON.stringify({ p: 'brc-20', op: 'transfer', tick, amt });
}
