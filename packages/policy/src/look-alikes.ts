import type { Book, BookChange } from './book.ts';
import { confusables } from './confusables.ts';
import type { Member, PolicyDocument } from './document.ts';

/**
 * Names that people cannot tell apart: skeletons after UTS #39, section 4. By itself (`@holdfast/policy/look-alikes`): only who takes names in needs the
 * table of letters.
 */

/** What a text looks like with these, and is not shown: default ignorable characters (joiners, selectors, fillers), and blanks that are no spaces. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

const prototypes = new Map(Object.entries(confusables).flatMap(([like, all]) => [...all].map((one) => [one, like])));
/** ASCII letters and digits that are taken for one another. */
const ascii: Readonly<Record<string, string>> = { '0': 'O', '1': 'l', I: 'l', m: 'rn', '|': 'l' };

const alike = (text: string): string =>
  [...text.normalize('NFD')].map((one) => prototypes.get(one) ?? ascii[one] ?? one).join('');

/** What it looks like as it stands, and in small letters. */
function skeletons(text: string): readonly [string, string] {
  const shown = text.normalize('NFKC').replace(unseen, '').replace(/\s+/gu, ' ').trim();
  const latin = [...shown.normalize('NFD')].map((one) => prototypes.get(one) ?? one).join('');
  return [alike(shown), alike(latin.toLowerCase())];
}

/** Are they two texts that look the same? The very same text is no twin: pages tell such names apart by the id. */
export function areTwins(a: string, b: string): boolean {
  if (a === b) return false;
  const [one, other] = [skeletons(a), skeletons(b)];
  return one[0] === other[0] || one[1] === other[1];
}

/** The names that come with a change and look like another member's. */
function twinNames(current: PolicyDocument | undefined, next: PolicyDocument): string[] {
  const before = new Map(current?.members.map(({ id, name }) => [id, name]));
  const isNew = ({ id, name }: Member): boolean => before.get(id) !== name;
  const meets = ({ id, name }: Member): boolean =>
    next.members.some((other) => other.id !== id && areTwins(other.name, name));
  return next.members.filter((member) => isNew(member) && meets(member)).map(({ name }) => name);
}

/** The labels that come with a change and look like one that stays in the book, or another that comes. */
export function twinLabels({ entries }: Book, { add, remove }: BookChange): string[] {
  const stays = [...entries].filter(([hash]) => !remove.includes(hash)).map(([, { entry }]) => entry.label);
  const labels = [...stays, ...add.map(({ label }) => label)];
  return add.map(({ label }) => label).filter((label) => labels.some((other) => areTwins(label, other)));
}

/**
 * Passkeys are made on the signers' pages and nowhere else. Where these are, the rules say: each signer's origin stands in them, was held against the
 * configuration of every signer when the first rules came, and cannot change.
 */
function hasForeignPasskey(current: PolicyDocument | undefined, { members, signers }: PolicyDocument): boolean {
  const known = new Set(current?.members.flatMap(({ credentials }) => credentials.map((one) => JSON.stringify(one))));
  const origins = new Set(signers.map(({ origin }) => origin));
  const hosts = new Set(signers.map(({ origin }) => new URL(origin).hostname));
  return members
    .flatMap(({ credentials }) => credentials)
    .filter((one) => !known.has(JSON.stringify(one)))
    .some(
      (one) => one.type === 'passkey' && !(hosts.has(one.rpId) && one.origins.every((origin) => origins.has(origin))),
    );
}

export type LookAlikeProblem = 'nameLooksAlike' | 'foreignPasskey';

/** What would deceive people in a document that shall be in force next, or as the first. */
export function lookAlikeProblems(current: PolicyDocument | undefined, next: PolicyDocument): LookAlikeProblem[] {
  return [
    ...(twinNames(current, next).length > 0 ? (['nameLooksAlike'] as const) : []),
    ...(hasForeignPasskey(current, next) ? (['foreignPasskey'] as const) : []),
  ];
}
