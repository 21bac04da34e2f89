import { el, show } from './dom.ts';
import { alertBox } from './fault-box.ts';
import { type Language, languages } from './language.ts';

/** What no text that is fetched can say: that none came. */
const noTexts: Readonly<Record<Language, readonly [sentence: string, again: string]>> = {
  'en-US': ['This page could not be loaded whole. Nothing was signed.', 'Load it again'],
  'zh-CN': ['此页面未能完整加载，没有签署任何内容。', '重新加载'],
};

function reloadLink(lang: Language, text: string): HTMLElement {
  const again = (event: Event): void => {
    event.preventDefault();
    // A link to the address that is open only jumps to its fragment.
    location.reload();
  };
  return el('a', { class: 'button', href: location.href, lang, click: again }, text);
}

/** Stands for the whole page, so that nobody looks at an empty one. */
export function sayNothingCame(root: Element): void {
  const told = languages.map((lang) => el('p', { lang }, noTexts[lang][0]));
  const links = languages.map((lang) => reloadLink(lang, noTexts[lang][1]));
  show(root, el('main', {}, alertBox(...told, el('div', { class: 'actions' }, ...links))));
}
