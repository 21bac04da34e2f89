// @vitest-environment jsdom
import i18next from 'i18next';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  cookieDomain,
  currentLanguage,
  languageCookie,
  readLanguage,
  setLanguage,
  startI18n,
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
