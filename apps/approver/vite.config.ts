import { defineConfig } from 'vite';

const documents =
  /packages\/policy\/src\/(limits|versions|schema|canonical|base64url|proof|approval|pages|book|roles|tighten|export|document|kinds\/\w+)\.ts/;

/** Served by a signer under a strict CSP with Trusted Types: no inlined assets, no preload shim, nothing from elsewhere. */
export default defineConfig({
  base: './',
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    // Whoever decides needs both curves, and what documents are made of: cut in pieces for the pages that need less, they would weigh more.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'curves', test: /@noble\/curves\// },
            { name: 'documents', test: documents },
          ],
        },
      },
    },
  },
});
