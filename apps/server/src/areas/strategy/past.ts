import {
  type backTest,
  backTestLimits,
  type Input,
  type Output,
  orderStatus,
  type WorkspaceId,
} from '@holdfast/contract';
import type { Intent } from '@holdfast/policy';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import {
  countPast,
  findAgreed,
  findListed,
  findPast,
  type ListedRow,
  type PastCursor,
  type PastRow,
  signedKinds,
} from './queries.ts';

type Ask = Input<(typeof backTest)['list']>;
type Reply = Output<(typeof backTest)['list']>;
type Past = Reply['list'][number];

const dayMs = 86_400_000;
/** Windows count orders in these (rules/facts.ts). */
const paidOrOpen: readonly number[] = [
  orderStatus.awaitingApproval,
  orderStatus.awaitingSignature,
  orderStatus.paying,
  orderStatus.done,
];

function cursorOf(text: string | undefined): PastCursor | undefined {
  const [micros, id, given] = text?.split('.') ?? [];
  return micros && id && given ? { micros, id: Number(id), given: Number(given) } : undefined;
}

/** For how long this entry had been listed then; null when it was not. */
function listedMs(listed: ReadonlyMap<string, ListedRow>, entry: string, at: Date): number | null {
  const found = listed.get(entry);
  if (!found || found.since > at || (found.removed_at && found.removed_at <= at)) return null;
  return at.getTime() - found.since.getTime();
}

/** The order's own text: its digest was checked when it was accepted, and what it pays cannot be changed (migration 0011). */
const intentOf = ({ intent }: PastRow): Pick<Intent, 'asset' | 'outputs'> => JSON.parse(intent);

const isSigned = ({ kind }: PastRow): boolean => signedKinds.includes(kind);

type Agreed = Awaited<ReturnType<typeof findAgreed>>[number];
/** What members had agreed on for its contracts then. */
const agreedFor = (row: PastRow, outputs: Intent['outputs'], agreed: readonly Agreed[]): Past['agreed'] =>
  agreed.flatMap((one) => {
    const ms = listedMs(new Map([[one.hash, one]]), one.hash, row.created_at);
    const isOurs = one.chains.includes(row.chain) && outputs.some(({ address }) => address === one.address);
    return isOurs && ms !== null ? [{ contract: one.address, methods: [...one.methods], ms }] : [];
  });

function pastOf(
  row: PastRow,
  { asset, outputs }: Pick<Intent, 'asset' | 'outputs'>,
  listed: ReadonlyMap<string, ListedRow>,
  agreed: readonly Agreed[],
): Past {
  return {
    order_id: row.id,
    intent_id: row.intent_id,
    time: row.created_at,
    sub_wallet_id: row.sub_wallet_id,
    initiator: row.initiator,
    chain: row.chain,
    contract: asset.contract,
    symbol: asset.symbol,
    decimals: Number(asset.decimals),
    outputs: outputs.map(({ amount, entry, path }) => ({
      amount,
      entry,
      own: path !== '',
      listed_ms: listedMs(listed, entry, row.created_at),
    })),
    price: row.price ?? '',
    max_fee: String(row.max_fee),
    fee_decimals: row.fee_decimals,
    fee_price: row.fee_price ?? '',
    counted: paidOrOpen.includes(row.status),
    status: row.status,
    intent: isSigned(row) ? row.intent : '',
    prices: isSigned(row) ? { ...row.prices } : {},
    agreed: isSigned(row) ? agreedFor(row, outputs, agreed) : [],
  };
}

export interface BackTestDeps {
  readonly db: Db;
  readonly clock: Clock;
}
export type BackTestService = ReturnType<typeof createBackTest>;

/** What rules that are not in force are tried on. */
export function createBackTest({ db, clock }: BackTestDeps) {
  return {
    /** A page of past payments as rules saw them; no more than `backTestLimits.payments` over all pages. */
    async past(workspaceId: WorkspaceId, { days, cursor, page_size }: Ask): Promise<Reply> {
      const since = new Date(clock().getTime() - days * dayMs);
      const after = cursorOf(cursor);
      const given = after?.given ?? 0;
      const size = Math.max(0, Math.min(page_size, backTestLimits.payments - given));
      const [total, rows] = await Promise.all([
        countPast(db, workspaceId, since),
        findPast(db, workspaceId, since, { after, size }),
      ]);
      const intents = rows.map(intentOf);
      const entries = new Set(intents.flatMap(({ outputs }) => outputs.map(({ entry }) => entry)).filter(Boolean));
      const listed = new Map((await findListed(db, workspaceId, [...entries])).map((entry) => [entry.hash, entry]));
      const called = rows.flatMap((row, i) =>
        isSigned(row) ? (intents[i]?.outputs ?? []).map(({ address }) => address) : [],
      );
      const agreed = await findAgreed(db, workspaceId, [...new Set(called)]);
      const last = rows.at(-1);
      const more = last && rows.length === page_size && given + rows.length < backTestLimits.payments;
      return {
        total,
        truncated: total > backTestLimits.payments,
        next: more ? `${last.micros}.${last.id}.${given + rows.length}` : '',
        list: rows.map((row, i) => pastOf(row, intents[i] ?? intentOf(row), listed, agreed)),
      };
    },
  };
}
