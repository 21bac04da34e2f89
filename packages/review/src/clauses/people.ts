import { memberName } from '../actors.ts';
import { honestText } from '../format.ts';
import { leaf, type Meaning, type Phrase } from '../phrase.ts';
import type { SharedWord } from '../shared.en.ts';
import type { Naming } from './clause.ts';

/** A name that could be read as more than one, or as part of the sentence, stands in quotation marks. */
export function namePhrase(is: Meaning, of: string, name: string): Phrase<SharedWord> {
  const shown = leaf(is, of, honestText(name));
  return /[,;:、，；：.()"“”或]|\b(?:or|then)\b|然后/iu.test(shown.shown)
    ? { word: 'quoted', with: { text: shown } }
    : shown;
}

export const personPhrase = (naming: Pick<Naming, 'policy'>, id: string): Phrase<SharedWord> =>
  namePhrase('member', id, memberName(naming, id));
