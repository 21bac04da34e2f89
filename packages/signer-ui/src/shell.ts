import { type Child, el, icon, show, svg } from './dom.ts';
import {
  createSpeech,
  type Language,
  otherThan,
  type Speech,
  startLanguage,
  type Table,
  textsFor,
} from './language.ts';
import type { Voice } from './local-words.ts';
import { sayNothingCame } from './no-texts.ts';
import { stopWaiting } from './parts.ts';
import { parseRoute, type Route } from './route.ts';
import { signerFacts } from './signer-api.ts';
import { signerText } from './signer-text.ts';
import type { ShellKey } from './texts.en.ts';
import { startTheme, themeNow, toggleTheme } from './theme.ts';

/** What a screen of a page gets. */
export interface Screen<K extends string> extends Speech<K | ShellKey> {
  /** Makes this the content of the page. */
  show(...children: Child[]): void;
  /** Aborted when the screen is left. */
  readonly left: AbortSignal;
  readonly route: Route;
  /** Shows which signer serves the page, and the single-host warning. */
  servedBy(name: string, singleHost: boolean): void;
}

export interface Page<K extends string> {
  /** The texts of each language, those of the frame among them; only a language that is spoken is fetched. */
  readonly texts: Readonly<Record<Language, () => Promise<Table<K | ShellKey>>>>;
  readonly name: K;
  /** Draws the screen of a route; called anew whenever the hash changes. */
  draw(screen: Screen<K>): void;
}

function mark(): Element {
  return svg(
    'svg',
    { class: 'mark', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('rect', { x: 1, y: 1, width: 22, height: 22, rx: 6 }),
    svg('path', { d: 'M8 7v10M16 7v10M8 12h8' }),
  );
}

function themeButton<K extends string>(speech: Speech<K | ShellKey>): HTMLElement {
  const picture = (): Element => icon(themeNow() === 'dark' ? 'sun' : 'moon');
  const button = el('button', {
    type: 'button',
    class: 'quiet square',
    click: () => {
      toggleTheme();
      show(button, picture());
    },
  });
  button.append(picture());
  return speech.label(button, 'aria-label', 'shellTheme');
}

function languageButton<K extends string>(speech: Speech<K | ShellKey>, texts: Page<K>['texts']): HTMLElement {
  const other = (): Language => otherThan(speech.language());
  const button = el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      click: () => {
        const next = other();
        const speak = (words: Table<K | ShellKey>): void => {
          speech.use(next, words);
          renew();
        };
        // Texts that do not come leave the page as it is; another click asks for them again.
        texts[next]().then(speak, () => undefined);
      },
    },
    '',
  );
  const renew = (): void => {
    button.textContent = other() === 'zh-CN' ? '中文' : 'English';
    button.lang = other();
  };
  renew();
  return button;
}

const askAgainMs = 5_000;

/**
 * What the signer that serves the page tells on every screen, whichever that is: key material on its way. Asked of the signer itself, again and again;
 * the words are fetched when there is something to say.
 */
function startNotices(place: HTMLElement, voice: Voice): void {
  let seen = '[]';
  const look = async (): Promise<void> => {
    const facts = await signerFacts(location.origin);
    const { exports, exported, policyText, time } = facts;
    const now = JSON.stringify(exports.map((one) => [one, one.readyAt > time, exported, policyText]));
    if (now === seen) return;
    const banners = exports.length > 0 ? (await import('./key-material.ts')).exportBanners(voice, facts) : [];
    seen = now;
    place.replaceChildren(...banners);
    place.hidden = banners.length === 0;
  };
  // A signer that does not answer is told of by the screens; what it said last stays.
  const quietly = (): void => void (document.hidden || look().catch(() => undefined));
  setInterval(quietly, askAgainMs);
  addEventListener('hashchange', quietly);
  document.addEventListener('visibilitychange', quietly);
  quietly();
}

/** Builds the frame of a page and keeps the screen of the current route in it. */
export async function startPage<K extends string>(root: Element, page: Page<K>): Promise<void> {
  const first = parseRoute(location.hash).query;
  const asked = (name: string): string | null => new URLSearchParams(location.search).get(name) ?? first.get(name);
  startTheme(asked('theme'));
  const spoken = await textsFor(startLanguage(asked('lang')), page.texts);
  if (!spoken) return sayNothingCame(root);
  const { language, words } = spoken;
  document.documentElement.lang = language;
  const speech = createSpeech(language, words);
  const main = el('main', { id: 'main', tabindex: '-1' });
  const signer = el('span', { class: 'muted' });
  const banner = el(
    'aside',
    { class: 'banner', hidden: true },
    icon('alert'),
    el('span', {}, speech.say('shellSingleHost')),
  );
  const notices = speech.label(el('section', { class: 'notices', hidden: true }), 'aria-label', 'shellNotices');
  const brand = el(
    'span',
    { class: 'brand' },
    mark(),
    el('strong', {}, 'Holdfast'),
    el('span', { class: 'sep' }, '/'),
    el('span', {}, speech.say(page.name)),
  );
  const tools = el('span', { class: 'tools' }, languageButton(speech, page.texts), themeButton(speech));
  const skip = el(
    'a',
    {
      class: 'skip',
      href: '#main',
      click: (event) => {
        event.preventDefault();
        main.focus();
      },
    },
    speech.say('shellSkip'),
  );
  root.replaceChildren(skip, el('header', {}, brand, signer, tools), banner, notices, main);
  startNotices(notices, speech as Voice);
  let leave = new AbortController();
  const draw = (): void => {
    leave.abort();
    leave = new AbortController();
    const screen: Screen<K> = {
      ...speech,
      route: parseRoute(location.hash),
      left: leave.signal,
      // What is drawn is not taken for waiting, though more of it is on its way.
      show: (...children) => {
        stopWaiting(screen);
        show(main, ...children);
      },
      servedBy: (name, singleHost) => {
        signer.replaceChildren(speech.say('passThrough', { text: signerText(speech, name) }));
        banner.hidden = !singleHost;
      },
    };
    page.draw(screen);
  };
  addEventListener('hashchange', draw);
  draw();
}
