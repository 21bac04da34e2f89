import { digestWords, intentDigest, type PolicyDocument } from '@holdfast/policy';
import { keyGroupFingerprint } from '@holdfast/review';
import {
  alertBox,
  backLink,
  card,
  digestView,
  el,
  faultBox,
  heading,
  notice,
  row,
  rows,
  showWaiting,
  stopWaiting,
} from '@holdfast/signer-ui';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type CeremonyPlan, confirmKit, planCeremony } from '../ceremony.ts';
import { type Kit, kitFileName } from '../kit.ts';
import { drawCheck } from './check.ts';
import { progressList } from './progress.ts';
import { makeKeys } from './run.ts';
import { download, drawSave } from './save.ts';
import { activeGroup, type Owner, type Surroundings, surroundings, usableOwner } from './signers.ts';
import type { Key, Screen } from './texts.ts';

/** Warns before the page is left while the only copy of the recovery share is in it. */
function guardLeaving(screen: Screen): () => void {
  const guard = new AbortController();
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal: guard.signal });
  screen.left.addEventListener('abort', () => guard.abort());
  return () => guard.abort();
}

interface GroupFacts {
  readonly id: string;
  readonly secp256k1: { readonly publicKey: string };
  readonly ed25519: { readonly publicKey: string };
}

function drawDone(screen: Screen, group: GroupFacts, already: boolean): void {
  const print = keyGroupFingerprint(group);
  const code = (text: string): HTMLElement => el('span', { class: 'mono' }, text);
  screen.show(
    heading(screen.say(already ? 'doneAlready' : 'doneTitle'), screen.say(already ? 'doneAlreadyLead' : 'doneLead')),
    card(
      screen.say('fingerprint'),
      undefined,
      digestView(digestWords(print), bytesToHex(print)),
      el('p', { class: 'muted' }, screen.say('fingerprintHint')),
    ),
    rows(
      row(screen.say('keyGroup'), code(group.id)),
      row(screen.say('publicSecp'), code(group.secp256k1.publicKey)),
      row(screen.say('publicEd'), code(group.ed25519.publicKey)),
    ),
    el('div', { class: 'actions' }, backLink(screen, true)),
  );
}

const groupFacts = (kit: Kit, id: string): GroupFacts => ({
  id,
  secp256k1: { publicKey: bytesToHex(kit.secp256k1.groupPublic) },
  ed25519: { publicKey: bytesToHex(kit.ed25519.groupPublic) },
});

function checkAndConfirm(
  screen: Screen,
  around: Surroundings,
  lead: Key,
  saved?: { kit: Kit; file: Uint8Array; release: () => void },
): void {
  drawCheck(screen, {
    lead,
    ...(saved ? { ceremony: saved.kit.ceremony, saveAgain: () => download(kitFileName(saved.kit), saved.file) } : {}),
    confirm: async (kit) => {
      const id = await confirmKit(kit, around.signers);
      saved?.release();
      drawDone(screen, groupFacts(kit, id), false);
    },
  });
}

async function run(screen: Screen, around: Surroundings, policy: PolicyDocument, owner: Owner): Promise<void> {
  const plan: CeremonyPlan = planCeremony(policy, owner.member.id, Date.now());
  const progress = progressList(screen);
  const digest = intentDigest(plan.intent);
  const approved = card(screen.say('digestTitle'), undefined, digestView(digestWords(digest), bytesToHex(digest)));
  const outcome = el('div', { class: 'stack' });
  screen.show(heading(screen.say('runTitle')), progress.view, approved, outcome);
  try {
    const kit = await makeKeys(plan, owner, around, progress.at);
    const release = guardLeaving(screen);
    drawSave(screen, kit, (file) => checkAndConfirm(screen, around, 'checkLead', { kit, file, release }));
  } catch (error) {
    progress.failed();
    const again = el(
      'button',
      { type: 'button', class: 'primary', click: () => void run(screen, around, policy, owner) },
      screen.say('runAgain'),
    );
    outcome.replaceChildren(
      alertBox(el('p', {}, screen.say('brokeOff'))),
      faultBox(screen, error),
      el('div', { class: 'actions' }, again, backLink(screen, false)),
    );
  }
}

function partiesCard(screen: Screen, policy: PolicyDocument): HTMLElement {
  const names = policy.signers.map((signer) =>
    row(signer.id, signer.name, el('span', { class: 'muted' }, ` ${signer.origin}`)),
  );
  return el(
    'section',
    { class: 'stack' },
    el('h2', {}, screen.say('introSigners')),
    rows(...names, row('3', screen.say('introRecovery'))),
  );
}

function drawIntro(screen: Screen, around: Surroundings, policy: PolicyDocument, owner: Owner | undefined): void {
  const steps = (['introOne', 'introTwo', 'introThree', 'introFour'] as const).map((key) =>
    el('li', {}, screen.say(key)),
  );
  const start =
    owner &&
    el(
      'button',
      { type: 'button', class: 'primary', id: 'start', click: () => void run(screen, around, policy, owner) },
      screen.say('introStart'),
    );
  const haveKit = el(
    'button',
    { type: 'button', class: 'link', click: () => checkAndConfirm(screen, around, 'checkLeadAlone') },
    screen.say('introHaveKit'),
  );
  screen.show(
    heading(screen.say('introTitle'), screen.say('introLead')),
    card(screen.say('introWhat'), undefined, el('ol', { class: 'plain' }, ...steps)),
    partiesCard(screen, policy),
    owner
      ? el('p', { class: 'muted' }, screen.say('introApprover', { name: owner.member.name }))
      : notice('bad', screen.say('noKey')),
    el('div', { class: 'actions' }, start, backLink(screen, false), haveKit),
  );
}

/** The whole ceremony: what it is, the run, the kit, its check, the end. Nothing is kept by the page; it can be opened again at any time. */
export async function drawCeremony(screen: Screen): Promise<void> {
  document.title = `Holdfast · ${screen.text('pageName')}`;
  showWaiting(screen);
  const title = heading(screen.say('introTitle'), screen.say('introLead'));
  try {
    const around = await surroundings();
    if (screen.left.aborted) return;
    const [mine] = around.signers;
    screen.servedBy(mine?.name ?? '', mine?.singleHost ?? false);
    const { group, behind } = activeGroup(around.signers);
    if (around.differ)
      screen.show(title, notice('bad', screen.say('differ')), el('div', { class: 'actions' }, backLink(screen, false)));
    else if (!around.policy)
      screen.show(
        title,
        notice('info', screen.say('noPolicy')),
        el('div', { class: 'actions' }, backLink(screen, false)),
      );
    else if (group && behind.length === 0) drawDone(screen, group, true);
    else if (group) {
      checkAndConfirm(screen, around, 'checkLeadAlone');
      const lead = screen.say('doneBehindLead', { signer: behind.join(', ') });
      document.querySelector('main .heading')?.after(notice('info', lead));
    } else drawIntro(screen, around, around.policy, await usableOwner(around.policy));
  } catch (error) {
    if (!screen.left.aborted)
      screen.show(
        title,
        faultBox(screen, error, () => void drawCeremony(screen)),
        backLink(screen, false),
      );
  } finally {
    stopWaiting(screen);
  }
}
