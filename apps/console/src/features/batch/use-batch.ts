import { batch } from '@holdfast/contract/batch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { priceText } from '../../lib/price-text.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import type { Priced } from './dollars.ts';
import { keepMade } from './made-notes.ts';
import { type Made, madeRows } from './made-rows.ts';
import { payeesOfLinks } from './payees-of-links.ts';
import type { ReadRow } from './rows-of-text.ts';
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

interface NewDraft extends Place {
  readonly rows: readonly ReadRow[];
  readonly memos?: boolean;
  /** By which dollars become coin. */
  readonly price?: Priced;
}

/** What of the rows is not as it was written, and why: it stands above them as long as the draft is worked on here. */
function useSaidOfMade() {
  const { t } = useTranslation(['translation', 'tools']);
  return ({ fromLinks, fromDollars: count, fromNames }: Made, { symbol, price }: NewDraft): readonly string[] => [
    ...(fromLinks > 0 ? [t('tools:batch.fromLinks', { count: fromLinks })] : []),
    ...(count > 0 && price?.price_usd
      ? [t('tools:batch.fromDollars', { count, symbol, price: priceText(t, price.price_usd, price.price_time) })]
      : []),
    ...(fromNames ? [t('tools:batch.fromNames')] : []),
  ];
}

/** Keeps rows as a new draft, and goes there; payees that are named or stand in links are looked up. @param onMade told before that */
export function useNewDraft(onMade?: () => void) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const saidOf = useSaidOfMade();
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ rows, memos = false, price, ...place }: NewDraft) => {
      const made = await madeRows(rows, place, { memos, price });
      const draft = await api.batch.init({
        ...coinOf(place),
        name: place.name,
        sub_wallet_id: subWalletIdOf(place.sub_wallet_id),
        by_contract: place.by_contract ?? false,
        rows: made.rows,
      });
      return { draft, made };
    },
    onSuccess: async ({ draft, made }, asked) => {
      cache.setQueryData(['batch', 'info', { batch_id: draft.batch_id }], draft);
      onMade?.();
      keepMade(draft.batch_id, saidOf(made, asked));
      await navigate({ to: `/mpc/${batchPath}`, search: { id: draft.batch_id } });
      await cache.invalidateQueries({ queryKey: ['batch', 'records'] });
    },
  });
}

/** Writes the rows of a draft anew; the server looks at each, and what it finds stands on the page. */
export function useChangedDraft({ batch_id, version, ...draft }: Detail) {
  const cache = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({
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
        rows: await payeesOfLinks(rows, draft),
      }),
    onSuccess: (made) => cache.setQueryData(['batch', 'info', { batch_id }], made),
  });
}
