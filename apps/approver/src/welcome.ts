import { el, faultBox, heading, notice, showWaiting, signerFacts, stopWaiting } from '@holdfast/pagekit';
import type { Screen } from './texts.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function openForm(screen: Screen): HTMLElement {
  const input = el('input', {
    id: 'request-id',
    class: 'mono',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'request-hint',
  });
  const hint = el('p', { class: 'hint', id: 'request-hint', 'aria-live': 'polite' });
  const submit = (event: Event): void => {
    event.preventDefault();
    const id = input.value.trim().toLowerCase();
    if (uuid.test(id)) location.hash = `#/i/${id}`;
    else {
      hint.className = 'hint bad';
      hint.replaceChildren(screen.say('welcomeBadId'));
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    }
  };
  return el(
    'form',
    { class: 'card pad', submit, novalidate: true },
    el('div', { class: 'field' }, el('label', { for: 'request-id' }, screen.say('welcomeId')), input, hint),
    el('div', { class: 'actions' }, el('button', { type: 'submit' }, screen.say('welcomeOpen'))),
  );
}

/** Says what this page is and how one usually gets to it. */
export async function drawWelcome(screen: Screen): Promise<void> {
  document.title = `Holdfast · ${screen.text('pageName')}`;
  showWaiting(screen);
  const title = heading(screen.say('welcomeTitle'), screen.say('welcomeLead'));
  try {
    const facts = await signerFacts(location.origin);
    if (screen.left.aborted) return;
    screen.servedBy(facts.name, facts.singleHost);
    const state = facts.policy
      ? notice('ok', screen.say('welcomeReady', { version: facts.policy.version }))
      : notice('info', screen.say('welcomeEmpty'));
    screen.show(title, state, el('p', {}, screen.say('welcomeHow')), openForm(screen));
  } catch (error) {
    screen.show(
      title,
      faultBox(screen, error, () => void drawWelcome(screen)),
    );
  } finally {
    stopWaiting(screen);
  }
}
