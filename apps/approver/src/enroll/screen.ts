import { digestWords, parsePolicy } from '@holdfast/policy';
import type { SignerFacts } from '@holdfast/review/facts';
import { type Genesis, isMemberName, mismatches, readGenesis, signerInfos } from '@holdfast/review/genesis';
import {
  allSignerFacts,
  asFault,
  backLink,
  card,
  digestView,
  el,
  faultBox,
  heading,
  icon,
  notice,
  passkeysPossible,
  recall,
  showWaiting,
  signerText,
  stopWaiting,
} from '@holdfast/signer-ui';
import { hexToBytes } from '@noble/hashes/utils.js';
import { keyCard } from '../key-card.ts';
import { sayOfKey } from '../key-words.ts';
import { signersText } from '../signers-text.ts';
import type { Screen } from '../texts.ts';
import { handOver, keptGenesis, makeGenesis, type OwnerWish } from './hand-over.ts';
import { signersCard } from './signers.ts';
import { say, type Word } from './words.ts';

interface Desk {
  readonly screen: Screen;
  readonly facts: readonly SignerFacts[];
  /** Rules made before that not every signer has yet. */
  genesis: Genesis | undefined;
}

function field(screen: Screen, id: string, label: Word, hint: Word | undefined, input: HTMLInputElement): HTMLElement {
  input.id = id;
  const help = el('p', { class: 'hint', id: `${id}-hint` }, hint ? say(screen, hint) : null);
  input.setAttribute('aria-describedby', help.id);
  return el('div', { class: 'field' }, el('label', { for: id }, say(screen, label)), input, help);
}

function complain(screen: Screen, input: HTMLInputElement, word: Word): void {
  const hint = document.getElementById(`${input.id}-hint`);
  if (hint) hint.className = 'hint bad';
  hint?.replaceChildren(say(screen, word));
  input.setAttribute('aria-invalid', 'true');
  input.focus();
}

function progress(
  screen: Screen,
  facts: readonly SignerFacts[],
  made: boolean,
): { view: HTMLElement; at: (step: string) => void } {
  const item = (step: string, text: Text): HTMLElement =>
    el(
      'li',
      { 'data-step': step, 'data-state': 'open' },
      el('span', { class: 'dot' }, icon('check')),
      el('span', {}, text),
    );
  const items = [
    ...(made ? [] : [item('key', sayOfKey(screen, 'make')), item('sign', say(screen, 'stepSign'))]),
    ...facts.map((signer) => item(signer.signer, say(screen, 'stepHand', { signer: signerText(screen, signer.name) }))),
  ];
  const at = (step: string): void => {
    const index = items.findIndex((one) => one.dataset.step === step);
    items.forEach((one, i) => {
      one.dataset.state = i < index ? 'done' : i === index ? 'now' : 'open';
    });
  };
  return { view: el('ol', { class: 'card steps', 'aria-live': 'polite' }, ...items), at };
}

function ownerKey(screen: Screen, genesis: Genesis | undefined): HTMLElement | null {
  const credential = genesis && parsePolicy(genesis.document).members[0]?.credentials[0];
  return credential ? keyCard(screen, credential) : null;
}

function finished(screen: Screen, hash: string, version: string, made?: Genesis): void {
  const already = made === undefined;
  screen.show(
    heading(
      say(screen, already ? 'already' : 'done'),
      already ? say(screen, 'alreadyLead', { version }) : say(screen, 'doneLead'),
    ),
    card(say(screen, 'policyFingerprint'), undefined, digestView(digestWords(hexToBytes(hash)), hash)),
    ownerKey(screen, made),
    el('div', { class: 'actions' }, backLink(screen, true)),
  );
}

async function carryOut(desk: Desk, wish: OwnerWish, form: HTMLElement): Promise<void> {
  const { screen, facts } = desk;
  const steps = progress(screen, facts, desk.genesis !== undefined);
  form.replaceWith(steps.view);
  try {
    desk.genesis ??= await makeGenesis(wish, facts, steps.at);
    await handOver(desk.genesis, wish.code, facts, steps.at);
    finished(screen, desk.genesis.proof.intent, '1', desk.genesis);
  } catch (error) {
    const wrongCode = /code|mac/i.test(asFault(error).code);
    const again = el(
      'div',
      { class: 'stack', id: 'enroll' },
      !wrongCode && faultBox(screen, error),
      enrollForm(desk, wish),
    );
    steps.view.replaceWith(again);
    const code = again.querySelector('input.mono');
    if (wrongCode && code instanceof HTMLInputElement) complain(screen, code, 'codeWrong');
  }
}

/** The form: name and set-up code, then one button that makes the key and hands the rules over. */
function enrollForm(desk: Desk, before: Partial<OwnerWish>): HTMLElement {
  const { screen } = desk;
  const resume = desk.genesis !== undefined;
  const name = el('input', { autocomplete: 'name', maxlength: 100, value: before.name ?? '' });
  const code = el('input', {
    class: 'mono',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'characters',
    value: before.code ?? '',
  });
  const possible = passkeysPossible();
  const send = (kind: OwnerWish['kind']) => (event: Event) => {
    event.preventDefault();
    if (!resume && name.value.trim() === '') return complain(screen, name, 'nameMissing');
    if (!resume && !isMemberName(name.value.trim(), signerInfos(desk.facts))) return complain(screen, name, 'nameBad');
    if (code.value.trim() === '') return complain(screen, code, 'codeMissing');
    const wish = { name: name.value.trim(), email: before.email ?? '', code: code.value, kind };
    void carryOut(desk, wish, form.parentElement?.id === 'enroll' ? form.parentElement : form);
  };
  // Who has just typed a wrong code goes on with what they began; nothing of before is finished.
  const main: Word = resume ? (before.code === undefined ? 'resume' : 'again') : possible ? 'passkey' : 'deviceButton';
  const device = el('button', { type: 'button', class: 'link', click: send('device') }, sayOfKey(screen, 'useDevice'));
  const form = el(
    'form',
    { class: 'card pad', novalidate: true, submit: send(possible ? 'passkey' : 'device') },
    resume &&
      before.code === undefined &&
      notice('info', say(screen, desk.facts.some(({ policy }) => policy) ? 'resumeText' : 'resumeNone')),
    !resume && field(screen, 'owner-name', 'name', 'nameHint', name),
    !resume && before.email
      ? el('p', {}, el('span', { class: 'muted' }, sayOfKey(screen, 'email')), ` ${before.email}`)
      : null,
    field(screen, 'setup-code', 'code', 'codeHint', code),
    !resume && !possible && notice('info', sayOfKey(screen, 'deviceOnly')),
    el(
      'div',
      { class: 'actions' },
      el('button', { type: 'submit', class: 'primary' }, say(screen, main)),
      !resume && possible && device,
    ),
    resume && before.code !== undefined && el('p', { class: 'muted' }, say(screen, 'keyMade')),
  );
  return form;
}

function drawForm(desk: Desk): void {
  const { screen, facts } = desk;
  const { query } = screen.route;
  const strangers = mismatches(facts);
  const title = heading(say(screen, desk.genesis ? 'resume' : 'title'), say(screen, 'lead'));
  if (strangers.length > 0) {
    screen.show(title, notice('bad', sayOfKey(screen, 'mismatch', { signer: signersText(screen, strangers) })));
    return;
  }
  const before = { name: query.get('name') ?? '', email: query.get('email') ?? '' };
  screen.show(title, signersCard(screen, facts), enrollForm(desk, before));
}

/** Makes somebody the owner of empty signers. Safe to open again at any time. */
export async function drawEnroll(screen: Screen): Promise<void> {
  document.title = `${say(screen, 'title').data} · Holdfast`;
  showWaiting(screen);
  try {
    const facts = await allSignerFacts(location.origin);
    if (screen.left.aborted) return;
    screen.servedBy(facts[0]?.name ?? '', facts[0]?.singleHost ?? false);
    const hashes = new Set(facts.map((signer) => signer.policy?.hash));
    const [hash] = hashes;
    const policy = facts[0]?.policy;
    const kept = readGenesis(recall(keptGenesis));
    const fits = kept && [...hashes].every((one) => one === undefined || one === kept.proof.intent);
    if (hashes.size === 1 && hash && policy) finished(screen, hash, policy.version);
    else if ([...hashes].some((one) => one !== undefined) && !fits)
      screen.show(
        heading(say(screen, 'mixed'), say(screen, 'mixedLead')),
        el('div', { class: 'actions' }, backLink(screen, false)),
      );
    else drawForm({ screen, facts, genesis: fits ? kept : undefined });
  } catch (error) {
    if (!screen.left.aborted)
      screen.show(
        heading(say(screen, 'title')),
        faultBox(screen, error, () => void drawEnroll(screen)),
        el('div', { class: 'actions' }, backLink(screen, false)),
      );
  } finally {
    stopWaiting(screen);
  }
}
