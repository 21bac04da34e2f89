import { useApi } from './query.ts';

const longestId = 64;

export type ReferenceField = { txid: string } | { address: string } | { request_id: string };

/**
 * Which field a pasted text is searched in: a transaction's hash, an address, else a request's own id.
 * @param patterns by which the networks' addresses are told
 */
export function referenceField(text: string, patterns: readonly string[]): ReferenceField {
  if (/^(0x)?[0-9a-f]{64}$/i.test(text)) return { txid: text };
  if (text.length > longestId || patterns.some((pattern) => new RegExp(pattern).test(text))) return { address: text };
  return { request_id: text };
}

/** The patterns of the networks' addresses; undefined until they are known, and while nobody asks. */
export function useAddressPatterns(asked: boolean): readonly string[] | undefined {
  const { data, isError } = useApi('addressBook', 'mainChains', {}, { quiet: true, enabled: asked });
  if (isError) return [];
  return data?.list.map(({ address_pattern }) => address_pattern);
}
