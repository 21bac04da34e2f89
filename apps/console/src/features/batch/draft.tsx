import { formatNumber } from '@holdfast/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import { exactAmount } from '../../lib/amount.ts';
import { api } from '../../lib/api.ts';
import { useHeldCoin } from '../../lib/held-coin.ts';
import { useApi } from '../../lib/query.ts';
import { ruleName } from '../../lib/rule.ts';
import { usdOfCoin } from '../../lib/usd.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { Approvers } from '../../ui/approvers.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Banner, useErrorText } from '../../ui/feedback.tsx';
import { Checkbox } from '../../ui/form.tsx';
import { Card, Detail as Fact } from '../../ui/layout.tsx';
import { ToldLimits } from '../../ui/told-limits.tsx';
import { Allow } from './allow.tsx';
import { Ask } from './ask.tsx';
import { DraftRows } from './draft-rows.tsx';
import { FaultyRows } from './faulty-rows.tsx';
import { useMadeNotes } from './made-notes.ts';
import { batchPath } from './search.ts';
import { useChangedDraft } from './use-batch.ts';
import { allFirst, type Detail, type Findings, findingsByRow, rowsShown, type Shown, writtenRows } from './view.ts';

interface DraftProps {
  readonly draft: Detail;
  readonly findings: Findings;
}

/** A draft: the sum and what stands in the way first, then every row, mended where it stands. */
export function Draft({ draft, findings }: DraftProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [wanted, setWanted] = useState<Shown>('all');
  const of = useMemo(() => findingsByRow(findings, draft.list.length), [findings, draft.list.length]);
  const change = useChangedDraft(draft);
  const textOf = useErrorText();
  const price = useHeldCoin(draft.sub_wallet_id, draft)?.price_usd ?? null;
  const counts = {
    all: draft.list.length,
    mend: rowsShown(draft.list, of, 'mend').length,
    look: rowsShown(draft.list, of, 'look').length,
  };
  const shown = counts[wanted] === 0 ? 'all' : wanted;
  const choices = (['all', 'mend', 'look'] as const).filter((which) => which === 'all' || counts[which] > 0);
  return (
    <>
      <Summary draft={draft} findings={findings} price={price} faulty={counts.mend} />
      {change.error && <Banner tone="bad">{textOf(change.error)}</Banner>}
      <Card flush>
        {choices.length > 1 && (
          <fieldset
            className="flex flex-wrap gap-2 border-line border-b px-3 py-2.5"
            aria-label={t('tools:batch.rows')}
          >
            {choices.map((which) => (
              <Button
                key={which}
                size="sm"
                variant={shown === which ? 'outline' : 'ghost'}
                aria-pressed={shown === which}
                onClick={() => setWanted(which)}
              >
                {t(`tools:batch.shown.${which}`, { count: counts[which] })}
              </Button>
            ))}
            <FaultyRows rows={rowsShown(draft.list, of, 'mend')} symbol={draft.symbol} of={of} />
          </fieldset>
        )}
        <DraftRows
          key={shown}
          rows={rowsShown(draft.list, of, shown)}
          of={of}
          coin={{ symbol: draft.symbol, chain_id: draft.chain_id, contract_address: draft.contract_address }}
          price={price}
          payer={draft.sub_wallet_id}
          memos={draft.support_memo}
          busy={change.isPending}
          onChange={(row) =>
            change.mutate({ rows: writtenRows(draft.list.map((one) => (one.row === row.row ? row : one))) })
          }
          onRemove={
            draft.list.length === 1
              ? undefined
              : (row) => change.mutate({ rows: writtenRows(draft.list.filter((one) => one.row !== row)) })
          }
        />
      </Card>
      <ByContract
        draft={draft}
        failed={change.isError}
        busy={change.isPending}
        onChange={(by_contract) => change.mutate({ rows: writtenRows(draft.list), by_contract })}
      />
      {findings.need_approve.needed ? (
        <Allow draft={draft} need={findings.need_approve} waits={counts.mend > 0 || findings.unseen.length > 0} />
      ) : (
        <Ask draft={draft} findings={findings} busy={change.isPending} faulty={counts.mend} />
      )}
      <Discard draft={draft} />
    </>
  );
}

/** One transaction, where the network has the contract for it: members choose it, nobody else does. */
function ByContract({
  draft,
  failed,
  busy,
  onChange,
}: {
  readonly draft: Detail;
  readonly failed: boolean;
  readonly busy: boolean;
  readonly onChange: (by_contract: boolean) => void;
}): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data } = useApi('batch', 'baseSymbol', {}, { quiet: true });
  const most = data?.list.find(({ chain_id }) => chain_id === draft.chain_id)?.contract_rows ?? 0;
  // What was chosen shows at once; the next version of the draft confirms it, a refusal takes it back.
  const [choice, choose] = useState({ version: draft.version, chosen: draft.by_contract });
  const chosen = choice.version === draft.version && !failed ? choice.chosen : draft.by_contract;
  if (!draft.by_contract && (most === 0 || draft.row_count < 2)) return null;
  return (
    <Card>
      <div className="grid gap-1">
        <Checkbox
          label={t('tools:batch.byContract')}
          checked={chosen}
          disabled={busy || (!draft.by_contract && draft.row_count > most)}
          onChange={({ target }) => {
            choose({ version: draft.version, chosen: target.checked });
            onChange(target.checked);
          }}
        />
        <p className="text-mut">{t('tools:batch.byContractText', { max: most })}</p>
      </div>
    </Card>
  );
}

interface SummaryProps extends DraftProps {
  /** What one of the coin is worth in US dollars; null where nobody knows. */
  readonly price: string | null;
  readonly faulty: number;
}

function Summary({ draft, findings, price, faulty }: SummaryProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const walletName = useWalletNames();
  const made = useMadeNotes(draft.batch_id);
  const { symbol, total_amount, row_count, coin_net, sub_wallet_id, name } = draft;
  const { fee, available, rules, problem, white_misses: misses } = findings;
  const worth = usdOfCoin(total_amount, price);
  const feeCoin = { chain_id: draft.chain_id, contract_address: '' };
  const feePrice = useHeldCoin(sub_wallet_id, feeCoin)?.price_usd ?? null;
  return (
    <Card>
      <div className="grid gap-3">
        <div>
          <p className="text-mut">{name || t('tools:batch.number', { id: draft.batch_id })}</p>
          <p className="font-semibold text-2xl tabular-nums tracking-tight">
            {exactAmount(total_amount)} {symbol}
          </p>
          <p className="text-mut">
            {t('tools:batch.payees', { count: row_count - faulty })} · {walletName(sub_wallet_id) ?? ''} · {coin_net}
          </p>
        </div>
        {faulty > 0 && <Banner tone="warn">{t('tools:batch.soundOnly', { count: faulty })}</Banner>}
        <dl>
          {worth !== '' && <Fact name={t('withdraw.worth')}>≈ ${formatNumber(worth)}</Fact>}
          {fee && (
            <Fact name={t('tools:batch.fee')}>
              {t('tools:batch.feeText', { fee: fee.fee, most: fee.max_fee, symbol: fee.fee_symbol })}
              {about(usdOfCoin(fee.max_fee, feePrice))}
            </Fact>
          )}
          <Fact name={t('tools:batch.available')}>
            {exactAmount(available)} {symbol}
          </Fact>
          {rules && (
            <>
              <Fact name={t('withdraw.check.rule')}>
                <bdi>{ruleName(t, rules.rule)}</bdi>
              </Fact>
              <Fact name={t('withdraw.approvers')}>
                {rules.solo_mode ? t('withdraw.check.solo') : <Approvers dryRun={rules} />}
              </Fact>
              {rules.limits.length > 0 && (
                <Fact name={t('withdraw.limits')}>
                  <ToldLimits limits={rules.limits} />
                </Fact>
              )}
            </>
          )}
        </dl>
        {allFirst(findings, row_count) && <p className="text-mut">{t('tools:batch.allFirst')}</p>}
        {problem.code !== 0 && <Banner tone="bad">{problem.msg}</Banner>}
        {made.map((said) => (
          <Banner key={said}>{said}</Banner>
        ))}
        {misses.length > 0 && <Banner tone="warn">{t('tools:batch.unlisted', { count: misses.length })}</Banner>}
      </div>
    </Card>
  );
}

function Discard({ draft: { batch_id } }: Pick<DraftProps, 'draft'>): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const discard = useMutation({
    mutationFn: () => api.batch.discard({ batch_id }),
    onSuccess: async () => {
      await navigate({ to: `/mpc/${batchPath}` });
      cache.removeQueries({ queryKey: ['batch', 'info', { batch_id }] });
      await cache.invalidateQueries({ queryKey: ['batch', 'records'] });
    },
  });
  const ask = async (): Promise<void> => {
    const { result } = await confirm({
      type: 'warning',
      title: t('tools:batch.discardTitle'),
      content: t('tools:batch.discardText'),
      confirmText: t('tools:batch.discard'),
    });
    if (result === 'confirm') discard.mutate();
  };
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 text-mut">
      <Link to={`/mpc/${batchPath}`} className="text-acc">
        {t('tools:batch.keep')}
      </Link>
      <Button variant="ghost" busy={discard.isPending} onClick={() => void ask()}>
        {t('tools:batch.discard')}
      </Button>
    </p>
  );
}
