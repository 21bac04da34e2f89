import type { Output } from '@holdfast/policy';
import { amountText, payeeOf, type Review } from '@holdfast/review';
import { addressView, card, el, localWords, notice, row } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import { memoView, type Owners, payeeView } from './payee.ts';

const say = localWords({
  'en-US': {
    recipients: 'Recipients ({count})',
    unknown:
      '{unknown} of {count} are neither own addresses nor in the address book. Whose the others are stands beside them',
    unknownAll: 'None of the {count} is an own address or in the address book',
  },
  'zh-CN': {
    recipients: '收款地址（{count}）',
    unknown: '{count} 个地址中有 {unknown} 个既非自有地址，也不在地址簿中；其余的在地址旁注明',
    unknownAll: '这 {count} 个地址均非自有地址，也不在地址簿中',
  },
});
export const words = say.tables;

/** How many of them nobody knows is said once, and whose addresses the others are beside each. */
export function recipientList(screen: Screen, review: Review, owners: Owners): HTMLElement {
  const { outputs, asset } = review.intent;
  const now = Date.now();
  const isNobodys = (output: Output): boolean => {
    const payee = payeeOf(review, output, now);
    return payee.kind === 'nobody' && payee.from === undefined;
  };
  const unknown = outputs.filter(isNobodys).length;
  const lines = outputs.map((output, i) =>
    row(
      `${i + 1} · ${amountText(output.amount, asset.decimals)} ${asset.symbol}`,
      addressView(output.address),
      memoView(screen, output),
      !isNobodys(output) && payeeView(screen, review, output, owners.get(i)),
    ),
  );
  const count = String(outputs.length);
  return card(
    say(screen, 'recipients', { count }),
    screen.say('compareBlocks'),
    unknown > 0 &&
      notice(
        'warn',
        say(screen, unknown === outputs.length ? 'unknownAll' : 'unknown', { unknown: String(unknown), count }),
      ),
    el('dl', { class: 'rows' }, ...lines),
  );
}
