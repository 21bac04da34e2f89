import type { Input, personalBook } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import { speakerOf } from '../../reference.ts';
import { symbolsOf } from './payees.ts';
import type { PersonalBookService } from './personal.ts';
import type { Owner } from './personal-queries.ts';

type Kept = Awaited<ReturnType<PersonalBookService['entries']>>[number];

export const ownRow = ({ row, listed, usage, similar }: Kept, catalog: Catalog) => ({
  id: row.id,
  address: row.address,
  memo: row.memo,
  label: row.label,
  note: row.note,
  chains: row.chains,
  symbols: symbolsOf(catalog, row.chains, row.assets),
  contracts: row.assets,
  listed,
  created_at: row.created_at,
  last_used_at: usage?.last ?? null,
  used_count: usage?.used ?? 0,
  similar,
});

type Filter = Omit<Input<(typeof personalBook)['list']>, 'page_no' | 'page_size'>;
/** What of a member's own list its fields let through. */
export async function fittingOwn(
  service: PersonalBookService,
  catalog: Catalog,
  owner: Owner,
  { id, chain, symbol, chain_id, contract_address, keyword, start, end }: Filter,
): Promise<Kept[]> {
  const coins = symbol === undefined ? undefined : catalog.named({ symbol, chain_id, contract_address });
  const speaks = speakerOf(catalog.chains, keyword ?? '');
  return (await service.entries(owner, coins))
    .filter(({ row }) => id === undefined || row.id === id)
    .filter(({ row }) => chain === undefined || row.chains.includes(chain))
    .filter(
      ({ row: { created_at: since } }) => (start === undefined || since >= start) && (end === undefined || since < end),
    )
    .filter(({ row }) => speaks(row.label, row.address, row.note));
}
