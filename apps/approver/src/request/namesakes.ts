import { honestText, namesakesOf, type Review } from '@holdfast/review';
import { localWords, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

const say = localWords({
  'en-US': {
    alike:
      'The address book has other payees that are called “{label}”, or look like it. Go by the address, not by the name. Others: {others}',
  },
  'zh-CN': {
    alike: '地址簿中还有其他收款方名为“{label}”，或名称看起来相同。请以地址为准，而非名称。其他地址：{others}',
  },
});

/** That the name of who is paid is that of others too. */
export const namesakeNotices = (screen: Screen, review: Review): HTMLElement[] =>
  namesakesOf(review).map(({ label, others }) =>
    notice('warn', say(screen, 'alike', { label: honestText(label), others: others.map(honestText).join(', ') })),
  );
