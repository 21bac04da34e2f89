import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import type { KeptForm } from '../../../lib/kept-form.ts';
import { newRequestId } from '../../../lib/request-id.ts';
import { subWalletIdOf } from '../../../lib/wallets.ts';
import { unanswered } from '../../../ui/asking.tsx';
import { Button } from '../../../ui/button.tsx';
import { DrawerBody, useDrawers } from '../../../ui/drawers.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import type { LostAnswerProps } from '../../../ui/lost-answer.tsx';
import { unsentOf, useUnsentDrawer } from '../../../ui/unsent.ts';
import type { Looked } from '../call-look.tsx';
import type { Place, SendingForm, Transfer } from './rules.ts';

const dataOf = (transfers: readonly Transfer[]): string => transfers.map(({ data }) => data).join();

/** Names each request. Known before the first is asked for, so that they are kept whatever becomes of the answers. */
function nameAll(transfers: readonly Transfer[], { form, change }: Pick<KeptForm<SendingForm>, 'form' | 'change'>) {
  const named = transfers.map((one) => ({ ...one, request_id: form.requests[one.data] ?? newRequestId() }));
  change({ requests: Object.fromEntries(named.map(({ data, request_id }) => [data, request_id])) });
  return named;
}

/** Looks at transfers and asks for them, each once: a second try goes on with the same requests, so that none is asked for twice. */
export function useSending(
  { subWalletId, chain, contract }: Place,
  transfers: readonly Transfer[],
  kept: KeptForm<SendingForm>,
) {
  const drawers = useDrawers();
  const cache = useQueryClient();
  const [asked, setAsked] = useState<readonly number[]>();
  /** What came of each request that was answered, or found after its answer was lost: it is not asked for again. */
  const made = useRef(new Map<string, number>());
  const callOf = ({ data }: Transfer) => ({
    sub_wallet_id: subWalletIdOf(subWalletId),
    main_chain_symbol: chain,
    interactive_contract: contract,
    input_data: data,
  });
  const look = useMutation({
    meta: { quiet: true },
    mutationFn: async (all: readonly Transfer[]): Promise<Looked[]> => {
      const seen: Looked[] = [];
      for (const one of all) seen.push(await api.web3.simulate(callOf(one)));
      return seen;
    },
  });
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: async (all: ReturnType<typeof nameAll>): Promise<number[]> => {
      for (const one of all) {
        const { request_id } = one;
        if (made.current.has(request_id)) continue;
        const { withdraw_id } = await api.web3.create({ ...callOf(one), request_id, trans_type: '1', outflows: [] });
        made.current.set(request_id, withdraw_id);
      }
      return all.flatMap(({ request_id }) => made.current.get(request_id) ?? []);
    },
    onSuccess: async (orders) => {
      kept.asked();
      const [first, ...more] = orders;
      if (first !== undefined && more.length === 0) drawers.replace('approve', String(first));
      else setAsked(orders);
      await cache.invalidateQueries();
    },
  });
  const state = unsentOf(kept.written && asked === undefined, ask);
  useUnsentDrawer(ask.isError && made.current.size > 0 ? 'unknown' : state, kept.sent);
  /** The first that got no answer, as long as the same is written: found, it is gone on with the rest. */
  const lost = (): LostAnswerProps | undefined => {
    const all = ask.variables ?? [];
    const first = all.find(({ request_id }) => !made.current.has(request_id));
    const isSame = dataOf(all) === dataOf(transfers);
    if (!first || !isSame) return undefined;
    const found = (id: number): void => {
      made.current.set(first.request_id, id);
      ask.mutate(all);
    };
    return { requestId: first.request_id, onFound: found };
  };
  const isLookedAt = look.data !== undefined && JSON.stringify(look.variables) === JSON.stringify(transfers);
  return {
    look: () => look.mutate(transfers),
    ask: () => ask.mutate(nameAll(transfers, kept)),
    asked,
    looked: isLookedAt ? look.data : undefined,
    error: ask.error ? unanswered(ask.error, lost()) : look.error,
    isBusy: look.isPending || ask.isPending,
  };
}

/** What was asked for, each with the way to its approval. */
export function Asked({ orders }: { orders: readonly number[] }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  return (
    <DrawerBody>
      <Banner>{t('nft.asked', { count: orders.length })}</Banner>
      <div className="flex flex-wrap gap-2">
        {orders.map((id, at) => (
          <Button key={id} onClick={() => drawers.push('approve', String(id))}>
            {t('nft.approve', { number: at + 1 })}
          </Button>
        ))}
      </div>
    </DrawerBody>
  );
}
