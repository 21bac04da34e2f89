// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadNamespaces, setLanguage, startI18n } from '../lib/i18n.ts';
import { usePreferences } from '../lib/preferences.ts';
import { apiQuery, queryClient } from '../lib/query.ts';
import { ApprovalLink } from './approval-link.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['tools']);
});
afterEach(() => {
  cleanup();
  usePreferences.setState({ page: '' });
});

const [one, two] = ['https://one.example:8701', 'https://two.example'];
const url = (origin: string): string => `${origin}/#/i/0195b2c4?digest=ab`;
/** Where it leads, without what the console says of itself. */
const link = () => {
  const { origin, hash } = new URL(screen.getByTestId('approval-link').getAttribute('href') ?? '');
  return `${origin}/${hash.replace(/&(for|lang|theme|tab)=[^&]*/g, '')}`;
};

it('leads where the server says until a page is chosen, and then to that page whatever the server says', () => {
  const { rerender, container } = render(<ApprovalLink url={url(one)} />);
  expect(link()).toBe(url(one));
  fireEvent.click(screen.getByRole('button', { name: 'Always decide there' }));
  expect(JSON.parse(localStorage.getItem('holdfast.preferences') ?? '').state.page).toBe(one);
  rerender(<ApprovalLink url={url(two)} />);
  expect(link()).toBe(url(one));
  expect(container.textContent).toContain(
    'The server names the page of two.example. You chose that of one.example:8701',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Forget my page' }));
  expect(link()).toBe(url(two));
});

it('leads to another page than the chosen one where the rule asks for that, and says why', () => {
  usePreferences.setState({ page: one });
  const { container } = render(<ApprovalLink url={url(two)} otherPage />);
  expect(link()).toBe(url(two));
  expect(container.textContent).toContain('this rule asks for the page of another signer');
});

it('leads to the page that its words name', () => {
  usePreferences.setState({ page: one });
  const { container } = render(
    <ApprovalLink url={url(two)} named>
      Refuse at two
    </ApprovalLink>,
  );
  expect(link()).toBe(url(two));
  expect(container.textContent).toBe('Refuse at two');
});

it('draws nothing for what is no web address', () => {
  for (const no of ['', 'javascript:alert(1)', 'https://']) {
    const { container } = render(<ApprovalLink url={no} />);
    expect(container.textContent).toBe('');
  }
});

/** The signers as the shell has them. */
const knowSigners = (): void => {
  const signers = [one, two].map((origin, at) => ({ name: `Signer ${at + 1}`, freeze_url: `${origin}/#/freeze` }));
  queryClient.setQueryData(apiQuery('signing', 'status', {}).queryKey, { signers } as never);
};

it.each([
  ['en-US', 'Leads to the page of Signer 2 · two.example.'],
  ['zh-CN', '前往签名节点 2 · two.example 的页面。'],
] as const)('calls the page’s signer as every other screen does, with its host, in %s', async (language, words) => {
  await setLanguage(language);
  knowSigners();
  const { container } = render(<ApprovalLink url={url(two)} />);
  expect(container.textContent).toContain(words);
  cleanup();
  queryClient.clear();
  await setLanguage('en-US');
});

describe('a page that does not answer this browser', () => {
  /** Which pages answer; the server's own view has no part in it. */
  const reach = (...answering: string[]): void => {
    knowSigners();
    vi.stubGlobal('fetch', async (asked: string) => {
      if (!answering.includes(new URL(asked).origin)) throw new TypeError('network');
      return new Response('{}');
    });
  };
  afterEach(() => {
    queryClient.clear();
    vi.unstubAllGlobals();
  });

  it('is passed over for one that answers, which is said', async () => {
    reach(two);
    render(<ApprovalLink url={url(one)} />);
    await screen.findByText(
      /The page of Signer 1 · one.example:8701 does not answer this browser. This leads to that of Signer 2 · two.example/,
    );
    expect(link()).toBe(url(two));
  });

  it('stays the one that was chosen; the other is offered for this time', async () => {
    usePreferences.setState({ page: one });
    reach(two);
    render(<ApprovalLink url={url(two)} />);
    const other = await screen.findByRole('link', { name: 'Decide on the page of Signer 2 this time' });
    expect(link()).toBe(url(one));
    expect(other.getAttribute('href')).toContain(`${two}/#/i/0195b2c4`);
    expect(usePreferences.getState().page).toBe(one);
  });

  it('stays the one that the rule asks for, and no button leads there', async () => {
    reach(two);
    const { container } = render(<ApprovalLink url={url(one)} otherPage />);
    await screen.findByText(/this rule asks for it: the approval waits until it does/);
    expect(screen.queryByTestId('approval-link')).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Review and sign' }).disabled).toBe(true);
    expect(container.textContent).toContain('It can be refused on the page of Signer 2.');
    expect(container.textContent).not.toContain('Always decide there');
    const trying = screen.getByRole('link', { name: 'Try it all the same' });
    expect(trying.getAttribute('href')).toContain(`${one}/#/i/0195b2c4`);
  });

  it('is all there is where none answers', async () => {
    reach();
    render(<ApprovalLink url={url(one)} />);
    await screen.findByText(/No signer’s page answers this browser/);
    expect(link()).toBe(url(one));
  });
});
