// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';

inConsole();

const status = (divergence: { item_id: number | null } | null) => ({
  'signing.status': () => ({
    data: { frozen: false, signers: [], freeze: null, unfreeze_item: null, key_notices: 0, divergence, troubles: [] },
  }),
});

it('leads from every screen to the change that not all signers have', async () => {
  serve(status({ item_id: 41 }));
  const router = await open('/mpc/center/todo');
  await screen.findByText(/^Some of them lack a change/);
  fireEvent.click(screen.getByRole('button', { name: 'View the change' }));
  expect(router.state.location.search).toMatchObject({ d: 'approve:p41' });
});

it('says so where no change of this workspace explains it, and leads nowhere', async () => {
  serve(status({ item_id: null }));
  await open('/mpc/center/todo');
  await screen.findByText(/^No change of this workspace explains it/);
  expect(screen.queryByRole('button', { name: 'View the change' })).toBeNull();
});
