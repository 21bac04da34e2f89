import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** What the shell needs to draw at once after a reload. Ids and names only, nothing that grants anything but the token itself. */
interface SessionState {
  readonly token: string;
  readonly userName: string;
  readonly walletId: number | null;
  readonly subWalletId: number | null;
  /** Where to go after logging in again. */
  readonly returnTo: string;
  signIn(token: string): void;
  setUser(name: string, walletId: number | null): void;
  selectSubWallet(id: number | null): void;
  clearSelection(): void;
  /** Ends the session on this side (110909). */
  signOut(returnTo?: string): void;
}

const nobody = { token: '', userName: '', walletId: null, subWalletId: null };

export const useSession = create<SessionState>()(
  persist(
    (set) => ({
      ...nobody,
      returnTo: '',
      signIn: (token) => set({ token }),
      setUser: (userName, walletId) => set({ userName, walletId }),
      selectSubWallet: (subWalletId) => set({ subWalletId }),
      clearSelection: () => set({ walletId: null, subWalletId: null }),
      signOut: (returnTo = '') => set({ ...nobody, returnTo }),
    }),
    { name: 'holdfast.session', version: 1 },
  ),
);
