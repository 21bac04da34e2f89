import type { KindOnPage } from './kind.ts';

/** What is fetched of a kind: all that is said of it. */
export type KindParts = Omit<KindOnPage, 'fetch'>;

const early = (): never => {
  throw new Error('told before it was fetched');
};

/** A kind that stands on few pages: the page that decides on payments has nothing of it, and it comes with `fetch`. */
export function fetched(load: () => Promise<KindParts>): KindOnPage {
  const kind: KindOnPage = {
    words: { 'en-US': {}, 'zh-CN': {} },
    name: early,
    headline: early,
    acknowledge: early,
    fetch: async () => {
      Object.assign(kind, await load());
    },
  };
  return kind;
}
