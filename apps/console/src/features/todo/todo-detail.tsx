import { shortenHash } from '@holdfast/money';
import { QrCode as QrIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { ruleName } from '../../lib/rule.ts';
import { absoluteTime } from '../../lib/time.ts';
import { ApprovalLink } from '../../ui/approval-link.tsx';
import { ApprovalNodes } from '../../ui/approval-nodes.tsx';
import { Button } from '../../ui/button.tsx';
import { DigestWords } from '../../ui/digest-words.tsx';
import { AddressBlocks, RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Identicon } from '../../ui/identicon.tsx';
import { Detail } from '../../ui/layout.tsx';
import { useNow } from '../../ui/use-now.ts';
import { myAction, type TodoItem, timeLeft, turnText } from './view.ts';

const everyMs = 10_000;

/** What is asked, by whom, under which rule, and the way to the signer's own page: nothing is decided here. */
export function TodoDetail({ item }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation();
  const amount = `${exactAmount(item.amount)} ${item.symbol}`;
  return (
    <article className="mx-auto grid max-w-[720px] gap-4 px-8 py-7 max-md:px-4 max-md:py-4">
      <p className="text-mut">
        {t('todo.requestedBy', { id: item.business_id, name: item.initiator.name })} ·{' '}
        <RelativeTime when={item.created_at} />
      </p>
      <h2 className="text-balance font-semibold text-2xl leading-9 tracking-tight max-md:text-xl max-md:leading-7">
        {t('todo.sentence', { amount, wallet: item.sub_wallet_name, address: shortenHash(item.address_to) })}
      </h2>
      {item.solo_mode && <Banner tone="warn">{t('todo.solo')}</Banner>}
      <TodoFacts item={item} amount={amount} />
      <section className="grid gap-2.5 rounded-lg border border-line bg-panel p-4">
        <span className="flex items-center gap-2">
          <Identicon seed={item.address_to} size={20} />
          <span className="font-medium">{t('todo.recipient')}</span>
          <span className="text-mut">{t('todo.compare')}</span>
        </span>
        <AddressBlocks wide address={item.address_to} className="text-[15px]" />
      </section>
      <DigestWords words={item.digest_words} hash={item.intent_hash} />
      <ApprovalNodes nodes={item.nodes} />
      <Decision item={item} />
    </article>
  );
}

function TodoFacts({ item, amount }: { item: TodoItem; amount: string }): ReactNode {
  const { t } = useTranslation();
  const left = timeLeft(item.expire_at, useNow(everyMs));
  return (
    <dl className="rounded-lg border border-line bg-panel px-4 py-2 tabular-nums">
      <Detail name={t('todo.amount')}>
        <strong className="font-semibold">{amount}</strong>
      </Detail>
      <Detail name={t('common.subWallet')}>
        <bdi>{item.sub_wallet_name}</bdi>
      </Detail>
      <Detail name={t('todo.feeMost')}>
        {exactAmount(item.max_fee)} {item.fee_symbol}
      </Detail>
      {item.remark !== '' && (
        <Detail name={t('common.remark')}>
          <bdi>{item.remark}</bdi>
        </Detail>
      )}
      <Detail name={t('todo.rule')}>
        <bdi>{ruleName(t, item.rule)}</bdi>
      </Detail>
      <Detail name={t('todo.expires')}>
        <time
          dateTime={item.expire_at.toISOString()}
          title={absoluteTime(item.expire_at)}
          className={left?.soon ? 'text-warn' : ''}
        >
          {left ? t(left.key, { count: left.count }) : t('todo.expired')}
        </time>
      </Detail>
    </dl>
  );
}

function Decision({ item }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  return (
    <div className="grid gap-3">
      <p className="text-mut">{t(turnText(item))}</p>
      {item.my_action === myAction.decide && (
        <div className="flex flex-wrap gap-2">
          <ApprovalLink url={item.approval_url} />
          <Button size="lg" onClick={() => drawers.push('approve', String(item.business_id))}>
            <QrIcon aria-hidden />
            {t('todo.otherDevice')}
          </Button>
        </div>
      )}
    </div>
  );
}
