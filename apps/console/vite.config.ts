import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The login page lies outside the base path (spec §2); the server knows, Vite has to be told. */
const loginPaths: Plugin = {
  name: 'login-paths',
  configureServer: (server) => {
    server.middlewares.use((request, _response, next) => {
      if (/^\/(zh-CN\/)?login/.test(request.url ?? '')) request.url = '/mpc/';
      next();
    });
  },
};

/** The server takes /api in development; in production it serves this build itself under /mpc. */
export default defineConfig({
  base: '/mpc/',
  plugins: [react(), tailwind(), loginPaths],
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': process.env.HOLDFAST_API ?? 'http://127.0.0.1:8700' } },
});
