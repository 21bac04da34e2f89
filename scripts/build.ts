/** `npm run build [-- --force]`: builds the browser apps that are missing or older than their sources. */
import { buildBundles } from '../sandbox/bundles.ts';
import { takeAwayUnread } from '../sandbox/slim.ts';

await buildBundles({ force: process.argv.includes('--force'), log: console.log });
takeAwayUnread();
