import { parentPort, workerData } from 'node:worker_threads';
import { compact } from './compact.ts';
import { openVault } from './vault.ts';

/** Compacts a data folder beside the signer that goes on with it. */
const { dir, passphrase } = workerData as { readonly dir: string; readonly passphrase: string };
parentPort?.postMessage(compact(dir, openVault(dir, passphrase)));
