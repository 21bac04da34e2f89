import { multiply, toFixed } from '@holdfast/money';
import { QrCode as QrIcon } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import { exactAmount } from '../../lib/amount.ts';
import { useFollowed } from '../../lib/followed.ts';
import { keyOf, myAction, type TodoItem, wantsOtherPage } from '../../lib/inbox-item.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { ownMember } from '../../lib/signer-link.ts';
import { hasAmount, lockText } from '../../lib/stake-text.ts';
import { absoluteTime } from '../../lib/time.ts';
import { coinKey, useWalletCoin } from '../../lib/wallets.ts';
import { ApprovalLink } from '../../ui/approval-link.tsx';
import { ApprovalNodes } from '../../ui/approval-nodes.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Decisions } from '../../ui/decisions.tsx';
import { DigestWords } from '../../ui/digest-words.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Honest } from '../../ui/honest.tsx';
import { keepClear } from '../../ui/keep-clear.ts';
import { Detail } from '../../ui/layout.tsx';
import { useNow } from '../../ui/use-now.ts';
import { CancelButton } from './cancel-button.tsx';
import { NextStep } from './next-step.tsx';
import { useReadHere } from './read-here.ts';
import { Recipients } from './recipient.tsx';
import { RefusalLink } from './refusal-link.tsx';
import { headline, kindText } from './title.ts';
import { useCameBack } from './use-came-back.ts';
import { useRuleName } from './use-rule-name.ts';
import { isUnderWay, type Payment, statuses, timeLeft, turnText } from './view.ts';
import { WorthNow } from './worth-now.tsx';

const everyMs = 10_000;
/** Reads documents and puts them in words: fetched with the first change that is looked at. */
const Difference = lazyScreen(() => import('./difference.tsx'));
/** Reads the rules, so it comes when there are some to be told. */
const RuleSentence = lazyScreen(() => import('./rule-sentence.tsx'));

/** Whoever decided before this page was loaded, or came back from a link in a mail, is told too what becomes of it. */
function useFollowing(item: TodoItem): void {
  const key = keyOf(item);
  const { state } = item;
  const follows = item.my_action === myAction.decided && isUnderWay(state);
  useEffect(() => {
    if (follows) useFollowed.getState().follow(key, state);
  }, [follows, key, state]);
}

/** A `ref` of what is read: whoever has decided sees on top what becomes of it. */
function useTopOnce(isDecided: boolean): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const was = useRef(isDecided);
  useEffect(() => {
    const scrolls = place.current?.closest('[data-scrolls]');
    if (isDecided && !was.current && scrolls) scrolls.scrollTop = 0;
    was.current = isDecided;
  }, [isDecided]);
  return place;
}

/** What else waits for whoever looks. */
export interface NextToDecide {
  readonly count: number;
  readonly go: () => void;
}
interface TodoDetailProps {
  readonly item: TodoItem;
  readonly onStay: () => void;
  readonly next: NextToDecide | undefined;
  /** Others are ticked, and the way to decide them is what is meant: that of this one stands back. */
  readonly standsBack?: boolean;
  /** Whoever looks went to decide it together with others, and it is asked whether they did. */
  readonly isLookedFor?: boolean;
}

/** What is asked, by whom, under which rule, and the way to the signer's own page: nothing is decided here. */
export function TodoDetail({
  item,
  onStay,
  next,
  standsBack = false,
  isLookedFor = false,
}: TodoDetailProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const state = statuses[item.status];
  useReadHere(keyOf(item));
  const { went, looking } = useCameBack(item);
  const article = useTopOnce(item.my_action === myAction.decided);
  const stay = (): void => {
    onStay();
    useFollowed.getState().follow(keyOf(item), item.state);
  };
  const go = (): void => {
    went();
    stay();
  };
  useFollowing(item);
  return (
    <>
      <article ref={article} className="mx-auto grid w-full max-w-[720px] gap-4 px-8 py-7 max-md:px-4 max-md:py-4">
        <p className="flex flex-wrap items-center gap-x-2 text-mut">
          <span>
            {item.payment
              ? t('tools:todo.requestedBy', { id: item.item_id, name: item.initiator.name })
              : t('tools:todo.changeBy', {
                  kind: kindText(t, item.item_type),
                  id: item.item_id,
                  name: item.initiator.name,
                })}{' '}
            · <RelativeTime when={item.created_at} />
          </span>
          {item.status !== 0 && state && <StatusPill tone={state.tone} text={t(state.text)} />}
        </p>
        <h2 className="text-balance break-words font-semibold text-2xl leading-9 tracking-tight max-md:text-xl max-md:leading-7">
          {headline(t, item)}
        </h2>
        {item.payment && item.payment.drops !== null && (
          <Banner tone="info">{t('tx.drop.of', { id: item.payment.drops })}</Banner>
        )}
        <NextStep item={item} withReason withAgain looking={looking || isLookedFor} />
        {item.asked_again && <Banner tone="warn">{t('tools:todo.askedAgain')}</Banner>}
        {item.price_rose && <Banner tone="warn">{t('tools:todo.priceRose')}</Banner>}
        {item.value_unknown !== '' && <Banner>{t(`withdraw.check.unknown.${item.value_unknown}`)}</Banner>}
        {item.more_counted && <Banner tone="warn">{t('tools:todo.moreCounted')}</Banner>}
        {item.solo_mode && item.status === 0 && <Banner tone="warn">{t('tools:todo.solo')}</Banner>}
        <Facts item={item} />
        {item.payment ? (
          <Recipients payment={item.payment} open={item.status === 0} />
        ) : (
          <Suspense fallback={<Skeleton className="h-32 w-full" />}>
            <Difference item={item} />
          </Suspense>
        )}
        <DigestWords words={item.digest_words} hash={item.intent_hash} />
        {item.status === 0 && item.nodes.length > 0 && <ApprovalNodes nodes={item.nodes} />}
        <Decisions decisions={item.decisions} />
      </article>
      {item.status === 0 ? (
        <Decision item={item} stay={stay} go={go} next={next} standsBack={standsBack} />
      ) : (
        next && (
          <DecisionBar>
            <NextButton next={next} />
          </DecisionBar>
        )
      )}
    </>
  );
}

/** What the fee may come to, by the price of the coin that it is paid in. */
function FeeWorth({ payment }: { payment: Payment }): ReactNode {
  const { coins } = useWalletCoin([coinKey(payment), String(payment.sub_wallet_id)]);
  const price = coins.find(
    ({ chain_id, contract_address }) => chain_id === payment.chain_id && contract_address === '',
  )?.price_usd;
  return price ? <span className="text-mut">{about(toFixed(multiply(payment.max_fee, price), 2))}</span> : null;
}

function PaymentFacts({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <>
      {hasAmount(payment.stake) && (
        <Detail name={t(payment.outputs.length > 1 ? 'tools:todo.amountAll' : 'tools:todo.amount')}>
          <strong className="font-semibold">
            {exactAmount(payment.amount)} {payment.symbol}
          </strong>
          <WorthNow payment={payment} />
        </Detail>
      )}
      {payment.stake && payment.stake.lock_blocks > 0 && (
        <Detail name={t('stake.lock')}>{lockText(t, payment.stake)}</Detail>
      )}
      <Detail name={t('common.subWallet')}>
        <Honest text={payment.sub_wallet_name} />{' '}
        <span className="text-mut">{t('withdraw.walletNumber', { id: payment.sub_wallet_id })}</span>
      </Detail>
      <Detail name={t('tools:todo.feeMost')}>
        {exactAmount(payment.max_fee)} {payment.fee_symbol}
        <FeeWorth payment={payment} />
      </Detail>
    </>
  );
}

function Facts({ item }: { item: TodoItem }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const left = timeLeft(item.expire_at, useNow(everyMs));
  const nameOf = useRuleName();
  if (!item.payment && item.remark === '' && !item.rule && item.status !== 0) return null;
  return (
    <dl className="rounded-lg border border-line bg-panel px-4 py-2 tabular-nums">
      {item.payment && <PaymentFacts payment={item.payment} />}
      {item.payment && item.payment.batch_name !== '' && (
        <Detail name={t('tx.batch')}>
          <Honest text={item.payment.batch_name} />
        </Detail>
      )}
      {item.remark !== '' && (
        <Detail name={t('common.remark')}>
          <Honest text={item.remark} />
        </Detail>
      )}
      {item.rule && (
        <Detail name={t('tools:todo.rule')}>
          <bdi>{nameOf(item.rule)}</bdi>
          {/* Of what has ended the rules of its day asked, and other ones may be in force. */}
          {item.status === 0 && (
            <Suspense fallback={null}>
              <RuleSentence rule={item.rule} version={item.rules_version} />
            </Suspense>
          )}
        </Detail>
      )}
      {item.status === 0 && (
        <Detail name={t('tools:todo.expires')}>
          <time
            dateTime={item.expire_at.toISOString()}
            title={absoluteTime(item.expire_at)}
            className={left?.soon ? 'text-warn' : ''}
          >
            {left ? t(left.key, { count: left.count }) : t('tools:todo.expired')}
          </time>
        </Detail>
      )}
    </dl>
  );
}

/** In view wherever the item is scrolled to; of a short one at the end of the window. */
const DecisionBar = ({ children }: { children: ReactNode }): ReactNode => (
  <div ref={keepClear} className="sticky bottom-0 mt-auto border-line border-t bg-panel">
    <div className="mx-auto grid max-w-[720px] gap-2.5 px-8 py-3 max-md:px-4">{children}</div>
  </div>
);

function NextButton({ next }: { next: NextToDecide }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <Button className="justify-self-start" onClick={next.go}>
      {t('tools:todo.nextToDecide', { count: next.count })}
    </Button>
  );
}

interface DecisionProps extends Required<Pick<TodoDetailProps, 'item' | 'next' | 'standsBack'>> {
  readonly stay: () => void;
  /** The same for whoever is led to the page that signs. */
  readonly go: () => void;
}

/** Whoever goes to decide comes back to this very item. */
function Decision({ item, stay, go, next, standsBack }: DecisionProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const drawers = useDrawers();
  const mine = item.my_action === myAction.decide;
  const open = (): void => {
    stay();
    drawers.push('approve', keyOf(item));
  };
  return (
    <DecisionBar>
      {/* On a phone the button says whose turn it is, and all of them stand in one row after the other: what stands above has the room. */}
      <div className={cn('grid gap-2.5', mine && 'max-md:flex max-md:flex-wrap max-md:gap-2')}>
        <div className={cn('flex items-center justify-between gap-4', mine && 'max-md:contents')}>
          <p className={cn('text-mut', mine && 'max-md:hidden')}>{t(turnText(item, ownMember()))}</p>
          {item.can_cancel && (
            <span className="max-md:order-last max-md:ml-auto">
              <CancelButton item={item} />
            </span>
          )}
        </div>
        {!mine && next && <NextButton next={next} />}
        {mine && (
          <div className="flex flex-wrap items-start gap-2 max-md:contents">
            <ApprovalLink
              url={item.approval_url}
              otherPage={wantsOtherPage(item)}
              item={keyOf(item)}
              onOpen={go}
              standsBack={standsBack}
              spans
              className="max-md:w-full md:max-w-80"
            />
            <Button size="lg" onClick={open}>
              <QrIcon aria-hidden />
              {t('tools:todo.otherDevice')}
            </Button>
            <RefusalLink item={item} text={t('tools:todo.refuse')} onOpen={go} />
          </div>
        )}
      </div>
    </DecisionBar>
  );
}
