import { buildBundles } from '../../sandbox/bundles.ts';

/** Once for all workers, and at leisure: what a sandbox builds while somebody waits weighs more, and two of them would build in each other's way. */
export default async (): Promise<void> => {
  await buildBundles({ log: console.log });
};
