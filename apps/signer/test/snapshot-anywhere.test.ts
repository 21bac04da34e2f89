import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Intent, intentDigestHex, intentText, parseIntent } from '@holdfast/policy';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { apply } from '../src/state/apply.ts';
import type { Decision, Entry, NewEntry } from '../src/state/entries.ts';
import { accountOf } from '../src/state/open.ts';
import { emptyState, type SignerState } from '../src/state/state.ts';
import { decode } from '../src/store/compact.ts';
import { openJournal } from '../src/store/journal.ts';
import { partsOf, restore } from '../src/store/state-parts.ts';
import { openVault } from '../src/store/vault.ts';
import { passphrase } from './harness.ts';

/** Wherever in a journal a snapshot is taken: with the records after it, it says what all of them say. */
const hourMs = 3_600_000;
const began = 1_790_000_000_000;
const journals = fileURLToPath(new URL('journals', import.meta.url));

async function entriesOf(name: string): Promise<Entry[]> {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-entries-'));
  cpSync(join(journals, name), dir, { recursive: true });
  const entries: Entry[] = [];
  const onRecord = (plain: Uint8Array): void => void entries.push(decode(plain));
  await openJournal({ dir, vault: openVault(dir, passphrase), onRecord }).close();
  rmSync(dir, { recursive: true });
  return entries;
}
const written = await Promise.all(readdirSync(journals).map(entriesOf));
const model = written.flat().flatMap((entry) => (entry.type === 'announced' ? parseIntent(entry.intent) : []));
const transfer = model.find(({ kind }) => kind === 'transfer');
if (!transfer) throw new Error('no journal has a payment');

/** Few payments, so that much happens to each; some share what they are made of, their payees and wallets. */
const payments: readonly Intent[] = Array.from({ length: 8 }, (_, n) => ({
  ...transfer,
  id: `2f1f5a5e-8a58-4d2c-9c0e-00000000000${n}`,
  request: n % 3 === 0 ? '' : `r-${n}`,
  wallet: String(7 + (n % 2)),
  outputs: transfer.outputs.map((output) => ({ ...output, amount: String(1_000 + n) })),
}));

function paymentOf(who: number): Intent {
  const payment = payments[who];
  if (!payment) throw new Error('no such payment');
  return payment;
}

interface Step {
  readonly who: number;
  readonly what:
    | 'announced'
    | 'approval'
    | 'decided'
    | 'exposed'
    | 'signed'
    | 'settled'
    | 'closed'
    | 'stopped'
    | 'seen';
  /** Since the one before. Negative where a clock fell back. */
  readonly hours: number;
  readonly cents: number | undefined;
}

function decisionOf(intent: Intent, { who, cents }: Step): Decision {
  const conflict = { family: 'evm', lane: `evm:31337|sender|${who % 5}` };
  const decided = {
    ...{ id: intent.id, digest: intentDigestHex(intent), conflict, workspace: intent.workspace, wallet: intent.wallet },
    ...{ asset: who % 4 === 0 ? 'evm:31337|0xToken' : 'evm:31337|', amount: String(1_000 + who), expires: began },
    ...(cents === undefined ? {} : { cents: String(cents), feeCents: String(cents % 7) }),
  };
  if (who === 7) return decided;
  const pays = intent.outputs.map(({ address, amount }) => ({ address, amount }));
  const { initiator, request } = intent;
  return { ...decided, initiator, request, fee: '10', bid: String(who), account: accountOf(intent), pays };
}

function entryOf(step: Step): NewEntry {
  const { who, what, cents = 0 } = step;
  const intent = paymentOf(who);
  const { id } = intent;
  const digest = intentDigestHex(intent);
  const proof = { type: 'device' as const, signature: '' };
  switch (what) {
    case 'announced':
      return { type: what, intent: intentText(intent), attachments: {}, remark: `${cents}` };
    case 'approval':
      return {
        type: what,
        intentId: id,
        approval: { intent: digest, decision: 'approve', member: 'ann', credential: 'key', proof },
      };
    case 'decided':
      return { type: what, decision: decisionOf(intent, step), approvals: [], sighashes: [digest] };
    case 'exposed':
      return { type: what, id };
    case 'signed':
      return { type: what, id, session: id, txid: digest, peers: { '2': { size: cents, root: digest } } };
    case 'settled':
      return { type: what, ids: [id] };
    case 'closed':
      return { type: what, id, digest, expires: began };
    case 'stopped':
      return { type: 'frozen', by: 'server', reason: `${cents}` };
    case 'seen':
      return { type: 'witnessed', log: `log ${who}`, size: cents, root: digest };
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat({ max: payments.length - 1 }),
  what: fc.constantFrom(
    ...(['announced', 'approval', 'decided', 'decided', 'decided', 'exposed', 'signed', 'settled', 'closed'] as const),
    ...(['stopped', 'seen'] as const),
  ),
  hours: fc.oneof(
    { weight: 40, arbitrary: fc.integer({ min: -12, max: 40 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 900 }) },
    { weight: 1, arbitrary: fc.constant(-1_000) },
  ),
  cents: fc.option(fc.nat({ max: 1_000 }), { nil: undefined }),
});

/** What a signer once wrote, and then a life made up: one record after another, each at its hour. */
function journalOf(before: readonly Entry[], steps: readonly Step[]): Entry[] {
  let at = began;
  const made = steps.map((one) => {
    at += one.hours * hourMs;
    return { ...entryOf(one), at } as Entry;
  });
  return [...before.map((entry) => ({ ...entry, at: began })), ...made];
}

const sums = (state: SignerState) =>
  [1, 24, 720].flatMap((hours) =>
    (['7', '8'] as const).map((wallet) => {
      const query = { hours, scope: 'wallet' as const, wallet, member: '', counts: () => true, except: '' };
      return state.spendings.sum(query, state.lastAt);
    }),
  );
const textsOf = (state: SignerState): string[] => [...partsOf(state)].toSorted();

const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);

it(`a snapshot taken anywhere says with the records after it what all of them say (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(step, { maxLength: 120 }), fc.nat(), (which, steps, place) => {
      const entries = journalOf(written[which % written.length] ?? [], steps);
      const cut = place % entries.length;
      const whole = emptyState();
      let state = emptyState();
      for (const [index, entry] of entries.entries()) {
        apply(state, entry, index);
        apply(whole, entry, index);
        if (index !== cut) continue;
        state = restore([...partsOf(state)]);
        expect(sums(state)).toEqual(sums(whole));
      }
      expect(textsOf(state)).toEqual(textsOf(whole));
      expect(sums(state)).toEqual(sums(whole));
    }),
    { seed, numRuns: 150 },
  );
});
