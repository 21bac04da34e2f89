import { backLink, el, Fault, faultBox, heading } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

/** What stands in the place of requests that could not be read. What is said of those that the signer does not have comes late. @param again asks once more */
export async function notShown(screen: Screen, error: unknown, again: () => void): Promise<HTMLElement[]> {
  const isMissing = error instanceof Fault && error.code === 'notFound';
  const missing = isMissing ? await import('./missing-words.ts').catch(() => undefined) : undefined;
  const back = backLink(screen, false);
  return [
    ...(missing?.missingParts(screen, again) ?? [heading(screen.say('notFoundTitle')), faultBox(screen, error, again)]),
    ...(back ? [el('div', { class: 'actions' }, back)] : []),
  ];
}
