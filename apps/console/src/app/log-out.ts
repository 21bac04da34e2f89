import { api, effects } from '../lib/api.ts';

/** Ends the session here, whether the server could be told of it or not. */
export async function logOut(): Promise<void> {
  await api.session.logout({}).catch(() => undefined);
  effects.logout();
}
