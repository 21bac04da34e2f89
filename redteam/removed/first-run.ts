import { type Mutant, noticedBy, part } from './part.ts';

/** The first rules, and the making of keys. */
export const firstRunChecks: readonly Mutant[] = [
  part('set-up code', 'genesis.ts', 'knowsCode(ctx.setupCode, hash, mac)', 'true'),
  part(
    'possession of the recovery share',
    'ceremony/ceremony.ts',
    "if (!provesPossession(group, proofs)) throw refuse('badPossession');",
  ),
  part(
    'a ceremony that is over',
    'ceremony/ceremony.ts',
    "if (findGroup(ctx, keygen.ceremony)) throw refuse('ceremonyState', 'this ceremony is over');",
  ),
  ...noticedBy('the first run, and strangers', [
    part(
      'set-up codes of each client',
      'genesis.ts',
      '({ document: source, mac, proof }, client) =>',
      "({ document: source, mac, proof }, _client, client = '') =>",
    ),
    part('the chain code', 'describe.ts', 'secp256k1: { publicKey: secp256k1.publicKey }', 'secp256k1'),
    part('wrong set-up codes', 'genesis.ts', "if (!wrong.has(client)) throw refuse('setupLocked');"),
  ]),
];
