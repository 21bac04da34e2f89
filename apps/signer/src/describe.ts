import { type ChainConfig, familyOf } from '@holdfast/chains';
import { keyMaterialDelayMs } from './config.ts';
import type { SignerContext } from './context.ts';
import { refuse } from './errors.ts';
import { sharesOut, waitingExports } from './grants.ts';
import type { KeyGroupPublic } from './state/entries.ts';
import { version } from './version.ts';

/** What the address book is, and what this signer keeps to that the members have loosened. */
const bookOf = ({ store: { state } }: SignerContext) => ({
  hash: state.book.hash,
  entries: state.book.entries.size,
  held: state.held,
});

const groupsOf = (ctx: SignerContext): KeyGroupPublic[] =>
  [...ctx.store.state.groups.values()].map((group) => group.public);

/** What anybody may know of a key group. A chain code and one child's private key give the whole key, so it goes to the server only, sealed. */
export function publishedGroup({ secp256k1, ed25519, ...rest }: KeyGroupPublic) {
  return { ...rest, secp256k1: { publicKey: secp256k1.publicKey }, ed25519: { publicKey: ed25519.publicKey } };
}

/** An answer to a page, whose key group is what anybody may know. */
export const published = <T extends { readonly group?: KeyGroupPublic }>({ group, ...rest }: T) => ({
  ...rest,
  ...(group && { group: publishedGroup(group) }),
});

function policyOf(ctx: SignerContext) {
  const { policy } = ctx.store.state;
  return policy ? { id: policy.document.id, version: policy.document.version, hash: policy.hash } : null;
}

/** Since when nothing is signed, and who said so: `proof` is the member's own order; without it `by` and `reason` are the server's word. */
export function freezeOf({ store }: SignerContext) {
  const { frozen } = store.state;
  return frozen ? { at: frozen.at, by: frozen.by, reason: frozen.reason, proof: frozen.proof ?? null } : null;
}

/** What the server asks now and then. `boot` changes with every start of the process. */
export function health(ctx: SignerContext, boot: string) {
  const { state } = ctx.store;
  return {
    version,
    boot,
    signer: ctx.me,
    deployment: state.policy?.document.deployment ?? null,
    policy: policyOf(ctx),
    keyGroups: groupsOf(ctx),
    frozen: state.frozen !== undefined,
    freeze: freezeOf(ctx),
    quarantined: [...state.quarantined.keys()],
    exported: [...state.exported].map(([keyGroup, exports]) => ({ keyGroup, ...exports })),
    shares: [...state.groups.values()].map((group) => ({
      keyGroup: group.public.id,
      verifying: group.verifying.secp256k1,
    })),
    exports: waitingExports(ctx),
    keyMaterialDelayMs: keyMaterialDelayMs(ctx.config),
    announced: state.announced.size,
    book: bookOf(ctx),
    time: ctx.now(),
    disk: ctx.disk.look(),
    prices: ctx.prices.states(),
    log: ctx.store.log(),
  };
}

/** What this signer's operator listed under a contract, so that the server need not ask members for what would be refused. */
export function assetOf({ chains }: SignerContext, chain: string, contract: string) {
  const found = chains.get(chain)?.assets.find((one) => one.contract === contract);
  return { asset: found ? { symbol: found.symbol, decimals: found.decimals } : null };
}

const isLocal = (origin: string): boolean => /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+)(:|$)/.test(origin);

/** Most characters of the rules in one answer to whoever wants to stop signing: anybody may ask for it, as often as they can. */
const rulesPart = 16_384;

/** What an order to freeze is made from, and whether one is in force. Nothing here that is not in `info` too. */
function standing(ctx: SignerContext) {
  const { config, store } = ctx;
  const { policy, frozen } = store.state;
  return {
    signer: ctx.me,
    name: config.name,
    deployment: policy?.document.deployment ?? null,
    policy: policyOf(ctx),
    peers: config.peers,
    frozen: frozen !== undefined,
    freeze: freezeOf(ctx),
    singleHost: config.singleHost ?? [config.origin, ...config.peers.map((peer) => peer.origin)].every(isLocal),
    time: ctx.now(),
  };
}

/** Longer rules are left out: they are read in parts (`rulesAt`), so that no answer is large. */
export function stopInfo(ctx: SignerContext) {
  const text = ctx.store.state.policy?.text ?? null;
  const length = text?.length ?? 0;
  return { ...standing(ctx), policyText: length > rulesPart ? null : text, policyLength: length };
}

/** A part of the rules in force, from this character on. @throws Refusal notFound when other rules are in force */
export function rulesAt({ store }: SignerContext, hash: string, from: number) {
  const { policy } = store.state;
  if (policy?.hash !== hash) throw refuse('notFound');
  return { text: policy.text.slice(from, from + rulesPart) };
}

/** A network as pages are told of it: its configuration, and how long a block takes where delegations are locked for blocks. */
function networkOf(chain: ChainConfig) {
  const family = familyOf(chain);
  const stake = family.model === 'timed' ? family.stakeOffer : undefined;
  return stake ? { ...chain, blockMs: stake.blockMs } : chain;
}

/** What the pages need to know of this signer. Public: it holds no secret, but shows who the members are; keep the origin inside. */
export function info(ctx: SignerContext) {
  const { config } = ctx;
  return {
    ...standing(ctx),
    policyText: ctx.store.state.policy?.text ?? null,
    ...ctx.keys,
    origin: config.origin,
    keyGroups: groupsOf(ctx).map(publishedGroup),
    book: bookOf(ctx),
    chains: [...ctx.chains.values()].map(networkOf),
    keyMaterialDelayMs: keyMaterialDelayMs(config),
    exports: waitingExports(ctx),
    exported: sharesOut(ctx),
    disk: ctx.disk.look().state,
  };
}
