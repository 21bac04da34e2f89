import { type contract, type Output, programStatus } from '@holdfast/contract';
import { programNetwork } from '@holdfast/contract/program';
import { credentialFingerprint, deviceCredentialId, digestWords } from '@holdfast/policy';
import type { Search } from '../../lib/search.ts';
import type { PillTone } from '../../ui/feedback.tsx';
import { callSearch, programSearch, statuses } from './search.ts';

export type Program = Output<typeof contract.program.detail>['list'][number];
export type Call = Output<typeof contract.program.log>['list'][number];
export type CallAlert = Output<typeof contract.program.alerts>['list'][number];

export type Status = (typeof statuses)[number];
export const tones: Readonly<Record<Status, PillTone>> = {
  on: 'done',
  inApproval: 'wait',
  off: 'idle',
  revoked: 'bad',
};

/** Where a program stands, by the number on the wire. */
export const statusOf = (status: number): Status => statuses.find((one) => programStatus[one] === status) ?? 'revoked';

/** Only the server has switched it off: it comes back once a member has taken it from the signers' rules too, and the members let it in again. */
export const isHalfOff = ({ status, in_rules, item_id }: Pick<Program, 'status' | 'in_rules' | 'item_id'>): boolean =>
  statusOf(status) === 'off' && in_rules && item_id === null;

/** What the list shows, as it stands in the address bar. */
export interface ProgramFilter {
  readonly status: Status | undefined;
  readonly q: string;
}

export function readFilter(search: Search): ProgramFilter {
  const { status, q = '' } = programSearch(search);
  return { status, q };
}

/** Those that fit, the ones that are on first, then by their names. */
export function shownPrograms(programs: readonly Program[], { status, q }: ProgramFilter): Program[] {
  const text = q.toLowerCase();
  const place = (one: Program): number => statuses.indexOf(statusOf(one.status));
  return programs
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

/** What somebody pasted as a key. `secret`: the file itself, which nobody but the program should have. */
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
  return { list, wrong: list.find((one) => !programNetwork.safeParse(one).success) };
}

/** How long a program may be without a list of networks, in days (the server's own limit). */
export const longestDays = 30;
export const spans = ['30', '90', '365', 'never'] as const;
/** `keep`: the moment that is set already. */
export type Span = (typeof spans)[number] | 'keep';
const dayMs = 86_400_000;

/** When a program ends that is given so many days from now; undefined is for good. */
export function expiryOf(span: Span, now: number, kept: Date | null): Date | undefined {
  if (span === 'keep') return kept ?? undefined;
  return span === 'never' ? undefined : new Date(now + Number(span) * dayMs);
}

/** Without networks only what ends soon is let in. A minute is left for what is being written. */
export function isBounded(networks: readonly string[], expiry: Date | undefined, now: number): boolean {
  return networks.length > 0 || (expiry !== undefined && expiry.getTime() - now <= longestDays * dayMs + 60_000);
}
