import type { contract, Output } from '@holdfast/contract';
import { knownAreas } from '../../lib/area.ts';
import { daySpan } from '../../lib/days.ts';
import { given, type Search } from '../../lib/search.ts';
import { historySearch } from './search.ts';

export type Login = Output<typeof contract.loginHistory.list>['list'][number];

/** What the list shows, as it stands in the address bar. */
export interface LoginFilter {
  readonly result?: 'ok' | 'failed';
  readonly q?: string;
  /** Days as `2026-11-21`, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly page?: number;
}

export function readFilter(search: Search): LoginFilter {
  const { result, q, from, to, page } = historySearch(search);
  return given({ result, q, from, to, page: page === 1 ? undefined : page });
}

/** What is asked of the server for a filter. */
export const askOf = ({ result, q, from, to, page = 1 }: LoginFilter, size: number) => ({
  ...(result ? { result: result === 'ok' } : {}),
  ...(q ? { keyword: q } : {}),
  ...daySpan(from, to),
  page_no: page,
  page_size: size,
});

const reasons = {
  password: 'tools:login.reason.password',
  code: 'tools:login.reason.code',
  code_reused: 'tools:login.reason.code_reused',
  account_locked: 'tools:login.reason.account_locked',
  unconfirmed: 'tools:login.reason.unconfirmed',
  to_be_removed: 'tools:login.reason.to_be_removed',
} as const;
const isReason = (reason: string): reason is keyof typeof reasons => Object.hasOwn(reasons, reason);
/** Why a login failed, in words. */
export const reasonText = (reason: string) => (isReason(reason) ? reasons[reason] : 'tools:login.reason.other');

/** What the log of operations shows, as it stands in the address bar beside the filter of the logins. */
export interface OperationFilter {
  readonly area: string | undefined;
  readonly person: string | undefined;
  readonly words: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly page: number;
}

export function readOperations(search: Search): OperationFilter {
  const { area, person, oq: words, since, until, opage: page = 1 } = historySearch(search);
  return {
    area: knownAreas().some(({ log = [] }) => log.some(({ part }) => part === area)) ? area : undefined,
    person,
    words,
    since,
    until,
    page,
  };
}

/** What is asked of the server for it. */
export const askOperations = ({ area, person, words, since, until, page }: OperationFilter, size: number) => ({
  ...(area ? { area } : {}),
  ...(person ? { person } : {}),
  ...(words ? { keyword: words } : {}),
  ...daySpan(since, until),
  page_no: page,
  page_size: size,
});

/** As the drawer of a transaction is told what it is. */
const [depositType, withdrawType] = ['1', '2'];

type Place = { readonly drawer: readonly [string, ...string[]] } | { readonly proposal: string };

/** What an object of the log is, by the log's own names; an empty kind for what is none of these. */
function read(object: string): { readonly kind: string; readonly id: string } {
  const [, kind = '', id = ''] =
    /^(order|proposal|deposit|subWallet):(\d{1,15})$/.exec(object) ?? /^(payee):([0-9a-f]{64})$/.exec(object) ?? [];
  return { kind, id };
}

/** Where an entry leads that tells of an order, a deposit, a listed payee or a proposal: a drawer with what it shows, or the inbox; undefined for one of anything else. */
export function placeOf(object: string): Place | undefined {
  const { kind, id } = read(object);
  if (kind === 'order') return { drawer: ['transaction', withdrawType, id] };
  if (kind === 'deposit') return { drawer: ['transaction', depositType, id] };
  if (kind === 'payee') return { drawer: ['bookEntry', id] };
  return kind === 'proposal' ? { proposal: id } : undefined;
}

const objects = {
  order: 'tools:op.about.order',
  deposit: 'tools:activity.about.someDeposit',
  proposal: 'tools:activity.about.someChange',
  subWallet: 'tools:op.about.subWallet',
} as const;
const isTold = (kind: string): kind is keyof typeof objects => Object.hasOwn(objects, kind);

/** What an entry is about, as a text with its number; undefined for what people know by no number. */
export function objectText(object: string) {
  const { kind, id } = read(object);
  return isTold(kind) ? { key: objects[kind], id } : undefined;
}
