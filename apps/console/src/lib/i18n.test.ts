// @vitest-environment jsdom
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { laterTexts, namespaces } from '../locales/namespaces.ts';
import {
  cookieDomain,
  currentLanguage,
  languageCookie,
  loadNamespaces,
  readLanguage,
  setLanguage,
  startI18n,
  takeTextsFrom,
  wireLanguage,
} from './i18n.ts';

describe('the cookie lan', () => {
  it.each([
    ['lan=zh_CN', 'zh-CN'],
    ['a=b; lan=en_US; c=d', 'en-US'],
    ['lan=fr_FR', undefined],
    ['xlan=zh_CN', undefined],
    ['', undefined],
  ])('%s is read as %s', (cookie, language) => expect(readLanguage(cookie)).toBe(language));

  it.each([
    ['console.example.com', 'example.com'],
    ['example.com', undefined],
    ['a.b.example.com', undefined],
    ['localhost', undefined],
    ['127.0.0.1', undefined],
  ])('on %s belongs to %s', (host, domain) => expect(cookieDomain(host)).toBe(domain));

  it('lives 36500 days on every path', () => {
    expect(languageCookie('zh-CN', 'example.com', true)).toBe(
      'lan=zh_CN; path=/; max-age=3153600000; SameSite=Lax; domain=example.com; Secure',
    );
  });
});

/** Takes the place of `document.cookie` on a host: keeps what a browser would keep there. */
function browserAt(host: string, refuses: (domain: string | undefined) => boolean = () => false): string[] {
  const written: string[] = [];
  const jar = new Map<string | undefined, string>();
  vi.stubGlobal('location', { hostname: host, protocol: 'https:', pathname: '/mpc/wallet' });
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => [...jar.values()].join('; '),
    set: (cookie: string) => {
      written.push(cookie);
      const domain = /domain=([^;]+)/.exec(cookie)?.[1];
      if (refuses(domain)) return;
      if (cookie.includes('max-age=0')) jar.delete(domain);
      else jar.set(domain, cookie.split(';')[0] ?? '');
    },
  });
  return written;
}
afterEach(() => {
  Reflect.deleteProperty(document, 'cookie');
  vi.unstubAllGlobals();
});

describe('a visit', () => {
  it('writes the cookie anew, whatever it says: browsers cut its life to 400 days', async () => {
    const written = browserAt('console.example.com');
    await startI18n();
    await startI18n();
    expect(written.filter((cookie) => cookie.startsWith('lan=en_US')).length).toBe(2);
  });

  it('leaves one cookie: that of the host alone does not hide the parent domain’s', async () => {
    browserAt('console.example.com');
    Object.assign(document, { cookie: 'lan=en_US; path=/' });
    await startI18n();
    await setLanguage('zh-CN');
    expect(document.cookie).toBe('lan=zh_CN');
  });

  it('keeps the language on a host whose parent takes no cookie', async () => {
    browserAt('example.co.uk', (domain) => domain !== undefined);
    await startI18n();
    await setLanguage('zh-CN');
    expect(document.cookie).toBe('lan=zh_CN');
  });

  it.each(['lan=%00', 'lan=__proto__', 'lan=zh_CN%3B', `lan=${'x'.repeat(100_000)}`, 'lan=', ';;=;lan'])(
    'with the cookie %.20s is an English one',
    async (cookie) => {
      browserAt('localhost');
      Object.assign(document, { cookie });
      await startI18n();
      expect(currentLanguage()).toBe('en-US');
    },
  );
});

describe('the language', () => {
  beforeEach(() => Object.assign(document, { cookie: 'lan=; max-age=0; path=/' }));

  it('is English when the cookie is absent, which is then written', async () => {
    await startI18n();
    expect(currentLanguage()).toBe('en-US');
    expect(document.cookie).toContain('lan=en_US');
    expect(i18next.t('common.cancel')).toBe('Cancel');
  });

  it('changes texts, cookie, header value and the page’s language together', async () => {
    await startI18n();
    await setLanguage('zh-CN');
    expect(i18next.t('common.cancel')).toBe('取消');
    expect(document.cookie).toContain('lan=zh_CN');
    expect(wireLanguage()).toBe('zh_CN');
    expect(document.documentElement.lang).toBe('zh-CN');
  });
});

describe('the namespaces', () => {
  const texts = (language: string, text: string) => ({
    [`../locales/${language}/tools.json`]: vi.fn(async () => ({ default: { 'tools.title': text } })),
    [`../locales/${language}/trade.json`]: vi.fn(async () => ({ default: { 'trade.title': text } })),
    [`../locales/${language}/translation.json`]: vi.fn(async () => ({ default: { [`only.${language}`]: text } })),
  });
  /** The bundles hold other keys than ours, so the keys are any text here. */
  const say = (key: string): string => (i18next.t as (key: string) => string)(key);
  async function begin() {
    for (const language of ['en-US', 'zh-CN'])
      for (const namespace of [...namespaces, laterTexts]) i18next.removeResourceBundle?.(language, namespace);
    Object.assign(document, { cookie: 'lan=en_US; path=/' });
    const bundles = { ...texts('en-US', 'Tools'), ...texts('zh-CN', '工具') };
    takeTextsFrom(bundles);
    await startI18n();
    return bundles;
  }

  it('are the fourteen of the spec, `translation` the default', () => {
    expect(namespaces.join(' ')).toBe(
      'apiPage btcAddress coSigner coldWallet collection invoice kyt privateKeyRecovery strategyEngine teamMember tools trade translation whiteAddress',
    );
    expect(i18next.options.defaultNS).toBe('translation');
    expect(i18next.options.fallbackLng).toEqual(['en-US']);
  });

  it('are loaded when a screen asks for them, not before, and once', async () => {
    const bundles = await begin();
    const load = bundles['../locales/en-US/tools.json'];
    expect(load).not.toHaveBeenCalled();
    await loadNamespaces(['tools']);
    await loadNamespaces(['tools']);
    expect(load).toHaveBeenCalledOnce();
    expect(say('tools:tools.title')).toBe('Tools');
  });

  it('that are in use change with the language', async () => {
    await begin();
    await loadNamespaces(['tools']);
    await setLanguage('zh-CN');
    expect(say('tools:tools.title')).toBe('工具');
  });

  it('that nobody asked for come in the language that is spoken as soon as something says them', async () => {
    const bundles = await begin();
    await setLanguage('zh-CN');
    say('trade:trade.title');
    await vi.waitFor(() => expect(say('trade:trade.title')).toBe('工具'));
    expect(bundles['../locales/en-US/trade.json']).not.toHaveBeenCalled();
  });

  it('fall back to English, which is loaded only then', async () => {
    const bundles = await begin();
    await setLanguage('zh-CN');
    i18next.removeResourceBundle('en-US', 'translation');
    expect(bundles['../locales/en-US/translation.json']).toHaveBeenCalledOnce();
    say('only.en-US');
    await vi.waitFor(() => expect(say('only.en-US')).toBe('Tools'));
  });

  it('without files are no fault: an area that does not exist yet has no texts', async () => {
    await begin();
    await expect(loadNamespaces(['kyt'])).resolves.toBeUndefined();
  });
});
