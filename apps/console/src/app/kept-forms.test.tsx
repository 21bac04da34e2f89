// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answers, collection } from '../../test/order-forms.ts';
import { inConsole, open } from '../../test/screen.tsx';
import { type SeenRequest, serve } from '../../test/server.ts';
import { queryClient } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';

const payee = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const nft = (id: number) => `/mpc/wallet?d=nfts:1:evm%253A1:${collection}:${id}`;
const drawer = (name: string, ...args: string[]) =>
  `/mpc/wallet?d=${[name, ...args.map((arg) => arg.replaceAll(':', '%253A'))].join(':')}`;

interface Form {
  readonly name: string;
  readonly at: string;
  /** The same form of another wallet or thing. */
  readonly other: string;
  /** What is pressed before the form is there. */
  readonly before?: string;
  /** What is chosen before the fields are there. */
  readonly choice?: readonly [label: string, option: string];
  /** By their labels; the first tells whether what was left is there again. */
  readonly fields: Readonly<Record<string, string>>;
  /** What stands there before it can be asked for. */
  readonly ready?: RegExp;
  /** What is pressed to ask for it. */
  readonly send: readonly string[];
  /** Where it is asked for. */
  readonly call: string;
}
const forms: readonly Form[] = [
  {
    name: 'a change of stake',
    ...{ at: drawer('stake', 'unstake', '1', 'tron:devnet'), other: drawer('stake', 'unstake', '2', 'tron:devnet') },
    ...{ fields: { Amount: '20' }, send: ['Unstake'], call: '/stake/unstake' },
  },
  {
    name: 'an allowance',
    ...{ at: drawer('allowance', '1', 'evm:1'), other: drawer('allowance', '2', 'evm:1') },
    ...{ fields: { Spender: payee, 'May take up to': '75' }, send: ['Allow a spender'], call: '/web3/trans/create' },
  },
  {
    name: 'a contract call',
    ...{ at: drawer('call', '1', 'evm:1'), other: drawer('call', '1', 'evm:5') },
    choice: ['How is it called?', 'Data as it is'],
    fields: { 'Address of the contract': payee, Data: '0xd0e30db0', 'Coins that go along': '0.5' },
    ...{ send: ['See what it would do', 'Ask for the call'], call: '/web3/trans/create' },
  },
  {
    name: 'a deployment',
    ...{ at: drawer('deploy', '1', 'evm:1'), other: drawer('deploy', '2', 'evm:1') },
    fields: { Bytecode: '0x6001600155' },
    ...{ send: ['See what it would do', 'Ask for the deployment'], call: '/web3/trans/create' },
  },
  {
    name: 'a message',
    ...{ at: drawer('message', '1', 'evm:1'), other: drawer('message', '2', 'evm:1') },
    ...{ fields: { Text: 'Hello' }, send: ['Ask for the signature'], call: '/web3/trans/create' },
  },
  {
    name: 'a payment of BRC-20',
    ...{
      at: drawer('inscription', '1', 'tick', 'ordi', 'btc:1'),
      other: drawer('inscription', '1', 'tick', 'sats', 'btc:1'),
    },
    fields: { Payee: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'Amount of ordi': '7' },
    ...{ ready: /0\.2 BTC/, send: ['Ask the members'], call: '/withdraw/brc20' },
  },
  {
    name: 'a refund',
    ...{ at: drawer('refund', '31'), other: drawer('refund', '32') },
    ...{ fields: { Amount: '1.5' }, send: ['Ask to give it back'], call: '/funds/refund' },
  },
  {
    name: 'a transfer of NFTs',
    ...{ at: nft(1), other: nft(2), before: 'Send it' },
    fields: { 'Who gets it': payee },
    ...{ send: ['See what it would do', 'Ask for it'], call: '/web3/trans/create' },
  },
  {
    name: 'a swap',
    ...{ at: '/mpc/center/trade', other: '', fields: { 'You pay': '300' }, send: ['Swap'], call: '/swap/symbol' },
  },
  {
    name: 'a batch',
    ...{ at: '/mpc/tools/batchTransfer', other: '/mpc/tools/batchTransfer?wallet=2' },
    fields: { Payees: `${payee}\t1`, Name: 'Wages' },
    ...{ send: ['Review batch'], call: '/batch/init' },
  },
];

inConsole();
beforeEach(() => useSession.setState({ walletId: 1, subWalletId: 1, userName: 'Ada' }));

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const offered = () => screen.queryByText('You left this form half-written');
const first = ({ fields }: Form): readonly [string, string] => Object.entries(fields)[0] ?? ['', ''];

async function arrive({ before, fields }: Form): Promise<void> {
  if (before) fireEvent.click(await screen.findByRole('button', { name: before }));
  await field(Object.keys(fields)[0] ?? '');
}
async function choose([label, option]: readonly [string, string]): Promise<void> {
  fireEvent.click(screen.getByRole('combobox', { name: label }));
  const found = await screen.findByRole('option', { name: option });
  fireEvent.pointerDown(found);
  fireEvent.click(found);
}
async function fill(form: Form): Promise<void> {
  await arrive(form);
  if (form.choice) await choose(form.choice);
  for (const [label, value] of Object.entries(form.fields)) fireEvent.change(await field(label), { target: { value } });
}
const atFirst = async (form: Form, at = form.at) => {
  const router = await open(at);
  await fill(form);
  return router;
};
/** A reload: nothing but what the tab keeps is left of the page. */
async function reload(form: Form, at = form.at): Promise<void> {
  cleanup();
  queryClient.clear();
  await open(at);
  await arrive(form);
}
const asked = (seen: readonly SeenRequest[], { call }: Form) => seen.filter(({ path }) => path.endsWith(call));

describe.each(forms)('$name, half-written', (form) => {
  it('is held until somebody says that they leave, says that it is kept, and is gone on with', async () => {
    serve(answers);
    const router = await atFirst(form);
    const [label, value] = first(form);
    const leave = (): void =>
      form.at.includes('?d=')
        ? void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
        : void act(() => void router.navigate({ to: '/mpc/wallet' }));
    leave();
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect((await field(label)).value).toBe(value);
    leave();
    await screen.findByText(/is kept in this tab for five minutes/);
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByLabelText(label)).toBeNull());
    act(() => router.history.push(form.at));
    await arrive(form);
    expect((await field(label)).value).toBe('');
    fireEvent.click(await screen.findByRole('button', { name: 'Go on with it' }));
    for (const [name, text] of Object.entries(form.fields))
      await waitFor(async () => expect((await field(name)).value).toBe(text));
    expect(offered()).toBeNull();
  });

  it('is offered after a reload, within five minutes alone, and until it is thrown away', async () => {
    serve(answers);
    await atFirst(form);
    await reload(form);
    expect(offered()).toBeTruthy();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 300_001);
    await reload(form);
    expect(offered()).toBeNull();
    vi.restoreAllMocks();
    await reload(form);
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await reload(form);
    expect(offered()).toBeNull();
  });

  it('is of its wallet and thing, and of whoever wrote it', async () => {
    serve(answers);
    await atFirst(form);
    if (form.other !== '') {
      cleanup();
      await open(form.other);
      if (form.before) await arrive(form);
      expect(offered()).toBeNull();
    }
    useSession.setState({ walletId: 2 });
    await reload(form);
    expect(offered()).toBeNull();
    useSession.getState().signOut();
    useSession.setState({ token: 'token', walletId: 1, userName: 'Ada' });
    await reload(form);
    expect(offered()).toBeNull();
  });

  it('is not offered once it was asked for', async () => {
    const seen = serve(answers);
    await atFirst(form);
    if (form.ready) await screen.findByText(form.ready);
    for (const name of form.send) fireEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(asked(seen, form)).toHaveLength(1));
    await new Promise((done) => setTimeout(done, 50));
    await reload(form);
    expect(offered()).toBeNull();
  });
});
