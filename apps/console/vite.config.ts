import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { stylesLast } from '../../scripts/styles-last.ts';
import { screensAhead } from './scripts/screens-ahead.ts';

/** The login page lies outside the base path (spec §2), and the base path is also asked for without its slash; the server knows, Vite has to be told. */
const loginPaths: Plugin = {
  name: 'login-paths',
  configureServer: (server) => {
    server.middlewares.use((request, _response, next) => {
      if (/^\/((zh-CN\/)?login|mpc(\?|$))/.test(request.url ?? '')) request.url = '/mpc/';
      next();
    });
  },
};

const jsonSchema = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
const zodClassic = /zod\/v4\/classic\/schemas\.js$/;
/** `z.string().email()` and its like, where `z.email()` is what we write: each would bring its own pattern. */
const formatMethods = /^ {4}\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},\n/gm;
/** What remembers values that contain themselves: none comes over a wire. */
const memoizer = 'core.config({ memoizer: core.memoizer() });';
const leanClassic = (source: string): string =>
  source
    .replace(formatMethods, '')
    .replace(memoizer, ';')
    // The page's policy forbids to compile parsers.
    .replaceAll('$ZodObjectJIT', '$ZodObject');
const zodTexts = /zod\/v4\/locales\/en\.js$/;
const zodWriter = /zod\/v4\/core\/doc\.js$/;

/**
 * zod's classic schemas carry a printer of JSON Schema (7 KiB) that nothing in the browser calls: its functions are left empty here. They carry English
 * texts too (1 KiB), which nobody is shown: forms have ours (packages/contract, validation.ts), and the log has an issue's code and path. And what writes parsers
 * as source text, which the page's policy forbids to run (lib/zod.ts).
 */
const leanZod: Plugin = {
  name: 'lean-zod',
  apply: 'build',
  enforce: 'pre',
  load: (id) => {
    if (zodTexts.test(id)) return "export default () => ({ localeError: () => 'Invalid input' });";
    if (zodWriter.test(id)) return 'export class Doc {}';
    if (zodClassic.test(id)) return leanClassic(readFileSync(id, 'utf8'));
    if (!jsonSchema.test(id)) return null;
    const source = readFileSync(id, 'utf8');
    const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `${name}`);
    const renamed = [...source.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(
      ([, name]) => `export { none as ${name} };`,
    );
    return [
      'const none = () => () => undefined;',
      ...names.map((name) => `export const ${name} = none;`),
      ...renamed,
    ].join('\n');
  },
};

/**
 * What asks for the files of a part before it is loaded. Vite's own also waits for styles of parts, of which there are none, and adds its links one by one, which takes a
 * phone some ms each.
 */
const preload = `
const asked = new Set();
export const __vitePreload = (load, files = []) => {
  const links = files.flatMap((file) => {
    const href = '/mpc/' + file;
    if (asked.has(href) || document.querySelector('link[href="' + href + '"]')) return [];
    asked.add(href);
    return [Object.assign(document.createElement('link'), { rel: 'modulepreload', href })];
  });
  document.head.append(...links);
  return load().catch((payload) => {
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload });
    if (dispatchEvent(event)) throw payload;
  });
};`;
const leanPreload: Plugin = {
  name: 'lean-preload',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? preload : null),
  generateBundle: (_, bundle) => {
    const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'));
    if (styles.length > 1)
      throw new Error(`a part has styles of its own, for which nothing waits: ${styles.join(', ')}`);
  },
};

const summaries = /\b(?:summary|audit):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`),/g;

/** What each call does, in words, is for whoever reads the OpenAPI document, and what the audit log calls it for the server: a browser needs neither. */
const leanContract: Plugin = {
  name: 'lean-contract',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/packages\/contract\/src\/\w+\.ts$/.test(id) ? { code: code.replace(summaries, ''), map: null } : null,
};

const icons = path.join(import.meta.dirname, 'vendor/lucide-react/esm');
const ownIcon = JSON.stringify(path.join(import.meta.dirname, 'src/ui/icon.ts'));
/** Which file of the copies each icon is in (scripts/docs/icons.ts). */
const iconFiles = (): Map<string, string> =>
  new Map(
    [
      ...readFileSync(path.join(icons, 'lucide-react.mjs'), 'utf8').matchAll(
        /^export \{ default as (\w+) \} from '(.*)';$/gm,
      ),
    ].map(([, name = '', file = '']) => [name, path.join(icons, file)]),
  );

/**
 * Takes icons from the copies of their files: who only runs this has no package of all of them, and through its index a build reads 2,000, a third of its work.
 * @throws Error of one that has no copy yet
 */
const leanIcons = (): Plugin => {
  let files: Map<string, string> | undefined;
  const direct = (one: string): string => {
    const [name = '', as = name] = one.split(' as ');
    files ??= iconFiles();
    const file = files.get(name);
    if (file === undefined) throw new Error(`${name} is not among the console's icons: npm run docs`);
    return `import ${as} from ${JSON.stringify(file)};`;
  };
  return {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === path.join(icons, 'createLucideIcon.mjs') ? `export { default } from ${ownIcon};` : null),
    transform: (code, id) =>
      /\/apps\/console\/src\/.*\.tsx?$/.test(id) && code.includes("'lucide-react'")
        ? {
            code: code.replace(/^import \{([^}]*)\} from 'lucide-react';/gm, (_, names: string) =>
              names
                .split(',')
                .map((one) => one.trim())
                .filter((one) => one !== '' && !one.startsWith('type '))
                .map(direct)
                .join('\n'),
            ),
            map: null,
          }
        : null,
  };
};

const oneOf = (names: string): string => `(${names.trim().split(/\s+/).join('|')})`;

/** What every page needs from others, as one file: cut up by which screen uses what, it packs worse. What only later screens ask of them stays with those. */
const vendor = {
  name: 'vendor',
  test: new RegExp(
    `/node_modules/${oneOf(`
      react react-dom scheduler use-sync-external-store i18next react-i18next zustand
      @tanstack/(react-router|router-core|history|store|react-store|react-query|query-core)
    `)}/(?!.*/${oneOf('mutationObserver queriesObserver infiniteQueryObserver useInfiniteQuery useMutation useMutationState useQueries useRouterState')}\\.js$)`,
  ),
};

const baseSource = `/apps/console/src/${oneOf(`
  app/(areas|error-screen|failed-page|menu-entry|selection) features/index features/[^/]+/(area|search) locales/errors
  lib/(api|area|avatar|data-age|days|focus-fault|i18n|lazy|live|log-search|numbered|page-state|paths|permission|preferences|query|search|session|stored|time|toasts)
  ui/(button|cn|confirm|display|drawer-stack|drawers|feedback|icon|identicon|keys|layout|native-select|scale|use-now)
`)}\\.(tsx?|json)$`;

const baseIcons = `/lucide-react/esm/(createLucideIcon|icons/${oneOf(`
  arrow-down-to-line arrow-left-right arrow-up-right book-user bot check chevrons-up-down circle-check flask-conical list-todo menu moon plus scale
  search snowflake sun users vault wallet wallet-cards x
`)}\\.)`;

/** The same of ours: small pieces and icons that the shell and nearly every screen use. */
const base = { name: 'base', test: new RegExp(`${baseSource}|${baseIcons}|/internals/csp-context/`) };

/** Small pieces and icons that the screens with lists share: one request in place of many. */
const lists = {
  name: 'lists',
  test: new RegExp(
    `/apps/console/src/(ui/${oneOf('export-button filters pager search-box shortcuts use-outside table/selection-bar table/use-selection')}|lib/use-debounced|lib/download|lib/reference|lib/export/save)\\.tsx?$|/lucide-react/esm/icons/${oneOf(
      'arrow-down-left arrow-left ban circle-x clock printer save trash',
    )}\\.`,
  ),
};

/** What tells of a decision, in the list of what waits, in its drawer, in a payment's and in the forms that ask for one, with what these keep and how an amount is written there: one request in place of many. */
const decisions = {
  name: 'decisions',
  test: new RegExp(
    `/apps/console/src/(ui/${oneOf('amount-field amount-input approval-nodes approvers decisions digest-words left-form no-answer payee-standing registered')}|lib/${oneOf('about amount-text change-text half-written item-id leave-guard list-join payee-name request-id rule signer-link stake-text usd')})\\.tsx?$|/lucide-react/esm/icons/${oneOf('key-round list-checks shield-check undo-2')}\\.`,
  ),
};

/** Files of our own and of others, without their ends. A group takes along whatever of its files needs that no group before it has. */
const small = (name: string, files: string) => ({ name, test: new RegExp(`/${files}\\.(tsx?|mjs|js)$`) });

/** Small pieces that several screens use each, as few requests as may be. What it changes of first screens was measured: of the inbox, transactions, wallet, team and address book none loads more. */
const pieces = [
  small('coins', 'console/src/(lib/wallets|ui/coin-icon)'),
  small('spans', '(console/src/ui/(day-span|use-screen)|esm/icons/calendar-days)'),
  small('canonical', '(policy/src/(canonical|limits|deployment|abi/method)|@noble/hashes/\\w+)'),
  small('inbox-item', 'console/src/lib/(inbox-item|again)'),
  small(
    'item',
    '(features/todo/(ask-again|next-step|read-here|refusal-link|title|view)|console/src/(ui/approval-link|lib/signer-(page|name))|review/src/signer-name|esm/icons/(qr-code|user-round))',
  ),
];

/** What the wire's schemas share, and the areas that every page asks of. */
const wire = {
  name: 'wire',
  test: /\/packages\/contract\/src\/(access|client|codecs|decision|endpoint|errors|sandbox|session|todo|user|wallet)\.ts$/,
};

/** What stands above every page and asks by itself, soon after the page is there. */
const late = {
  name: 'late',
  test: /\/packages\/contract\/src\/(api-client|audit|login-history|notice)\.ts$|\/apps\/console\/src\/features\/([^/]+\/alerts|notice\/bell|strategy\/alone-bar)\.tsx$|\/src\/(app\/new-version|lib\/dirty)\.ts$/,
};

/** What the server names in the page, by its address. */
const ahead = screensAhead({
  features: path.join(import.meta.dirname, 'src/features'),
  all: ['/src/lib/contract-client.ts'],
  shell: ['user', 'wallet', 'todo'].map((area) => `/contract/src/${area}.ts`),
  texts: { first: 'translation', later: 'translation.later' },
});

const worthCompressing = 1_024;

/** As small as it gets takes 4.3 s of the processor, so while somebody waits for a first start it is 7 % more in 0.2 s (decision 0047). */
const quality = process.env.HOLDFAST_QUICK_BUILD === undefined ? constants.BROTLI_MAX_QUALITY : 5;

/** The server hands out what is compressed here, once, to whoever takes it. */
const brotli: Plugin = {
  name: 'brotli',
  apply: 'build',
  writeBundle: ({ dir = '' }) => {
    const files = readdirSync(path.join(dir, 'assets')).filter((file) => /\.(m?js|css)$/.test(file));
    for (const file of files.map((name) => path.join(dir, 'assets', name))) {
      const content = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_QUALITY]: quality };
      if (content.length > worthCompressing) writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    }
  },
};

/** The server takes /api in development; in production it serves this build itself under /mpc. */
export default defineConfig({
  base: '/mpc/',
  plugins: [
    react(),
    tailwind(),
    loginPaths,
    leanZod,
    leanContract,
    leanIcons(),
    leanPreload,
    stylesLast,
    ahead,
    brotli,
  ],
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    /** What is loaded with what: the budget is held against it (e2e/budget.spec.ts). */
    manifest: 'manifest.json',
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [vendor, base, wire, lists, decisions, ...pieces, late] },
        // The entry names every script by its hash, which nothing compresses: 42 bits tell two versions of a file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/version'].map((path) => [path, process.env.HOLDFAST_API ?? 'http://127.0.0.1:8700']),
    ),
  },
});
