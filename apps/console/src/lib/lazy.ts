import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { laterTexts, type Namespace } from '../locales/namespaces.ts';
import { loadNamespaces } from './i18n.ts';

/** Failures for which the event was raised already, by the bundler's own loader. */
const raised = new WeakSet<object>();
const preloadError = 'vite:preloadError';
addEventListener(preloadError, (event) => {
  if ('payload' in event && event.payload instanceof Error) raised.add(event.payload);
});

function raise(error: unknown): void {
  if (error instanceof Error && raised.has(error)) return;
  dispatchEvent(Object.assign(new Event(preloadError, { cancelable: true }), { payload: error }));
}

export type LazyScreen<P> = LazyExoticComponent<ComponentType<P>> & {
  /** Asks for its file before it is drawn; a failure is told when it is. */
  readonly begin: () => void;
};

/** Instead of namespaces: the screen says only what `translation.json` has (`locales/first-screen.test.ts` sees to it). */
export const firstTexts = 'first';

/**
 * A lazily loaded screen with the texts it needs beside the first ones. When a file cannot be had (a new version was installed), the
 * preload-error event is raised and the error thrown on to the route's error screen (spec §8); the page is never reloaded behind somebody's back.
 */
export function lazyScreen<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  texts: readonly Namespace[] | typeof firstTexts = [],
): LazyScreen<P> {
  const screen = lazy(async () => {
    try {
      const [screen] = await Promise.all([load(), loadNamespaces(texts === firstTexts ? [] : [laterTexts, ...texts])]);
      return screen;
    } catch (error) {
      raise(error);
      throw error;
    }
  });
  return Object.assign(screen, { begin: () => void load().catch(() => undefined) });
}
