import { transactionType, type WorkspaceId } from '@holdfast/contract';
import { findNftNames, nftsSent, type SentNft } from '../../nfts/service.ts';
import { findLabels } from '../../payee-labels.ts';
import { findRowRemarks } from '../../row-remarks.ts';
import type { TransactionDeps } from './deps.ts';
import type { Entry } from './entry.ts';
import { findOwn } from './own-addresses.ts';
import * as queries from './queries.ts';

export type Surroundings = Awaited<ReturnType<typeof surroundings>>;

/** Who paid in, or is paid. */
export const otherSide = ({ type, way, address_from, address_to }: Entry): string =>
  type === transactionType.deposit || way === 'in' ? address_from : address_to;

const paysSeveral = ({ type, outputs }: Entry): boolean =>
  type === transactionType.withdraw && (outputs?.length ?? 0) > 1;

/** What came or went of NFTs, or leaves by an order's call. */
export const nftsOf = (entry: Entry): SentNft[] =>
  entry.token_id === null
    ? nftsSent(entry)
    : [{ contract: entry.contract, tokenId: entry.token_id, amount: entry.amount }];
/** More are not told one by one. */
export const nftsTold = 20;

/** What entries are shown with: heights by chain, names of their sub-wallets and payees, what rows of batches remark, which of these are of the workspace, the rules in force. */
export async function surroundings(
  { db, wallets, orders }: TransactionDeps,
  workspaceId: WorkspaceId,
  entries: readonly Entry[],
) {
  const ids = entries.map((entry) => entry.sub_wallet_id);
  const batches = entries.filter(paysSeveral);
  const payees = batches.flatMap(({ outputs }) => outputs?.map(({ address }) => address) ?? []);
  const others = [...new Set([...entries.map(otherSide), ...payees])];
  const nfts = entries.flatMap((entry) =>
    nftsOf(entry)
      .slice(0, nftsTold)
      .map((one) => ({ ...one, chain: entry.chain })),
  );
  const places = entries.map((entry) => ({ chain: entry.chain, address: otherSide(entry) }));
  const [heights, walletNames, policy, labelOf, rowRemarks, nftNamed, isOwn] = await Promise.all([
    queries.findHeights(db),
    wallets.namesOf(workspaceId, ids),
    orders.policy(),
    findLabels(db, workspaceId, others),
    findRowRemarks(
      db,
      workspaceId,
      batches.map(({ id }) => id),
    ),
    findNftNames(db, workspaceId, nfts),
    findOwn(db, workspaceId, places),
  ]);
  return { heights, walletNames, document: policy.document, labelOf, rowRemarks, nftNamed, isOwn };
}
