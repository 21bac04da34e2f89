import { api, isRefusal } from '../../lib/api.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { isPayeeName, type ReadRow, remarkMost } from './rows-of-text.ts';

interface Entry {
  readonly label: string;
  readonly address: string;
  readonly memo: string;
}
type Ask = (page: { page_no: number; page_size: number }) => Promise<{ readonly list: readonly Entry[] }>;

const pageSize = 200;

async function allOf(ask: Ask): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const { list } = await ask({ page_no: page, page_size: pageSize });
    found.push(...list);
    if (list.length < pageSize) return found;
  }
}

/** Whoever keeps no payees of their own has none. */
const noneIfRefused = (error: unknown): readonly Entry[] => {
  if (isRefusal(error)) return [];
  throw error;
};

/** Case and blanks are typed as they come. Accents and look-alikes tell payees apart. */
const called = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

type Cells = Pick<ReadRow, 'address' | 'memo' | 'name'> & Partial<Pick<ReadRow, 'remark'>>;

/** A name that stands beside an address goes before the remark, unless that has it, or the book calls the address so anyway. */
function remarkOf({ address, name, remark }: Cells, book: readonly Entry[]): string | undefined {
  if (name === undefined || remark === undefined || called(remark).includes(called(name))) return remark;
  const isTheirs = book.some(
    (entry) => entry.address.toLowerCase() === address.toLowerCase() && called(entry.label) === called(name),
  );
  const both = remark === '' ? name : `${name} · ${remark}`;
  return isTheirs || both.length > remarkMost ? remark : both;
}

/**
 * Rows in which a payee of the coin is named have its address and memo instead. Names have to be whole, and of one payee alone, listed or one's own: of another row the
 * name stays, and is a fault, since nobody may guess who is paid. A name in a column of its own names somebody where no address stands beside it, and becomes a remark at most elsewhere.
 * @param memos has the network memos? One that a row has stays
 */
export async function payeesOfNames<Row extends Cells>(
  rows: readonly Row[],
  { symbol, chain_id, contract_address }: CoinName,
  memos: boolean,
): Promise<Row[]> {
  if (!rows.some(({ address, name }) => isPayeeName(address) || name !== undefined)) return [...rows];
  const coin = { symbol, chain_id, contract_address };
  const [listed, own] = await Promise.all([
    allOf((page) => api.addressBook.withdrawList({ ...coin, ...page })).catch((error: unknown) => {
      // Where nobody is looked for by a name the book tells no more than which names it has itself.
      if (rows.some(({ address }) => isPayeeName(address))) throw error;
      return noneIfRefused(error);
    }),
    allOf((page) => api.personalBook.list({ ...coin, ...page })).catch(noneIfRefused),
  ]);
  const book = [...listed, ...own];
  const named = Map.groupBy(book, ({ label }) => called(label));
  const payeeOf = (row: Row): Row => {
    const entries = isPayeeName(row.address) ? (named.get(called(row.address)) ?? []) : [];
    const [one, ...others] = new Map(
      entries.map(({ address, memo }) => [JSON.stringify([address, memos && memo]), { address, memo }]),
    ).values();
    if (!one || others.length > 0) return row;
    return { ...row, address: one.address, memo: row.memo || (memos ? one.memo : '') };
  };
  return rows.map(payeeOf).map((row) => {
    const remark = remarkOf(row, book);
    return remark === undefined ? row : { ...row, remark };
  });
}
