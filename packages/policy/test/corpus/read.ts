import { createHash } from 'node:crypto';
import type {
  Approval,
  BookChange,
  BookInForce,
  BookRules,
  Canonical,
  Freeze,
  GraceRules,
  Intent,
  Output,
  SimulatedTransaction,
} from '../../src/index.ts';
import { factsFrom, type KnownFacts } from '../cases/crew.ts';
import { readVectors } from '../read-vectors.ts';

/** The code that reads the corpus: ours, or a copy of it that has grown. */
export type Library = typeof import('../../src/index.ts');

/** One thing that was once signed or judged. */
export interface Entry {
  readonly name: string;
  /** What was found on the day it was written down. */
  readonly expected: unknown;
  /** What is found now. */
  readonly found: () => unknown;
}
type Document = { readonly [key: string]: Canonical };
interface Named {
  readonly name: string;
}

const sha256 = (...parts: (string | Buffer)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
const digestOf = (domain: string, text: string): string => sha256(domain, Buffer.of(0), text);

/** A policy document out of its text, held to be that text again and to have its hash. */
function policyIn({ canonicalText, parsePolicy, policyHash, policyText }: Library, document: Document) {
  const text = canonicalText(document);
  const policy = parsePolicy(text);
  const hash = digestOf('holdfast/policy/v1', text);
  if (policyText(policy) !== text || policyHash(policy) !== hash) throw new Error('other text or hash than was signed');
  return { policy, hash };
}

function intentIn({ canonicalText, parseIntent, intentText, intentDigestHex }: Library, document: Document): Intent {
  const text = canonicalText(document);
  const intent = parseIntent(text);
  if (intentText(intent) !== text || intentDigestHex(intent) !== digestOf('holdfast/intent/v1', text))
    throw new Error('other text or digest than was signed');
  return intent;
}

function* documents(lib: Library): Generator<Entry> {
  for (const { name, intent, digest, words } of readVectors<
    (Named & { intent: Document; digest: string; words: string[] })[]
  >('intents'))
    yield {
      name: `intents: ${name}`,
      expected: [digest, words],
      found: () => {
        const bytes = lib.intentDigest(intentIn(lib, intent));
        return [Buffer.from(bytes).toString('hex'), lib.digestWords(bytes)];
      },
    };
  for (const { name, batch, index, row } of readVectors<(Named & { batch: Document; index: string; row: Document })[]>(
    'rows',
  ))
    yield {
      name: `rows: ${name}`,
      expected: row,
      found: () => lib.rowIntent(intentIn(lib, batch), Number(index)),
    };
  for (const { name, document, hash, problems } of readVectors<
    (Named & { document: Document; hash: string; problems: string[] })[]
  >('documents'))
    yield {
      name: `documents: ${name}`,
      expected: [hash, problems],
      found: () => {
        const read = policyIn(lib, document);
        return [read.hash, lib.checkGenesis(read.policy)];
      },
    };
  for (const [file, read] of [
    ['keygen', lib.parseKeygenRequest],
    ['exports', lib.parseKeyExportRequest],
  ] as const)
    for (const { name, canonical, hash } of readVectors<(Named & { canonical: string; hash: string })[]>(file))
      yield {
        name: `${file}: ${name}`,
        expected: hash,
        found: () => lib.bodyHash(read(Buffer.from(canonical, 'hex').toString())),
      };
}

const readers = {
  intent: 'parseIntent',
  policy: 'parsePolicy',
  keygen: 'parseKeygenRequest',
  export: 'parseKeyExportRequest',
} as const;

function* refusals(lib: Library): Generator<Entry> {
  type Refusal = Named & { kind: keyof typeof readers | 'approval'; text: string; code: string; at: string };
  for (const { name, kind, text, code, at } of readVectors<Refusal[]>('refusals')) {
    const read = () => (kind === 'approval' ? lib.checkApproval(JSON.parse(text)) : lib[readers[kind]](text));
    yield {
      name: `refusals: ${name}`,
      expected: [code, at],
      found: () => {
        try {
          return read();
        } catch (error) {
          return error instanceof lib.PolicyError ? [error.code, error.at] : error;
        }
      },
    };
  }
}

function* signatures(lib: Library): Generator<Entry> {
  type Signed<S> = { policy: Document; cases: (Named & S & { digest: string; verdict: string })[] };
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const told = (verdict: { ok: true } | { ok: false; reason: string }): string => (verdict.ok ? 'ok' : verdict.reason);
  const approvals = readVectors<Signed<{ approval: Approval }>>('approvals');
  const freezes = readVectors<Signed<{ freeze: Freeze }>>('freezes');
  const [crew, watched] = [approvals, freezes].map(({ policy }) => policyIn(lib, policy).policy);
  if (!crew || !watched) throw new Error('no documents');
  for (const { name, approval, digest, verdict } of approvals.cases)
    yield {
      name: `approvals: ${name}`,
      expected: [digest, verdict],
      found: () => {
        const read = lib.checkApproval(approval);
        return [hex(lib.approvalDigest(read)), told(lib.verifyApproval(crew, read))];
      },
    };
  for (const { name, freeze, digest, verdict } of freezes.cases)
    yield {
      name: `freezes: ${name}`,
      expected: [digest, verdict],
      found: () => {
        const read = lib.checkFreeze(freeze);
        return [hex(lib.freezeDigest(read)), told(lib.verifyFreeze(watched, read))];
      },
    };
}

function* judgements(lib: Library): Generator<Entry> {
  type Judged = Named & { policy: Document; intent: Document; approvals: Approval[]; result: unknown };
  type Ruled = Judged & { facts: KnownFacts; next?: Document; book?: Document; payment?: Document };
  for (const one of readVectors<Judged[]>('evaluations'))
    yield {
      name: `evaluations: ${one.name}`,
      expected: one.result,
      found: () => lib.evaluate(policyIn(lib, one.policy).policy, intentIn(lib, one.intent), one.approvals),
    };
  for (const { name, policy, intent, approvals, facts, next, book, payment, result } of readVectors<Ruled[]>('rulings'))
    yield {
      name: `rulings: ${name}`,
      expected: result,
      found: () => {
        const attached = {
          ...(next ? { next: policyIn(lib, next).policy } : {}),
          ...(book ? { book: lib.parseBookChange(lib.canonicalText(book)) } : {}),
          ...(payment ? { payment: { id: intentIn(lib, payment).id, text: lib.canonicalText(payment) } } : {}),
        };
        const known = { ...factsFrom(facts), ...(facts.spendings ? { spent: spentIn(lib, facts) } : {}) };
        return lib.evaluate(policyIn(lib, policy).policy, intentIn(lib, intent), approvals, known, attached);
      },
    };
  type Imagined = Named & { policy: Document; transaction: SimulatedTransaction; result: unknown };
  for (const { name, policy, transaction, result } of readVectors<Imagined[]>('transactions'))
    yield {
      name: `transactions: ${name}`,
      expected: result,
      found: () => {
        const { subject, known } = lib.simulate(transaction);
        return lib.outcomeOf(policyIn(lib, policy).policy, subject, known);
      },
    };
}

function spentIn(lib: Library, { spendings = [], now = 0 }: KnownFacts) {
  const counted = lib.createSpendings();
  for (const { units, cents, ...rest } of spendings)
    counted.add({ ...rest, units: BigInt(units), cents: cents === undefined ? undefined : BigInt(cents) });
  return lib.spentFrom(counted, now);
}

function* steps(lib: Library): Generator<Entry> {
  type Step = Named & { current: Document; next: Document };
  const both = ({ current, next }: Step) => [policyIn(lib, current).policy, policyIn(lib, next).policy] as const;
  for (const step of readVectors<(Step & { problems: string[] })[]>('changes'))
    yield { name: `changes: ${step.name}`, expected: step.problems, found: () => lib.checkPolicyChange(...both(step)) };
  for (const step of readVectors<(Step & { tightening: boolean; touched: string })[]>('steps'))
    yield {
      name: `steps: ${step.name}`,
      expected: [step.tightening, step.touched],
      found: () => [lib.isTightening(...both(step)), lib.touchedOps(...both(step)).join()],
    };
}

function* books(lib: Library): Generator<Entry> {
  interface Books {
    readonly deployment: string;
    readonly at: number;
    readonly coolingHours: number;
    readonly changes: (Named & { change: BookChange; problem: string; hash: string })[];
    readonly payments: (Named & { chain: string; contract: string; output: Output; at: number; good: boolean })[];
  }
  const { deployment, at, coolingHours, changes, payments } = readVectors<Books>('book');
  let book = lib.emptyBook;
  for (const { name, change, problem, hash } of changes) {
    const read = lib.parseBookChange(lib.canonicalText(change));
    const after = lib.applyBookChange(book, read, deployment, at);
    if (typeof after !== 'string') book = after;
    const told = [typeof after === 'string' ? after : '', lib.bookHash(read)];
    yield { name: `book: ${name}`, expected: [problem, hash], found: () => told };
  }
  for (const { name, chain, contract, output, at: when, good } of payments) {
    const intent = { kind: 'transfer', chain, asset: { contract } } as Intent;
    yield {
      name: `book: ${name}`,
      expected: good,
      found: () => lib.isListedAt(book, intent, output, coolingHours, when),
    };
  }
  type Held = Named & {
    versions: { at: number; book: BookRules }[];
    held: GraceRules[];
    moments: (BookInForce & { at: number })[];
    payable: { since: number; from: number }[];
  };
  for (const { name, versions, held, moments, payable } of readVectors<Held[]>('held'))
    yield {
      name: `held: ${name}`,
      expected: [held, moments, payable],
      found: () => heldIn(lib, versions, moments, payable),
    };
}

function heldIn(
  lib: Library,
  versions: readonly { readonly at: number; readonly book: BookRules }[],
  moments: readonly { readonly at: number }[],
  payable: readonly { readonly since: number }[],
) {
  const last = versions.at(-1)?.book;
  if (!last) throw new Error('no versions');
  const held = versions.slice(1).reduce<readonly GraceRules[]>((before, { at, book }, i) => {
    const from = versions[i]?.book ?? book;
    return lib.graceAfter(before, from, book, at);
  }, []);
  return [
    held,
    moments.map(({ at }) => ({ at, ...lib.bookInForce(last, held, at) })),
    payable.map(({ since }) => ({ since, from: lib.payableFrom(since, last, held) })),
  ];
}

/** Everything that was ever signed or judged, beside what was found then. */
export function* corpus(lib: Library): Generator<Entry> {
  for (const part of [documents, refusals, signatures, judgements, steps, books]) yield* part(lib);
}
