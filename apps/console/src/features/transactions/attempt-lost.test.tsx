// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { noDrawers, showDrawer } from '../../../test/drawer.tsx';
import { listed } from '../../../test/listed-order.ts';
import { answers } from '../../../test/order-forms.ts';
import { serve } from '../../../test/server.ts';
import { startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import ChildDrawer from './child.drawer.tsx';
import DropDrawer from './drop.drawer.tsx';
import SpeedUpDrawer from './speed-up.drawer.tsx';

const tier = { fee_level: 2, fee_rate: '1', fee: '0.1', max_fee: '0.2', wait_seconds: 3 };
const costs = { problem: '', fee_symbol: 'ETH', fee_balance: '1', tiers: [tier] };
const attempt = { ...costs, mode: 'nonce_replace', max_fee: '0.1', approval_needed: true, attempts: [] };
const child = {
  ...{ ...costs, address: '0x1', amount: '1', parent_size: 200, parent_fee: '0.1', parent_rate: '1' },
  fee_unit: 'sat',
};
const txid = 'ab'.repeat(32);
const pushed: string[][] = [];
const show = (drawer: ReactElement) =>
  showDrawer(drawer, { ...noDrawers, replace: (...to: string[]) => void pushed.push(to) });

beforeAll(async () => {
  await startI18n();
  useSession.setState({ walletId: 1 });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  pushed.length = 0;
});

it.each([
  ['a speed-up', '/transaction/speed_up', 'Ask to speed it up', <SpeedUpDrawer key="" args={['3']} />],
  ['a drop', '/transaction/drop', 'Ask to drop it', <DropDrawer key="" args={['3']} />],
  [
    'a payment for a parent',
    '/transaction/child',
    'Ask to pay for it',
    <ChildDrawer key="" args={['ETH', '1', txid]} />,
  ],
] as const)('%s that gets no answer is looked for by its request, and gone on with once it is found', async (...of) => {
  const [, path, label, drawer] = of;
  let order: number | undefined;
  const seen = serve({
    ...answers,
    'withdraw.speedUpInfo': () => ({ data: attempt }),
    'withdraw.childInfo': () => ({ data: child }),
    'transaction.list': (form) => (order === undefined ? listed() : listed(order, form.get('request_id'))),
  });
  const asked = () => seen.filter((one) => one.path.endsWith(path)).map(({ form }) => form.get('request_id'));
  show(drawer);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: label });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  await screen.findByText('The server answers again');
  fireEvent.click(button);
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(new Set(asked()).size).toBe(1);
  order = 9;
  await waitFor(() => expect(pushed).toEqual([['approve', '9']]), { timeout: 5_000 });
});
