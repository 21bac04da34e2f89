import type { ListedEntry, PolicyDocument, SeniorRule } from '@holdfast/policy';
import type { ChainFacts } from '../facts.ts';
import type { Phrase } from '../phrase.ts';
import type { SharedWord } from '../shared.en.ts';

/** What the values in a rule are called: names of members, assets, and entries of the address book by their hash. */
export interface Naming {
  readonly policy: PolicyDocument;
  readonly chains: readonly ChainFacts[];
  readonly entries: ReadonlyMap<string, ListedEntry>;
}

/** What the sentence says of one condition of a rule, with its own words in both languages. A text brings its own separator. */
interface Clause<En extends Readonly<Record<string, string>>> {
  readonly words: { readonly en: En; readonly zh: Readonly<Record<keyof En, string>> };
  /** Silent where the rule has no such condition. */
  readonly tell: (naming: Naming, rule: SeniorRule) => Phrase<SharedWord | (keyof En & string)>;
}

/** Holds the two languages to the same keys, and the clause to these and the shared ones. */
export const clause = <En extends Readonly<Record<string, string>>>(record: Clause<En>): Clause<En> => record;

/** One or more, of which any is enough; silent where there is none. */
export const anyOf = <W extends string>(word: W, items: readonly Phrase<W | 'listOr'>[]): Phrase<W | 'listOr'> => ({
  all: items.length === 0 ? [] : [{ word, with: { list: { all: items, by: 'listOr' } } }],
});
