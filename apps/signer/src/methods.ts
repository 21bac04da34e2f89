import { randomUUID } from 'node:crypto';
import { attachmentName, checkQuotes, intentKinds, policyLimits, type SignedQuote } from '@holdfast/policy';
import { attestAddress } from './addresses.ts';
import type { AdmissionRequest } from './admission/types.ts';
import type { Approvals } from './approvals.ts';
import { anyText, anything, type Check, hexBytes, integer, list, object, optional, patterns, text } from './check.ts';
import { closeIntent } from './closing.ts';
import { policyInForce, type SignerContext } from './context.ts';
import { assetOf, health } from './describe.ts';
import { openPayments, settlePayments } from './earlier.ts';
import { errorReply, refuse } from './errors.ts';
import type { Feed } from './feed.ts';
import { freezeForServer } from './freeze.ts';
import { applyChange, readyFor } from './governance.ts';
import { clearance, type KeyMaterial } from './key-material.ts';
import { admittedKinds, purposeOf } from './kinds/index.ts';
import { logFailure, namesIn } from './log.ts';
import { quote } from './rules/quotes.ts';
import { relayFields } from './signing/relay.ts';
import type { Signing } from './signing/signing.ts';
import type { Attachments } from './state/entries.ts';
import { statement } from './statements.ts';
import type { Witness } from './witness.ts';

const documentText = anyText(262_144);
const intentText = anyText(policyLimits.intentBytes);
/** Of a payment that holds its rows; admission holds each kind to its own (`sizeAndSchema`). */
const anyIntentText = anyText(policyLimits.batchBytes);
const documented = intentKinds.flatMap((kind) => {
  const name = attachmentName(kind);
  return name ? [{ kind, name }] : [];
});
/** Both names are taken: what is attached, and the kind of intent it is attached to. */
const attachments = object(
  Object.fromEntries(documented.flatMap(({ kind, name }) => [kind, name].map((key) => [key, optional(documentText)]))),
);
const approvals = list(anything, 200);
const quotes: Check<SignedQuote[]> = (value, at) => {
  try {
    return checkQuotes(value);
  } catch {
    throw refuse('badRequest', at);
  }
};

function attached(given: ReturnType<typeof attachments> | undefined): Attachments {
  const found = documented.flatMap(({ kind, name }) => {
    const text = given?.[name] ?? given?.[kind];
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found);
}

const statements = list(statement, 20);
const none = object({});
const shapes = {
  close: object({ intent: anyIntentText }),
  settle: object({ intents: list(text(patterns.uuid), 100) }),
  announce: object({
    intent: anyIntentText,
    attachments: optional(attachments),
    remark: optional(anyText(2_000)),
    quotes: optional(quotes),
  }),
  announceAll: object({ announcements: list(anything, 32) }),
  asset: object({ chain: text(patterns.chain), contract: text(/^[\x21-\x7e]{0,128}$/) }),
  quote: object({ assets: list(object({ chain: text(patterns.chain), contract: text(/^[\x21-\x7e]{0,128}$/) }), 50) }),
  approvals: object({ id: text(patterns.uuid) }),
  decision: object({ approval: anything }),
  events: object({ after: integer(0, Number.MAX_SAFE_INTEGER), waitMs: optional(integer(0, 25_000)) }),
  address: object({ chain: text(patterns.chain), path: text(patterns.path), keyGroup: optional(text(patterns.group)) }),
  signOpen: object({
    session: text(patterns.uuid),
    intent: anyIntentText,
    attachments: optional(attachments),
    approvals,
    plan: anything,
    parties: list(text(patterns.party), 20),
    quotes: optional(quotes),
  }),
  signStep: object({ session: text(patterns.uuid), ...relayFields }),
  witness: object({
    checkpoint: anyText(4_096),
    from: integer(0, Number.MAX_SAFE_INTEGER),
    proof: list(hexBytes(32, 32), 64),
  }),
  freeze: object({ by: anyText(100), reason: anyText(500) }),
  grant: object({ intent: intentText, request: documentText, approvals }),
  granted: object({ id: text(patterns.uuid) }),
  clear: object({ id: text(patterns.uuid), nonce: text(patterns.hex32) }),
  take: object({ id: text(patterns.uuid), clearances: list(clearance, 20) }),
};
const changeFields = { intent: intentText, approvals, standings: optional(statements) };

export interface Parts {
  readonly ctx: SignerContext;
  readonly approvals: Approvals;
  readonly feed: Feed;
  readonly signing: Signing;
  readonly witness: Witness;
  readonly keyMaterial: KeyMaterial;
}

type Method = (params: unknown, peer: string) => unknown;

const method =
  <T>(shape: Check<T>, run: (params: T, peer: string) => unknown): Method =>
  (params, peer) =>
    run(shape(params ?? {}, 'params'), peer);

/** `KIND.ready` and `KIND.apply` of whatever every signer takes over; the document stands under the name it always travels under. */
const changeMethods = (ctx: SignerContext): Record<string, Method> =>
  Object.fromEntries(
    documented.flatMap(({ kind, name }): [string, Method][] => {
      if (!admittedKinds[kind].change) return [];
      const shape = object({ ...changeFields, [name]: documentText });
      const requestOf = (given: ReturnType<typeof shape>, peer: string): AdmissionRequest => {
        const { intent, approvals: decisions, standings = [], ...document } = given;
        return { peer, purpose: kind, intent, attachments: document, approvals: decisions, standings };
      };
      return [
        [`${kind}.ready`, method(shape, (given, peer) => readyFor(ctx, requestOf(given, peer)))],
        [`${kind}.apply`, method(shape, (given, peer) => applyChange(ctx, requestOf(given, peer)))],
      ];
    }),
  );

/** Many of one method in one message: an answer for each in their order, since what one is refused for says nothing of the others. */
async function eachAnswered(ctx: SignerContext, run: Method, all: readonly unknown[], peer: string) {
  const answer = async (params: unknown): Promise<unknown> => {
    try {
      return await run(params, peer);
    } catch (error) {
      logFailure(ctx.log, namesIn(params), error);
      return errorReply(error);
    }
  };
  return { answers: await Promise.all(all.map(answer)) };
}

/** What the server may ask over the channel. */
export function createMethods({
  ctx,
  approvals: waiting,
  feed,
  signing,
  witness,
  keyMaterial,
}: Parts): (name: string, params: unknown, peer: string) => Promise<unknown> {
  const boot = randomUUID();
  const announce = method(shapes.announce, async ({ intent, attachments: given, remark, quotes: said = [] }) => {
    await waiting.announce({ intent, attachments: attached(given), remark: remark ?? '', quotes: said });
    return {};
  });
  const methods: Readonly<Record<string, Method>> = {
    health: method(none, () => health(ctx, boot)),
    policy: method(none, () => ({ document: policyInForce(ctx).text, approvals: policyInForce(ctx).approvals })),
    announce,
    announceAll: method(shapes.announceAll, ({ announcements }, peer) =>
      eachAnswered(ctx, announce, announcements, peer),
    ),
    // What was refused, or otherwise decided, at another signer: only the member's own signature makes it a decision.
    refuse: method(shapes.decision, async ({ approval }) => {
      await waiting.refuse(approval);
      return {};
    }),
    decided: method(shapes.decision, async ({ approval }) => {
      await waiting.submit(approval);
      return {};
    }),
    approvals: method(shapes.approvals, ({ id }) => ({ approvals: waiting.view(id).approvals })),
    events: method(shapes.events, ({ after, waitMs }) => feed.events(after, waitMs ?? 0)),
    address: method(shapes.address, ({ chain, path, keyGroup }) => attestAddress(ctx, chain, path, keyGroup)),
    asset: method(shapes.asset, ({ chain, contract }) => assetOf(ctx, chain, contract)),
    quote: method(shapes.quote, ({ assets }) => quote(ctx, assets)),
    witness: method(shapes.witness, (request) => witness.sign(request)),
    freeze: method(shapes.freeze, ({ by, reason }) => freezeForServer(ctx, by, reason)),
    close: method(shapes.close, ({ intent }) => closeIntent(ctx, signing, intent)),
    settle: method(shapes.settle, ({ intents }) => settlePayments(ctx, intents)),
    open: method(none, () => openPayments(ctx)),
    'sign.open': method(shapes.signOpen, ({ session, attachments: given, ...rest }, peer) => {
      const request: AdmissionRequest = {
        ...rest,
        peer,
        purpose: purposeOf(rest.intent),
        attachments: attached(given),
      };
      return signing.open(session, request);
    }),
    'sign.step': method(shapes.signStep, ({ session, ...input }) => signing.step(session, input)),
    'export.grant': method(shapes.grant, ({ intent, request, approvals: given }, peer) =>
      keyMaterial.grant({ peer, purpose: 'export', intent, attachments: { export: request }, approvals: given }),
    ),
    'export.open': method(shapes.granted, ({ id }) => keyMaterial.open(id)),
    'export.clear': method(shapes.clear, ({ id, nonce }, peer) => keyMaterial.clear(id, nonce, peer)),
    'export.take': method(shapes.take, ({ id, clearances }, peer) => keyMaterial.take(id, clearances, peer)),
    ...changeMethods(ctx),
  };
  return async (name, params, peer) => {
    const run = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!run) throw refuse('badRequest', `method ${name.slice(0, 64)}`);
    return run(params, peer);
  };
}
