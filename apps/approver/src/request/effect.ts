import type { Review } from '@holdfast/review';
import { notice } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

/** Whether the change waits for anybody: what only takes away does not. The steps themselves stand below, with who has taken them. */
export function effectNotice(screen: Screen, { evaluation }: Review): HTMLElement | null {
  if (evaluation.rule?.level === 'tightening') return notice('info', screen.say('effectAtOnce'));
  return evaluation.nodes.length > 0 ? notice('warn', screen.say('effectFlow')) : null;
}
