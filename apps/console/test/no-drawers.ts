import type { Drawers } from '../src/ui/drawers.tsx';

const none = (): void => undefined;
/** A place where drawers could be opened, and none is. */
export const noDrawers: Drawers = { stack: [], push: none, pop: none, replace: none, close: none };
