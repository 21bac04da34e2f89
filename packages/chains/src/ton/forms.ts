import { splitPath } from '../path-text.ts';

/**
 * The wallet contracts that an account can be. A key has one account of each, and each path has one of them: its last step says which. So an address, and what
 * is signed for it, follows from key and path alone, and a payment by the wrong contract is none of this path's.
 */
export const tonForms = ['v5r1', 'v4r2'] as const;
export type TonForm = (typeof tonForms)[number];

/** The usual one for a step that names none. @throws ChainError `badPath` */
export const formAt = (path: string): TonForm => tonForms[splitPath(path).index] ?? 'v5r1';
