import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { forgetPageStates } from './page-state.ts';
import { fieldsOf, kept, storedId, storedText } from './stored.ts';

/** What the data of a refusal say of why a session is over, in the server's word (packages/contract, session.ts). */
export const overOf = (data: unknown) => (fieldsOf(data).over ?? 'over') as string;

/** A header cannot carry anything else: a token with a line break would make every request fail, the log-in too. */
export const storedToken = (value: unknown): string => storedText(value, /^[\x21-\x7e]{1,512}$/);

/** What the shell needs to draw at once after a reload. Ids and names only, nothing that grants anything but the token itself. */
interface SessionState {
  readonly token: string;
  readonly userName: string;
  readonly walletId: number | null;
  readonly subWalletId: number | null;
  /** Where to go after logging in again. */
  readonly returnTo: string;
  /** Why somebody who was logged in is not; '': they left, or never were. */
  readonly over: string;
  signIn(token: string): void;
  setUser(name: string, walletId: number | null): void;
  selectSubWallet(id: number | null): void;
  /** The selected wallet only (200125 on the wallet centre page). */
  clearWallet(): void;
  /** Wallet and sub-wallet (200005, 200004, 100016). */
  clearSelection(): void;
  /** Ends the session on this side (110909). */
  signOut(returnTo?: string, over?: string): void;
}

const nobody = { token: '', userName: '', walletId: null, subWalletId: null };

export const useSession = create<SessionState>()(
  persist(
    (set) => ({
      ...nobody,
      returnTo: '',
      over: '',
      signIn: (token) => set({ token, over: '' }),
      setUser: (userName, walletId) => set({ userName, walletId }),
      selectSubWallet: (subWalletId) => set({ subWalletId }),
      clearWallet: () => set({ walletId: null }),
      clearSelection: () => set({ walletId: null, subWalletId: null }),
      signOut: (returnTo = '', over = '') => {
        forgetPageStates(over === '');
        set({ ...nobody, returnTo, over });
      },
    }),
    kept('session', ({ token, userName, walletId, subWalletId, returnTo }) => ({
      token: storedToken(token),
      userName: storedText(userName, /^.{1,300}$/s),
      walletId: storedId(walletId),
      subWalletId: storedId(subWalletId),
      returnTo: storedText(returnTo, /^\/.{0,2000}$/s),
    })),
  ),
);
