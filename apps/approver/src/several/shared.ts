import { el, rows } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import { say } from './words.ts';

const marked = (view: HTMLElement): HTMLElement[] => [...view.querySelectorAll<HTMLElement>('dl.rows > [data-row]')];
const named = (view: HTMLElement, name: string | undefined): HTMLElement[] =>
  marked(view).filter(({ dataset }) => dataset.row === name);

/** Each request's row of this name, where every one has exactly one and all of them are drawn the same, to the letter; none otherwise. */
function sameInAll(views: readonly HTMLElement[], name: string | undefined): readonly HTMLElement[] {
  const found = views.map((view) => named(view, name));
  const lines = found.flatMap(([line, ...more]) => (line && more.length === 0 ? [line] : []));
  const [first] = lines;
  return first && lines.length === views.length && lines.every((line) => line.isEqualNode(first)) ? lines : [];
}

/**
 * Takes the rows that are the same in every request out of each, and says them once. Each was drawn whole before: what goes is what stands above, and nothing
 * else can go than the rows that `shareable` has marked.
 * @param views of the requests that are shown, whole
 */
export function takeShared(screen: Screen, views: readonly HTMLElement[]): HTMLElement[] {
  const [first, ...others] = views;
  if (!first || others.length === 0) return [];
  const shared = marked(first).flatMap(({ dataset }) => {
    const [line, ...same] = sameInAll(views, dataset.row);
    for (const one of same) one.remove();
    return line ? [line] : [];
  });
  return shared.length > 0 ? [el('p', { class: 'muted' }, say(screen, 'shared')), rows(...shared)] : [];
}
