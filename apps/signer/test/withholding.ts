import { type ConflictKey, familyOf } from '@holdfast/chains';
import { bodyOf, type Intent, intentDigestHex, intentText } from '@holdfast/policy';
import { namedAddress, startSlate } from '@holdfast/testkit/chain';
import { admit } from '../src/admission/admit.ts';
import type { Draft, Step } from '../src/admission/types.ts';
import { createChildKeys } from '../src/children.ts';
import { type EarlierPayment, earlierOf } from '../src/earlier.ts';
import { Refusal } from '../src/errors.ts';
import { apply } from '../src/state/apply.ts';
import type { ConflictClass, Decision, Entry, NewEntry } from '../src/state/entries.ts';
import { accountOf, deedOf } from '../src/state/open.ts';
import { emptyState, type SignerState } from '../src/state/state.ts';
import { createVerify } from '../src/verdicts.ts';
import { payment } from './scenario.ts';

/**
 * A model of what a hostile server can do with signatures: two signers (their own steps and state, without the threshold protocol), members who ask for a
 * payment again when they are told that it failed, and a chain. Every payment that both signers let go is in the server's hands for ever.
 */
interface Tx {
  readonly intent: Intent;
  readonly key: ConflictKey;
}

/** A chain that takes what conflicts with nothing that it took, as the real ones of its model do. */
export interface ModelChain {
  readonly asks: (n: number) => Pick<Intent, 'chain' | 'conflict' | 'path' | 'from'>;
  /** What a plan may choose: a nonce, or coins. `salt` is any number. */
  readonly keyOf: (salt: number) => ConflictKey;
  readonly broadcast: (tx: Tx) => void;
  readonly mine: () => void;
  /** Ids of the intents whose transactions are in blocks; one that is there twice, twice. */
  readonly mined: () => readonly string[];
  /** What can be mined next, in the place of these as far as one transaction can. */
  readonly next: (replaces: readonly ConflictClass[]) => ConflictKey;
  /** The chain's own clock, where it has one. */
  readonly tick?: (now: number) => void;
  /** When a transaction dies, where they do. */
  readonly untilOf?: (key: ConflictKey) => number | undefined;
  /** Is what it cannot do without used up? Then it is mined already or never will be. */
  readonly isOver: (made: ConflictClass) => boolean;
}

const account = namedAddress('withholding');
/** The made-up chain of the test kit. */
export function slateModel(): ModelChain {
  const slate = startSlate();
  const { ledger, chain } = slate;
  const keyOf = (nonce: number): ConflictKey => ({ family: 'slate', chain: chain.id, account, nonce: String(nonce) });
  slate.give(account, 1_000_000n);
  slate.mine();
  const sent = () => ledger.blocks.flatMap(({ entries }) => entries).filter(({ nonce }) => nonce !== undefined);
  return {
    asks: () => ({ chain: chain.id, conflict: 'slate-turn', path: 'm/7010/7/0/0', from: account }),
    keyOf: (salt) => keyOf(sent().length + (salt % 3)),
    broadcast: ({ intent, key }) => {
      const nonce = BigInt('nonce' in key ? key.nonce : 0);
      const to = intent.outputs[0]?.address ?? '';
      ledger.waiting.push({ txid: intent.id, nonce, fee: 1n, from: account, to, contract: '', amount: 1n });
    },
    mine: () => slate.mine(),
    mined: () => sent().map(({ txid }) => txid),
    next: () => keyOf(sent().length),
    isOver: (made) => 'lane' in made && Number(made.lane.split('|').at(-1)) < sent().length,
  };
}

/** Coins: a transaction is taken when none of its inputs is spent. */
export function coinModel(): ModelChain {
  const spent = new Set<string>();
  const [pool, blocks]: [Tx[], string[]] = [[], []];
  const chain = 'bitcoin:regtest';
  const outpoint = (n: number): string => `${String(n % 5).repeat(64)}:0`;
  const keyOf = (outpoints: readonly string[]): ConflictKey => ({ family: 'bitcoin', chain, outpoints });
  const inputsOf = ({ key }: Tx): readonly string[] => ('outpoints' in key ? key.outpoints : []);
  let fresh = 0;
  return {
    asks: () => ({ chain, conflict: 'bitcoin-inputs', path: 'm/0/7/0/0', from: payment('bitcoin').from }),
    keyOf: (salt) => keyOf([...new Set([outpoint(salt), outpoint(salt >> 3)])]),
    broadcast: (tx) => void pool.push(tx),
    mine: () => {
      for (const tx of pool.splice(0)) {
        if (inputsOf(tx).some((input) => spent.has(input))) continue;
        for (const input of inputsOf(tx)) spent.add(input);
        blocks.push(tx.intent.id);
      }
    },
    mined: () => blocks,
    isOver: (made) => 'fixed' in made && made.fixed.some((input) => spent.has(input.slice(chain.length + 1))),
    next: (replaces) => {
      const shared = replaces.flatMap((made) => ('fixed' in made ? made.fixed.slice(0, 1) : []));
      return keyOf([
        ...new Set(shared.map((input) => input.slice(chain.length + 1))),
        `${'f'.repeat(56)}${String(fresh++).padStart(8, '0')}:0`,
      ]);
    },
  };
}

/** Each transaction stands for itself: it is taken once, before its time is over. Of two of them both are. */
export function dyingModel(): ModelChain {
  const [family, chain, from] = ['tron', 'tron:nile', 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8'];
  const untils = new Map<string, number>();
  const taken = new Set<string>();
  const blocks: string[] = [];
  let time = 0;
  const placeOf = (key: ConflictKey): string => ('place' in key ? key.place : '');
  const fresh = (minutes: number): ConflictKey => {
    const place = untils.size.toString(16).padStart(64, '0');
    untils.set(place, time + minutes * 60_000);
    return { family, chain, account: from, place };
  };
  const lives = (key: ConflictKey): boolean => time < (untils.get(placeOf(key)) ?? 0);
  return {
    asks: () => ({ chain, conflict: 'tron-expiry', path: 'm/195/7/0/0', from }),
    // Of every four one is offered once more.
    keyOf: (salt) => {
      const last = [...untils.keys()].at(-1);
      return salt % 4 === 0 && last !== undefined
        ? { family, chain, account: from, place: last }
        : fresh(1 + (salt % 10));
    },
    tick: (now) => {
      time = now;
    },
    untilOf: (key) => untils.get(placeOf(key)),
    // Mined within seconds.
    broadcast: ({ intent, key }) => {
      if (!lives(key) || taken.has(placeOf(key))) return;
      taken.add(placeOf(key));
      blocks.push(intent.id);
    },
    mine: () => undefined,
    mined: () => blocks,
    next: () => fresh(5),
    isOver: (made) => 'place' in made && time >= made.until,
  };
}

/** Of each turn of an account one transaction is taken, in their order, and before the time that it names is over. */
export function turnModel(): ModelChain {
  const [family, chain, from] = ['ton', 'ton:-31337', 'UQACAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICArMS'];
  type Turn = Extract<ConflictKey, { nonce: string }> & { readonly until: number };
  const isTurn = (key: ConflictKey): key is Turn => 'until' in key;
  let [time, pool]: [number, { readonly id: string; readonly key: Turn }[]] = [0, []];
  const blocks: string[] = [];
  const turn = (ahead: number, minutes: number): Turn => {
    const nonce = String(blocks.length + ahead);
    return { family, chain, account: from, nonce, until: time + minutes * 60_000 };
  };
  const mine = (): void => {
    pool = pool.filter(({ key }) => time < key.until);
    const now = () => pool.find(({ key }) => Number(key.nonce) === blocks.length);
    for (let taken = now(); taken; taken = now()) blocks.push(taken.id);
  };
  let last: Turn | undefined;
  return {
    asks: () => ({ chain, conflict: 'ton-seqno', path: 'm/607/7/0/0', from }),
    // Of every four one is offered once more.
    keyOf: (salt) => {
      if (salt % 4 > 0 || last === undefined) last = turn(Math.max(0, (salt % 6) - 3), 5 + 5 * (salt % 7));
      return last;
    },
    tick: (now) => {
      time = now;
    },
    untilOf: (key) => (isTurn(key) ? key.until : undefined),
    // Mined within seconds, once it is its turn.
    broadcast: ({ intent: { id }, key }) => {
      if (isTurn(key)) pool.push({ id, key });
      mine();
    },
    mine,
    mined: () => blocks,
    next: () => turn(0, 5),
    isOver: (made) =>
      'lane' in made && (Number(made.lane.split('|').at(-1)) < blocks.length || time >= (made.until ?? 0)),
  };
}

const seconds = 1_000;
const lifeMs = 600 * seconds;
/** How far the members wait beyond the end of a payment before they agree to it once more. */
const patienceMs = 60 * seconds;

export interface ModelSigner {
  /** Ahead of the true time by so much. */
  readonly skewMs: number;
  readonly journal: Entry[];
  state: SignerState;
}

/** One installation, and what has happened to it. */
export function withholding(chain: ModelChain, steps: readonly Step[], skewsMs: readonly number[]) {
  const signers: ModelSigner[] = skewsMs.map((skewMs) => ({ skewMs, journal: [], state: emptyState() }));
  const intents: Intent[] = [];
  const approved = new Set<string>();
  /** By signer and intent, what was decided there. */
  const decided = new Map<string, ConflictKey[]>();
  const [childKey, verify] = [createChildKeys(), createVerify()];
  let now = 1_800_000_000_000;
  chain.tick?.(now);

  const clockOf = ({ skewMs }: ModelSigner): number => now + skewMs;
  function write(signer: ModelSigner, entry: NewEntry): void {
    const dated = { ...entry, at: clockOf(signer) };
    apply(signer.state, dated, signer.journal.push(dated) - 1);
  }
  const placeOf = (signer: ModelSigner, { id }: Intent): string => `${signers.indexOf(signer)} ${id}`;
  const isRunning = (signer: ModelSigner, { expires }: Intent): boolean => clockOf(signer) < Number(expires);
  const isClosed = ({ state }: ModelSigner, { id }: Intent): boolean => state.closed.has(id);

  /** Asks for a payment for some purpose, which is its payee; '' is a payment to the sub-wallet itself. */
  function ask(purpose: string): Intent {
    const made = chain.asks(intents.length);
    const path = purpose === '' ? made.path : '';
    const outputs = [{ address: purpose || made.from, amount: '1', memo: '', entry: '', path }];
    const times = { created: String(now - 1), notBefore: String(now - 120 * seconds), expires: String(now + lifeMs) };
    const intent = payment('evm', { ...made, outputs, ...times });
    intents.push(intent);
    return intent;
  }
  /** The payment of each attempt at one. */
  const firstOf = new Map<string, Intent>();
  const paymentOf = (id: string): string => firstOf.get(id)?.id ?? id;
  /** Asks that the place of a payment is taken: by that once more, or by nothing. */
  function again(first: Intent, kind: 'speedup' | 'drop'): Intent {
    const own = [{ address: first.from, amount: '0', memo: '', entry: '', path: first.path }];
    const asked = [...firstOf].filter(([, { id }]) => id === first.id).length;
    const intent: Intent = {
      ...ask(first.outputs[0]?.address ?? ''),
      ...{
        kind,
        body: bodyOf(intentText(first)),
        path: first.path,
        from: first.from,
        maxFee: String(BigInt(first.maxFee) + BigInt(asked + 1)),
      },
      ...(kind === 'drop' ? { outputs: own, asset: first.feeAsset } : { outputs: first.outputs }),
    };
    intents[intents.length - 1] = intent;
    firstOf.set(intent.id, first);
    return intent;
  }
  const attached = ({ id }: Intent) => {
    const first = firstOf.get(id);
    return first && { payment: { id: first.id, text: intentText(first) } };
  };
  function announce(signer: ModelSigner, intent: Intent): void {
    if (signer.state.announced.has(intent.id) || !isRunning(signer, intent)) return;
    const attachments = { ...(attached(intent) && { payment: attached(intent)?.payment.text ?? '' }) };
    write(signer, { type: 'announced', intent: intentText(intent), attachments, remark: '' });
  }
  /**
   * Members agree to what they have not agreed to before. What they are told has failed they agree to once more when its time is over, if the page lets
   * them: they go by its words, and look where it sends them.
   */
  function decide(signer: ModelSigner, intent: Intent): boolean {
    const shown = signer.state.announced.get(intent.id);
    if (!shown || !isRunning(signer, intent)) return false;
    if (firstOf.has(intent.id)) return approved.add(intent.id).size > 0;
    const payee = intent.outputs[0]?.address;
    const before = intents.filter(
      ({ id, outputs }) => id !== intent.id && approved.has(id) && outputs[0]?.address === payee,
    );
    if (before.some(({ expires }) => now < Number(expires) + patienceMs)) return false;
    const told = earlierOf(
      { store: { state: signer.state } as never, now: () => clockOf(signer) },
      shown,
      () => false,
    ).earlier;
    const failed = told.filter(
      ({ id, outputs }) => approved.has(id) && outputs.some(({ address }) => address === payee),
    );
    // Nobody is paid twice by what stays where it is.
    const own = intent.outputs[0]?.path !== '';
    if (!own && failed.some((one) => !canAgree(signer, one))) return false;
    approved.add(intent.id);
    return true;
  }
  /** What the words of a page let members do that take the payment told for failed. */
  function canAgree({ state }: ModelSigner, { id, standing }: EarlierPayment): boolean {
    if (standing === 'replaced') return true;
    if (standing === 'exposed' || standing === 'passing' || standing === 'beside') return false;
    // They are sent to the chain: it is not made, and never will be.
    const conflict = state.decided.get(id)?.conflict;
    return conflict !== undefined && chain.isOver(conflict) && !chain.mined().some((one) => isPaidBy(one, id));
  }
  /** Is it that payment, or an attempt at it that pays? */
  const isPaidBy = (one: string, id: string): boolean =>
    paymentOf(one) === paymentOf(id) && intents.find((intent) => intent.id === one)?.kind !== 'drop';
  /** @returns 'admitted' or the code of the refusal */
  async function open(signer: ModelSigner, intent: Intent, key: ConflictKey): Promise<string> {
    if (!approved.has(intent.id) || isClosed(signer, intent) || !isRunning(signer, intent)) return 'not now';
    const until = chain.untilOf?.(key);
    const given: Step = {
      name: 'given',
      check: (_, draft) => {
        const decoded = {
          family: key.family,
          chain: key.chain,
          sources: [],
          outputs: [],
          fee: '0',
          conflict: key,
          sighashes: [],
          plan: {},
          ...(until === undefined ? {} : { until }),
        };
        const known = attached(intent);
        Object.assign(draft, { intent, decoded, ...(known && { attached: known }) });
      },
    };
    const { state } = signer;
    const request = { peer: 'server', purpose: intent.kind, intent: '', attachments: {}, approvals: [] };
    const facts = {
      request,
      state,
      me: '1',
      now: clockOf(signer),
      chains: new Map(),
      familyOf,
      childKey,
      velocity: [],
      feeBudget: [],
      maxBid: [],
      verify,
      callback: undefined,
      codeSeen: async () => 'unseen' as const,
      longestLifeMs: 600_000,
    };
    try {
      const made = await admit(
        [given, ...steps],
        () => facts,
        ({ conflict }: Draft) => conflict,
      );
      if (!made) throw new Error('no class');
      const decision: Decision = {
        id: intent.id,
        digest: intentDigestHex(intent),
        conflict: made,
        workspace: intent.workspace,
        wallet: intent.wallet,
        asset: `${intent.chain}|`,
        amount: '1',
        account: accountOf(intent),
        ...deedOf(intent),
        fee: intent.maxFee,
        ...(firstOf.has(intent.id) && { attemptOf: paymentOf(intent.id) }),
        pays: intent.outputs.map(({ address, amount }) => ({ address, amount })),
        expires: Number(intent.expires),
      };
      write(signer, { type: 'decided', decision, approvals: [], sighashes: [] });
      decided.set(placeOf(signer, intent), [...(decided.get(placeOf(signer, intent)) ?? []), key]);
      keep();
      return 'admitted';
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  }
  function expose(signer: ModelSigner, intent: Intent): void {
    const has = decided.has(placeOf(signer, intent)) && !signer.state.exposed.has(intent.id);
    if (has && isRunning(signer, intent) && !isClosed(signer, intent))
      write(signer, { type: 'exposed', id: intent.id });
    keep();
  }
  function close(signer: ModelSigner, intent: Intent): void {
    if (signer.state.exposed.has(intent.id) || isClosed(signer, intent)) return;
    write(signer, { type: 'closed', id: intent.id, digest: intentDigestHex(intent), expires: Number(intent.expires) });
  }
  function settle(signer: ModelSigner, ids: readonly string[]): void {
    const known = ids.filter((id) => signer.state.exposed.has(id) && !signer.state.open.settled.has(id));
    if (known.length > 0) write(signer, { type: 'settled', ids: known });
  }
  /** Ends and starts again, from the journal alone. */
  function kill(signer: ModelSigner): void {
    signer.state = emptyState();
    for (const [index, entry] of signer.journal.entries()) apply(signer.state, entry, index);
  }
  /** What both let go at one time, where each transaction stands for itself: a session of another than the last goes on no more. */
  const kept = new Map<string, Tx>();
  function keep(): void {
    for (const intent of intents)
      for (const key of decided.get(placeOf(signers[0] as ModelSigner, intent)) ?? [])
        if ('place' in key && signers.every((signer) => isLeaving(signer, intent, key.place)))
          kept.set(`${intent.id} ${key.place}`, { intent, key });
  }
  function isLeaving({ state }: ModelSigner, { id }: Intent, place: string): boolean {
    const bound = state.decided.get(id)?.conflict;
    return state.exposed.has(id) && bound !== undefined && 'place' in bound && bound.place.endsWith(place);
  }
  /** What the server can broadcast: both signers let it go, and had admitted the same transaction. */
  const signed = (): Tx[] => [
    ...kept.values(),
    ...intents.flatMap((intent) => {
      if (!signers.every(({ state }) => state.exposed.has(intent.id))) return [];
      const [one = [], other = []] = signers.map((signer) => decided.get(placeOf(signer, intent)));
      const same = new Set(other.map((key) => JSON.stringify(key)));
      return one.filter((key) => !('place' in key) && same.has(JSON.stringify(key))).map((key) => ({ intent, key }));
    }),
  ];
  return {
    signers,
    intents,
    signed,
    ask,
    again,
    paymentOf,
    announce,
    decide,
    open,
    expose,
    close,
    settle,
    kill,
    wait: (ms: number): void => {
      now += ms;
      chain.tick?.(now);
    },
  };
}
