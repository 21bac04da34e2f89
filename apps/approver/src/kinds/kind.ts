import type { Review } from '@holdfast/review';
import type { Child, Words } from '@holdfast/signer-ui';
import type { KeyMaterialFacts } from '../key-material.ts';
import type { Screen } from '../texts.ts';

/** What this page says and shows of one kind of request. */
export interface KindOnPage {
  /** Its words, in both languages. */
  readonly words: Words;
  readonly name: (screen: Screen) => Text;
  /** Fetches what tells its document, where that weighs too much for every page; awaited before anything of such a request is drawn. */
  readonly fetch?: () => Promise<void>;
  /** Which open requests are asked for anew once this one is in force: all, or those of its kind; missing where none is. */
  readonly outdates?: 'all' | 'likes';
  /** The one plain sentence that says what happens if this is approved. */
  readonly headline: (screen: Screen, review: Review) => Text;
  /** What is ticked before anything is signed. */
  readonly acknowledge: (screen: Screen, review: Review) => Text;
  /** On the button, where it is more than that something is approved, or asked for. */
  readonly approve?: (screen: Screen, review: Review) => Text | undefined;
  readonly initiate?: (screen: Screen, review: Review) => Text | undefined;
  /** That all decisions are there, where more follows by itself. */
  readonly satisfied?: (screen: Screen) => Text;
  /** Over the address of the output at this place, where that is nobody who is paid. */
  readonly addressee?: (screen: Screen, review: Review, at: number) => Text;
  /** Rows of its own, before those of every request, and among the fields themselves. */
  readonly rows?: (screen: Screen, review: Review) => readonly Child[];
  readonly details?: (screen: Screen, review: Review) => readonly Child[];
  /** Its document, by what `fetch` has brought. */
  readonly document?: (screen: Screen, review: Review) => HTMLElement | null;
  /** What is drawn of its document, fetched with what draws it. */
  readonly cards?: (screen: Screen, review: Review, facts: KeyMaterialFacts) => Promise<HTMLElement[]>;
}
