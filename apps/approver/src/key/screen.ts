import type { Credential } from '@holdfast/policy';
import { honestText } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import { mismatches, signerInfos } from '@holdfast/review/genesis';
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
  showWaiting,
  stopWaiting,
} from '@holdfast/signer-ui';
import { keyCard } from '../key-card.ts';
import { sayOfKey } from '../key-words.ts';
import { rememberKey } from '../request/keys-here.ts';
import { signersText } from '../signers-text.ts';
import type { Screen } from '../texts.ts';
import { say } from './words.ts';

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
    heading(say(screen, 'made'), say(screen, 'madeLead')),
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
      rememberKey(credential.id);
      if (!screen.left.aborted) made(screen, credential);
    } catch (error) {
      fault.replaceChildren(faultBox(screen, error));
      hold(false);
    }
  };
  const button = (kind: Credential['type'], look: string, text: Text) => {
    const one = el('button', { type: 'button', class: look, click: () => void make(kind) }, text);
    buttons.push(one);
    return one;
  };
  return el(
    'section',
    { class: 'card pad' },
    el('p', {}, possible ? say(screen, 'how') : sayOfKey(screen, 'deviceOnly')),
    fault,
    el(
      'div',
      { class: 'actions' },
      possible
        ? button('passkey', 'primary', say(screen, 'passkey'))
        : button('device', 'primary', say(screen, 'device')),
      possible && button('device', 'link', sayOfKey(screen, 'useDevice')),
    ),
  );
}

function drawForm(screen: Screen, facts: readonly SignerFacts[]): void {
  const title = heading(sayOfKey(screen, 'make'), say(screen, 'lead'));
  const strangers = mismatches(facts);
  const back = returnAddress(screen.route.query);
  if (strangers.length > 0)
    screen.show(title, notice('bad', sayOfKey(screen, 'mismatch', { signer: signersText(screen, strangers) })));
  else if (!back) screen.show(title, notice('warn', say(screen, 'noReturn')));
  else screen.show(title, ...invitation(screen, facts, back));
}

function invitation(screen: Screen, facts: readonly SignerFacts[], back: URL): (HTMLElement | null)[] {
  return [
    rows(
      row(say(screen, 'for'), honestText(asked(screen, 'name'))),
      row(sayOfKey(screen, 'email'), honestText(asked(screen, 'email'))),
      row(say(screen, 'goesTo'), el('strong', {}, back.host)),
    ),
    keyForm(screen, facts),
    el('div', { class: 'actions' }, backLink(screen, false)),
  ];
}

/** Makes a key for somebody who is to join, and gives its public part back to the page that asked. It grants nothing: the members decide. */
export async function drawKey(screen: Screen): Promise<void> {
  document.title = `${sayOfKey(screen, 'make').data} · Holdfast`;
  showWaiting(screen);
  try {
    const facts = await allSignerFacts(location.origin);
    if (screen.left.aborted) return;
    screen.servedBy(facts[0]?.name ?? '', facts[0]?.singleHost ?? false);
    drawForm(screen, facts);
  } catch (error) {
    if (!screen.left.aborted)
      screen.show(
        heading(sayOfKey(screen, 'make')),
        faultBox(screen, error, () => void drawKey(screen)),
        el('div', { class: 'actions' }, backLink(screen, false)),
      );
  } finally {
    stopWaiting(screen);
  }
}
