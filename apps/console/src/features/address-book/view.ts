import { type contract, entryStatus, entryType, type Output, proposalStatus } from '@holdfast/contract';
import type { PillTone } from '../../ui/feedback.tsx';

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
  readonly q?: string;
  readonly page?: number;
}

const whole = (value: unknown, most: number): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= most ? number : undefined;
};

/** Reads search parameters that anybody may have written: what is not understood is left out, never an error. */
export function readFilter(search: Readonly<Record<string, unknown>>): BookFilter {
  const status = whole(search.status, 9);
  const type = whole(search.type, 9);
  const q = typeof search.q === 'number' ? String(search.q) : search.q;
  const read = {
    chain:
      typeof search.chain === 'string' && /^[a-z0-9]{1,16}:[A-Za-z0-9-]{1,32}$/.test(search.chain)
        ? search.chain
        : undefined,
    status: status === entryStatus.cooling || status === entryStatus.active ? status : undefined,
    type: type !== undefined && isType(type) ? type : undefined,
    q: typeof q === 'string' && q.trim() !== '' && q.length <= 128 ? q.trim() : undefined,
    page: whole(search.page, 1_000_000),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

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

/** The families of chains: those of one share their addresses. */
export const familiesOf = (chains: readonly Chain[]): readonly string[] => [
  ...new Set(chains.map(({ family }) => family)),
];

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
