import { type Browser, type BrowserContext, type Page, test } from '@playwright/test';
import { addAuthenticator } from './authenticator.ts';
import { withAxe } from './axe.ts';
import { newOwner, type Owner, setUp } from './console.ts';
import { policyReports } from './policy.ts';
import { type RunningSandbox, startSandbox } from './sandbox.ts';

type Running = Omit<RunningSandbox, 'stop' | 'kill'>;
const startMs = 240_000;

/** A sandbox for the tests of one file: started before the first of them, stopped after the last. Ask it for nothing outside of them. */
export function sandboxOfFile(options: Parameters<typeof startSandbox>[0] = {}): Running {
  let started: RunningSandbox | undefined;
  test.beforeAll(async () => {
    test.setTimeout(startMs);
    started = await startSandbox(options);
  });
  test.afterAll(() => started?.stop());
  const running = (): RunningSandbox => {
    if (!started) throw new Error('the sandbox is there for tests only');
    return started;
  };
  return {
    get console() {
      return running().console;
    },
    get signers() {
      return running().signers;
    },
    get rpc() {
      return running().rpc;
    },
    get faucet() {
      return running().faucet;
    },
    get hooks() {
      return running().hooks;
    },
    get setupToken() {
      return running().setupToken;
    },
    get setupCode() {
      return running().setupCode;
    },
    get data() {
      return running().data;
    },
  };
}

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly owner: Owner;
  /** What the pages report about their own policies, up to the moment it is read. */
  readonly reports: readonly string[];
}

/**
 * An owner's browser with the installation set up in it, and logged in. @param look whether the pages are looked at: they stand still, and axe is there
 * @param codeSeconds as the sandbox was started with
 */
export async function openOwner(
  browser: Browser,
  sandbox: Running,
  { look = false, codeSeconds }: { readonly look?: boolean; readonly codeSeconds?: number } = {},
): Promise<Opened> {
  const context = await browser.newContext({
    baseURL: sandbox.console,
    acceptDownloads: true,
    ...(look ? { reducedMotion: 'reduce' } : {}),
  });
  const reports = policyReports(context);
  if (look) await withAxe(context);
  const page = await context.newPage();
  await addAuthenticator(context, page);
  const owner = newOwner(codeSeconds);
  await setUp(page, sandbox, owner);
  return { context, page, owner, reports };
}
