import type { ClientInput, contract } from '@holdfast/contract';

export type RescanAsk = Omit<ClientInput<typeof contract.transaction.rescan>, 'chain_id'>;

const hash = /^(0x)?[0-9a-f]{64}$/i;
const heights = /^(\d{1,15})(?:\s*[-–]\s*(\d{1,15}))?$/;

/** What somebody wrote of where a deposit is: a transaction's hash, a block's height, or two of them with a dash between. */
export function rescanAsk(text: string): RescanAsk | undefined {
  const written = text.trim();
  if (hash.test(written)) return { txid: written };
  const [, from, to = from] = heights.exec(written) ?? [];
  if (from === undefined || to === undefined || Number(to) < Number(from)) return undefined;
  return { from_height: Number(from), to_height: Number(to) };
}
