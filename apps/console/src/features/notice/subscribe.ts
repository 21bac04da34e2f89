import { scriptUrl } from '../../lib/background.ts';

/** Why a browser takes no notices. `denied`: by its user; `away`: it has no push service, or cannot reach it. */
export type PushFault = 'denied' | 'away';

/** Where a channel leads, as the server is told it. */
export interface Target {
  readonly url: string;
  readonly token: string;
  readonly chat: string;
  readonly keys?: { readonly p256dh: string; readonly auth: string };
}

/** Can this browser be told while no page is open? */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** One browser has one subscription a site; that of an earlier key is of no use to anybody. */
async function subscriptionOf(manager: PushManager, key: string): Promise<PushSubscription> {
  const asked = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(asked);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return await manager.subscribe(asked);
  }
}

/** Asks for the browser's permission, and where it wants to be told. @param key of the server: the browser takes messages of it alone */
export async function subscribe(key: string): Promise<Target | PushFault> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    await navigator.serviceWorker.register(scriptUrl('/mpc/push-worker.js'));
    const { pushManager } = await navigator.serviceWorker.ready;
    const { endpoint: url = '', keys = {} } = (await subscriptionOf(pushManager, key)).toJSON();
    return { url, token: '', chat: '', keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
  } catch {
    return 'away';
  }
}
