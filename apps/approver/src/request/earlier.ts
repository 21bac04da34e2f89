import { blocksOf, earlierText, earlierTold, type Review } from '@holdfast/review';
import { el, localWords, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

const say = localWords({
  'en-US': {
    raised: 'The price rose: more approvals are needed than before. Those given stay.',
    others: 'Other payments may already be made, or still be: check before you approve.',
    usual:
      'Other payments of other amounts to this payee, made or asked for: {count}. If you were told that one of them failed, look on the chain before you approve.',
  },
  'zh-CN': {
    raised: '价格上涨：需要更多批准，已有的批准仍然有效。',
    others: '其他付款可能已经执行或仍可能被执行：请先查证再批准。',
    usual:
      '向该收款方另有已付或已申请的付款（金额不同）：{count} 笔。若有人告诉您其中某笔已失败，请先在链上查证再批准。',
  },
});

/** An address that this page shows whole, where it says whom the request pays, by its ends. */
function ends({ intent }: Review, address: string): string {
  const blocks = blocksOf(address);
  return blocks.length > 2 && intent.outputs.some((one) => one.address === address)
    ? `${blocks[0]}…${blocks.at(-1)}`
    : address;
}

/**
 * Other payments to the same payees, and those whose place this one takes: one notice, since nobody reads three. What every payee who is paid each month has
 * behind them is one quiet line: an alarm on each page is read on none.
 */
function earlierNotices(screen: Screen, review: Review): HTMLElement[] {
  const all = earlierTold(review);
  const usual = all.filter((one) => one.usual).length;
  const quiet = usual === 0 ? [] : [notice('info', say(screen, 'usual', { count: String(usual) }))];
  const loud = all.filter((one) => !one.usual);
  const told = loud.map(({ params: { address, ...params }, ...one }) => {
    const shown = { ...one, params: address === undefined ? params : { ...params, address: ends(review, address) } };
    return screen.say('passThrough', { text: () => earlierText(shown, screen.language()) });
  });
  const [first] = told;
  if (!first) return quiet;
  if (told.length === 1) return [notice(loud[0]?.word === 'others' ? 'info' : 'warn', first), ...quiet];
  const items = told.map((text) => el('li', {}, text));
  return [notice('warn', el('strong', {}, say(screen, 'others')), el('ul', { class: 'changes' }, ...items)), ...quiet];
}

/** Tells that a price rose since the request was made, and of its account's other payments. */
export const besideNotices = (screen: Screen, review: Review): HTMLElement[] => [
  ...(review.evaluation.raised ? [notice('warn', say(screen, 'raised'))] : []),
  ...earlierNotices(screen, review),
];
