import { keyMaterialDelayMs } from './config.ts';
import type { Core } from './core.ts';
import { sharesOut, waitingExports } from './grants.ts';
import type { KeyGroupPublic } from './state/entries.ts';
import { version } from './version.ts';

/** What the address book is, and what this signer keeps to that the members have loosened. */
const bookOf = ({ store: { state } }: Core) => ({
  hash: state.book.hash,
  entries: state.book.entries.size,
  held: state.held,
});

const groupsOf = (core: Core): KeyGroupPublic[] => [...core.store.state.groups.values()].map((group) => group.public);

function policyOf(core: Core) {
  const { policy } = core.store.state;
  return policy ? { id: policy.document.id, version: policy.document.version, hash: policy.hash } : null;
}

/** Since when nothing is signed, and who said so: `proof` is the member's own order; without it `by` and `reason` are the server's word. */
export function freezeOf({ store }: Core) {
  const { frozen } = store.state;
  return frozen ? { at: frozen.at, by: frozen.by, reason: frozen.reason, proof: frozen.proof ?? null } : null;
}

/** What the server asks now and then. `boot` changes with every start of the process. */
export function health(core: Core, boot: string) {
  const { state } = core.store;
  return {
    version,
    boot,
    signer: core.me,
    deployment: state.policy?.document.deployment ?? null,
    policy: policyOf(core),
    keyGroups: groupsOf(core),
    frozen: state.frozen !== undefined,
    freeze: freezeOf(core),
    quarantined: [...state.quarantined.keys()],
    exported: [...state.exported].map(([keyGroup, exports]) => ({ keyGroup, ...exports })),
    shares: [...state.groups.values()].map((group) => ({
      keyGroup: group.public.id,
      verifying: group.verifying.secp256k1,
    })),
    exports: waitingExports(core),
    keyMaterialDelayMs: keyMaterialDelayMs(core.config),
    announced: state.announced.size,
    book: bookOf(core),
    time: core.now(),
    log: core.store.log(),
  };
}

const isLocal = (origin: string): boolean => /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+)(:|$)/.test(origin);

/** What the pages need to know of this signer. Public: it holds no secret, but shows who the members are; keep the origin inside. */
export function info(core: Core) {
  const { config, store } = core;
  const { policy, frozen } = store.state;
  return {
    signer: core.me,
    name: config.name,
    ...core.keys,
    origin: config.origin,
    deployment: policy?.document.deployment ?? null,
    policy: policyOf(core),
    policyText: policy?.text ?? null,
    peers: config.peers,
    keyGroups: groupsOf(core),
    frozen: frozen !== undefined,
    freeze: freezeOf(core),
    book: bookOf(core),
    chains: [...core.chains.values()],
    keyMaterialDelayMs: keyMaterialDelayMs(config),
    exports: waitingExports(core),
    exported: sharesOut(core),
    singleHost: config.singleHost ?? [config.origin, ...config.peers.map((peer) => peer.origin)].every(isLocal),
    time: core.now(),
  };
}
