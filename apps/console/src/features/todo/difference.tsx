import { credentialFingerprint, digestWords, parsePolicy } from '@holdfast/policy';
import { aloneText, changeText, looserText, policyChanges, secondText, viewsOf } from '@holdfast/review/sentences';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { entriesNamed, useBookEntries } from '../../lib/book-entries.ts';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { listJoin } from '../../lib/list-join.ts';
import { numbered } from '../../lib/numbered.ts';
import { freeFrom } from '../../lib/payee-name.ts';
import { useApi } from '../../lib/query.ts';
import { useRuleChains, useRuleWords } from '../../lib/rule-words.ts';
import { ChangeLine } from '../../ui/change-line.tsx';
import { AddressBlocks } from '../../ui/display.tsx';
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Beside } from './beside.tsx';
import { ToMembers } from './to-members.tsx';

/** Why a change cannot be made again under the rules that came into force since. */
const overtakenBy = ['foreignPasskey', 'nameLooksAlike', 'nothingChanges', 'policyStale', 'sameChanged'] as const;

/** By the kind of its intent. */
const differences = new Map<string, (props: { item: TodoItem }) => ReactNode>([
  ['policy', RuleDifference],
  ['book', BookDifference],
  ['export', ({ item }) => <ExportFacts subject={item.change?.subject ?? {}} />],
]);

/** What a change would make different, in words: told by the same code that tells it on the signer's page, which is the one to be believed. */
export default function Difference({ item }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const Told = differences.get(item.change?.kind ?? '');
  const overtaken = overtakenBy.find((reason) => reason === item.change?.last_error);
  return (
    <section className="grid gap-2.5 rounded-lg border border-line bg-panel p-4">
      <h3 className="font-medium">{t('tools:todo.difference')}</h3>
      {Told && <Told item={item} />}
      {overtaken && item.status === 3 && <Banner>{t(`tools:todo.overtaken.${overtaken}`)}</Banner>}
      <Beside item={item} />
      {item.change && item.change.last_error !== '' && item.status === 0 && (
        <Banner tone="warn" title={t('tools:todo.signersWait')}>
          {item.change.last_error}
        </Banner>
      )}
    </section>
  );
}

/** What a request for key material asks for: for whose eyes alone, and what that means. */
function ExportFacts({ subject }: { subject: Readonly<Record<string, string>> }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <>
      <p className="text-mut">{t('tools:todo.exportTo')}</p>
      <AddressBlocks wide address={subject.recipient ?? ''} />
      <Banner tone="warn">{t('tools:todo.exportWarning')}</Banner>
    </>
  );
}

function RuleDifference({ item }: { item: TodoItem }): ReactNode {
  const { t, i18n } = useTranslation(['translation', 'tools']);
  const say = useRuleWords();
  const { item_type, item_id } = item;
  const { data, error, refetch } = useApi('todo', 'info', { item_type, item_id }, { quiet: true });
  const chains = useRuleChains();
  const pair = useMemo(
    () => (data && data.base !== '' ? ([parsePolicy(data.base), parsePolicy(data.document)] as const) : undefined),
    [data],
  );
  const entries = useBookEntries(useMemo(() => (pair ?? []).flatMap(entriesNamed), [pair]));
  const changes = useMemo(() => {
    if (!pair) return [];
    const [current, next] = pair;
    const views = viewsOf({ chains, entries }, current, next);
    return policyChanges(current, next).map((change) => changeText(say, views, change));
  }, [pair, chains, entries, say]);
  const language = i18n.language === 'zh-CN' ? 'zh-CN' : 'en-US';
  const [second, alone, looser] = [secondText, aloneText, looserText].map((tell) => pair && tell(...pair, language));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-16 w-full" />;
  if (data.base === '')
    return <p className="text-mut">{t('tools:todo.rulesGone', { version: item.change?.policy_version ?? '' })}</p>;
  return (
    <>
      <ul className="grid gap-2">
        {numbered(changes).map(({ item: change, at }) => (
          <ChangeLine key={at} sign={change.sign} text={change.text}>
            {change.before !== undefined && (
              <p className="text-mut">{t('tools:todo.before', { text: change.before })}</p>
            )}
            {change.after !== undefined && <p>{t('tools:todo.after', { text: change.after })}</p>}
            {change.credential && (
              <p className="mono text-[13px]">{digestWords(credentialFingerprint(change.credential)).join(' ')}</p>
            )}
          </ChangeLine>
        ))}
      </ul>
      {second !== undefined && <Banner>{second}</Banner>}
      {alone !== undefined && <Banner tone="bad">{alone}</Banner>}
      {looser !== undefined && <Banner tone="warn">{looser}</Banner>}
      {pair && <ToMembers current={pair[0]} next={pair[1]} />}
    </>
  );
}

function BookDifference({ item }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data, error, refetch } = useApi('addressBook', 'auditDetail', { audit_id: item.item_id }, { quiet: true });
  const known = useRuleChains();
  const now = useNow(60_000);
  const nameOf = (chain: string): string => known.find(({ id }) => id === chain)?.name ?? chain;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-16 w-full" />;
  return (
    <ul className="grid gap-3">
      {data.add.map(({ address, label, chains, symbols, memo, listed_from: from }) => (
        <ChangeLine
          key={`${address} ${memo}`}
          sign="plus"
          text={t('tools:todo.payeeAdded', { label, chains: chains.map(nameOf).join(listJoin()) })}
        >
          <AddressBlocks wide address={address} />
          {memo !== '' && <p className="text-mut">{t('tools:todo.payeeMemo', { memo })}</p>}
          {symbols.length > 0 && (
            <p className="text-mut">{t('tools:todo.payeeSymbols', { symbols: symbols.join(listJoin()) })}</p>
          )}
          {from && from.getTime() > now && (
            <p className="text-warn">{t('tools:todo.payeeFrom', { when: freeFrom(from) })}</p>
          )}
        </ChangeLine>
      ))}
      {data.tokens.map(({ chain, contract, symbol, decimals, taken_out: gone }) => (
        <ChangeLine
          key={`${chain} ${contract}`}
          sign={gone ? 'minus' : 'plus'}
          text={t(gone ? 'tools:todo.tokenRemoved' : 'tools:todo.tokenAdded', {
            ...{ symbol, decimals: String(decimals) },
            chain: nameOf(chain),
          })}
        >
          <AddressBlocks wide address={contract} />
        </ChangeLine>
      ))}
      {data.remove.map(({ id, address, label }) => (
        <ChangeLine key={id} sign="minus" text={t('tools:todo.payeeRemoved', { label })}>
          <AddressBlocks wide address={address} />
        </ChangeLine>
      ))}
    </ul>
  );
}
