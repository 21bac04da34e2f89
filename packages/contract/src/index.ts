/** What Holdfast's API does: every endpoint by area. One const per area keeps the compiler's work small. */
import { session } from './session.ts';
import { setup } from './setup.ts';
import { user } from './user.ts';
import { wallet } from './wallet.ts';

export const contract = { setup, session, user, wallet };

export * from './access.ts';
export * from './client.ts';
export * from './codecs.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './headers.ts';
export * from './messages.ts';
export * from './session.ts';
export * from './setup.ts';
export * from './user.ts';
export * from './wallet.ts';
