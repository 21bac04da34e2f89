import type { Plugin } from 'vite';

const styles = /\s*<link rel="stylesheet"[^>]*>/g;

/** The first paint waits for no other file: the styles stand behind what the page shows by itself, and before them no script of ours runs. */
export const stylesLast: Plugin = {
  name: 'styles-last',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(styles, '').replace(/\s*<\/body>/, (end) => `${(html.match(styles) ?? []).join('')}${end}`),
  },
};
