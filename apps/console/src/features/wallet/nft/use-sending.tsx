import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import type { KeptForm } from '../../../lib/kept-form.ts';
import { newRequestId } from '../../../lib/request-id.ts';
import { subWalletIdOf } from '../../../lib/wallets.ts';
import { Button } from '../../../ui/button.tsx';
import { DrawerBody, useDrawers } from '../../../ui/drawers.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { unsentOf, useUnsentDrawer } from '../../../ui/unsent.ts';
import type { Looked } from '../call-look.tsx';
import type { Place, SendingForm, Transfer } from './rules.ts';

/** Looks at transfers and asks for them, each once: a second try goes on with the same requests, so that none is asked for twice. */
export function useSending(
  { subWalletId, chain, contract }: Place,
  transfers: readonly Transfer[],
  { form, change, written, sent, asked: done }: KeptForm<SendingForm>,
) {
  const drawers = useDrawers();
  const cache = useQueryClient();
  const [asked, setAsked] = useState<readonly number[]>();
  /** Some were asked for, and the rest was not. */
  const begun = useRef(false);
  const callOf = ({ data }: Transfer) => ({
    sub_wallet_id: subWalletIdOf(subWalletId),
    main_chain_symbol: chain,
    interactive_contract: contract,
    input_data: data,
  });
  /** Known before the first is asked for, so that they are kept whatever becomes of the answers. */
  const name = (): readonly (Transfer & { readonly request_id: string })[] => {
    const named = transfers.map((one) => ({ ...one, request_id: form.requests[one.data] ?? newRequestId() }));
    change({ requests: Object.fromEntries(named.map(({ data, request_id }) => [data, request_id])) });
    return named;
  };
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
    mutationFn: async (all: ReturnType<typeof name>): Promise<number[]> => {
      const orders: number[] = [];
      for (const one of all) {
        const made = await api.web3.create({
          ...callOf(one),
          request_id: one.request_id,
          trans_type: '1',
          outflows: [],
        });
        orders.push(made.withdraw_id);
        begun.current = true;
      }
      return orders;
    },
    onSuccess: async (orders) => {
      done();
      const [first, ...more] = orders;
      if (first !== undefined && more.length === 0) drawers.replace('approve', String(first));
      else setAsked(orders);
      await cache.invalidateQueries();
    },
  });
  const state = unsentOf(written && asked === undefined, ask);
  useUnsentDrawer(ask.isError && begun.current ? 'unknown' : state, sent);
  const isLookedAt = look.data !== undefined && JSON.stringify(look.variables) === JSON.stringify(transfers);
  return {
    look: () => look.mutate(transfers),
    ask: () => ask.mutate(name()),
    asked,
    looked: isLookedAt ? look.data : undefined,
    error: ask.error ?? look.error,
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
