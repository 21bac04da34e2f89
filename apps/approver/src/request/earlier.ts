import { blocksOf, earlierText, earlierTold, type Review } from '@holdfast/review';
import { el, localWords, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

const say = localWords({
  'en-US': {
    raised: 'The price rose: more approvals are needed than before. Those given stay.',
    others: 'Other payments may already be made, or still be: check before you approve.',
    quiet: 'Other payments of this wallet: read them if you were told that one failed',
  },
  'zh-CN': {
    raised: '价格上涨：需要更多批准，已有的批准仍然有效。',
    others: '其他付款可能已经执行或仍可能被执行：请先查证再批准。',
    quiet: '该钱包的其他付款：如果有人告诉您其中某笔已失败，请先阅读',
  },
});

/** An address that this page shows whole, where it says whom the request pays, by its ends. */
function ends({ intent }: Review, address: string): string {
  const blocks = blocksOf(address);
  return blocks.length > 2 && intent.outputs.some((one) => one.address === address)
    ? `${blocks[0]}…${blocks.at(-1)}`
    : address;
}

/** Those that can be taken for this one, or whose place it takes, in one notice, since nobody reads three; of the rest one is a line, and more open below one. */
function earlierNotices(screen: Screen, review: Review): HTMLElement[] {
  const told = earlierTold(review).map(({ params: { address, ...params }, ...one }) => {
    const shown = { ...one, params: address === undefined ? params : { ...params, address: ends(review, address) } };
    return { quiet: one.quiet, text: screen.say('passThrough', { text: () => earlierText(shown, screen.language()) }) };
  });
  const listed = (all: typeof told) => el('ul', { class: 'changes' }, ...all.map(({ text }) => el('li', {}, text)));
  const [loud, quiet] = [told.filter((one) => !one.quiet), told.filter((one) => one.quiet)];
  return [
    ...(loud.length > 1 ? [notice('warn', el('strong', {}, say(screen, 'others')), listed(loud))] : []),
    ...(loud.length === 1 && loud[0] ? [notice('warn', loud[0].text)] : []),
    ...(quiet.length > 1 ? [el('details', {}, el('summary', {}, say(screen, 'quiet')), listed(quiet))] : []),
    ...(quiet.length === 1 && quiet[0] ? [el('p', { class: 'muted' }, quiet[0].text)] : []),
  ];
}

/** Tells that a price rose since the request was made, and of its account's other payments. */
export const besideNotices = (screen: Screen, review: Review): HTMLElement[] => [
  ...(review.evaluation.raised ? [notice('warn', say(screen, 'raised'))] : []),
  ...earlierNotices(screen, review),
];
