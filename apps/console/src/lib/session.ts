import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { forgetPageStates } from './page-state.ts';
import { kept, storedId, storedText } from './stored.ts';

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
  /** The selected wallet only (200125 on the wallet centre page). */
  clearWallet(): void;
  /** Wallet and sub-wallet (200005, 200004, 100016). */
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
      clearWallet: () => set({ walletId: null }),
      clearSelection: () => set({ walletId: null, subWalletId: null }),
      signOut: (returnTo = '') => {
        forgetPageStates();
        set({ ...nobody, returnTo });
      },
    }),
    kept('session', ({ token, userName, walletId, subWalletId, returnTo }) => ({
      /** A header cannot carry anything else: a token with a line break would make every request fail, the log-in too. */
      token: storedText(token, /^[\x21-\x7e]{1,512}$/),
      userName: storedText(userName, /^.{1,300}$/s),
      walletId: storedId(walletId),
      subWalletId: storedId(subWalletId),
      returnTo: storedText(returnTo, /^\/.{0,2000}$/s),
    })),
  ),
);
