import { useApi } from './query.ts';

/** Of a text that is searched for. */
const longestText = 100;

export type ReferenceField = { txid: string } | { address: string } | { text: string };

/**
 * Which field a pasted text is searched in: a transaction's hash, a whole address, else the words of a transaction:
 * part of an address, a payee's name, a remark, a number, the id of a request.
 * @param patterns by which the networks' addresses are told
 */
export function referenceField(text: string, patterns: readonly string[]): ReferenceField {
  if (/^(0x)?[0-9a-f]{64}$/i.test(text)) return { txid: text };
  if (text.length > longestText || patterns.some((pattern) => new RegExp(pattern).test(text))) return { address: text };
  return { text };
}

/** The patterns of the networks' addresses; undefined until they are known, and while nobody asks. */
export function useAddressPatterns(asked: boolean): readonly string[] | undefined {
  const { data, isError } = useApi('addressBook', 'mainChains', {}, { quiet: true, enabled: asked });
  if (isError) return [];
  return data?.list.map(({ address_pattern }) => address_pattern);
}
