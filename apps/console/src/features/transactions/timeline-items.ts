import { isOrderType } from '@holdfast/contract';
import type { TFunction } from 'i18next';
import type { TextKey } from '../../lib/i18n.ts';
import { ruleName } from '../../lib/rule.ts';
import type { TimelineItem } from '../../ui/timeline.tsx';
import { reasonText } from './reasons.ts';
import { statusView, type Transaction } from './view.ts';

type Event = Transaction['timeline'][number];

/** Steps inside a status, by the server's own words for them. */
const steps: Readonly<Record<string, TextKey>> = {
  awaiting_approval: 'tx.step.created',
  initiate: 'tx.step.initiate',
  approve: 'tx.step.approve',
  refuse: 'tx.step.refuse',
  approval_opened: 'tx.step.opened',
  approved: 'tx.step.approved',
  refused: 'tx.step.refused',
  signing: 'tx.step.signing',
  signing_retry: 'tx.step.signingRetry',
  signed: 'tx.step.signed',
  signer_refused: 'tx.step.signerRefused',
  rules_changed: 'tx.step.rulesChanged',
  asked_again: 'tx.step.askedAgain',
  price_rose: 'tx.step.priceRose',
  more_counted: 'tx.step.moreCounted',
  price_missing: 'tx.step.priceMissing',
  price_refused: 'tx.step.priceRefused',
  call_changed: 'tx.step.callChanged',
  not_buildable: 'tx.step.notBuildable',
  nonce_blocked: 'tx.step.nonceBlocked',
  asset_frozen: 'tx.step.assetFrozen',
  expired: 'tx.step.expired',
  cancelled_by_initiator: 'tx.step.cancelled',
  cancelled_by_member: 'tx.step.cancelledByMember',
  not_transferred: 'tx.step.notTransferred',
  replaced: 'tx.step.replaced',
  transaction_expired: 'tx.step.transactionExpired',
  broadcast: 'tx.step.broadcast',
  in_mempool: 'tx.step.inMempool',
  waiting_for_coins: 'tx.step.waitingForCoins',
  mined: 'tx.step.confirming',
  confirming: 'tx.step.confirming',
  final: 'tx.step.final',
  reverted: 'tx.step.reverted',
  attempt_asked: 'tx.speedUp.step.asked',
  attempt_signed: 'tx.speedUp.step.signed',
  attempt_sent: 'tx.speedUp.step.sent',
  attempt_ended: 'tx.speedUp.step.ended',
  bump_asked: 'tx.bump.step.asked',
  bump_signed: 'tx.bump.step.signed',
  bump_sent: 'tx.bump.step.sent',
  bump_ended: 'tx.bump.step.ended',
  bumps_over: 'tx.bump.step.over',
  payment_over: 'tx.speedUp.step.over',
  drop_asked: 'tx.drop.step.asked',
  drop_signed: 'tx.drop.step.signed',
  drop_sent: 'tx.drop.step.sent',
  drop_ended: 'tx.drop.step.ended',
  drop_late: 'tx.drop.step.late',
  dropped: 'tx.drop.step.dropped',
  refund_asked: 'tx.refund.step.asked',
  refund_ended: 'tx.refund.step.ended',
  refund_paid: 'tx.refund.step.paid',
  refunded: 'tx.refund.step.paid',
  seen: 'tx.step.seen',
  credited: 'tx.step.credited',
  reorged: 'tx.step.reorged',
  reorged_below_minimum: 'tx.step.reorged',
  below_minimum: 'tx.step.belowMinimum',
  unbacked: 'tx.step.unbacked',
};

/** Details of a step that say something to a person; hashes and fees stand elsewhere in full. */
const details: Readonly<Record<string, TextKey>> = {
  rule: 'tx.detail.rule',
  needs: 'tx.detail.needs',
  difference: 'tx.detail.difference',
  policy: 'tx.detail.policy',
  reason: 'tx.detail.reason',
  nonce: 'tx.detail.nonce',
  nonce_free_from: 'tx.detail.nonceFreeFrom',
  remark: 'tx.detail.remark',
  signer: 'tx.detail.signer',
  height: 'tx.detail.height',
};

/** A rule that people gave no name is written there by its kind and place; a wallet has a name. */
function ruleText(text: string, wallet: Wallet, t: TFunction): string {
  const [, level, id = ''] = /^(basic|workspace|tightening) ([\w*,]+)$/.exec(text) ?? [];
  if (level !== 'basic' && level !== 'workspace' && level !== 'tightening') return text;
  const isOwn = level === 'basic' && id === String(wallet.sub_wallet_id);
  return ruleName(t, { level, id: isOwn ? wallet.sub_wallet_name : id, name: '' });
}

type Wallet = Pick<Transaction, 'sub_wallet_id' | 'sub_wallet_name'>;

function detailText(detail: Event['detail'], wallet: Wallet, t: TFunction): string {
  const said = (name: string, value: string): string => {
    if (name === 'rule') return ruleText(value, wallet, t);
    if (name === 'policy') return /^\S+ v(\d+)$/.exec(value)?.[1] ?? value;
    return reasonText(value, t) || value;
  };
  return Object.entries(detail)
    .flatMap(([name, value]) => (details[name] && value !== '' ? [t(details[name], { value: said(name, value) })] : []))
    .join(' · ');
}

const actorText: Readonly<Record<string, TextKey>> = {
  system: 'tx.actor.system',
  chain: 'tx.actor.chain',
  signers: 'tx.actor.signers',
};

function actorOf(event: Event, t: TFunction): string {
  // Nobody of the members is any of these, so a name that says the same is no name.
  const key = actorText[event.actor];
  if (key) return t(key);
  const signer = /^signer (\S+)$/.exec(event.actor)?.[1];
  return signer ? t('tx.actor.signer', { id: signer }) : event.actor_name || event.actor;
}

/** What happened, oldest first. */
export function timelineItems(transaction: Transaction, t: TFunction): TimelineItem[] {
  return transaction.timeline.map((event, at) => {
    const { tone, text } = statusView(transaction.type, event.status);
    const step = steps[event.sub_status];
    const last = at === transaction.timeline.length - 1;
    const passed = tone === 'bad' || (last && tone !== 'wait') ? tone : last ? tone : 'done';
    return {
      key: `${event.time.getTime()}:${at}`,
      title: t(step ?? text),
      when: event.time,
      by: !isOrderType(transaction.type) && event.actor === 'system' ? '' : actorOf(event, t),
      text: detailText(event.detail, transaction, t),
      tone: passed,
    };
  });
}
