import { defineConfig } from 'vite';

/** Served by a signer under a strict CSP with Trusted Types: no inlined assets, no preload shim, nothing from elsewhere. */
export default defineConfig({
  base: './',
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    // Whoever decides needs both curves: cut in pieces for the pages that need one, they would weigh more.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'curves', test: /@noble\/curves\// }] } } },
  },
});
