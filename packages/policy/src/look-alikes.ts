import type { Book, BookChange, ListedEntry } from './book.ts';
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

/** Changes with the tables above. Whoever keeps looks keeps it beside them. */
export const looksVersion = 1;

/** Each way a text looks, as one text: two texts that share one of them cannot be told apart. */
export const looksOf = (text: string): string[] => skeletons(text).map((look, way) => `${way}${look}`);

/** Are they two texts that look the same? The very same text is no twin: pages tell such names apart by the id. */
export function areTwins(a: string, b: string): boolean {
  if (a === b) return false;
  const [one, other] = [skeletons(a), skeletons(b)];
  return one[0] === other[0] || one[1] === other[1];
}

/** A name, and the one that it looks like. */
export interface Twins {
  readonly name: string;
  readonly like: string;
}

/** Each way a text looks, and all that look like it: a book of thousands is gone through once. */
function byLook<T>(all: readonly T[], textOf: (one: T) => string): (text: string) => readonly T[] {
  const found = new Map<string, T[]>();
  for (const one of all)
    for (const key of looksOf(textOf(one))) {
      const alike = found.get(key);
      if (alike) alike.push(one);
      else found.set(key, [one]);
    }
  return (text) => looksOf(text).flatMap((key) => found.get(key) ?? []);
}

/** Those of these names that look like another of them, or like one of `others`. */
export function twinsOf(names: readonly string[], others: readonly string[]): Twins[] {
  const alikeTo = byLook([...new Set([...others, ...names])], (name) => name);
  return names.flatMap((name) => {
    const like = alikeTo(name).find((other) => other !== name);
    return like === undefined ? [] : [{ name, like }];
  });
}

/** The first name that comes with a change and looks like another member's. */
export function twinMembers(current: PolicyDocument | undefined, next: PolicyDocument): Twins | undefined {
  const before = new Map(current?.members.map(({ id, name }) => [id, name]));
  const isNew = ({ id, name }: Member): boolean => before.get(id) !== name;
  for (const { name } of next.members.filter(isNew)) {
    const twin = next.members.find((other) => areTwins(other.name, name));
    if (twin) return { name, like: twin.name };
  }
  return undefined;
}

/**
 * Ids of those whose name another one's looks like, or is: pages tell such people apart by the id. What is in force already may hold twins, as the
 * check at the door is younger.
 */
export function idsOfTwins(named: readonly Pick<Member, 'id' | 'name'>[]): ReadonlySet<string> {
  const alikeTo = byLook(named, ({ name }) => name);
  return new Set(named.filter(({ id, name }) => alikeTo(name).some((other) => other.id !== id)).map(({ id }) => id));
}

/** The labels that come with a change and look like one that stays in the book, or another that comes. */
export function twinLabels({ entries }: Book, { add, remove }: BookChange): string[] {
  const gone = new Set(remove);
  const stays = [...entries].filter(([hash]) => !gone.has(hash)).map(([, { entry }]) => entry.label);
  return twinsOf(
    add.map(({ label }) => label),
    stays,
  ).map(({ name }) => name);
}

const known = new WeakMap<Book['entries'], (label: string) => readonly ListedEntry[]>();

/**
 * Other payees of the book whose label looks like this one's, or is the same, where both may be paid on one network. The check at the door lets equal labels
 * in, and is younger than some books. Each book is gone through once.
 */
export function payeesAlike(entries: Book['entries'], { entry }: ListedEntry): ListedEntry[] {
  const alikeTo = known.get(entries) ?? byLook([...entries.values()], (one) => one.entry.label);
  known.set(entries, alikeTo);
  return [...new Set(alikeTo(entry.label))].filter(
    (one) => one.entry.address !== entry.address && one.entry.chains.some((chain) => entry.chains.includes(chain)),
  );
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
    ...(twinMembers(current, next) ? (['nameLooksAlike'] as const) : []),
    ...(hasForeignPasskey(current, next) ? (['foreignPasskey'] as const) : []),
  ];
}
