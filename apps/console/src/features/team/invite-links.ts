import { create } from 'zustand';

/** Links of invitations made on this page. The server keeps only their hash, so after a reload they are gone. */
export const useInviteLinks = create<Readonly<Record<string, string>>>()(() => ({}));
