// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { loadNamespaces } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { useToasts } from '../../lib/toasts.ts';
import { MailCard } from './mail-card.tsx';

inConsole();
beforeAll(() => loadNamespaces(['tools']));

const mail = { configured: true, from: 'desk@example.org', host: 'mail.example.org:587', encrypted: true };
const failures = [{ name: 'Bo', error: 'no such mailbox', sent_at: null }];

function show(permissions: readonly string[], data: object) {
  const seen = serve({
    'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: false } }),
    'notice.mail': () => ({ data }),
    'notice.tryMail': () => ({ data: { sent: false, error: 'refused by the host' } }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MailCard />
    </QueryClientProvider>,
  );
  return seen;
}

it('whoever runs the workspace sees how mail leaves, whom it did not reach, and may try it', async () => {
  useToasts.setState({ toasts: [] });
  show(['notice.manage'], { ...mail, failures });
  await screen.findByText('desk@example.org');
  screen.getByText('no such mailbox');
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toContain('refused by the host'));
});

it('nobody else asks for it or sees it', async () => {
  const seen = show([], { ...mail, failures });
  await waitFor(() => expect(seen).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(seen).toHaveLength(1);
  expect(document.body.textContent).toBe('');
});
