import { localWords } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import type { KindOnPage } from './kind.ts';

/** What is fetched of a kind: everything but its name. */
export type KindParts = Omit<KindOnPage, 'name' | 'fetch'>;

/** A kind that stands on few pages: the page that decides on payments has its name alone, and the rest comes with `fetch`. */
export function fetched(english: string, chinese: string, load: () => Promise<KindParts>): KindOnPage {
  const say = localWords({ 'en-US': { name: english }, 'zh-CN': { name: chinese } });
  const name = (screen: Screen): Text => say(screen, 'name');
  const kind: KindOnPage = {
    words: say.tables,
    name,
    headline: name,
    acknowledge: name,
    fetch: async () => {
      Object.assign(kind, await load());
    },
  };
  return kind;
}
