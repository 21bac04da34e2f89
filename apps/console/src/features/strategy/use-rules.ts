import type { Naming } from '@holdfast/pagekit/sentences';
import { type PolicyDocument, parsePolicy } from '@holdfast/policy';
import { useMemo } from 'react';
import { useApi } from '../../lib/query.ts';
import { useRuleChains } from '../../lib/rule-words.ts';
import { useSubWallets } from '../../lib/wallets.ts';
import type { Coin } from './draft.ts';

const mostEntries = 100;

export interface Rules {
  readonly policy: PolicyDocument;
  readonly naming: Naming;
  readonly coins: readonly Coin[];
  readonly wallets: readonly { readonly id: number; readonly name: string }[];
  readonly entries: readonly { readonly id: string; readonly label: string }[];
}

/** The rules in force and the names of everything that rules speak of. */
export function useRules(): { readonly rules: Rules | undefined; readonly error: unknown; readonly retry: () => void } {
  const current = useApi('strategy', 'policy', {}, { quiet: true });
  const coins = useApi('strategy', 'symbolList', {}, { quiet: true });
  const wallets = useSubWallets();
  const book = useApi('addressBook', 'list', { page_no: 1, page_size: mostEntries }, { quiet: true });
  const chains = useRuleChains();
  const rules = useMemo((): Rules | undefined => {
    if (!current.data || !coins.data) return undefined;
    const policy = parsePolicy(current.data.document);
    const listed = book.data?.list ?? [];
    const entries = new Map(
      listed.map(({ id, chains: on, address, memo, label, effective_at }) => [
        id,
        { entry: { chains: on, address, memo, label, assets: [] }, since: effective_at.getTime() },
      ]),
    );
    return {
      policy,
      naming: { policy, chains, entries },
      coins: coins.data.list,
      wallets: wallets.data?.list ?? [],
      entries: listed,
    };
  }, [current.data, coins.data, wallets.data, book.data, chains]);
  const retry = (): void => void Promise.all([current.refetch(), coins.refetch()]);
  return { rules, error: current.error ?? coins.error, retry };
}
