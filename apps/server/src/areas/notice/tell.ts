import { orderStatus, proposalStatus, type SubWalletId, type UserId, type WorkspaceId } from '@holdfast/contract';
import { fromUnits, shortenHash } from '@holdfast/money';
import { parseIntent } from '@holdfast/policy';
import { centsText } from '../../catalog.ts';
import { holds } from '../../http/access.ts';
import { findNftNames, nftsSent, type SentNft } from '../../nfts/service.ts';
import { bumpsOver, isAgain, stakeToldOf } from '../../orders/service.ts';
import { numberOf, type OutboxEvent } from '../../outbox/events.ts';
import { findLabels } from '../../payee-labels.ts';
import type { Turn } from '../todo/service.ts';
import { changeFacts } from './change-facts.ts';
import type { NoticeDeps } from './deps.ts';
import * as queries from './queries.ts';
import { concernedBy, endOf, firstOfOrder } from './rules.ts';
import type { Facts, Telling, Told } from './telling.ts';

type Of<K extends OutboxEvent['kind']> = Extract<OutboxEvent, { kind: K }>;

interface Things {
  readonly chain: string;
  readonly workspaceId: WorkspaceId;
  readonly all: readonly SentNft[];
}
/** How many NFTs, of which collection, and which number where it is one; nothing where there are none. */
async function nftFacts({ db }: NoticeDeps, { chain, workspaceId, all }: Things): Promise<Facts> {
  const [first] = all;
  if (!first) return {};
  const named = await findNftNames(db, workspaceId, [{ ...first, chain }]);
  const count = all.reduce((sum, { amount }) => sum + amount, 0n);
  const isOne = all.every(({ contract }) => contract === first.contract);
  return {
    nfts: String(count),
    ...(isOne ? { collection: named({ ...first, chain }).collection || shortenHash(first.contract) } : {}),
    ...(all.length === 1 ? { number: String(first.tokenId) } : {}),
  };
}

/** What a sentence says of something that is to be decided. */
async function factsOf(deps: NoticeDeps, { thing, document }: Turn): Promise<Facts> {
  const { db, catalog } = deps;
  const nameOf = (id: string) => document.members.find((member) => member.id === id)?.name ?? id;
  const { row } = thing;
  const by = nameOf(row.initiator);
  if (thing.source === 'proposal')
    return { ...(await changeFacts(db, thing)), by, change: String(thing.row.item_type) };
  const {
    amount,
    decimals,
    symbol,
    address_to,
    outputs,
    batch_name,
    memo,
    chain,
    workspace_id,
    sub_wallet_id,
    asset_id,
  } = thing.row;
  const deed = stakeToldOf(thing.row)?.kind;
  const wallet = await queries.walletName(db, sub_wallet_id);
  const labelOf = await findLabels(db, workspace_id, [address_to]);
  const cents = catalog.centsOf(asset_id, amount);
  return {
    ...{ by, amount: fromUnits(amount, decimals), symbol, wallet },
    ...(cents === null ? {} : { worth: centsText(cents) }),
    ...(outputs.length > 1
      ? { payees: String(outputs.length), ...(batch_name === '' ? {} : { batch: batch_name }) }
      : { payee: labelOf({ chain, address: address_to, memo }) || shortenHash(address_to) }),
    ...(deed ? { deed } : {}),
    ...(await nftFacts(deps, { chain, workspaceId: workspace_id, all: nftsSent(thing.row) })),
  };
}

/** Whom the signer's page is to offer as the one who signs. */
const forReader = (url: string, member: string): string =>
  url.includes('?') ? `${url}&${new URLSearchParams({ for: member })}` : url;

/** What is signed is made with the request, but for what is made anew under rules, or an address book, that came into force since. The inbox tells it by the shorter term (`todo/rules.ts`). */
const madeWithinMs = 5_000;
const isAskedAgain = ({ row }: Turn['thing']): boolean =>
  Number(parseIntent(row.intent).created) - row.created_at.getTime() > madeWithinMs;

/**
 * What waits for whoever asked, who does not know it: whoever came by an invitation is asked for in the name of the one who invited, and what the rules of
 * now have asked for anew is to be signed once more. The event that says so; undefined where they know.
 */
function unseen({
  thing,
  awaitsInitiator,
}: Turn): 'proposal.joined' | `${'order' | 'proposal'}.askedAgain` | undefined {
  if (!awaitsInitiator) return undefined;
  if (thing.source === 'proposal' && thing.row.subject.action === 'add') return 'proposal.joined';
  return isAskedAgain(thing) ? `${thing.source}.askedAgain` : undefined;
}

/** Whose turn it is, each with the way to their decision; nobody, as long as no signer's page has it. */
export async function askedOf(
  deps: NoticeDeps,
  { workspaceId, object }: { readonly workspaceId: WorkspaceId; readonly object: string },
  turn: Turn,
): Promise<Telling[]> {
  const { thing } = turn;
  const event = unseen(turn);
  const asked = [...turn.deciders, ...(event ? [thing.row.initiator] : [])];
  if (thing.row.announced_at === null || asked.length === 0) return [];
  const told = await factsOf(deps, turn);
  const members = await queries.usersOf(deps.db, workspaceId, asked);
  return members.map(({ user_id: userId, member_id }) => ({
    workspaceId,
    userId,
    kind: 'decide',
    event: event ?? `${thing.source}.asked`,
    object,
    round: thing.row.digest,
    subWalletId: thing.source === 'order' ? thing.row.sub_wallet_id : null,
    facts: { ...told, url: forReader(turn.urlFor(member_id), member_id) },
  }));
}

/** Those who asked or approved are told how it ended. */
async function tellEnd(
  deps: NoticeDeps,
  { object, data, kind, workspace_id: workspaceId }: Of<'order' | 'proposal'>,
  turn: Turn,
): Promise<Telling[]> {
  const { thing, approved, document } = turn;
  const event = endOf(kind, data.status, data.sub);
  // A line of a timeline may come after the end of it.
  if (!event || workspaceId === null || data.sub === 'approve' || data.sub === 'announced') return [];
  // How a payment ended is told once, of the payment; how a batch did, of the batch.
  if (thing.source === 'order' && (isAgain(thing.row) || thing.row.batch_of !== null)) return [];
  if (data.sub === 'payment_over' || (thing.source === 'order' && thing.row.raises !== null && data.sub === 'final'))
    return [];
  const told = await factsOf(deps, turn);
  const members = await queries.usersOf(deps.db, workspaceId, concernedBy(thing.row.initiator, approved, data.actor));
  const actor = document.members.find(({ id }) => id === data.actor)?.name ?? '';
  const subWalletId = thing.source === 'order' ? thing.row.sub_wallet_id : null;
  const refusal = event.endsWith('.refused') ? turn.reasonOf(data.actor) : '';
  const facts = { ...told, actor, ...(refusal === '' ? {} : { refusal }) };
  return members.map(({ user_id: userId }) => ({
    ...{ workspaceId, userId, kind: 'outcome', event, object, round: '', subWalletId, facts },
  }));
}

/** What was found for events that are carried together: they have all happened, so for those of one thing it is the same. */
export interface Found {
  readonly turns: ReadonlyMap<string, Turn>;
  /** Those of which everybody whose turn it is was asked; for all others it is settled. */
  readonly asked: Map<string, queries.StillAsked>;
}

type OfThing = Of<'order' | 'proposal'>;
/** Nobody hears of what lies between: signing, sending, blocks. */
function isTold(event: OutboxEvent): event is OfThing & { readonly workspace_id: WorkspaceId } {
  if ((event.kind !== 'order' && event.kind !== 'proposal') || event.workspace_id === null) return false;
  const { kind, data } = event;
  if (kind === 'order' && data.sub === firstOfOrder) return false;
  const open = data.status === (kind === 'order' ? orderStatus.awaitingApproval : proposalStatus.open);
  const moved = data.sub === 'approved' || data.status === proposalStatus.applying;
  return open || moved || isOfBumps(event) || endOf(kind, data.status, data.sub) !== undefined;
}
const isOfBumps = ({ kind, data }: OfThing): boolean => kind === 'order' && data.sub === bumpsOver;

/** Reads what the events are about, all of a workspace together. */
export async function find(deps: NoticeDeps, events: readonly OutboxEvent[]): Promise<Found> {
  const told = events.filter(isTold);
  const groups = [...Map.groupBy(told, ({ workspace_id, kind }) => `${workspace_id} ${kind}`).values()];
  const read = async ([first, ...more]: readonly (typeof told)[number][]) => {
    if (!first) return [];
    const ids = new Set([first, ...more].map(numberOf));
    const turns = await deps.todos.turns(first.workspace_id, first.kind, [...ids]);
    return [...turns].map(([id, turn]) => [`${first.kind}:${id}`, turn] as const);
  };
  return { turns: new Map((await Promise.all(groups.map(read))).flat()), asked: new Map() };
}

/** To those who may ask for a higher fee: a payment waits for a block, and nothing more is done by itself. */
async function ofBumps(deps: NoticeDeps, { object, id, workspace_id: workspaceId }: Of<'order'>, turn: Turn) {
  const { row } = turn.thing;
  if (turn.thing.source !== 'order' || workspaceId === null) return [];
  const { sub_wallet_id: subWalletId } = turn.thing.row;
  const facts = await factsOf(deps, turn);
  const members = await queries.memberships(deps.db, { workspaceId });
  return members
    .filter((member) => holds(member, 'withdraw.create', subWalletId))
    .map(
      ({ user_id: userId }): Telling => ({
        ...{ workspaceId, userId, kind: 'remind', event: 'order.waits', object, round: `${row.digest} ${id}` },
        ...{ subWalletId, facts },
      }),
    );
}

async function ofThing(deps: NoticeDeps, event: OfThing, { turns, asked }: Found): Promise<Telling[]> {
  const turn = isTold(event) ? turns.get(event.object) : undefined;
  const { object, workspace_id: workspaceId } = event;
  if (!turn || workspaceId === null) return [];
  if (event.kind === 'order' && isOfBumps(event)) return ofBumps(deps, event, turn);
  const askers = asked.has(object) ? [] : await askedOf(deps, { workspaceId, object }, turn);
  if (!asked.has(object)) asked.set(object, { workspaceId, object, still: askers.map(({ userId }) => userId) });
  return [...askers, ...(await tellEnd(deps, event, turn))];
}

/** For everybody of the workspace, or of all of them where it is of none. */
async function everybody({ db }: NoticeDeps, workspaceId: WorkspaceId | null, told: Told): Promise<Telling[]> {
  const members = await queries.memberships(db, { workspaceId });
  return members.map(({ user_id: userId, workspace_id }) => ({ ...told, userId, workspaceId: workspace_id }));
}

async function ofDeposit(deps: NoticeDeps, event: Of<'deposit'>): Promise<Telling[]> {
  if (event.data.sub !== 'credited') return [];
  const found = await queries.findDeposit(deps.db, numberOf(event));
  if (!found) return [];
  const { amount, decimals, symbol, wallet, sub_wallet_id: subWalletId, worth_cents: cents } = found;
  const worth = cents === null ? {} : { worth: centsText(cents) };
  const facts = { amount: fromUnits(amount, decimals), symbol, wallet, ...worth };
  // A reorganisation may take it back and credit it anew: that is told again.
  const told = { kind: 'deposit', event: 'deposit.credited', object: event.object, subWalletId, facts } as const;
  return everybody(deps, event.workspace_id, { ...told, round: String(event.id) });
}

/** Of NFTs that came in: they are told as deposits are, and are worth nothing that one could tell. */
async function ofNft(deps: NoticeDeps, event: Of<'nft'>): Promise<Telling[]> {
  const came = await queries.findNftsCome(deps.db, numberOf(event));
  const [first] = came;
  if (!first || event.workspace_id === null) return [];
  const { chain, wallet, sub_wallet_id: subWalletId } = first;
  const all = came.map(({ contract, token_id: tokenId, amount }) => ({ contract, tokenId, amount }));
  const facts = { wallet, ...(await nftFacts(deps, { chain, workspaceId: event.workspace_id, all })) };
  const told = { kind: 'deposit', event: 'nft.received', object: event.object, subWalletId, facts } as const;
  return everybody(deps, event.workspace_id, { ...told, round: String(event.id) });
}

const ofSafety = (deps: NoticeDeps, { id, object, data, workspace_id }: Of<'safety'>): Promise<Telling[]> => {
  const { action: event, detail } = data;
  const facts = { ...detail, what: object };
  return everybody(deps, workspace_id, { kind: 'safety', event, object, round: String(id), subWalletId: null, facts });
};

/** To the person alone, in each workspace that they are a member of. */
async function ofLogin({ db }: NoticeDeps, event: Of<'login'>): Promise<Telling[]> {
  const userId = numberOf(event) as UserId;
  const { network, detail } = event.data;
  const facts = { network, device: detail.device ?? '' };
  const members = await queries.memberships(db, { workspaceId: null, userId });
  return members.map(({ workspace_id: workspaceId }) => ({
    workspaceId,
    userId,
    kind: 'login',
    event: 'login.new',
    object: event.object,
    round: String(event.id),
    subWalletId: null,
    facts,
  }));
}

/** What becomes of a reset, by what the log calls it. */
const resets: Readonly<Record<string, string>> = {
  'account.askReset': 'asked',
  'account.stopReset': 'stopped',
  'account.resetPassword': 'done',
  'account.resetAuthenticator': 'done',
};
const ownChanges: Readonly<Record<string, string>> = {
  'account.changePassword': 'account.password',
  'account.changeAuthenticator': 'account.authenticator',
};

/** A reset is told to everybody: it may be an attack, and any of them may know. What people change themselves is told to them alone, wherever they are members. */
async function ofAccount({ db }: NoticeDeps, found: Of<'account'>): Promise<Telling[]> {
  const { id, object, workspace_id: workspaceId, data } = found;
  const { action, detail, network } = data;
  const step = resets[action];
  const told = { object, round: String(id), subWalletId: null };
  if (step && workspaceId !== null) {
    const members = await queries.memberships(db, { workspaceId });
    const until = detail.until?.slice(0, 16).replace('T', ' ') ?? '';
    const facts = { name: detail.name ?? '', by: detail.by ?? '', actor: detail.stoppedBy ?? '', until };
    const event = `reset.${detail.what}.${step}`;
    return members.map(({ user_id: userId }) => ({ ...told, workspaceId, userId, kind: 'safety', event, facts }));
  }
  const event = ownChanges[action];
  if (!event) return [];
  const members = await queries.memberships(db, { workspaceId: null, userId: numberOf(found) as UserId });
  const facts = { network };
  return members.map(({ user_id: userId, workspace_id }) => ({
    ...told,
    ...{ workspaceId: workspace_id, userId, kind: 'login', event, facts },
  }));
}

/** To those who may ask for the payment that joins them. */
async function ofOutputs({ db }: NoticeDeps, { id, object, data, ...event }: Of<'outputs'>): Promise<Telling[]> {
  const subWalletId = numberOf({ object }) as SubWalletId;
  const facts = { symbol: data.symbol, count: String(data.count), rate: data.rate };
  const wallet = await queries.walletName(db, subWalletId);
  const members = await queries.memberships(db, { workspaceId: event.workspace_id });
  const askers = members.filter((member) => holds(member, 'withdraw.create', subWalletId));
  return askers.map(({ user_id: userId, workspace_id: workspaceId }) => ({
    ...{ workspaceId, userId, kind: 'remind', event: 'outputs.join', object, round: String(id), subWalletId },
    facts: { ...facts, wallet },
  }));
}

/** Who is to be told what of an event. */
export function tellingsOf(deps: NoticeDeps, event: OutboxEvent, found: Found): Promise<Telling[]> {
  if (event.kind === 'deposit') return ofDeposit(deps, event);
  if (event.kind === 'nft') return ofNft(deps, event);
  if (event.kind === 'safety') return ofSafety(deps, event);
  if (event.kind === 'account') return ofAccount(deps, event);
  if (event.kind === 'outputs') return ofOutputs(deps, event);
  return event.kind === 'login' ? ofLogin(deps, event) : ofThing(deps, event, found);
}
