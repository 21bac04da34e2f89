import { type Mutant, part } from './part.ts';

/** What stops a signer, and what lets it go on. */
export const freezesChecks: readonly Mutant[] = [
  part('freeze of what is instant', 'rules/facts.ts', 'frozen: state.frozen !== undefined,'),
  part(
    'freeze ordered by whom',
    'freeze.ts',
    "if (!verdict.ok) throw refuse(codes[verdict.reason] ?? 'freezeInvalid', verdict.reason);",
  ),
  part('freeze ordered when', 'freeze.ts', 'if (untimely) throw refuse(untimely);'),
  part('freeze kept under the server’s word', 'freeze.ts', 'ctx.store.state.frozen ? ctx.store.flushed() : '),
  part(
    'freeze ordered where one stands',
    'freeze.ts',
    'if (store.state.freezes.has(freezeId(freeze))) return store.flushed();',
    'if (store.state.frozen) return store.flushed();',
  ),
  part('freeze ordered once', 'freeze.ts', 'if (store.state.freezes.has(freezeId(freeze))) return store.flushed();'),
  part('freeze ordered how often', 'freeze.ts', 'ordersOf(store.state.freezes, by, now()) >= maxOrders', 'false'),
  part('freeze that came after its lifting, by its word', 'unfreeze.ts', 'frozen.at <= Number(intent.created) && '),
  part('freeze that came after its lifting, by what was seen', 'unfreeze.ts', 'seenAfter === stops && '),
  part('freeze lifted by what says so', 'unfreeze.ts', ' && liftsFreeze(intent)'),
];
