import { createSpeech, type Language, show, stopWaiting } from '@holdfast/signer-ui';
import { afterEach } from 'vitest';
import { parseRoute } from '../../../packages/signer-ui/src/route.ts';
import type { KeyMaterialFacts } from '../src/key-material.ts';
import { textsEn } from '../src/texts.en.ts';
import type { Screen } from '../src/texts.ts';
import { textsZh } from '../src/texts.zh.ts';

export const tables = { 'en-US': textsEn, 'zh-CN': textsZh } as const;

/** What looks again from time to time ends with the screen, and a screen with its test. */
let seen = new AbortController();
afterEach(() => {
  seen.abort();
  seen = new AbortController();
});

/** A screen without the frame, for looking at what is drawn. */
export function testScreen(language: Language = 'en-US', hash = ''): Screen & { readonly main: HTMLElement } {
  const main = document.createElement('main');
  document.body.replaceChildren(main);
  const screen: Screen & { readonly main: HTMLElement } = {
    ...createSpeech(language, tables[language]),
    main,
    route: parseRoute(hash),
    left: seen.signal,
    show: (...children) => {
      stopWaiting(screen);
      show(main, ...children);
    },
    servedBy: () => undefined,
  };
  return screen;
}

/** A signer without key material on its way out. */
export const quietSigner: KeyMaterialFacts = { exports: [], exported: [], keyMaterialDelayMs: 86_400_000 };

/** The parts of a request that change while it is open; empty unless given. */
export function placesOf(
  late: readonly HTMLElement[] = [],
  people: HTMLElement = document.createElement('div'),
  warned: readonly HTMLElement[] = [],
) {
  const [place, warnings] = [document.createElement('div'), document.createElement('div')];
  place.append(...late);
  warnings.append(...warned);
  return { warnings, late: place, people, decision: document.createElement('div') };
}
