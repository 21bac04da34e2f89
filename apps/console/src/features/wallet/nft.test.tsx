// @vitest-environment jsdom
import { methodOf } from '@holdfast/policy';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noDrawers, showDrawer } from '../../../test/drawer.tsx';
import { listed } from '../../../test/listed-order.ts';
import { serve } from '../../../test/server.ts';
import { startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import NftsDrawer from './nft/nfts.tsx';
import { transfersOf } from './nft/rules.ts';

const chain = 'evm:1';
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const raster = 'data:image/webp;base64,UklGRg==';

const collection = (name: string, more: object = {}) => ({
  ...{ chain_id: chain, coin_net: 'Ethereum', base_symbol: 'ETH', contract_address: contract, name, symbol: 'X' },
  ...{ standard: '1155', kinds: 2, num: '5', folded: false, lures: false, token_id: '1', ...more },
});
const info = (token_id: string, more: object = {}) => ({
  ...{
    chain_id: chain,
    coin_net: 'Ethereum',
    contract_address: contract,
    token_id,
    standard: '1155',
    collection: 'Birds',
  },
  ...{ symbol: 'BRD', nft_name: `Bird ${token_id}`, description: 'Sings.', link: '', is_video: false, image: raster },
  ...{ image_type: 'image/webp', problem: '', amount: '5', incoming: '0', since: new Date(0), history: [] },
  traits: [{ name: 'Colour', value: 'red' }],
  ...more,
});
const looked = {
  ...{ chain_id: chain, from: own, outflows: [], fee_symbol: 'ETH', fees: [], problem: '' },
  simulation: {
    told: 'moves',
    success: true,
    reason: '',
    changes: [],
    nfts: [],
    events: [],
    more_events: 0,
    untold: [],
  },
};
type Answers = Parameters<typeof serve>[0];
const answers = (more: Answers = {}): Answers => ({
  'nft.asset': () => ({
    data: { nft_list: [collection('Birds')], chains: [{ chain_id: chain, coin_net: 'Ethereum' }] },
  }),
  'nft.picture': () => ({
    data: { nft_name: '', is_video: false, image: raster, image_type: 'image/webp', problem: '' },
  }),
  'nft.tokenList': () => ({
    data: {
      ...{ pageTotal: 1, total: 2 },
      nft_token_list: ['1', '2'].map((token_id) => ({
        ...{ token_id, nft_name: `Bird ${token_id}`, is_video: false, amount: '5', incoming: '0' },
      })),
    },
  }),
  'nft.info': (form) => ({ data: info(form.get('token_id') ?? '') }),
  'nft.fold': () => ({ data: {} }),
  'web3.info': () => ({
    data: {
      ...{ chain_id: chain, coin_net: 'Ethereum', base_symbol: 'ETH', address: own, path: 'm/60/1/0/0', balance: '1' },
      ...{ proof: { deployment: '', key_group: '', attestations: [] }, nonce: '0', contracts: [] },
    },
  }),
  'web3.simulate': () => ({ data: looked }),
  'web3.create': () => ({
    data: { withdraw_id: 7, status: 1000, need_sign: true, duplicated: false, approval_url: '' },
  }),
  'user.permissions': () => ({
    data: { permissions: ['wallet.edit', 'withdraw.create'], sub_wallets: [], fund_open: true },
  }),
  ...more,
});
const pushed: string[][] = [];
const go = (...to: string[]): void => void pushed.push(to);
const show = (drawer: ReactElement) => showDrawer(drawer, { ...noDrawers, push: go, replace: go });
beforeAll(() => startI18n());
afterEach(() => {
  cleanup();
  queryClient.clear();
  pushed.length = 0;
});

describe('the gallery', () => {
  it('shows collections with pictures, keeps those that look like spam folded and fetches nothing of them', async () => {
    const spam = collection('Claim at drop.example', { folded: true, lures: true, token_id: '9' });
    const list = [collection('Birds'), spam];
    const seen = serve(answers({ 'nft.asset': () => ({ data: { nft_list: list, chains: [] } }) }));
    show(<NftsDrawer args={['1']} />);
    expect(await screen.findByText('Birds')).toBeTruthy();
    expect(((await screen.findByRole('img', { name: 'Birds' })) as HTMLImageElement).src).toBe(raster);
    expect(screen.queryByText('Claim at drop.example')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Folded away (1)' }));
    expect(await screen.findByText('Claim at drop.example')).toBeTruthy();
    expect(screen.getByText('Looks like spam')).toBeTruthy();
    const pictures = seen.filter(({ path }) => path.endsWith('/picture')).map(({ form }) => form.get('token_id'));
    expect(pictures).toEqual(['1']);
    fireEvent.click(await screen.findByRole('button', { name: 'Take back out: Claim at drop.example' }));
    await waitFor(() => expect(seen.find(({ path }) => path.endsWith('/fold'))?.form.get('folded')).toBe('0'));
  });

  it('folds a collection away, and takes that back at once where somebody did not mean it', async () => {
    const seen = serve(answers());
    show(<NftsDrawer args={['1']} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Fold away: Birds' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    const folds = () => seen.filter(({ path }) => path.endsWith('/fold')).map(({ form }) => form.get('folded'));
    await waitFor(() => expect(folds()).toEqual(['1', '0']));
  });

  it('says what to do where there is nothing yet, and draws nothing but a raster, whatever comes', async () => {
    serve(
      answers({ 'nft.asset': () => ({ data: { nft_list: [], chains: [{ chain_id: chain, coin_net: 'Ethereum' }] } }) }),
    );
    show(<NftsDrawer args={['1']} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Show the address' }));
    expect(pushed).toEqual([['deposit']]);
    cleanup();
    queryClient.clear();
    const image = 'data:image/svg+xml;base64,PHN2Zz4=';
    serve(answers({ 'nft.info': () => ({ data: info('1', { image, problem: 'form' }) }) }));
    show(<NftsDrawer args={['1', chain, contract, '1']} />);
    expect(await screen.findByText(/of a form that is not drawn here/)).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('several of a collection', () => {
  it('are sent by one call that says which and how many, once somebody saw what it would do', async () => {
    const seen = serve(answers());
    show(<NftsDrawer args={['1', chain, contract]} />);
    for (const name of ['Bird 1', 'Bird 2'])
      fireEvent.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }));
    fireEvent.click(screen.getByRole('button', { name: 'Send 2' }));
    const field = await screen.findByLabelText('How many of Bird 2');
    fireEvent.change(field, { target: { value: '9' } });
    expect(screen.getByText('A whole number, at most 5')).toBeTruthy();
    fireEvent.change(field, { target: { value: '3' } });
    fireEvent.change(screen.getByLabelText('Who gets it'), { target: { value: other } });
    fireEvent.click(screen.getByRole('button', { name: 'See what it would do' }));
    const look = await screen.findByTestId('call-look');
    expect(within(look).getByText('safeBatchTransferFrom')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Ask for it' }));
    await waitFor(() => expect(pushed).toContainEqual(['approve', '7']));
    const asked = seen.find(({ path }) => path.endsWith('/trans/create'))?.form;
    const [first] = transfersOf('1155', own, other, [
      { id: '1', amount: '1' },
      { id: '2', amount: '3' },
    ]);
    expect(asked?.get('input_data')).toBe(first?.data);
    expect(asked?.get('interactive_contract')).toBe(contract);
  });

  it('of which one gets no answer are gone on with once its order is found, and none is asked for twice', async () => {
    const created: (string | null)[] = [];
    const seen = serve(
      answers({
        'nft.info': (form) => ({ data: info(form.get('token_id') ?? '', { standard: '721', amount: '1' }) }),
        'web3.create': (form) => {
          created.push(form.get('request_id'));
          const taken = { status: 1000, need_sign: true, duplicated: false, approval_url: '' };
          return created.length === 1 ? 'broken' : { data: { ...taken, withdraw_id: 8 } };
        },
        'transaction.list': (form) => listed(7, form.get('request_id')),
      }),
    );
    show(<NftsDrawer args={['1', chain, contract]} />);
    for (const name of ['Bird 1', 'Bird 2'])
      fireEvent.click(await screen.findByRole('checkbox', { name: `Choose ${name}` }));
    fireEvent.click(screen.getByRole('button', { name: 'Send 2' }));
    fireEvent.change(await screen.findByLabelText('Who gets it'), { target: { value: other } });
    fireEvent.click(screen.getByRole('button', { name: 'See what it would do' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Ask for it' }));
    for (const [at, id] of [7, 8].entries()) {
      fireEvent.click(await screen.findByRole('button', { name: `Approve ${at + 1}` }));
      expect(pushed).toContainEqual(['approve', String(id)]);
    }
    expect(new Set(created).size).toBe(2);
    expect(created).toHaveLength(2);
    const looked = seen.find(({ path, form }) => path.endsWith('/transaction/list') && form.has('request_id'));
    expect(looked?.form.get('request_id')).toBe(created[0]);
  });

  it('of a contract that gives one at a time are a call each', () => {
    const made = transfersOf('721', own, other, [
      { id: '1', amount: '1' },
      { id: '2', amount: '1' },
    ]);
    expect(made.map(({ ids }) => ids)).toEqual([['1'], ['2']]);
    const selector = methodOf('safeTransferFrom(address,address,uint256)')?.selector ?? '';
    expect(made.every(({ data }) => data.startsWith(selector) && data.length === 2 + 8 + 3 * 64)).toBe(true);
    expect(new Set(made.map(({ data }) => data)).size).toBe(2);
  });
});
