import type { Language } from '@holdfast/contract';
import type { Facts } from './telling.ts';

/** One line of plain text of at most so many characters. */
export const lineOf = (text: string, most: number): string =>
  [...text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')]
    .slice(0, most)
    .join('');
/** Strangers choose some names: not for ever. */
export const plainText = (text: string): string => lineOf(text, 100);

/** Which NFTs, under the name that their maker gave the collection; undefined where it is about none. */
export function nftsText({ nfts = '', collection = '', number = '' }: Facts, language: Language): string | undefined {
  if (nfts === '') return undefined;
  const name = plainText(collection);
  const of = name === '' ? '' : { en_US: ` of “${name}”`, zh_CN: `“${name}”的 ` }[language];
  const which = number === '' ? '' : ` #${plainText(number)}`;
  const many = plainText(nfts);
  if (language === 'zh_CN') return many === '1' ? `${of}NFT${which}` : `${many} 个${of === '' ? ' ' : of}NFT${which}`;
  return many === '1' ? `NFT${which}${of}` : `${many} NFTs${which}${of}`;
}
