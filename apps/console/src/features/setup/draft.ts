import { create } from 'zustand';

/** What the owner typed in the first step and the second needs again. In memory only: a password is never stored. */
export const useOwnerDraft = create<{
  readonly email: string;
  readonly password: string;
  readonly uri: string;
  readonly secret: string;
}>()(() => ({
  email: '',
  password: '',
  uri: '',
  secret: '',
}));
