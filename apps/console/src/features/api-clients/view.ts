import { apiClientStatus, type contract, type Output } from '@holdfast/contract';
import { apiClientNetwork } from '@holdfast/contract/api-client';
import { credentialFingerprint, deviceCredentialId, digestWords } from '@holdfast/policy';
import type { Search } from '../../lib/search.ts';
import type { PillTone } from '../../ui/feedback.tsx';
import { apiClientSearch, callSearch, statuses } from './search.ts';

export type ApiClient = Output<typeof contract.apiClient.detail>['list'][number];
export type Call = Output<typeof contract.apiClient.log>['list'][number];
export type CallAlert = Output<typeof contract.apiClient.alerts>['list'][number];

export type Status = (typeof statuses)[number];
export const tones: Readonly<Record<Status, PillTone>> = {
  on: 'done',
  inApproval: 'wait',
  off: 'idle',
  revoked: 'bad',
};

/** Where an API client stands, by the number on the wire. */
export const statusOf = (status: number): Status =>
  statuses.find((one) => apiClientStatus[one] === status) ?? 'revoked';

/** Only the server has switched it off: it comes back once a member has taken it from the signers' rules too, and the members let it in again. */
export const isHalfOff = ({ status, in_rules, item_id }: Pick<ApiClient, 'status' | 'in_rules' | 'item_id'>): boolean =>
  statusOf(status) === 'off' && in_rules && item_id === null;

/** What the list shows, as it stands in the address bar. */
export interface ApiClientFilter {
  readonly status: Status | undefined;
  readonly q: string;
}

export function readFilter(search: Search): ApiClientFilter {
  const { status, q = '' } = apiClientSearch(search);
  return { status, q };
}

/** Those that fit, the ones that are on first, then by their names. */
export function shownApiClients(apiClients: readonly ApiClient[], { status, q }: ApiClientFilter): ApiClient[] {
  const text = q.toLowerCase();
  const place = (one: ApiClient): number => statuses.indexOf(statusOf(one.status));
  return apiClients
    .filter((one) => status === undefined || statusOf(one.status) === status)
    .filter((one) => [one.name, one.app_id, one.words.join(' ')].join('\n').toLowerCase().includes(text))
    .sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name));
}

/** Which calls the log shows, as it stands in the address bar. */
export interface CallFilter {
  readonly app: string | undefined;
  readonly proven: boolean | undefined;
}
export function readCallFilter(search: Search): CallFilter & { readonly page: number } {
  const { app, proven, page = 1 } = callSearch(search);
  return { app, proven: proven === undefined ? undefined : proven === 1, page };
}

/** What somebody pasted as a key. `secret`: the file itself, which nobody but the API client should have. */
export type PastedKey = { readonly publicKey: string } | { readonly problem: 'none' | 'secret' };

/** The public key alone, or what the command prints: a line of words and the credential as JSON. */
export function readKey(pasted: string): PastedKey {
  const text = pasted.trim();
  if (/"(secret|sealed)"\s*:/.test(text)) return { problem: 'secret' };
  const publicKey = /^[0-9a-f]{64}$/i.exec(text)?.[0] ?? /"publicKey"\s*:\s*"([0-9a-f]{64})"/.exec(text)?.[1];
  return publicKey === undefined ? { problem: 'none' } : { publicKey: publicKey.toLowerCase() };
}

/** The words by which people know a key: the same on the approval page and at the command line. */
export const wordsOf = (publicKey: string): string[] => [
  ...digestWords(credentialFingerprint({ id: deviceCredentialId(publicKey), type: 'device', publicKey })),
];

/** Networks as somebody writes them, on lines or with commas between, and the first that is none. */
export function readNetworks(text: string): { readonly list: string[]; readonly wrong: string | undefined } {
  const list = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  return { list, wrong: list.find((one) => !apiClientNetwork.safeParse(one).success) };
}

/** Calls in a minute as the server takes them; '' is no own limit. */
export const isRate = (text: string): boolean => text === '' || (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 60_000);

/** How long an API client may be without a list of networks, in days (the server's own limit). */
export const longestDays = 30;
export const spans = ['30', '90', '365', 'never'] as const;
/** `keep`: the moment that is set already. */
export type Span = (typeof spans)[number] | 'keep';
const dayMs = 86_400_000;

/** When an API client ends that is given so many days from now; undefined is for good. */
export function expiryOf(span: Span, now: number, kept: Date | null): Date | undefined {
  if (span === 'keep') return kept ?? undefined;
  return span === 'never' ? undefined : new Date(now + Number(span) * dayMs);
}

/** Without networks only what ends soon is let in. A minute is left for what is being written. */
export function isBounded(networks: readonly string[], expiry: Date | undefined, now: number): boolean {
  return networks.length > 0 || (expiry !== undefined && expiry.getTime() - now <= longestDays * dayMs + 60_000);
}
