import { paysOutputs } from '@holdfast/policy';
import { actorsOf, blockersOf, blocksOf, earlierText, earlierTold, pageStand, type Review } from '@holdfast/review';
import { el, localWords, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import type { Said } from './decision.ts';

const say = localWords({
  'en-US': {
    raised: 'The price rose: more approvals are needed than before. Those given stay.',
    others: 'Other payments may already be made, or still be: check before you approve.',
    more: '{count} more',
    quiet: 'Other payments of this wallet: read them if you were told that one failed',
    newPayee:
      'By this signer’s record this address was never paid before on this network. Check it with the recipient on another channel.',
    paidBefore: 'By this signer’s record it has signed a payment to this recipient before.',
    allPaidBefore: 'By this signer’s record it has signed a payment to each of these recipients before.',
    newMemo:
      'By this signer’s record this address was never paid before with this memo. Check both with the recipient on another channel.',
    allNew: 'Never paid before, by this signer’s record: all {count} recipients. Check them on another channel.',
    someNew:
      'Never paid before, by this signer’s record: {some} of {count} recipients (number {which}). Check on another channel.',
  },
  'zh-CN': {
    raised: '价格上涨：需要更多批准，已有的批准仍然有效。',
    others: '其他付款可能已经执行或仍可能被执行：请先查证再批准。',
    more: '另有 {count} 笔',
    quiet: '该钱包的其他付款：如果有人告诉您其中某笔已失败，请先阅读',
    newPayee: '据此签名节点的记录，在此网络上从未向该地址付款。请通过其他渠道与收款方核对。',
    paidBefore: '据此签名节点的记录，此前已为该收款方签署过付款。',
    allPaidBefore: '据此签名节点的记录，此前已为其中每个收款方签署过付款。',
    newMemo: '据此签名节点的记录，从未以此 Memo 向该地址付款。请通过其他渠道与收款方核对两者。',
    allNew: '据此签名节点的记录，这 {count} 个收款方均为首次付款。请通过其他渠道核对。',
    someNew: '据此签名节点的记录，{count} 个收款方中有 {some} 个为首次付款（第 {which} 个）。请通过其他渠道核对。',
  },
});

/** An address that this page shows whole, where it says whom the request pays, by its ends. */
function ends({ intent }: Review, address: string): string {
  const blocks = blocksOf(address);
  return blocks.length > 2 && intent.outputs.some((one) => one.address === address)
    ? `${blocks[0]}…${blocks.at(-1)}`
    : address;
}

/** So many stand there whole. The signer tells first what matters most. */
const most = 3;

/** Has the request ended, or is whoever decided here not asked to approve it here as well? Then nobody is left to check anything before. */
function isPast(review: Review, { done, chosen }: Said): boolean {
  const { state } = review.evaluation;
  if (review.signed || state === 'refused' || state === 'satisfied') return true;
  if (blockersOf(review, Date.now()).some((one) => one === 'givenUp' || one === 'expired')) return true;
  if (done === undefined) return false;
  const isAsked = actorsOf(review).some(
    ({ credential, standing }) => credential.id === chosen && standing === 'approve',
  );
  return !isAsked || pageStand(review, location.origin)?.here === 'useless';
}

/**
 * Those that can be taken for this one, or whose place it takes, in one notice, since nobody reads three, and more than some open below them; of the rest one
 * is a line, and more open below one.
 */
function earlierNotices(screen: Screen, review: Review): HTMLElement[] {
  const told = earlierTold(review).map(({ params: { address, ...params }, ...one }) => {
    const shown = { ...one, params: address === undefined ? params : { ...params, address: ends(review, address) } };
    return { quiet: one.quiet, text: screen.say('passThrough', { text: () => earlierText(shown, screen.language()) }) };
  });
  const listed = (all: typeof told) => el('ul', { class: 'changes' }, ...all.map(({ text }) => el('li', {}, text)));
  const folded = (title: Text, all: typeof told) => el('details', {}, el('summary', {}, title), listed(all));
  const [loud, quiet] = [told.filter((one) => !one.quiet), told.filter((one) => one.quiet)];
  const left = loud.slice(most);
  const more = left.length > 0 && folded(say(screen, 'more', { count: String(left.length) }), left);
  return [
    ...(loud.length > 1
      ? [notice('warn', el('strong', {}, say(screen, 'others')), listed(loud.slice(0, most)), more)]
      : []),
    ...(loud.length === 1 && loud[0] ? [notice('warn', loud[0].text)] : []),
    ...(quiet.length > 1 ? [folded(say(screen, 'quiet'), quiet)] : []),
    ...(quiet.length === 1 && quiet[0] ? [el('p', { class: 'muted' }, quiet[0].text)] : []),
  ];
}

/** So many numbers of payees are told one by one. */
const mostNumbers = 20;

/** Whom it pays for the first time, or that it is nobody. A look-alike of a known address was never paid, so it is told as new. */
function newPayeeNotice(screen: Screen, { newPayees, intent }: Review): HTMLElement[] {
  const { outputs } = intent;
  const others = outputs.filter(({ path }) => path === '');
  if (!newPayees || !paysOutputs(intent) || others.length === 0) return [];
  const numbers = outputs.flatMap((_, i) => (newPayees.includes(i) ? [String(i + 1)] : []));
  if (numbers.length === 0)
    return [el('p', { class: 'muted' }, say(screen, others.length === 1 ? 'paidBefore' : 'allPaidBefore'))];
  const which = [...numbers.slice(0, mostNumbers), ...(numbers.length > mostNumbers ? ['…'] : [])].join(', ');
  const [one] = outputs;
  const ofOne = one?.memo === '' ? 'newPayee' : 'newMemo';
  const word = outputs.length === 1 ? ofOne : numbers.length < outputs.length ? 'someNew' : 'allNew';
  return [notice('warn', say(screen, word, { some: String(numbers.length), count: String(outputs.length), which }))];
}

/**
 * Tells that a price rose since the request was made, and, as long as somebody is to look before they approve, whom it pays for the first time, and of its
 * account's other payments.
 */
export const besideNotices = (screen: Screen, review: Review, said: Said = {}): HTMLElement[] => [
  ...(review.evaluation.raised ? [notice('warn', say(screen, 'raised'))] : []),
  ...(isPast(review, said) ? [] : [...newPayeeNotice(screen, review), ...earlierNotices(screen, review)]),
];
