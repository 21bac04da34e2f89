import { type Child, el, icon } from './dom.ts';
import type { Params } from './language.ts';
import { type Route, returnAddress } from './route.ts';
import type { ShellKey } from './texts.en.ts';

/** What these parts need of a screen, whatever its own texts. */
interface Frame {
  say(key: ShellKey, params?: Params): Text;
  show(...children: Child[]): void;
  readonly left: AbortSignal;
  readonly route: Route;
}

export const heading = (title: Child, lead?: Child, meta?: Child): HTMLElement =>
  el('div', { class: 'heading' }, meta ?? null, el('h1', {}, title), lead ? el('p', { class: 'lead' }, lead) : null);

/** One line of a definition list. */
export const row = (name: Child, ...value: Child[]): HTMLElement =>
  el('div', {}, el('dt', {}, name), el('dd', {}, ...value));

export const rows = (...children: Child[]): HTMLElement => el('dl', { class: 'card rows' }, ...children);

export const card = (title: Child, hint: Child, ...children: Child[]): HTMLElement =>
  el(
    'section',
    { class: 'card pad' },
    el('div', { class: 'title' }, el('h2', {}, title), hint ? el('span', { class: 'muted' }, hint) : null),
    ...children,
  );

export const notice = (kind: 'ok' | 'bad' | 'warn' | 'info', ...children: Child[]): HTMLElement =>
  el(
    'div',
    { class: `notice ${kind}`, role: kind === 'bad' ? 'alert' : 'status' },
    icon(kind === 'ok' ? 'check' : kind === 'info' ? 'shield' : 'alert'),
    el('div', {}, ...children),
  );

/** The way back, if the link that led here named one. @param carry public results, put into its fragment in place of any other */
export function backLink(
  screen: Frame,
  finished: boolean,
  carry?: Readonly<Record<string, string>>,
): HTMLElement | null {
  const url = returnAddress(screen.route.query);
  if (!url) return null;
  if (carry) url.hash = new URLSearchParams(carry).toString();
  const text = screen.say(finished ? 'shellContinue' : 'shellBack', { host: url.host });
  return el('a', { class: finished ? 'button primary' : 'button', href: url.href, rel: 'noreferrer' }, text);
}

/** What stands there while a signer is asked; drawn only when it takes long enough to be noticed. */
export function showWaiting(screen: Frame): void {
  const timer = setTimeout(() => {
    if (screen.left.aborted) return;
    const bones = ['tall', '', 'wide'].map((size) => el('div', { class: `skeleton ${size}`, 'aria-hidden': 'true' }));
    screen.show(el('p', { class: 'muted', role: 'status' }, screen.say('shellLoading')), ...bones);
  }, 150);
  screen.left.addEventListener('abort', () => clearTimeout(timer));
  waiting.set(screen, timer);
}

const waiting = new WeakMap<Frame, ReturnType<typeof setTimeout>>();

export const stopWaiting = (screen: Frame): void => clearTimeout(waiting.get(screen));
