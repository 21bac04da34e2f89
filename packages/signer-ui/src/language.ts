/** Texts in two languages that follow the switch without drawing the page anew, so that a running ceremony is not disturbed. */
export const languages = ['en-US', 'zh-CN'] as const;
export type Language = (typeof languages)[number];
export type Param = string | (() => string);
export type Params = Readonly<Record<string, Param>>;

/** The texts of one language. */
export type Table<K extends string> = Readonly<Record<K, string>>;

export interface Speech<K extends string> {
  language(): Language;
  /** The text now, for places that are not nodes. */
  text(key: K, params?: Params): string;
  /** A text node that follows the language. */
  say(key: K, params?: Params): Text;
  /** Sets an attribute that follows the language; gives the element back. */
  label<E extends Element>(element: E, attribute: string, key: K, params?: Params): E;
  /** Says everything again in this language, whose texts are `words`. */
  use(language: Language, words: Table<K>): void;
}

const storageKey = 'holdfast.language';

/** `?lang=` of the page or its route, then what was chosen before, then the browser's. */
export function pickLanguage(asked: string | null, stored: string | null, preferred: readonly string[]): Language {
  const chosen = languages.find((language) => language === asked) ?? languages.find((language) => language === stored);
  if (chosen) return chosen;
  const first = preferred.find((tag) => /^(en|zh)\b/i.test(tag));
  return first?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US';
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a small, public thing; a browser that forbids it simply forgets. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is a convenience here.
  }
}

function fillIn(template: string, params: Params): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : typeof value === 'function' ? value() : value;
  });
}

/** Every text node and attribute made here is renewed by `use`. */
export function createSpeech<K extends string>(first: Language, firstWords: Table<K>): Speech<K> {
  let current = first;
  let table = firstWords;
  const bound = new WeakMap<Node, (() => void)[]>();
  const text = (key: K, params: Params = {}): string => fillIn(table[key], params);
  const bind = (node: Node, renew: () => void): void => {
    bound.set(node, [...(bound.get(node) ?? []), renew]);
    renew();
  };
  return {
    language: () => current,
    text,
    say: (key, params) => {
      const node = document.createTextNode('');
      bind(node, () => {
        node.data = text(key, params);
      });
      return node;
    },
    label: (element, attribute, key, params) => {
      bind(element, () => element.setAttribute(attribute, text(key, params)));
      return element;
    },
    use: (language, words) => {
      current = language;
      table = words;
      remember(storageKey, language);
      document.documentElement.lang = language;
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) for (const renew of bound.get(walker.currentNode) ?? []) renew();
    },
  };
}

export function startLanguage(asked: string | null): Language {
  return pickLanguage(asked, recall(storageKey), navigator.languages);
}

export const otherThan = (language: Language): Language => (language === 'en-US' ? 'zh-CN' : 'en-US');

/** The texts of this language; where those do not come, of the other one; nothing where neither does. */
export async function textsFor<T>(
  wanted: Language,
  texts: Readonly<Record<Language, () => Promise<T>>>,
): Promise<{ readonly language: Language; readonly words: T } | undefined> {
  for (const language of [wanted, otherThan(wanted)]) {
    const words = await texts[language]().catch(() => undefined);
    if (words) return { language, words };
  }
  return undefined;
}
