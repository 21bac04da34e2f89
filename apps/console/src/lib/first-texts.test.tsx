// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { laterTexts } from '../locales/namespaces.ts';
import { setLanguage, startFirstI18n, takeTextsFrom } from './i18n.ts';
import { firstTexts, lazyScreen } from './lazy.ts';

afterEach(cleanup);

/** The texts of this test are other ones than ours, so the keys are any text here. */
const files = (language: string, word: string) => ({
  [`../locales/${language}/translation.json`]: vi.fn(async () => ({ default: { first: `${word} first` } })),
  [`../locales/${language}/translation.later.json`]: vi.fn(async () => ({ default: { later: `${word} later` } })),
});

function Says({ text }: { text: string }) {
  const { t } = useTranslation();
  return <p>{(t as unknown as (key: string) => string)(text)}</p>;
}

/** Whether the later texts were there, each time that a screen which says one was drawn. */
const laterThere: boolean[] = [];
function Other() {
  laterThere.push(i18next.hasResourceBundle('en-US', laterTexts));
  return <Says text="later" />;
}

function show(Screen: ReturnType<typeof lazyScreen>): void {
  render(
    <Suspense fallback="loading">
      <Screen />
    </Suspense>,
  );
}

it('a first screen waits for the first texts alone; any other appears with the later ones, in whichever language', async () => {
  Object.assign(document, { cookie: 'lan=en_US; path=/' });
  const bundles = { ...files('en-US', 'English'), ...files('zh-CN', 'Chinese') };
  takeTextsFrom(bundles);
  const later = bundles['../locales/en-US/translation.later.json'];
  await startFirstI18n();
  show(lazyScreen(async () => ({ default: () => <Says text="first" /> }), firstTexts));
  await waitFor(() => expect(screen.getByText('English first')).toBeTruthy());
  expect(later).not.toHaveBeenCalled();

  show(lazyScreen(async () => ({ default: Other })));
  await waitFor(() => expect(screen.getByText('English later')).toBeTruthy());
  expect(new Set(laterThere)).toEqual(new Set([true]));
  expect(later).toHaveBeenCalledOnce();

  await setLanguage('zh-CN');
  await waitFor(() => expect(screen.getByText('Chinese later')).toBeTruthy());
  expect(screen.getByText('Chinese first')).toBeTruthy();
});
