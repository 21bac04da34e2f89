import { randomUUID } from 'node:crypto';
import type { SubWalletId } from '@holdfast/contract';
import type { Books, People } from '../../ledger/test/books.ts';
import type { NewOrder } from '../accept.ts';
import type { OrderRequest } from '../request.ts';

export type RequestChange = Partial<OrderRequest> & { readonly amount?: bigint; readonly to?: string };

/** A request to pay 90 units of ETH to one payee, or whatever is said instead. */
export function requestOf(
  books: People & Pick<Books, 'catalog'>,
  { amount = 90n, to = 'to', ...change }: RequestChange = {},
): OrderRequest {
  const coin = books.catalog.coin({ symbol: 'ETH' });
  return {
    kind: 'withdraw',
    ...coin,
    feeAsset: coin.asset,
    workspaceId: books.workspaceId,
    subWalletId: books.subWallets[0] as SubWalletId,
    requestId: randomUUID(),
    requestHash: 'a'.repeat(64),
    keyGroup: 'a'.repeat(32),
    path: 'm/60/1/0/0',
    from: 'from',
    call: '',
    outputs: [{ address: to, amount, memo: '', entry: '', path: '' }],
    maxFee: 10n,
    feePlan: {},
    initiatorUser: books.userId,
    initiator: 'm1',
    remark: '',
    ...change,
  };
}

/** The same with an intent that says nothing, for tests of the books and of the row. */
export const newOrder = (
  books: Books,
  request: RequestChange = {},
  change: Partial<Omit<NewOrder, 'request'>> = {},
): NewOrder => ({
  request: requestOf(books, request),
  intentId: randomUUID(),
  intent: '{}',
  digest: 'd'.repeat(64),
  source: 3,
  expiresAt: new Date(Date.now() + 60_000),
  ...change,
});
