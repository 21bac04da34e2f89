import { type ChainConfig, familyOf } from '@holdfast/chains';
import { type Identity, identityFromJson, type PeerKeys, publicKeysOf } from '@holdfast/channel';
import type { PolicyDocument } from '@holdfast/policy';
import { askByFetch, createPrices, type Prices } from '@holdfast/prices';
import type { AdmissionRequest, Callback, Facts, Step } from './admission/types.ts';
import { type ChildKeys, createChildKeys } from './children.ts';
import { chainsOf, type SignerConfig } from './config.ts';
import { createDisk, type Disk } from './disk.ts';
import { refuse } from './errors.ts';
import type { Log } from './log.ts';
import { type CodeSeen, createCodeSeen } from './node.ts';
import type { PolicyInForce } from './state/state.ts';
import type { Store } from './store/store.ts';
import { createChains } from './tokens.ts';
import { createVerify, type Verify } from './verdicts.ts';

/** What every part of the signer works with. */
export interface SignerContext {
  readonly config: SignerConfig;
  readonly me: string;
  readonly store: Store;
  readonly identity: Identity;
  readonly keys: PeerKeys;
  /** As configured, and with the tokens that members agreed on. */
  readonly chains: ReadonlyMap<string, ChainConfig>;
  readonly childKey: ChildKeys;
  readonly verify: Verify;
  readonly steps: readonly Step[];
  readonly callback: Callback | undefined;
  readonly codeSeen: CodeSeen;
  readonly setupCode: string;
  /** As this signer's own operator has them read. */
  readonly prices: Prices;
  readonly disk: Disk;
  now(): number;
  readonly log: Log;
}

export interface CoreOptions {
  readonly config: SignerConfig;
  readonly store: Store;
  readonly steps: readonly Step[];
  readonly callback: Callback | undefined;
  readonly setupCode: string;
  readonly now: () => number;
  readonly log: Log;
}

export function createCore(options: CoreOptions): SignerContext {
  const { identity: secret } = options.store.state;
  if (secret === undefined)
    throw new Error('The store holds no identity: its creation was interrupted. Run "init" again on an empty folder.');
  const identity = identityFromJson(secret);
  const chains = createChains(chainsOf(options.config));
  return {
    ...options,
    me: options.config.id,
    identity,
    keys: publicKeysOf(identity),
    get chains() {
      return chains(options.store.state.book);
    },
    childKey: createChildKeys(),
    verify: createVerify(),
    codeSeen: createCodeSeen(options.config),
    prices: createPrices(options.config.prices ?? [], { ask: askByFetch, now: options.now }),
    disk: createDisk(options.config.dataDir, options.config.disk, options.log),
  };
}

/** @throws Refusal notInitialised */
export function policyInForce(ctx: SignerContext): PolicyInForce {
  const { policy } = ctx.store.state;
  if (!policy) throw refuse('notInitialised');
  return policy;
}

/** Keys of the signers as the signed policy pins them, by signer id. */
export const signerKeys = (document: PolicyDocument): Record<string, PeerKeys> =>
  Object.fromEntries(document.signers.map(({ id, identity, channel }) => [id, { identity, channel }]));

/** The facts of one admission, as of this moment. */
export const factsOf = (ctx: SignerContext, request: AdmissionRequest): Facts => ({
  request,
  state: ctx.store.state,
  me: ctx.me,
  now: ctx.now(),
  chains: ctx.chains,
  familyOf,
  childKey: ctx.childKey,
  verify: ctx.verify,
  velocity: ctx.config.velocity ?? [],
  feeBudget: ctx.config.feeBudget ?? [],
  maxBid: ctx.config.maxBid ?? [],
  longestLifeMs: ctx.config.transactionLifeMs ?? 600_000,
  callback: ctx.callback,
  codeSeen: ctx.codeSeen,
});
