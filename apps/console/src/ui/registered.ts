import { lazyScreen } from '../lib/lazy.ts';

/** What a network has registered of names, loaded with its texts when a name or an address is written. */
export const RegisteredName = lazyScreen(() => import('./registered-name.tsx'));
export const RegisteredAccount = lazyScreen(() => import('./registered-account.tsx'), ['whiteAddress']);
