import { el, icon } from '@holdfast/signer-ui';
import { type CeremonyStep, ceremonySteps } from '../ceremony.ts';
import type { Screen } from './texts.ts';

export interface Progress {
  readonly view: HTMLElement;
  at(step: CeremonyStep): void;
  failed(): void;
}

/** The ceremony step by step, with the time each one took. */
export function progressList(screen: Screen): Progress {
  let now = -1;
  let since = 0;
  const items = ceremonySteps.map((step) => {
    const time = el('span', { class: 'muted' });
    const view = el(
      'li',
      { 'data-state': 'open' },
      el('span', { class: 'dot' }, icon('check')),
      el('span', {}, screen.say(`step_${step}`)),
      time,
    );
    return { view, time };
  });
  const close = (): void => {
    const item = items[now];
    if (!item) return;
    item.view.dataset.state = 'done';
    item.time.replaceChildren(screen.say('stepSeconds', { seconds: ((performance.now() - since) / 1000).toFixed(1) }));
  };
  return {
    view: el('ol', { class: 'card steps', 'aria-live': 'polite' }, ...items.map(({ view }) => view)),
    at: (step) => {
      const index = ceremonySteps.indexOf(step);
      if (index === now) return;
      close();
      now = index;
      since = performance.now();
      const item = items[index];
      if (item) item.view.dataset.state = 'now';
    },
    failed: () => {
      const item = items[now];
      if (item) item.view.dataset.state = 'failed';
    },
  };
}
