import type { ChainConfig } from '@holdfast/chains';
import { modelOf } from '../chains/models.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Contents, keyOf } from './answers.ts';
import type { OrdinalDeps } from './deps.ts';
import { type Indexer, judgedContents } from './indexers.ts';

/** Looked at by one look; the rest follow in the next. */
const mostAtOnce = 200;

/**
 * Asks every indexer of a chain what lies on outputs of which nobody knows. Inscribed is what any of them says that something lies on, clear what all say that nothing does.
 * Of the rest nothing is written: it stays as it is, spent by no ordinary payment, until its next turn.
 * @throws what an indexer throws that does not answer, after what the others say was written
 */
export async function judgeOutputs(
  { db, notifier, wakeOrders }: Pick<OrdinalDeps, 'db' | 'notifier'> & { readonly wakeOrders: () => void },
  chain: ChainConfig,
  indexers: readonly Indexer[],
): Promise<void> {
  const { contents } = modelOf(chain);
  const asked = indexers.flatMap((indexer) => indexer.contents ?? []);
  if (!contents || asked.length === 0) return;
  const outputs = await contents.unread(db, chain.id, mostAtOnce);
  if (outputs.length === 0) return;
  const answers = await Promise.allSettled(asked.map((ask) => ask(outputs)));
  const silent = answers.find(({ status }) => status === 'rejected');
  const nothing: Contents = new Map();
  const found = judgedContents(
    answers.map((one) => (one.status === 'fulfilled' ? one.value : nothing)),
    outputs,
  );
  const judged = outputs.flatMap((output) => {
    const content = found.get(keyOf(output));
    return content ? [{ ...output, content }] : [];
  });
  if (judged.length > 0) {
    await inTransaction(db, (tx) => contents.note(tx, chain.id, judged));
    const places = new Map(judged.map(({ subWalletId, workspaceId }) => [subWalletId, workspaceId]));
    for (const [subWalletId, workspaceId] of places) notifier.changed(workspaceId, 'balance', subWalletId);
    wakeOrders();
  }
  if (silent?.status === 'rejected') throw silent.reason;
}
