import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type en from '../locales/en-US/translation.json';

/** Interface languages (spec §9): the cookie `lan` holds the wire value, i18next the BCP 47 one. */
export type Language = 'en-US' | 'zh-CN';
type CookieValue = 'en_US' | 'zh_CN';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

export type TextKey = keyof typeof en;

/** `t` for keys that are only known when it runs, with whatever their texts name. */
export function useSay(): (key: TextKey, values?: Readonly<Record<string, string>>) => string {
  const { t } = useTranslation();
  return t as unknown as (key: TextKey, values?: Readonly<Record<string, string>>) => string;
}

const lifetimeSeconds = 36_500 * 24 * 3_600;
const toCookie: Record<Language, CookieValue> = { 'en-US': 'en_US', 'zh-CN': 'zh_CN' };
const bundles = import.meta.glob<{ default: Record<string, string> }>('../locales/*/translation.json');

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

export function languageCookie(language: Language, host: string, secure: boolean): string {
  const domain = cookieDomain(host);
  const parts = [`lan=${toCookie[language]}`, 'path=/', `max-age=${lifetimeSeconds}`, 'SameSite=Lax'];
  return [...parts, ...(domain ? [`domain=${domain}`] : []), ...(secure ? ['Secure'] : [])].join('; ');
}

const write = (language: Language): void => {
  Object.assign(document, { cookie: languageCookie(language, location.hostname, location.protocol === 'https:') });
  document.documentElement.lang = language;
};

async function load(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const bundle = await bundles[`../locales/${language}/translation.json`]?.();
  if (bundle) i18next.addResourceBundle(language, 'translation', bundle.default);
}

/** The path says Chinese on the login page; else the cookie; else English, which is then set. */
export async function startI18n(): Promise<void> {
  const fromPath = location.pathname.startsWith('/zh-CN/') ? 'zh-CN' : undefined;
  const language = fromPath ?? readLanguage(document.cookie) ?? 'en-US';
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en-US',
    resources: {},
    keySeparator: false,
    interpolation: { escapeValue: false },
  });
  await load(language);
  write(language);
}

export async function setLanguage(language: Language): Promise<void> {
  await load(language);
  write(language);
  await i18next.changeLanguage(language);
}

export const currentLanguage = (): Language => (i18next.language === 'zh-CN' ? 'zh-CN' : 'en-US');
export const wireLanguage = (): CookieValue => toCookie[currentLanguage()];
