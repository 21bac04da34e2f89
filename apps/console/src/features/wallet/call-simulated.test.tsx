// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { Simulated } from './call-simulated.tsx';

const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const nothing = {
  told: 'moves' as const,
  success: true,
  reason: '',
  changes: [],
  nfts: [],
  events: [],
  more_events: 0,
  untold: [],
};
const nft = { contract_address: contract, token_id: '7', out: '1', in: '0', said: true };
const coin = { symbol: 'USDC', contract_address: contract, out: '0', in: '3', counted: true };

beforeAll(() => startI18n());
afterEach(cleanup);

it('an NFT that leaves by the node’s word alone is shown, and that the call does not say so', () => {
  render(<Simulated simulation={{ ...nothing, nfts: [nft, { ...nft, token_id: '8', said: false }] }} from={own} />);
  const parts = screen.getAllByText(/^1 of NFT/).map((one) => one.parentElement as HTMLElement);
  const told = parts.map((one) => within(one).queryByText(/does not say that this leaves/) !== null);
  expect(parts.map(({ textContent }) => textContent?.slice(0, 10))).toEqual(['1 of NFT 7', '1 of NFT 8']);
  expect(told).toEqual([false, true]);
  expect(screen.getByText(/By the word of the network's node/)).toBeTruthy();
  expect(screen.queryByText(/none of this wallet's coins/)).toBeNull();
});

it('what comes to another own account is told as its own, and not as this one’s', () => {
  render(<Simulated simulation={{ ...nothing, changes: [{ ...coin, address: other }] }} from={own} />);
  const section = screen.getByText(`At your account ${other}`).parentElement as HTMLElement;
  expect(within(section).getByText('Comes now')).toBeTruthy();
  expect(screen.getByText(/none of this wallet's coins/)).toBeTruthy();
});

it('where the node tells of balances alone, it says what is not known, and of which tokens', () => {
  render(<Simulated simulation={{ ...nothing, told: 'balances', untold: ['USDC'] }} from={own} />);
  expect(screen.getByText(/only what this account has before and after/)).toBeTruthy();
  expect(screen.getByText(/what this account has of USDC/)).toBeTruthy();
  cleanup();
  render(<Simulated simulation={nothing} from={own} />);
  expect(screen.queryByText(/before and after/)).toBeNull();
});

it('events are told in words where a standard has them, and by their hash where none has', () => {
  const approval = {
    contract_address: contract,
    topic: '0x8c',
    name: 'Approval',
    args: [{ name: 'amount', text: '5' }],
  };
  const strange = { contract_address: contract, topic: '0xdeadbeef', name: '', args: [] };
  render(<Simulated simulation={{ ...nothing, events: [approval, strange], more_events: 2 }} from={own} />);
  expect(screen.getByText('4 events that contracts would write down')).toBeTruthy();
  expect(screen.getByText(`${contract} tells of Approval`)).toBeTruthy();
  expect(screen.getByText(/no standard has \(0xdeadbeef\)/)).toBeTruthy();
  expect(screen.getByText('And 2 more.')).toBeTruthy();
});
