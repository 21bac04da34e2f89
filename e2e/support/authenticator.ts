import type { Passkey } from '@holdfast/testkit/signer';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** A passkey device in the browser, by Chromium's own virtual authenticator: real keys, real signatures, user verified. */
export async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  devices.set(page, await deviceOf(context, page));
}

interface Device {
  readonly session: CDPSession;
  readonly authenticatorId: string;
}
const devices = new WeakMap<Page, Device>();

async function deviceOf(context: BrowserContext, page: Page): Promise<Device> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

/** A passkey that exists already, put into the device of a tab. */
export async function ownPasskey(page: Page, { credential, key }: Passkey): Promise<void> {
  const device = devices.get(page);
  if (!device) throw new Error('no device');
  await device.session.send('WebAuthn.addCredential', {
    authenticatorId: device.authenticatorId,
    credential: {
      credentialId: Buffer.from(credential.id, 'base64url').toString('base64'),
      isResidentCredential: true,
      rpId: credential.rpId,
      privateKey: key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: Buffer.from(credential.id).toString('base64'),
      signCount: 1,
    },
  });
}

/** Chromium ties a virtual device to a tab: a tab that was opened from another gets the keys of that one's. */
export async function lendPasskey(from: Page, to: Page): Promise<void> {
  const [own, other] = [devices.get(from), await deviceOf(to.context(), to)];
  if (!own) throw new Error('no device to lend from');
  const { authenticatorId } = own;
  const { credentials } = await own.session.send('WebAuthn.getCredentials', { authenticatorId });
  for (const credential of credentials)
    await other.session.send('WebAuthn.addCredential', { authenticatorId: other.authenticatorId, credential });
}

/** How often a key of this tab's device was used from now on. */
export function countTouches(page: Page): () => number {
  const device = devices.get(page);
  if (!device) throw new Error('no device');
  let touches = 0;
  device.session.on('WebAuthn.credentialAsserted', () => {
    touches += 1;
  });
  return () => touches;
}
