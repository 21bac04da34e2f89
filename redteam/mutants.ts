import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { admissionSteps } from '../apps/signer/src/admission/admit.ts';
import type { startSigner } from '../apps/signer/src/app.ts';
import type { Attack } from './attack.ts';
import type { Fixture } from './fixture.ts';
import type { Play } from './installation/play.ts';
import { removed } from './removed/index.ts';
import type { Mutant } from './removed/part.ts';
import { type Finding, runAttacks } from './run.ts';
import { writeMutant } from './sources.ts';

/** Steps that others cannot go on without: left out, nothing is admitted any more. Their checks are taken out one by one in `removed/`. */
const admitFile = 'admission/admit.ts';
const moduleOf: Readonly<Record<string, string>> = {
  authenticatedPeer: 'identity',
  sizeAndSchema: 'identity',
  canonicalBytes: 'identity',
  deployment: 'identity',
  keyGroup: 'identity',
  walletOwnsAddress: 'identity',
  notClosed: 'identity',
  idUnseen: 'identity',
  rebuild: 'transaction',
  decodeAndCompare: 'transaction',
  feeCaps: 'transaction',
  lifetime: 'transaction',
  inTime: 'transaction',
  velocity: 'limits',
  feeBudget: 'limits',
  bid: 'limits',
  quorum: 'limits',
  callback: 'limits',
};

/** Steps with a file of their own, imported by name. */
const standAlone = new Set([
  'conflict',
  'earlierPayments',
  'keyMaterial',
  'message',
  'agreement',
  'samePayment',
  'byRows',
  'rowOfBatch',
  'contractStands',
]);

const redundantSteps: Readonly<Record<string, string>> = {
  authenticatedPeer:
    'the channel opens for the pinned server only and each method fixes its kind (`the channel of the server`); the step itself: admission.test.ts',
  byRows:
    'what is asked for is never taken for a batch (`a batch itself, as a payment`), and no transaction is built of one; the step itself: admission.test.ts',
  inTime: 'a router takes no swap that is late, which costs its fee alone; the step itself: admission.test.ts',
  feeCaps: 'the builder keeps both caps too (`the plan of an approved payment`); the step itself: admission.test.ts',
};

/** Every step of the admission left out, in turn; the list is the signer's own, so a new step is attacked without a word here. */
const stepMutants: readonly Mutant[] = admissionSteps.map(({ name }): Mutant => {
  const owner = standAlone.has(name) ? '' : `${moduleOf[name] ?? 'rules'}.`;
  const coveredBy = redundantSteps[name];
  return {
    name: `step ${name}`,
    file: admitFile,
    find: `  ${owner}${name},\n`,
    replace: '',
    ...(coveredBy === undefined ? {} : { coveredBy }),
  };
});

/** Families of attacks that are tried first because they are the ones that notice, or would where another check did not refuse the same: others are many, and slow. */
const noticing: Readonly<Record<string, string>> = {
  'step authenticatedPeer': 'the channel of the server',
  'step feeCaps': 'the plan of an approved payment',
  'given up during a session': 'a payment given up',
  'policy version': 'approvals replayed in another context',
  'keys of the own sub-wallet': 'path range',
  'comparison with the intent': 'the plan of an approved payment',
  'me among the parties': 'the plan of an approved payment',
  'whose word it is': 'a signer’s share, asked for',
  'the document members see': 'the policy is changed without its flow',
  'step walletOwnsAddress': 'one nonce or coin for two payments',
  'step idUnseen': 'one nonce or coin for two payments',
  'step clock': 'clocks and validity',
  'step kindAllowed': 'approvals replayed in another context',
  'step attachedDocument': 'the policy is changed without its flow',
  'step policyStep': 'the policy is changed without its flow',
  'step bookStep': 'the address book is changed without its flow',
  'step tokenStep': 'a token that members did not approve',
  'step agreement': 'the policy is changed without its flow',
  'step bid': 'a wallet burnt in fees',
  'step quorum': 'the plan of an approved payment',
  'schema of the intent': 'clocks and validity',
  'schema of the approvals': 'approvals forged, left out, or counted twice',
  'workspace of the sub-wallet': 'one nonce or coin for two payments',
  'one payment for a request that was given up once': 'a payment given up',
  'nonce of an intent, once one was given up': 'a payment given up',
  'step notQuarantined': 'a session under way',
  'step notClosed': 'a payment by another scheme',
  'step keyMaterial': 'a signer’s share, asked for',
  'step message': 'message',
  'step samePayment': 'a payment sped up',
  'step rowOfBatch': 'a row of a batch',
  'step contractStands': 'rows by one transaction',
  'step ownerAsks': 'signature protection',
  'step lifetime': 'a transaction that dies',
  'step earlierPayments': 'a signature kept back',
  'step feeBudget': 'a wallet burnt in fees',
  'step notFrozen': 'stake',
  'step velocity': 'sums split, and prices forged',
  'step callback': 'the operator’s own hook',
  'two parties': 'the plan of an approved payment',
  'payments that a signer let go, and it is asked to stand for': 'a signature kept back',
  'fees of tokens in the velocity': 'a wallet burnt in fees',
  'amount of the velocity': 'a wallet burnt in fees',
  'what is held adds up': 'the address book is loosened, and used before its time',
  'freeze that came after its lifting, by what was seen': 'a member’s freeze, lifted by the server',
  'signature of the other signer’s word': 'a signer’s share, asked for',
  'age of the other signer’s word': 'a signer’s share, asked for',
  'one hand-over for one word': 'a signer’s share, asked for',
  'the hook’s digest': 'the operator’s own hook',
  'two different parties': 'the plan of an approved payment',
  'policy hash': 'an approved payment is changed',
  'paying address': 'an approved payment is changed',
  'longer period held to': 'the address book is loosened, and used before its time',
  'freeze of what is instant': 'one admin alone makes themselves needed, or shuts the others out',
  'freeze ordered where one stands': 'a member’s freeze, hidden',
  'freeze ordered how often': 'an old freeze, sent again',
  'freeze ordered once': 'an old freeze, sent again',
  'freeze kept under the server’s word': 'a member’s freeze, hidden',
  'freeze lifted by what says so': 'a member’s freeze, hidden',
  'freeze that came after its lifting, by its word': 'a member’s freeze, lifted by the server',
  'freeze ordered when': 'a freeze in a member’s name that is not theirs',
  'the answer of the hook is yes': 'the operator’s own hook',
  'sessions of what is given up': 'a payment given up',
  'room for what is given up unseen': 'a payment given up',
  'payments to others than the sub-wallet itself': 'a signature kept back',
  'made in the future': 'clocks and validity',
  'path of the sub-wallet': 'an approved payment is changed',
  'signature of the initiator': 'approvals forged, left out, or counted twice',
  'whitelist switched off lately': 'the address book is loosened, and used before its time',
  'what was loosened is remembered': 'the address book is loosened, and used before its time',
  'count of the velocity': 'sums split, and prices forged',
  'fee in the velocity': 'a wallet burnt in fees',
};

export const mutants: readonly Mutant[] = [...stepMutants, ...removed].map((mutant) => {
  const family = mutant.family ?? noticing[mutant.name];
  return family === undefined ? mutant : { ...mutant, family };
});

export interface MutantResult {
  readonly mutant: Mutant;
  /** The attack that noticed. */
  readonly caught?: string;
  readonly survivedAsKnown: boolean;
}

/** Did it let something through, or was it noticed because another check refused, or because nothing worked any more? */
function wordOf({ got, expected, damage }: Finding): string {
  if (expected.includes('admitted')) return 'fails closed';
  const other = got.find((code) => !expected.includes(code)) ?? '';
  const through = damage.length > 0 || other.startsWith('made ') || ['admitted', 'signed', 'taken'].includes(other);
  if (through) return 'LET THROUGH';
  return other === 'open' ? 'noticed by one signer only' : `refused later as ${other}`;
}

/** Runs attacks against a copy of the signer. */
async function withMutant(
  mutant: Mutant,
  attack: (start: typeof startSigner) => Promise<readonly Finding[]>,
): Promise<MutantResult> {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-mutant-'));
  try {
    const app = writeMutant(mutant, dir);
    const { startSigner: start } = (await import(pathToFileURL(app).href)) as { startSigner: typeof startSigner };
    const [finding] = await attack(start);
    if (!finding) return { mutant, survivedAsKnown: mutant.coveredBy !== undefined };
    return { mutant, caught: `${wordOf(finding)}, ${finding.family}: ${finding.name}`, survivedAsKnown: false };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Each in a whole installation, by the attack that it names. @throws Error when that is not there exactly once */
export async function attackInstalled(
  plays: readonly Play[],
  run: (play: Play, start: typeof startSigner) => Promise<Finding[]>,
  chosen: readonly Mutant[],
): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  for (const mutant of chosen) {
    const [play, another] = plays.filter(({ name }) => name === mutant.play);
    if (!play || another) throw new Error(`not one attack: ${mutant.play}`);
    results.push(await withMutant(mutant, (start) => run(play, start)));
  }
  return results;
}

/** First those of the family that is to notice. Of these, and then of the others, those that expect a code which the removed text names, then one of each kind; the cheap ones before those that need a fixture of their own. */
function inOrder(attacks: readonly Attack[], { find, family }: Mutant): Attack[] {
  const kinds = new Set<string>();
  const rank = (attack: Attack): number => {
    const kind = `${attack.family} ${attack.expect.join()}`;
    const first = !kinds.has(kind);
    kinds.add(kind);
    const named = attack.expect.some((code) => find.includes(`'${code}'`));
    const own = attack.family === family ? -3 : 0;
    return own + (named ? 0 : first ? 1 : 2) + (attack.alone ? 0.5 : 0);
  };
  return attacks
    .map((attack) => ({ attack, rank: rank(attack) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ attack }) => attack);
}

/** On made-up chains, which a copy of the chains' package does not know: there it would notice for nothing. */
const onMadeUpChains = 'a payment by another scheme';

/** Of what is not likely to notice a copy whose check another one covers, the seed chooses one in so many; another seed, others. */
const oneIn = 10;

function isDrawn({ family, name }: Attack, seed: number): boolean {
  const hash = createHash('sha256').update(`${seed} ${family}: ${name}`).digest();
  return hash.readUInt32BE() % oneIn === 0;
}

/**
 * What a copy is attacked with. One whose check another one covers would stand all of it: it is tried with the family that would notice, with what names a code that the
 * removed text does, and with a part of the rest, none of which needs a pair of signers of its own.
 */
export function against(attacks: readonly Attack[], mutant: Mutant, seed: number): Attack[] {
  const { coveredBy, from, find } = mutant;
  const isAbout = (attack: Attack): boolean =>
    attack.family === mutant.family ||
    attack.expect.some((code) => find.includes(`'${code}'`)) ||
    isDrawn(attack, seed);
  return inOrder(
    attacks.filter(
      (attack) =>
        !(coveredBy !== undefined && (attack.alone || !isAbout(attack))) &&
        !(from !== undefined && attack.family === onMadeUpChains),
    ),
    mutant,
  );
}

/** Attacks every copy until one attack is not held. */
export async function attackMutants(
  base: Fixture,
  attacks: readonly Attack[],
  chosen: readonly Mutant[],
  { seed }: { readonly seed: number },
): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  for (const mutant of chosen) {
    const own = against(attacks, mutant, seed);
    results.push(await withMutant(mutant, (start) => runAttacks(base, own, { start, untilFirst: true })));
  }
  return results;
}
