import { longestPaymentLink } from '@holdfast/contract';
import type { BatchPayee } from '@holdfast/contract/batch';
import { compare } from '@holdfast/money';
import { isAmount } from '../../lib/amount.ts';
import { api } from '../../lib/api.ts';
import { looksLikeLink } from '../../lib/payee-name.ts';
import { isNamedIn } from '../../lib/payment-link.ts';
import type { CoinName } from '../../lib/wallets.ts';

/** So many links of a batch are read: each is a call. */
export const linksMost = 50;
const readAtOnce = 10;

type Reading = Awaited<ReturnType<typeof api.withdraw.addressLink>>;

/** What the links say, without those that are not read for the coin. */
async function readLinks(links: readonly string[], coin: CoinName): Promise<ReadonlyMap<string, Reading>> {
  const { symbol, chain_id, contract_address } = coin;
  const read = new Map<string, Reading>();
  for (let at = 0; at < links.length; at += readAtOnce) {
    const some = links.slice(at, at + readAtOnce);
    const said = await Promise.all(
      some.map((link) => api.withdraw.addressLink({ symbol, chain_id, contract_address, link })),
    );
    for (const [n, reading] of said.entries()) {
      const link = some[n] ?? '';
      if (reading.fault === '' && isNamedIn(link, reading.payee)) read.set(link, reading);
    }
  }
  return read;
}

/** Is it of another amount than its row? Nobody may guess which of the two is meant, and one may be what a separator has cut from the link. */
const isOtherwise = (written: string, { amount }: Reading): boolean =>
  written !== '' && amount !== null && !(isAmount(written) && compare(written, amount) === 0);

/**
 * Rows with a payment link in place of an address have what it says instead. A remark that somebody wrote stays, and so does an amount where the
 * link has none; a memo belongs to its address, so that one is the link's. A link that is not read, or is of another amount than its row, stays, and is a fault.
 */
export async function payeesOfLinks<Row extends BatchPayee>(rows: readonly Row[], coin: CoinName): Promise<Row[]> {
  const links = rows.map(({ address }) => address).filter(looksLikeLink);
  const short = [...new Set(links)].filter(({ length }) => length <= longestPaymentLink);
  const read = await readLinks(short.slice(0, linksMost), coin);
  return rows.map((row) => {
    const link = read.get(row.address);
    if (!link || isOtherwise(row.amount, link)) return row;
    const { payee: address, memo, amount, remark } = link;
    return {
      ...{ ...row, address, memo: memo || row.memo },
      ...{ amount: row.amount || (amount ?? ''), remark: row.remark || remark },
    };
  });
}
