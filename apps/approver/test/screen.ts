import { createSpeech, type Language, show } from '@holdfast/pagekit';
import { parseRoute } from '../../../packages/pagekit/src/route.ts';
import { shellTexts } from '../../../packages/pagekit/src/texts.ts';
import type { KeyMaterialFacts } from '../src/key-material.ts';
import { type Screen, texts } from '../src/texts.ts';

/** A screen without the frame, for looking at what is drawn. */
export function testScreen(language: Language = 'en-US', hash = ''): Screen & { readonly main: HTMLElement } {
  const main = document.createElement('main');
  document.body.replaceChildren(main);
  const tables = {
    'en-US': { ...shellTexts['en-US'], ...texts['en-US'] },
    'zh-CN': { ...shellTexts['zh-CN'], ...texts['zh-CN'] },
  };
  return {
    ...createSpeech(tables, language),
    main,
    route: parseRoute(hash),
    left: new AbortController().signal,
    show: (...children) => show(main, ...children),
    servedBy: () => undefined,
  };
}

/** A signer without key material on its way out. */
export const quietSigner: KeyMaterialFacts = { exports: [], exported: [], keyMaterialDelayMs: 86_400_000 };

/** The parts of a request that change while it is open; empty unless given. */
export function placesOf(late: readonly HTMLElement[] = [], people: HTMLElement = document.createElement('div')) {
  const place = document.createElement('div');
  place.append(...late);
  return { late: place, people, decision: document.createElement('div') };
}
