import {
  allSignerFacts,
  backLink,
  createDeviceKey,
  createPasskey,
  el,
  faultBox,
  heading,
  notice,
  passkeysPossible,
  returnAddress,
  row,
  rows,
  type SignerFacts,
  showWaiting,
  stopWaiting,
} from '@holdfast/pagekit';
import { mismatches, signerInfos } from '@holdfast/pagekit/genesis';
import { honestText } from '@holdfast/pagekit/review';
import type { Credential } from '@holdfast/policy';
import { keyCard } from '../key-card.ts';
import type { Screen } from '../texts.ts';

const longest = 254;
const asked = (screen: Screen, name: string): string => (screen.route.query.get(name) ?? '').slice(0, longest);

function makeKey(screen: Screen, facts: readonly SignerFacts[], kind: Credential['type']): Promise<Credential> {
  if (kind === 'device') return createDeviceKey();
  const name = asked(screen, 'name');
  const origins = signerInfos(facts).map(({ origin }) => origin);
  return createPasskey({ name: asked(screen, 'email') || name, displayName: name }, origins);
}

/** Nothing but the public part leaves, and only in the fragment, which browsers send to no server. */
function made(screen: Screen, credential: Credential): void {
  screen.show(
    heading(screen.say('keyMade'), screen.say('keyMadeLead')),
    keyCard(screen, credential),
    el('div', { class: 'actions' }, backLink(screen, true, { credential: JSON.stringify(credential) })),
  );
  document.querySelector<HTMLElement>('main')?.focus();
}

function keyForm(screen: Screen, facts: readonly SignerFacts[]): HTMLElement {
  const possible = passkeysPossible();
  const fault = el('div', {});
  const buttons: HTMLButtonElement[] = [];
  const hold = (busy: boolean): void => {
    for (const button of buttons) button.disabled = busy;
  };
  const make = async (kind: Credential['type']): Promise<void> => {
    hold(true);
    fault.replaceChildren();
    try {
      const credential = await makeKey(screen, facts, kind);
      if (!screen.left.aborted) made(screen, credential);
    } catch (error) {
      fault.replaceChildren(faultBox(screen, error));
      hold(false);
    }
  };
  const button = (kind: Credential['type'], look: string, key: 'keyPasskey' | 'keyDevice' | 'enrollDevice') => {
    const one = el('button', { type: 'button', class: look, click: () => void make(kind) }, screen.say(key));
    buttons.push(one);
    return one;
  };
  return el(
    'section',
    { class: 'card pad' },
    el('p', {}, screen.say(possible ? 'keyHow' : 'enrollDeviceOnly')),
    fault,
    el(
      'div',
      { class: 'actions' },
      possible ? button('passkey', 'primary', 'keyPasskey') : button('device', 'primary', 'keyDevice'),
      possible && button('device', 'link', 'enrollDevice'),
    ),
  );
}

function drawForm(screen: Screen, facts: readonly SignerFacts[]): void {
  const title = heading(screen.say('keyTitle'), screen.say('keyLead'));
  const strangers = mismatches(facts);
  const back = returnAddress(screen.route.query);
  if (strangers.length > 0)
    screen.show(title, notice('bad', screen.say('enrollMismatch', { signer: strangers.join(', ') })));
  else if (!back) screen.show(title, notice('warn', screen.say('keyNoReturn')));
  else screen.show(title, ...invitation(screen, facts, back));
}

function invitation(screen: Screen, facts: readonly SignerFacts[], back: URL): (HTMLElement | null)[] {
  return [
    rows(
      row(screen.say('keyFor'), honestText(asked(screen, 'name'))),
      row(screen.say('enrollEmail'), honestText(asked(screen, 'email'))),
      row(screen.say('keyGoesTo'), el('strong', {}, back.host)),
    ),
    keyForm(screen, facts),
    el('div', { class: 'actions' }, backLink(screen, false)),
  ];
}

/** Makes a key for somebody who is to join, and gives its public part back to the page that asked. It grants nothing: the members decide. */
export async function drawKey(screen: Screen): Promise<void> {
  document.title = `${screen.text('keyTitle')} · Holdfast`;
  showWaiting(screen);
  try {
    const facts = await allSignerFacts(location.origin);
    if (screen.left.aborted) return;
    screen.servedBy(facts[0]?.name ?? '', facts[0]?.singleHost ?? false);
    drawForm(screen, facts);
  } catch (error) {
    if (!screen.left.aborted)
      screen.show(
        heading(screen.say('keyTitle')),
        faultBox(screen, error, () => void drawKey(screen)),
        el('div', { class: 'actions' }, backLink(screen, false)),
      );
  } finally {
    stopWaiting(screen);
  }
}
