// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawRefusals } from '../src/refuse/screen.ts';
import { drawRequest } from '../src/request/screen.ts';
import { drawSeveral } from '../src/several/screen.ts';
import { quietSigner, testScreen } from './screen.ts';

const id = '0195b2c4-7e11-7c3a-9f00-000000000001';
const digest = 'ab'.repeat(32);
const facts = { ...quietSigner, signer: '1', name: 'Signer 1', origin: location.origin, peers: [], chains: [] };
const back = encodeURIComponent('https://console.example/mpc/todo');

/** A signer that has no request under that name, or that fails. */
function signer(code: string): void {
  vi.stubGlobal('fetch', (url: URL) =>
    Promise.resolve(
      url.pathname === '/api/info'
        ? Response.json(facts)
        : Response.json({ error: { code, message: 'There is nothing here under this name.' } }, { status: 404 }),
    ),
  );
}
afterEach(() => vi.unstubAllGlobals());

const one = (screen: ReturnType<typeof testScreen>): Promise<void> => drawRequest(screen, id);

describe('a link to what the signer does not have', () => {
  it.each([
    ['one request', `#/i/${id}?return=${back}`, one],
    ['several', `#/several?items=${id}.${digest}&return=${back}`, drawSeveral],
    ['several to refuse', `#/refuse?items=${id}.${digest}&return=${back}`, drawRefusals],
  ])('of %s says what that means and what to do, in the reader’s language, and no code', async (_, hash, draw) => {
    signer('notFound');
    for (const [language, title, what] of [
      ['en-US', 'There is nothing to decide here', 'Open the to-do list in the console'],
      ['zh-CN', '此处没有待决定的请求', '请打开控制台的待办列表'],
    ] as const) {
      const screen = testScreen(language, hash);
      await draw(screen);
      const told = screen.main.textContent ?? '';
      expect(screen.main.querySelector('h1')?.textContent).toBe(title);
      expect(told).toContain(what);
      expect(told).not.toMatch(/notFound|nothing here under/);
      expect(screen.main.querySelector('[role="alert"]')).toBeNull();
      expect(screen.main.querySelectorAll('button')).toHaveLength(1);
    }
  });

  it('is told apart from a signer that refuses for something else, whose words stand', async () => {
    signer('tooMany');
    const screen = testScreen('en-US', `#/i/${id}`);
    await one(screen);
    expect(screen.main.querySelector('h1')?.textContent).toBe('This request cannot be shown');
    expect(screen.main.querySelector('[role="alert"]')?.textContent).toContain('(tooMany)');
  });
});
