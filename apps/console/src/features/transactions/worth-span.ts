import { cleanAmount, exactAmount, toUnits } from '@holdfast/money';

/** Values in US dollars as decimal text, both included; undefined where there is no bound. */
export interface WorthSpan {
  readonly least: string | undefined;
  readonly most: string | undefined;
}

const dollars = String.raw`\d{1,15}(?:\.\d{1,2})?`;
const shape = new RegExp(`^(${dollars})?-(${dollars})?$`);

/** As it stands in the address: `100-500`, `100-` or `-500`; undefined for what is no span, or has its bounds the wrong way round. */
export function readWorth(text: string | undefined): WorthSpan | undefined {
  const [, least, most] = shape.exec(text ?? '') ?? [];
  if (least === undefined && most === undefined) return undefined;
  return isCrossed({ least, most }) ? undefined : { least, most };
}
export const isCrossed = ({ least, most }: WorthSpan): boolean =>
  least !== undefined && most !== undefined && toUnits(least, 2) > toUnits(most, 2);
/** Undefined for no bound at all. */
export const worthAddress = ({ least, most }: WorthSpan): string | undefined =>
  least === undefined && most === undefined ? undefined : `${least ?? ''}-${most ?? ''}`;

/** What somebody wrote as US dollars, with a sign or without; undefined where it is none, or finer than cents. */
export function dollarsIn(text: string): string | undefined {
  const amount = cleanAmount(text.trim().replace(/^\$/, ''));
  return amount !== undefined && new RegExp(`^${dollars}$`).test(amount) ? amount : undefined;
}

const told = (usd: string): string => `$${exactAmount(usd)}`;
/** As people write it; the same in every language. */
export function worthText({ least, most }: WorthSpan): string {
  if (least === undefined) return `≤ ${told(most ?? '0')}`;
  return most === undefined ? `≥ ${told(least)}` : `${told(least)} – ${told(most)}`;
}

/** What stands between two bounds; the last two as Chinese writes them. */
const between = /\s*(?:-|–|—|\.\.+|~|\bto\b|\band\b|\u5230|\u81f3)\s*/i;
/** A span that somebody writes as words to search for: `>1000`, `≤ $500`, `100-500`, `between 100 and 500`. */
export function spanIn(words: string): WorthSpan | undefined {
  const [, sign = '', bound = ''] = /^([<>≤≥])=?\s*(\S.*)$/.exec(words.trim()) ?? [];
  const one = dollarsIn(bound);
  if (sign !== '' && one !== undefined)
    return '>≥'.includes(sign) ? { least: one, most: undefined } : { least: undefined, most: one };
  const [from = '', to = '', ...rest] = words
    .trim()
    .replace(/^between\s+/i, '')
    .split(between);
  const span = { least: dollarsIn(from), most: dollarsIn(to) };
  const isWhole = rest.length === 0 && span.least !== undefined && span.most !== undefined;
  return isWhole && !isCrossed(span) ? span : undefined;
}
