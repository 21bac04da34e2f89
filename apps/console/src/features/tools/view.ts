import type { OrderId, Output, tools } from '@holdfast/contract';

export type Steps = Output<(typeof tools)['paymentSteps']>;
export type Step = Steps['list'][number];

const hash = /^((0x)?[0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i;

/** What somebody wrote, as the API asks for it: digits are the number of an order. undefined for what is no hash either. */
export function askOf(text: string): { readonly withdraw_id: OrderId } | { readonly txid: string } | undefined {
  if (/^\d{1,9}$/.test(text)) return { withdraw_id: Number(text) as OrderId };
  return hash.test(text) ? { txid: text } : undefined;
}

/** How it stands as a whole. */
export function standOf({ list, final }: Steps): 'unknown' | 'onItsWay' | 'failed' | 'done' {
  if (list.length === 0) return 'unknown';
  if (list.some(({ success, type }) => !success || type === 'bounced')) return 'failed';
  return final ? 'done' : 'onItsWay';
}

/** Deeper ones stand as far in as the fourth: a phone has no room for more. */
export const indents = ['', 'ml-3', 'ml-6', 'ml-9'] as const;
export const indentOf = ({ depth }: Pick<Step, 'depth'>): string => indents[Math.min(depth, indents.length - 1)] ?? '';
