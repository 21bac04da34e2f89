import { defineConfig } from 'vite';
import { preloadAhead } from '../../scripts/preload-ahead.ts';
import { stylesLast } from '../../scripts/styles-last.ts';

/** Documents, what judges by them, and what tells of it: whatever decides on a request needs all of it. */
const policy =
  'limits|versions|schema|canonical|base64url|proof|approval|pages|book|roles|tighten|export|document|kinds/\\w+|intent|evaluate|change|ruling|intent-subject|grace-rules|attempt|match|listed|rows-root|value|flow|flow-record|look-alikes|confusables';
const review = 'open|actors|payee|format|entries|phrase|page-stand|clauses/\\w+';
const judging = new RegExp(`packages/(policy/src/(${policy})|review/src/(${review})|money/src/units)\\.ts`);

/** What nearly every request for a decision needs a moment later. Not the texts: in which language, a script has to say first, and nobody loads both. */
const ahead = ['told', 'pages', 'earlier'];

/** Served by a signer under a strict CSP with Trusted Types: no inlined assets, no preload shim, nothing from elsewhere. */
export default defineConfig({
  base: './',
  plugins: [stylesLast, preloadAhead(ahead)],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    // Whoever decides needs both curves, and all that judges: cut in pieces for the pages that need less, they would weigh more.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'curves', test: /@noble\/curves\// },
            { name: 'judging', test: judging },
          ],
        },
      },
    },
  },
});
