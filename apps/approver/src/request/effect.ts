import { aloneText, goneText, isInForce, looserText, ownText, type Review, secondText } from '@holdfast/review';
import { localWords, notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

/** Words about changes, fetched with the part that shows one. */
export const sayChange = localWords({
  'en-US': {
    effectAtOnce: 'This change only takes rights away: it takes effect at once, with the signature of who asks.',
    effectFlow: 'This change takes effect only when every step below is done.',
    effectOthers:
      'Payments and changes that are open are signed for the rules of now: once this one is in force they have to be signed anew.',
    credentialCompare:
      'Have {name} read these words to you from where the key was made. Approve only if they are the same.',
    changesTitle: 'What changes',
    inForce: 'A change of the rules that is in force',
    inForceTold:
      'The rules of now have it already, so nothing is left to compare. What it changed stands in the console, under what passed.',
  },
  'zh-CN': {
    effectAtOnce: '此变更仅收紧权限：由发起人签署后立即生效。',
    effectFlow: '以下每一步都完成后，此变更才会生效。',
    effectOthers: '待决的付款与变更均按现行规则签署：此变更生效后须重新签署。',
    credentialCompare: '请 {name} 在生成密钥的地方读出这些词。仅在完全一致时批准。',
    changesTitle: '变更内容',
    inForce: '已生效的规则变更',
    inForceTold: '现行规则已包含此变更，无从比较。变更内容见控制台的已通过事项。',
  },
});

/** What is said of a request that is open: it goes as soon as the request has ended (`next.ts`). */
export function whileOpen(part: HTMLElement): HTMLElement {
  part.dataset.whileOpen = '';
  return part;
}

/** Whether the change waits for several decisions: what only takes away waits for none. The steps themselves stand below, with who has taken them. */
export function effectNotice(screen: Screen, review: Review): HTMLElement | null {
  if (isInForce(review)) return null;
  const { evaluation } = review;
  if (evaluation.rule?.level === 'tightening') return whileOpen(notice('info', sayChange(screen, 'effectAtOnce')));
  const needed = evaluation.nodes.reduce((sum, { threshold }) => sum + threshold, 0);
  return needed > 1 ? whileOpen(notice('info', sayChange(screen, 'effectFlow'))) : null;
}

/** What one of these says of the rules until now and from then on, where it says anything. */
const told =
  (tone: 'info' | 'warn', tell: typeof aloneText) =>
  (screen: Screen, { policy, nextPolicy: next }: Review): HTMLElement | null => {
    const text = (): string => (next && tell(policy, next, screen.language())) ?? '';
    return text() === '' ? null : notice(tone, screen.say('passThrough', { text }));
  };

/** Why the asker is no longer left out, where the second member comes with it. */
export const secondNotice = told('info', secondText);

/** Who can pay without anybody else from then on. */
export const aloneNotice = told('warn', aloneText);

/** Whose own signature is an approval from then on. */
export const ownNotice = told('warn', ownText);

/** Who is asked by no rule of wallets any more. */
export const goneNotice = told('info', goneText);

/** That the default flow asks for less from then on. */
export const looserNotice = told('warn', looserText);
