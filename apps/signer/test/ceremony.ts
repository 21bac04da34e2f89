import type { Hello, Identity } from '@holdfast/channel';
import { pairSetup, provePossession } from '@holdfast/mpc';
import {
  type Approval,
  canonicalText,
  type Intent,
  intentDigest,
  intentText,
  type KeygenRequest,
  type PolicyDocument,
} from '@holdfast/policy';
import {
  addressed,
  ask,
  asked,
  decide,
  genesis,
  keygenIntent,
  type Link,
  type Mail,
  newMember,
  newPolicy,
  type TestMember,
} from '@holdfast/testkit/signer';
import { bytesToHex } from '@noble/hashes/utils.js';
import { possessionContext } from '../src/ceremony/group.ts';
import { type CeremonyResult, createCeremonyParty } from '../src/ceremony/party.ts';
import type { publishedGroup } from '../src/describe.ts';
import { type Outbound, startRelay } from '../src/signing/relay.ts';
import type { KeyGroupPublic } from '../src/state/entries.ts';
import { type Pair, type PairOptions, startPair } from './pair.ts';

export interface CeremonyRun {
  readonly ceremony: string;
  readonly group: KeyGroupPublic;
  /** What the recovery party takes away. */
  readonly kit: CeremonyResult;
  readonly possession: { readonly secp256k1: string; readonly ed25519: string };
}

type Published = ReturnType<typeof publishedGroup>;

interface StepReply {
  readonly outbound: Outbound;
  readonly done: boolean;
  readonly group?: Published;
}

const numbered = <T>(map: ReadonlyMap<string, T>): Map<number, T> =>
  new Map([...map].map(([key, value]) => [Number(key), value]));
const named = <T>(map: ReadonlyMap<number, T>): Map<string, T> =>
  new Map([...map].map(([key, value]) => [String(key), value]));

/** The recovery party as the page plays it. */
function recoveryParty(links: readonly Link[], recovery: Identity, request: KeygenRequest, intent: Intent) {
  const keys = { ...Object.fromEntries(links.map(({ id, keys: own }) => [id, own])), 3: request.recovery };
  const relay = startRelay({ identity: recovery, me: '3', keys, context: intentDigest(intent) });
  let kit: CeremonyResult | undefined;
  return {
    hello: relay.hello,
    kit: () => kit,
    begin(hellos: readonly Hello[]) {
      const session = relay.open(hellos);
      const config = { me: 3, parties: [1, 2, 3], threshold: 2, pairWith: [], pairSetup };
      const party = createCeremonyParty({ ...config, session: session.id });
      const mail = (round: number, out: ReadonlyMap<number, Uint8Array>): Mail[] =>
        relay.send(session, round, named(out)).map((box) => ({ from: '3', ...box }));
      const next = (round: number, inbound: { from: string; box: string }[]): Mail[] => {
        if (kit) return [];
        const step = party.step(numbered(relay.receive(session, round, { inbound }, ['1', '2'])));
        if (!step.done) return mail(round + 1, step.out);
        kit = step.result;
        return [];
      };
      return { first: mail(1, party.start().out), next };
    },
  };
}

/** The owner asks and, being alone, approves; with others, they approve. */
const consent = (intent: Intent, owner: TestMember, others: readonly TestMember[] | undefined): Approval[] =>
  others
    ? [decide(intent, owner, 'initiate'), ...others.map((member) => decide(intent, member, 'approve'))]
    : [decide(intent, owner, 'approve')];

export interface CeremonyOptions {
  readonly approvals?: readonly Approval[];
  /** Members who approve beside the owner who asks. */
  readonly approvedBy?: readonly TestMember[];
  /** Breaks off before this round. */
  readonly stopAt?: number;
}

/** The key group as signers and server hold it. Pages are told no chain code; the recovery party has its own. */
const withChainCodes = (group: Published, kit: CeremonyResult): KeyGroupPublic => ({
  ...group,
  secp256k1: { ...group.secp256k1, chainCode: bytesToHex(kit.secp256k1.chainCode) },
  ed25519: { ...group.ed25519, chainCode: bytesToHex(kit.ed25519.chainCode) },
});

/** Runs a key ceremony as the page does: it is party 3, and carries the boxes between the signers. Stops before `confirm`. */
export async function runCeremony(
  links: readonly Link[],
  policy: PolicyDocument,
  owner: TestMember,
  options: CeremonyOptions = {},
): Promise<CeremonyRun> {
  const { recovery, request, intent } = keygenIntent(policy, owner.member.id);
  const { ceremony } = request;
  const me = recoveryParty(links, recovery, request, intent);
  const approvals = options.approvals ?? consent(intent, owner, options.approvedBy);
  const opening = { intent: intentText(intent), request: canonicalText(request), approvals };
  const opened = await Promise.all(
    links.map((link) => asked<{ hello: Hello }>(ask(link, 'POST', '/api/keygen/open', opening))),
  );
  const hellos = [...opened.map(({ hello }) => hello), me.hello];
  const stepAll = async (body: (link: Link) => object) => {
    const replies = await Promise.all(
      links.map((link) => asked<StepReply>(ask(link, 'POST', '/api/keygen/step', { ceremony, ...body(link) }))),
    );
    const mail = replies.flatMap(({ outbound }, i) => outbound.map((box) => ({ from: links[i]?.id ?? '', ...box })));
    return { replies, mail };
  };
  const { first, next } = me.begin(hellos);
  let { replies, mail } = await stepAll(() => ({ hellos, inbound: [] }));
  mail = [...mail, ...first];
  for (let round = 1; !replies.every(({ done }) => done); round++) {
    if (round === options.stopAt) throw new Error('broken off');
    const current = mail;
    const own = next(round, addressed(current, '3'));
    ({ replies, mail } = await stepAll((link) => ({ inbound: addressed(current, link.id) })));
    mail = [...mail, ...own];
  }
  const [group, kit] = [replies[0]?.group, me.kit()];
  if (!group || !kit || replies[1]?.group?.id !== group.id) throw new Error('the ceremony gave different groups');
  const context = possessionContext(ceremony, group.id);
  const prove = (curve: 'secp256k1' | 'ed25519'): string => bytesToHex(provePossession(kit[curve], context));
  return {
    ceremony,
    group: withChainCodes(group, kit),
    kit,
    possession: { secp256k1: prove('secp256k1'), ed25519: prove('ed25519') },
  };
}

export async function confirm(
  links: readonly Link[],
  { ceremony, possession, kit }: CeremonyRun,
): Promise<KeyGroupPublic> {
  const replies = await Promise.all(
    links.map((link) =>
      asked<{ group: Published }>(ask(link, 'POST', '/api/keygen/confirm', { ceremony, possession })),
    ),
  );
  const [first] = replies;
  if (!first) throw new Error('no signer');
  return withChainCodes(first.group, kit);
}

/** A pair that is set up: a policy, an owner alone, and an active key group. */
export interface Ready {
  readonly pair: Pair;
  readonly owner: TestMember;
  readonly policy: PolicyDocument;
  readonly group: KeyGroupPublic;
}

export async function readyPair(options: PairOptions = {}): Promise<Ready> {
  const pair = await startPair(options);
  const owner = newMember('owner', 'owner');
  const policy = newPolicy(pair, [owner], ['owner']);
  await genesis(pair, policy, owner);
  const group = await confirm(pair.places, await runCeremony(pair.places, policy, owner));
  return { pair, owner, policy, group };
}
