// @vitest-environment jsdom

import { createSpeech, type Language, show } from '@holdfast/signer-ui';
import { expect, it, vi } from 'vitest';
import { parseRoute } from '../../../packages/signer-ui/src/route.ts';
import { sealKit } from '../src/kit.ts';
import { drawCheck } from '../src/page/check.ts';
import { drawSave } from '../src/page/save.ts';
import { textsEn } from '../src/page/texts.en.ts';
import type { Screen } from '../src/page/texts.ts';
import { textsZh } from '../src/page/texts.zh.ts';
import { threeKits } from './parties.ts';

const tables = { 'en-US': textsEn, 'zh-CN': textsZh } as const;

function testScreen(language: Language): Screen {
  const main = document.createElement('main');
  document.body.replaceChildren(main);
  return {
    ...createSpeech(language, tables[language]),
    route: parseRoute(''),
    left: new AbortController().signal,
    show: (...children) => show(main, ...children),
    servedBy: () => undefined,
  };
}

const field = (id: string): HTMLInputElement => document.querySelector(`#${id}`) as HTMLInputElement;
function enter(id: string, value: string): void {
  field(id).value = value;
  field(id).dispatchEvent(new Event('input'));
}
const submit = (): boolean | undefined => document.querySelector('form')?.dispatchEvent(new Event('submit'));
/** What is said of the passphrase anywhere on the page. */
const said = (): (string | null)[] =>
  [...document.querySelectorAll('.hint, .notice')].map((one) => one.textContent).filter((text) => text !== '');

it.each(['en-US', 'zh-CN'] as const)(
  'a passphrase that is too short is told so once, at its field, in %s',
  (language) => {
    const screen = testScreen(language);
    drawSave(screen, threeKits()[2], vi.fn());
    enter('passphrase', 'short');
    expect(said()).toEqual([screen.text('passphraseHint'), screen.text('level_0', { count: '5' })]);
    submit();
    expect(said()).toEqual([screen.text('passphraseShort')]);
    expect(document.activeElement).toBe(field('passphrase'));
    // Whoever goes on typing is told again how far it is.
    enter('passphrase', 'shorter');
    expect(said()).toEqual([screen.text('passphraseHint'), screen.text('level_0', { count: '7' })]);
  },
);

it('a passphrase that does not open the kit is told at its field, and nowhere else', async () => {
  const kit = threeKits()[2];
  const sealed = new File([new Uint8Array(await sealKit(kit, 'tulip anvil meadow crank'))], 'kit.age');
  const screen = testScreen('en-US');
  drawCheck(screen, { lead: 'checkLead', confirm: vi.fn() });
  Object.defineProperty(field('kit-file'), 'files', { value: [sealed] });
  field('kit-file').dispatchEvent(new Event('change'));
  enter('kit-passphrase', 'tulip anvil meadow crunk');
  submit();
  await vi.waitFor(() => expect(said()).toEqual([screen.text('kit_wrongPassphrase')]), 20_000);
  expect(field('kit-passphrase').getAttribute('aria-invalid')).toBe('true');
});
