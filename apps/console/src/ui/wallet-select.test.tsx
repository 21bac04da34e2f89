// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { inConsole } from '../../test/screen.tsx';
import { serve } from '../../test/server.ts';
import { queryClient } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { WalletSelect } from './wallet-select.tsx';

inConsole();
beforeEach(() => useSession.getState().setUser('O', 7 as never));

const named = (id: number) => ({ id, name: `Customer ${id}`, type: 1, status: 1 });
/** A workspace of 100,000 wallets: the first, those that are searched for, or those of some ids. */
const workspace = () =>
  serve({
    'wallet.allSubWallets': (form) => {
      const [ids, keyword] = [form.get('ids'), form.get('keyword')];
      const list = ids
        ? ids.split(',').map((id) => named(Number(id)))
        : keyword
          ? [named(73_519)]
          : Array.from({ length: 50 }, (_, n) => named(n + 1));
      return { data: { list, total: ids || keyword ? list.length : 1_001 } };
    },
  });

function Chosen({ first }: { first: number | null }) {
  const [value, setValue] = useState(first);
  return (
    <QueryClientProvider client={queryClient}>
      <WalletSelect usable aria-label="Wallet" any="Any wallet" value={value} onChange={setValue} />
    </QueryClientProvider>
  );
}
const trigger = () => screen.getByRole('combobox', { name: 'Wallet' });
const asked = (seen: ReturnType<typeof workspace>) => seen.map(({ form }) => Object.fromEntries(form));

describe('one wallet of a hundred thousand', () => {
  it('is named by its id alone, and nothing else is asked for before the list opens', async () => {
    const seen = workspace();
    render(<Chosen first={99_999} />);
    await waitFor(() => expect(trigger().textContent).toBe('Customer 99999'));
    expect(asked(seen)).toMatchObject([{ ids: '99999' }]);
  });

  it('is searched for at the server, and chosen by keys', async () => {
    const seen = workspace();
    render(<Chosen first={null} />);
    fireEvent.click(trigger());
    const box = await screen.findByRole('searchbox', { name: 'Search name or alias' });
    expect(screen.getAllByRole('option')).toHaveLength(51);
    screen.getByText('There are more: search by name or alias');
    fireEvent.change(box, { target: { value: '73519' } });
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(asked(seen).at(-1)).toMatchObject({ keyword: '73519', usable: '1', size: '50' });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(trigger().textContent).toBe('Customer 73519'));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement).toBe(trigger());
  });

  it('is left as it was by Escape, and taken away by choosing any', async () => {
    workspace();
    render(<Chosen first={5} />);
    fireEvent.click(trigger());
    fireEvent.keyDown(await screen.findByRole('searchbox'), { key: 'Escape' });
    expect(screen.queryByRole('listbox')).toBeNull();
    await waitFor(() => expect(trigger().textContent).toBe('Customer 5'));
    fireEvent.click(trigger());
    fireEvent.click(await screen.findByRole('option', { name: 'Any wallet' }));
    await waitFor(() => expect(trigger().textContent).toBe('Any wallet'));
  });
});
