import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ExternalLink } from '../../ui/button.tsx';
import { AddressBlocks, HashText } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Detail } from '../../ui/layout.tsx';
import { useBatch } from './use-batch.ts';
import { hasNoHash, type Transaction } from './view.ts';

/** What anybody can check for themselves: the chain's block and hash, the intent's digest. */
export function Evidence({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const { evidence } = transaction;
  const batch = useBatch(transaction);
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('tx.evidence')}</h3>
      <dl className="rounded-lg border border-line px-3.5 py-1.5 tabular-nums">
        {hasNoHash(transaction) && batch.id !== null ? <Rows batch={batch} /> : <OnChain transaction={transaction} />}
        {evidence.created_contract !== '' && (
          <Detail name={t('tx.createdContract')}>
            <AddressBlocks address={evidence.created_contract} />
          </Detail>
        )}
        {evidence.nonce !== '' && <Detail name={t('tx.nonce')}>{evidence.nonce}</Detail>}
        <Detail name={t('tx.chainId')}>
          <span className="mono">{evidence.chain_id}</span>
        </Detail>
        {evidence.intent_digest !== '' && (
          <Detail name={t('tx.digest')}>
            <HashText hash={evidence.intent_digest} />
            <span className="mono block text-mut">{evidence.digest_words.join(' ')}</span>
          </Detail>
        )}
        {evidence.policy_version !== '' && <Detail name={t('tx.policyVersion')}>{evidence.policy_version}</Detail>}
        {/^https?:\/\//.test(evidence.explorer_url) && (
          <Detail name={t('tx.explorer')}>
            <ExternalLink href={evidence.explorer_url}>{t('tx.openExplorer')}</ExternalLink>
          </Detail>
        )}
      </dl>
    </section>
  );
}

/** The one transaction that pays, and how deep it is. */
function OnChain({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const { evidence, id } = transaction;
  return (
    <>
      <Detail name={t('tx.txid')}>
        <HashText hash={evidence.txid} />
      </Detail>
      {evidence.has_steps && (
        <Detail name={t('tx.steps')}>
          <Button size="sm" onClick={() => drawers.push('steps', String(id))}>
            {t('tx.stepsShow')}
          </Button>
        </Detail>
      )}
      <Detail name={t('tx.confirmationsName')}>
        {Math.min(evidence.confirmations, evidence.confirmations_needed)}/{evidence.confirmations_needed}
      </Detail>
      <Detail name={t('tx.block')}>{evidence.block_height ?? '--'}</Detail>
      {evidence.block_hash !== '' && (
        <Detail name={t('tx.blockHash')}>
          <HashText hash={evidence.block_hash} />
        </Detail>
      )}
    </>
  );
}

/** A batch has no hash of its own where each of its payees is paid by a transaction: these stand with its rows. */
function Rows({ batch: { id, detail } }: { batch: ReturnType<typeof useBatch> }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const drawers = useDrawers();
  if (!id) return null;
  const isPaidApart = detail?.txid === '' && detail.list.some(({ txid }) => txid !== '');
  return (
    <Detail name={t('batch.title')}>
      <Button size="sm" onClick={() => drawers.push('batch', String(id))}>
        <Honest className="truncate" text={detail?.name || t('tools:batch.number', { id })} />
      </Button>
      {isPaidApart && <span className="mt-1 block text-mut">{t('tx.eachApart')}</span>}
    </Detail>
  );
}
