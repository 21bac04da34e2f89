import { type contract, entryStatus, entryType, type Output, proposalStatus } from '@holdfast/contract';
import { daySpan } from '../../lib/days.ts';
import { given, type Search } from '../../lib/search.ts';
import type { Days } from '../../ui/day-span.tsx';
import type { PillTone } from '../../ui/feedback.tsx';
import { bookSearch } from './search.ts';

export type Entry = Output<typeof contract.addressBook.list>['list'][number];
/** A payee of the user's own book. */
export type Own = Output<typeof contract.personalBook.list>['list'][number];
export type Audit = Output<typeof contract.addressBook.auditDetail>;
export type White = Output<typeof contract.addressBook.whiteStatus>;
export type Checked = Output<typeof contract.addressBook.check>['list'][number];
export type Chain = Output<typeof contract.addressBook.mainChains>['list'][number];
export type Coin = Output<typeof contract.addressBook.coinInfo>['list'][number];

/** What the list shows, as it stands in the address bar. */
export interface BookFilter {
  readonly chain?: string;
  readonly status?: number;
  readonly type?: number;
  /** Days on which they were listed, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
  readonly page?: number;
}

export type FilterChange = { readonly [K in keyof BookFilter]: BookFilter[K] | undefined };

/** The days of it as fields for them have them. */
export const daysOf = ({ from: first, to: last }: BookFilter, onChange: (change: FilterChange) => void) => ({
  ...{ first, last },
  onDays: (days: Days) => onChange({ from: days.first, to: days.last }),
});

export function readFilter(search: Search): BookFilter {
  const { status, type, ...others } = bookSearch(search);
  return given({
    status: status === entryStatus.cooling || status === entryStatus.active ? status : undefined,
    type: type !== undefined && isType(type) ? type : undefined,
    ...others,
  });
}

/** What both books are asked for it. */
export const askBook = ({ chain, from, to, q }: BookFilter) => ({
  ...(chain === undefined ? {} : { chain }),
  ...(q ? { keyword: q } : {}),
  ...daySpan(from, to),
});

/** The workspace's book knows how each stands, too. */
export const askListed = ({ status, type, ...filter }: BookFilter) => ({
  ...askBook(filter),
  ...(status === undefined ? {} : { status }),
  ...(type === undefined ? {} : { type }),
});

export const statusViews = {
  [entryStatus.cooling]: { tone: 'wait', text: 'whiteAddress:status.cooling' },
  [entryStatus.active]: { tone: 'done', text: 'whiteAddress:status.active' },
  [entryStatus.removed]: { tone: 'idle', text: 'whiteAddress:status.removed' },
} as const satisfies Record<number, { tone: PillTone; text: string }>;
const isStatus = (status: number): status is keyof typeof statusViews => Object.hasOwn(statusViews, status);
export const statusView = (status: number) => statusViews[isStatus(status) ? status : entryStatus.removed];

/** `mark` is what a list shows beside the label: most payees are external, which needs no word. */
export const typeViews = {
  [entryType.external]: { text: 'whiteAddress:type.external', mark: undefined, word: 'external' },
  [entryType.internal]: { text: 'whiteAddress:type.internal', mark: 'whiteAddress:type.own', word: 'internal' },
  [entryType.contract]: { text: 'whiteAddress:type.contract', mark: 'whiteAddress:type.contract', word: 'contract' },
} as const;
const isType = (type: number): type is keyof typeof typeViews => Object.hasOwn(typeViews, type);
export const typeView = (type: number) => typeViews[isType(type) ? type : entryType.external];

const { open, applying, passed, refused, cancelled, expired, superseded } = proposalStatus;
const proposalViews = {
  [open]: { tone: 'wait', text: 'whiteAddress:proposal.open' },
  [applying]: { tone: 'active', text: 'whiteAddress:proposal.applying' },
  [passed]: { tone: 'done', text: 'whiteAddress:proposal.passed' },
  [refused]: { tone: 'bad', text: 'whiteAddress:proposal.refused' },
  [cancelled]: { tone: 'idle', text: 'whiteAddress:proposal.cancelled' },
  [expired]: { tone: 'idle', text: 'whiteAddress:proposal.expired' },
  [superseded]: { tone: 'idle', text: 'whiteAddress:proposal.superseded' },
} as const satisfies Record<number, { tone: PillTone; text: string }>;
const isProposal = (status: number): status is keyof typeof proposalViews => Object.hasOwn(proposalViews, status);
export const proposalView = (status: number) => proposalViews[isProposal(status) ? status : superseded];
export const isPending = (status: number): boolean => status === open || status === applying;

/** Names of chains, in their order, for those who know them by name. */
export const chainNames = (ids: readonly string[], chains: readonly Chain[]): string =>
  ids.map((id) => chains.find(({ chain }) => chain === id)?.name ?? id).join(', ');

/** Chains by their family, in their order: those of one share their addresses. */
export const byFamily = (chains: readonly Chain[]): ReadonlyMap<string, readonly Chain[]> =>
  Map.groupBy(chains, ({ family }) => family);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long an entry still cools, rounded up, in the unit that says something; undefined once it can be paid. */
export const coolingLeft = ({ effective_at }: Pick<Entry, 'effective_at'>, now: number) => timeLeft(effective_at, now);

/** Hours, or minutes in the last one; undefined when it is over. */
export function timeLeft(from: Date, now: number) {
  const left = from.getTime() - now;
  if (left <= 0) return undefined;
  return left < hourMs
    ? ({ key: 'whiteAddress:minutesLeft', count: Math.ceil(left / minuteMs) } as const)
    : ({ key: 'whiteAddress:hoursLeft', count: Math.ceil(left / hourMs) } as const);
}
