import { lazyScreen } from '../lib/lazy.ts';

/** Loaded, with its texts, when a change would list a payee. */
export const ProposedNote = lazyScreen(() => import('./proposed-note.tsx'), ['whiteAddress']);
