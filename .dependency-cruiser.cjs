/**
 * Who may import whom (docs/architecture.md). Type imports count. Each rule names its reason, so that a breach explains itself.
 */
const only = (from, allowed, comment) => ({
  name: `only-${from.replace(/\W+/g, '-')}`,
  comment,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: '((^|/)(test|bench)/|\\.test\\.tsx?$|vite\\.config)' },
  to: { path: '^(apps|packages)/', pathNot: [`^${from}/`, ...allowed.map((a) => `^${a}/`)] },
});

const P = 'packages';
module.exports = {
  forbidden: [
    only(`${P}/money`, [], 'money stands on its own'),
    only(`${P}/contract`, [`${P}/money`], 'the contract knows no framework'),
    only(`${P}/ed25519`, [], 'signatures are noble and OpenSSL only'),
    only(`${P}/secp256k1`, [], 'points are noble and libsecp256k1 only'),
    only(`${P}/policy`, [`${P}/money`, `${P}/ed25519`], 'policy is pure and runs everywhere'),
    only(`${P}/audit`, [`${P}/policy`, `${P}/ed25519`], 'the log is checked offline, by anybody'),
    only(
      `${P}/prices`,
      [`${P}/policy`, `${P}/ed25519`],
      'a price is read alike by whoever goes by it and whoever shows it',
    ),
    only(`${P}/client`, [], 'what is published stands on its own'),
    only(`${P}/channel`, [`${P}/ed25519`], 'the channel is noble only'),
    only(`${P}/mpc`, [`${P}/secp256k1`], 'the protocols stand on points and hashes alone'),
    only(`${P}/chains`, [`${P}/money`, `${P}/policy`, `${P}/ed25519`, `${P}/secp256k1`], 'chains build from intents'),
    only(
      `${P}/review`,
      [`${P}/money`, `${P}/policy`],
      'what is said of a request is pure, for pages and terminals alike',
    ),
    only(`${P}/signer-ui`, [`${P}/review`, `${P}/policy`], 'a signer page draws what review says'),
    only(
      'apps/console',
      [`${P}/contract`, `${P}/money`, `${P}/review`, `${P}/policy`],
      'the console never reaches a share or a chain',
    ),
    only(
      'apps/approver',
      [`${P}/review`, `${P}/signer-ui`, `${P}/money`, `${P}/policy`, `${P}/chains`],
      'the approval page stays tiny',
    ),
    only(
      'apps/server',
      [`${P}/contract`, `${P}/money`, `${P}/policy`, `${P}/prices`, `${P}/chains`, `${P}/channel`, `${P}/audit`],
      'the server never touches a key share',
    ),
    only(
      'apps/signer',
      [
        `${P}/policy`,
        `${P}/prices`,
        `${P}/chains`,
        `${P}/money`,
        `${P}/mpc`,
        `${P}/channel`,
        `${P}/audit`,
        `${P}/ed25519`,
      ],
      'a signer trusts nothing of the server',
    ),
    only(
      'apps/recovery',
      [`${P}/review`, `${P}/signer-ui`, `${P}/mpc`, `${P}/chains`, `${P}/money`, `${P}/policy`, `${P}/channel`],
      'recovery works with the server gone',
    ),
    only(
      'apps/cli',
      [`${P}/review`, `${P}/signer-ui`, `${P}/contract`, `${P}/money`, `${P}/policy`, `${P}/audit`, 'apps/recovery'],
      'the command line reads what members read, and no share',
    ),
    only(
      'sandbox',
      [`${P}/devnet`, `${P}/testkit`, `${P}/chains`, `${P}/channel`, 'apps/server/test'],
      'the sandbox starts the applications as processes, as an operator does',
    ),
    {
      name: 'cli-no-page',
      comment: 'a terminal has no DOM: of signer-ui only what talks to a signer',
      severity: 'error',
      from: { path: '^apps/cli/' },
      to: { path: '^packages/signer-ui/', pathNot: '^packages/signer-ui/src/(signer-api|freeze|fault)\\.ts$' },
    },
    {
      name: 'pure-rules',
      comment: 'rules.ts is pure: no database, no clock, no service',
      severity: 'error',
      from: { path: '^apps/server/src/areas/[^/]+/rules\\.ts$' },
      to: { path: '(queries|service|routes)\\.ts$' },
    },
    {
      name: 'routes-read-nothing',
      comment: 'routes unpack, call the service and pack: what is read or written is its business',
      severity: 'error',
      from: { path: '^apps/server/src/areas/.*routes\\.ts$' },
      to: { path: ['^apps/server/src/.*queries\\.ts$', '^apps/server/src/db/', 'node_modules/kysely/'] },
    },
    {
      name: 'models-through-their-record',
      comment:
        'what is special to a model of chains is reached through chains/models.ts, so that none is taken for another',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/chains/' },
      to: { path: '^apps/server/src/chains/(account|timed|utxo)/' },
    },
    {
      name: 'areas-through-service',
      comment: 'another area is reached only through its service.ts',
      severity: 'error',
      from: { path: '^apps/server/src/areas/([^/]+)/' },
      to: {
        path: '^apps/server/src/areas/([^/]+)/',
        pathNot: ['^apps/server/src/areas/$1/', 'service\\.ts$'],
      },
    },
    {
      name: 'nothing-imports-app',
      comment: 'app.ts is the composition root',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '(main\\.ts|\\.test\\.ts)$' },
      to: { path: '^apps/server/src/app\\.ts$' },
    },
    {
      name: 'features-apart',
      comment: 'a feature never imports a feature',
      severity: 'error',
      from: { path: '^apps/console/src/features/([^/]+)/' },
      to: { path: '^apps/console/src/features/([^/]+)/', pathNot: '^apps/console/src/features/$1/' },
    },
    {
      name: 'console-down',
      comment: 'app → features → ui, lib',
      severity: 'error',
      from: { path: '^apps/console/src/(ui|lib)/' },
      to: { path: '^apps/console/src/(app|features)/' },
    },
    {
      name: 'console-areas',
      comment: 'the console is put together from the list of areas: its app knows no single feature',
      severity: 'error',
      from: { path: '^apps/console/src/app/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/console/src/features/[^/]+/' },
    },
    {
      name: 'console-manifests-light',
      comment: 'a manifest is in the first file of the page: it names what its area has, and imports none of it',
      severity: 'error',
      from: { path: '^apps/console/src/features/[^/]+/(area|search)\\.ts$' },
      to: { path: '^apps/console/src/features/', pathNot: '/(search\\.ts|locale/.*\\.json)$', dynamic: false },
    },
    {
      name: 'no-further-families',
      comment: 'a chain family that is registered at run time is for tests: production has those of packages/chains',
      severity: 'error',
      from: {
        path: '^(apps|packages|scripts|sandbox|redteam|faults)/',
        pathNot: '((^|/)(test|bench)/|\\.test\\.tsx?$|packages/(chains|testkit)/)',
      },
      to: { path: '^packages/chains/src/register\\.ts$' },
    },
    {
      name: 'nodes-apart',
      comment: 'what talks to a chain node is loaded by nothing that signs or shows what is signed',
      severity: 'error',
      from: {
        path: '^(apps/(signer|approver|recovery|console|cli)/src|packages/(review|signer-ui|policy)/src)',
        // Finds out what a sweep can bring, for who has a node at hand; loaded then only.
        pathNot: '^apps/recovery/src/look\\.ts$',
      },
      to: { path: '^packages/chains/src/(rpc|[^/]+/node/)' },
    },
    {
      name: 'looks-only-when-asked',
      comment: 'what signs a sweep runs without a network, and loads nothing that has one',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^apps/recovery/src/look\\.ts$', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'rules-without-nodes',
      comment: 'a family is without a network; its node client is reached through rpc.ts only',
      severity: 'error',
      from: { path: '^packages/chains/src/', pathNot: '^packages/chains/src/(rpc|register|[^/]+/node/)' },
      to: { path: '^packages/chains/src/(rpc|[^/]+/node/)' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'kits-no-app',
      comment: 'local chains and builders of tests stand on no application: what starts one lies beside it',
      severity: 'error',
      from: { path: '^packages/(devnet|testkit)/' },
      to: { path: '^(apps|scripts|sandbox|e2e|bench|redteam|faults)/' },
    },
    {
      name: 'rooms-apart',
      comment: 'nothing stands on what tests, attacks, measures or starts it',
      severity: 'error',
      // How an application is built is no part of it.
      from: { path: '^(apps|packages)/', pathNot: '^apps/(cli/bin/|[^/]+/(vite\\.config\\.ts$|scripts/))' },
      to: { path: '^(e2e|bench|redteam|faults|sandbox|scripts)/' },
    },
    {
      name: 'test-only',
      comment: 'what starts an application for tests is for tests and stories',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '((^|/)(test|bench)/|\\.(test|stories)\\.tsx?$)' },
      to: { path: '^(apps|packages)/[^/]+/test/' },
    },
    {
      name: 'dev-only',
      comment: 'devnet and testkit are never production dependencies',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '((^|/)(test|bench)/|\\.test\\.tsx?$|packages/(devnet|testkit)/)' },
      to: { path: '^packages/(devnet|testkit)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Packages are looked at, and not into: rules that name one hold it.
    exclude: { path: ['^(apps|packages)/[^/]+/(dist|coverage)/', '^coverage/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
