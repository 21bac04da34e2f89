import { batch } from '@holdfast/contract/batch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../lib/api.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { payeesOfNames } from './payees-of-names.ts';
import { batchPath } from './search.ts';
import type { Detail, writtenRows } from './view.ts';

type Rows = ReturnType<typeof writtenRows>;
type Place = Pick<Detail, 'name' | 'symbol' | 'chain_id' | 'contract_address'> & {
  readonly sub_wallet_id: number;
  readonly by_contract?: boolean;
};

const coinOf = ({ symbol, chain_id, contract_address }: Place) => ({ symbol, chain_id, contract_address });

/** As the calls name a batch; anything may stand in an address. */
export const batchIdOf = (id: number) => batch.info.input.shape.batch_id.parse(id);

/** Keeps rows as a new draft, and goes there; payees that are named are looked up. @param onMade told before that */
export function useNewDraft(onMade?: () => void) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ rows, memos = false, ...place }: Place & { readonly rows: Rows; readonly memos?: boolean }) =>
      api.batch.init({
        ...coinOf(place),
        name: place.name,
        sub_wallet_id: subWalletIdOf(place.sub_wallet_id),
        by_contract: place.by_contract ?? false,
        rows: await payeesOfNames(rows, place, memos),
      }),
    onSuccess: async (made) => {
      cache.setQueryData(['batch', 'info', { batch_id: made.batch_id }], made);
      onMade?.();
      await navigate({ to: `/mpc/${batchPath}`, search: { id: made.batch_id } });
      await cache.invalidateQueries({ queryKey: ['batch', 'records'] });
    },
  });
}

/** Writes the rows of a draft anew; the server looks at each, and what it finds stands on the page. */
export function useChangedDraft({ batch_id, version, ...draft }: Detail) {
  const cache = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({
      rows,
      name = draft.name,
      by_contract = draft.by_contract,
    }: {
      readonly rows: Rows;
      readonly name?: string;
      readonly by_contract?: boolean;
    }) =>
      api.batch.init({
        ...coinOf(draft),
        draft: batch_id,
        version,
        name,
        sub_wallet_id: draft.sub_wallet_id,
        by_contract,
        rows,
      }),
    onSuccess: (made) => cache.setQueryData(['batch', 'info', { batch_id }], made),
  });
}
