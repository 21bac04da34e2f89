import { type ChainConfig, familyOf } from '@holdfast/chains';

/** What a person pasted, as the books may have it. */

/** An address as it was written, and in the one spelling of each chain on which it is one. */
export const addressSpellings = (chains: readonly ChainConfig[], text: string): string[] => {
  const checked = chains.map((chain) => familyOf(chain).checkAddress(chain, text.trim()));
  return [...new Set([text, ...checked.flatMap((one) => (one.ok ? [one.address] : []))])];
};

/** Looks for what somebody typed in texts, whatever its letters' case; an address is found in any of its forms. */
export const speakerOf = (chains: readonly ChainConfig[], typed: string): ((...texts: string[]) => boolean) => {
  const wanted = addressSpellings(chains, typed).map((text) => text.toLowerCase());
  return (...texts) => {
    const said = texts.join('\n').toLowerCase();
    return wanted.some((text) => said.includes(text));
  };
};

/** The hash of a transaction with and without the mark that only some families write before it. */
export const hashSpellings = (text: string): string[] => {
  const hash = text.trim().toLowerCase().replace(/^0x/, '');
  return [...new Set([text, hash, `0x${hash}`])];
};

/**
 * The page of a transaction: at the explorer that the operator named, or else the one that the public uses for the network. '' where there is none, or the
 * operator wants none.
 */
export const explorerUrl = (chain: ChainConfig | undefined, txid: string): string => {
  if (chain === undefined || txid === '') return '';
  const explorer = chain.explorer ?? familyOf(chain).explorers?.[chain.id.slice(chain.id.indexOf(':') + 1)] ?? '';
  if (explorer === '') return '';
  return explorer.includes('{txid}') ? explorer.replaceAll('{txid}', txid) : `${explorer}/tx/${txid}`;
};
