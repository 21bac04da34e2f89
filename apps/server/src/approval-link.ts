import type { Tx } from './db/database.ts';

interface ApprovalLink {
  /** Of the intent: what is asked for again has another one. */
  readonly digest: string;
  readonly member: string;
  readonly decision: 'approve' | 'refuse';
}

/**
 * Remembers that this member is led to this decision about exactly this; true the first time. Whoever only looks is led there each time, which the audit
 * log need not tell again.
 */
export async function isFirstLook(tx: Tx, link: ApprovalLink): Promise<boolean> {
  const row = await tx
    .insertInto('opened_ways')
    .values(link)
    .onConflict((oc) => oc.doNothing())
    .returning('digest')
    .executeTakeFirst();
  return row !== undefined;
}
