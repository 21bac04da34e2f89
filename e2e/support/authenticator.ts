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

/** Chromium ties a virtual device to a tab: a tab that was opened from another gets the keys of that one's. */
export async function lendPasskey(from: Page, to: Page): Promise<void> {
  const [own, other] = [devices.get(from), await deviceOf(to.context(), to)];
  if (!own) throw new Error('no device to lend from');
  const { authenticatorId } = own;
  const { credentials } = await own.session.send('WebAuthn.getCredentials', { authenticatorId });
  for (const credential of credentials)
    await other.session.send('WebAuthn.addCredential', { authenticatorId: other.authenticatorId, credential });
}
