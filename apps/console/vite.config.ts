import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server takes /api in development; in production it serves this build itself under /mpc. */
export default defineConfig({
  base: '/mpc/',
  plugins: [react(), tailwind()],
  build: { outDir: 'dist', assetsInlineLimit: 0, target: 'baseline-widely-available', modulePreload: { polyfill: false } },
  server: { proxy: { '/api': process.env.HOLDFAST_API ?? 'http://127.0.0.1:8700' } },
});
