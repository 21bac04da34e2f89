// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { showDrawer } from '../../../test/drawer.tsx';
import { serve } from '../../../test/server.ts';
import { startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import MessageDrawer from './message.drawer.tsx';
import { readForm } from './message-form.ts';
import SignatureDrawer from './signature.drawer.tsx';

const from = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const spender = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
const account = { chain: 'evm:31337', from };
const permit = (chainId: number) =>
  JSON.stringify({
    types: {
      Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map((one) => {
        const [name, type] = one.split(' ');
        return { name, type };
      }),
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', chainId, verifyingContract: token.toLowerCase() },
    message: { owner: from, spender, value: '5000000', nonce: 0, deadline: 99 },
  });
const info = {
  ...{ chain_id: 'evm:31337', coin_net: 'Ethereum', base_symbol: 'ETH', address: from, path: 'm/60/1/0/0' },
  ...{ proof: { deployment: '', key_group: '', attestations: [] }, balance: '0', nonce: '0', contracts: [] },
};
beforeAll(() => startI18n());
afterEach(() => {
  cleanup();
  queryClient.clear();
});

describe('the form for a message', () => {
  it('shows typed data as a table, and asks for its one spelling', async () => {
    const asked: URLSearchParams[] = [];
    serve({
      'web3.info': () => ({ data: info }),
      'web3.create': (form) => {
        asked.push(form);
        return { code: 100004, msg: 'no' };
      },
    });
    showDrawer(<MessageDrawer args={['1', 'evm:31337']} />);
    fireEvent.click(await screen.findByRole('checkbox'));
    fireEvent.change(screen.getByRole('textbox'), { target: { value: permit(31337) } });
    const table = await screen.findByTestId('message-table');
    expect(table.textContent).toContain('Another account may take tokens');
    expect(table.textContent).toContain('5000000');
    expect(within(table).getByText('spender')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Ask for the signature' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.get('trans_type')).toBe('2');
    expect(JSON.parse(asked[0]?.get('typed_data') ?? '')).toMatchObject({ domain: { verifyingContract: token } });
  });

  it('asks for nothing that nobody can read, or that is of another network', () => {
    expect(readForm({ by: 'text', text: '  ' }, account)).toBeUndefined();
    expect(readForm({ by: 'typed', text: permit(1) }, account)).toEqual({ fault: 'elsewhere' });
    expect(readForm({ by: 'typed', text: '{}' }, account)).toMatchObject({ fault: expect.stringContaining('without') });
    expect(readForm({ by: 'text', text: `0x${'ab'.repeat(32)}` }, account)).toEqual({ fault: 'a hash and no text' });
    expect(readForm({ by: 'text', text: 'Hello' }, account)).toMatchObject({ wire: { message: 'Hello' } });
  });
});

describe('a message that was asked for', () => {
  const told = {
    ...{ trans_id: 5, status: 2000, chain_id: 'evm:31337', address_from: from, form: 'text', message: 'Hello' },
    ...{ digest: `0x${'11'.repeat(32)}`, deed: 'nothing', bounded: true, outflows: [] },
  };

  it('is shown with its signature, to be copied, once there is one', async () => {
    serve({ 'web3.message': () => ({ data: { ...told, signature: '0xfeed' } }) });
    showDrawer(<SignatureDrawer args={['5']} />);
    expect(await screen.findByText('0xfeed')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Copy/ })).toHaveLength(2);
  });

  it('says as long as there is none', async () => {
    serve({ 'web3.message': () => ({ data: { ...told, signature: '' } }) });
    showDrawer(<SignatureDrawer args={['5']} />);
    expect(await screen.findByText('It is not signed yet.')).toBeTruthy();
  });
});
