import { isWhole } from '@holdfast/contract';

/** What strangers write into the names of collections that they send around: an address of a page, or what it promises. */
const lure =
  /https?:|www\.|\.(com|org|net|io|xyz|app|site|top|gift|vip|fi|finance|me|cc|art|live|pro)\b|t\.me|\b(claim|airdrop|visit|voucher|reward|bonus|gift|free|redeem|winner|prize)s?\b|[$!]/i;

export const luresSomewhere = (...texts: readonly string[]): boolean => texts.some((text) => lure.test(text));

/** As much of a stranger's text as can be shown: letters that are seen, and not too many. */
export const shown = (text: unknown, most: number): string =>
  typeof text === 'string' || typeof text === 'number'
    ? [
        ...String(text)
          .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
          .replace(/\s+/gu, ' ')
          .trim()
          .toWellFormed(),
      ]
        .slice(0, most)
        .join('')
    : '';

export interface Described {
  readonly name: string;
  readonly description: string;
  readonly traits: readonly { readonly name: string; readonly value: string }[];
  readonly link: string;
  readonly image: string;
  readonly isVideo: boolean;
}

const longest = { name: 120, description: 2_000, trait: 100, link: 500 };
const mostTraits = 40;

const traitsIn = (value: unknown): Described['traits'] =>
  (Array.isArray(value) ? value : []).slice(0, mostTraits).flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return [];
    const { trait_type: type, value: said } = each as Record<string, unknown>;
    const trait = { name: shown(type, longest.trait), value: shown(said, longest.trait) };
    return trait.value === '' ? [] : [trait];
  });

/** Whole, as the web writes it, or nothing: it is written by strangers and opened by people. */
function linkIn(value: unknown): string {
  if (typeof value !== 'string' || value.length > longest.link) return '';
  const url = URL.parse(value);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : '';
}

/** What a description says (ERC-721 and ERC-1155 metadata), as far as it can be shown; undefined for what is none. */
export function described(text: string): Described | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { name, description, attributes, external_url, image, image_url, image_data, animation_url } = value as Record<
    string,
    unknown
  >;
  const picture = [image, image_url, image_data].find((one) => typeof one === 'string' && one !== '');
  return {
    name: shown(name, longest.name),
    description: shown(description, longest.description),
    traits: traitsIn(attributes),
    link: linkIn(external_url),
    image: typeof picture === 'string' && isWhole(picture) ? picture.trim() : '',
    isVideo: typeof animation_url === 'string' && animation_url !== '',
  };
}
