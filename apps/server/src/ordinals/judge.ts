import type { ChainConfig } from '@holdfast/chains';
import { modelOf } from '../chains/models.ts';
import { inTransaction } from '../db/transaction.ts';
import { keyOf } from './answers.ts';
import type { OrdinalDeps } from './deps.ts';
import { agreedContents, type Indexer } from './indexers.ts';

/** Looked at by one look; the rest follow in the next. */
const mostAtOnce = 200;

/**
 * Asks every indexer of a chain what lies on outputs that nobody has looked at, and writes down in what they agree. Of whatever one of them does not know, or says otherwise,
 * nothing is written: it stays as it is, spent by no ordinary payment.
 */
export async function judgeOutputs(
  { db, notifier, wakeOrders }: Pick<OrdinalDeps, 'db' | 'notifier'> & { readonly wakeOrders: () => void },
  chain: ChainConfig,
  indexers: readonly Indexer[],
): Promise<void> {
  const { contents } = modelOf(chain);
  const outputs = (await contents?.unread(db, chain.id, mostAtOnce)) ?? [];
  const asked = indexers.flatMap((indexer) => indexer.contents ?? []);
  if (!contents || outputs.length === 0 || asked.length === 0) return;
  const agreed = agreedContents(await Promise.all(asked.map((ask) => ask(outputs))), outputs);
  const judged = outputs.flatMap((output) => {
    const content = agreed.get(keyOf(output));
    return content ? [{ ...output, content }] : [];
  });
  if (judged.length === 0) return;
  await inTransaction(db, (tx) => contents.note(tx, chain.id, judged));
  for (const subWalletId of new Set(judged.map((one) => one.subWalletId))) {
    const workspaceId = judged.find((one) => one.subWalletId === subWalletId)?.workspaceId;
    if (workspaceId !== undefined) notifier.changed(workspaceId, 'balance', subWalletId);
  }
  wakeOrders();
}
