import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { laterTexts, type TextFile, type Texts } from '../locales/namespaces.ts';

/** Interface languages (spec §9): the cookie `lan` holds the wire value, i18next the BCP 47 one. */
export type Language = 'en-US' | 'zh-CN';
type CookieValue = 'en_US' | 'zh_CN';

const fallback = 'en-US';
const defaultNamespace = 'translation';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: Texts;
  }
}

/** A key of the default namespace; others are named before a colon: `tools:title`. */
export type TextKey = keyof Texts['translation'];

/** `t` for keys that are only known when it runs, with whatever their texts name. */
export function useSay(): (key: TextKey, values?: Readonly<Record<string, string>>) => string {
  const { t } = useTranslation();
  return t as unknown as (key: TextKey, values?: Readonly<Record<string, string>>) => string;
}

const lifetimeSeconds = 36_500 * 24 * 3_600;
const toCookie: Record<Language, CookieValue> = { 'en-US': 'en_US', 'zh-CN': 'zh_CN' };

/** Files of texts by path, each loaded when asked for. They are our own files beside the page, never fetched from an API (spec §7). */
type Bundles = Readonly<Record<string, () => Promise<{ default: Record<string, string> }>>>;
let bundles: Bundles = import.meta.glob<{ default: Record<string, string> }>([
  '../locales/*/*.json',
  '../features/*/locale/*/*.json',
]);
/** Other files of texts than ours: for tests. */
export function takeTextsFrom(others: Bundles): void {
  bundles = others;
}

/** The parent domain when the host has exactly three labels (spec §3), else the host itself. */
export function cookieDomain(host: string): string | undefined {
  const labels = host.split('.');
  return labels.length === 3 && !labels.every((label) => /^\d+$/.test(label)) ? labels.slice(1).join('.') : undefined;
}

/** Reads `lan`; anything but the two values counts as absent. */
export function readLanguage(cookie: string): Language | undefined {
  const value = /(?:^|;\s*)lan=([^;]*)/.exec(cookie)?.[1];
  return value === 'zh_CN' ? 'zh-CN' : value === 'en_US' ? 'en-US' : undefined;
}

/** @param domain '' for a cookie of this host alone */
export function languageCookie(language: Language, domain: string, secure: boolean): string {
  const parts = [`lan=${toCookie[language]}`, 'path=/', `max-age=${lifetimeSeconds}`, 'SameSite=Lax'];
  return [...parts, ...(domain ? [`domain=${domain}`] : []), ...(secure ? ['Secure'] : [])].join('; ');
}

const setCookie = (cookie: string): void => void Object.assign(document, { cookie });

/**
 * Written on every visit, since browsers cut a cookie's life to 400 days. A cookie of this host alone would hide the parent domain's, so it goes
 * first; it comes back where the browser takes none for the parent (`co.uk` belongs to nobody).
 */
function write(language: Language): void {
  const secure = location.protocol === 'https:';
  const domain = cookieDomain(location.hostname);
  if (domain) setCookie('lan=; path=/; max-age=0');
  setCookie(languageCookie(language, domain ?? '', secure));
  if (domain && readLanguage(document.cookie) !== language) setCookie(languageCookie(language, '', secure));
  document.documentElement.lang = language;
}

async function load(language: Language, file: TextFile): Promise<boolean> {
  if (i18next.hasResourceBundle(language, file)) return true;
  const named = Object.keys(bundles).filter((path) => path.endsWith(`/${language}/${file}.json`));
  const found = await Promise.all(named.map(async (path) => (await bundles[path]?.())?.default ?? {}));
  // What areas add to a namespace of several lies beside them, in a file of its name.
  if (found.length > 0) i18next.addResourceBundle(language, file, Object.assign({}, ...found));
  return found.length > 0;
}

/** The files of texts that screens have asked for: a change of language loads them all. */
const inUse = new Set<TextFile>();

async function loadAll(language: Language): Promise<void> {
  await Promise.all(
    [...inUse].map(async (file) => {
      if (!(await load(language, file))) await load(fallback, file);
    }),
  );
}

/** Loads texts in the present language, and from now on in any other that is chosen. */
export async function loadNamespaces(names: readonly TextFile[]): Promise<void> {
  for (const name of names) inUse.add(name);
  await loadAll(currentLanguage());
}

/**
 * A part that was drawn before its texts gets them now, in the language that is spoken. What is missing there is shown in English as soon as that is loaded; CI sees
 * to it that nothing is.
 */
function loadMissing(file: TextFile): void {
  const present = i18next.hasResourceBundle(currentLanguage(), file);
  // What cannot be had now is asked for again with the next text.
  void (present ? load(fallback, file) : loadNamespaces([file])).catch(() => undefined);
}

/** The path says Chinese on the login page; else the cookie; else English, which is then set. */
async function start(files: readonly TextFile[]): Promise<void> {
  const fromPath = location.pathname.startsWith('/zh-CN/') ? 'zh-CN' : undefined;
  const language = fromPath ?? readLanguage(document.cookie) ?? fallback;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: fallback,
    defaultNS: defaultNamespace,
    fallbackNS: laterTexts,
    resources: {},
    keySeparator: false,
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (_languages, namespace) => {
      loadMissing(namespace as TextFile);
      if (namespace === defaultNamespace) loadMissing(laterTexts);
    },
    react: { bindI18nStore: 'added' },
  });
  await loadNamespaces(files);
  write(language);
}

/** With all texts of the default namespace. */
export const startI18n = (): Promise<void> => start([defaultNamespace, laterTexts]);

/** With those of a first screen: the others come with the first screen that may say them (`lazy.ts`). */
export const startFirstI18n = (): Promise<void> => start([defaultNamespace]);

export async function setLanguage(language: Language): Promise<void> {
  await loadAll(language);
  write(language);
  await i18next.changeLanguage(language);
}

export const currentLanguage = (): Language => (i18next.language === 'zh-CN' ? 'zh-CN' : 'en-US');
export const wireLanguage = (): CookieValue => toCookie[currentLanguage()];
