import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Recorder } from '../audit/service.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { isFolded } from './names.ts';

/** Told in one round. */
const roundMax = 200;

interface Row {
  readonly id: number;
  readonly workspace_id: WorkspaceId;
  readonly sub_wallet_id: SubWalletId;
  readonly chain: string;
  readonly contract: string;
  readonly txid: string;
  readonly folded: boolean;
}

/** What is final, is not told yet, and of which one knows what it calls itself, or waited long enough for that. */
const takeUntold = (tx: Tx) =>
  sql<Row>`with news as (
      select m.id from nft_moves m where m.direction = 'in' and m.status = 'credited' and not m.told
        and (m.settled_at < now() - interval '5 minutes'
          or exists (select from nft_facts f where f.chain = m.chain and f.contract = m.contract and f.token_id = m.token_id))
        order by m.id limit ${roundMax} for update skip locked
    )
    update nft_moves m set told = true from news where m.id = news.id
      returning m.id, m.workspace_id, m.sub_wallet_id, m.chain, m.contract, m.txid, ${isFolded('m')} as folded`.execute(
    tx,
  );

/**
 * Tells of NFTs that came in and are final: in the audit log, from where whoever tells people has it. What came of one collection by one transaction is told at once, and of
 * collections that are folded away nothing is, so that nobody brings texts into mails by sending something around.
 */
export const announceNfts = (db: Db, record: Recorder): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { rows } = await takeUntold(tx);
    const open = rows.filter(({ folded }) => !folded).toSorted((a, b) => a.id - b.id);
    const groups = Map.groupBy(open, ({ sub_wallet_id, chain, contract, txid }) =>
      [sub_wallet_id, chain, contract, txid].join(' '),
    );
    for (const [first] of groups.values()) {
      if (!first) continue;
      const { workspace_id, chain, contract, txid } = first;
      const object = `nft:${first.id}`;
      await record(tx, { workspaceId: workspace_id, object, detail: { chain, contract, txid } });
    }
  });
