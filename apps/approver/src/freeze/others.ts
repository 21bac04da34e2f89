import type { StopFacts } from '@holdfast/review/facts';
import { card, el, signerFacts, signerText, stopFacts } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';
import { say } from './words.ts';

type State = 'frozen' | 'signing' | 'unknown';
const tones: Readonly<Record<State, string>> = { frozen: 'bad', signing: 'ok', unknown: '' };

/** What another signer says of itself, asked at its own origin in the share of the stops; one of an earlier release says it there to no other page. */
const stateOf = (origin: string): Promise<State> =>
  stopFacts(origin)
    .catch(() => signerFacts(origin))
    .then(
      ({ frozen }) => (frozen ? 'frozen' : 'signing'),
      () => 'unknown',
    );

/** The signers that this page cannot stop: whether they sign, and where each can be stopped. */
export function othersCard(screen: Screen, { name, peers }: StopFacts): HTMLElement | null {
  if (peers.length === 0) return null;
  const { language, route } = screen;
  const lines = peers.map((peer) => {
    const pill = el('span', { class: 'pill', 'aria-live': 'polite' });
    const kept = new URLSearchParams({ lang: language() });
    for (const key of ['return', 'theme']) {
      const value = route.query.get(key);
      if (value !== null) kept.set(key, value);
    }
    const link = el('a', { class: 'button', href: `${peer.origin}/#/freeze?${kept}` });
    const names = { signer: signerText(screen, peer.name) };
    link.append(say(screen, 'openOther', names));
    void stateOf(peer.origin).then((state) => {
      pill.className = `pill ${tones[state]}`;
      pill.replaceChildren(say(screen, `other_${state}`));
      if (state === 'frozen') link.replaceChildren(say(screen, 'lookAtOther', names));
    });
    return el(
      'div',
      { class: 'stack' },
      el(
        'p',
        { class: 'meta' },
        el('strong', {}, screen.say('passThrough', { text: names.signer })),
        el('span', {}, peer.origin),
        pill,
      ),
      el('div', { class: 'actions' }, link),
    );
  });
  return card(
    say(screen, 'othersTitle'),
    undefined,
    el('p', { class: 'muted' }, say(screen, 'othersLead', { signer: signerText(screen, name) })),
    ...lines,
  );
}
