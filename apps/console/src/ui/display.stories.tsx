import type { Meta, StoryObj } from '@storybook/react-vite';
import { AddressBlocks, AddressChip, Amount, CopyButton, HashText, RelativeTime, Usd } from './display.tsx';

export default { component: AddressChip } satisfies Meta;
type Story = StoryObj;

const ether = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
const hash = '0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd';

const column = (...parts: readonly React.ReactNode[]) => <div className="grid justify-items-start gap-3">{parts}</div>;

export const Chips: Story = {
  render: () =>
    column(
      <AddressChip key="a" address={ether} label="Exchange" />,
      <AddressChip key="b" address={taproot} />,
      <AddressChip key="c" address="" />,
    ),
};
export const ChipWithALongLabel: Story = {
  render: () => column(<AddressChip key="a" address={ether} label={'W'.repeat(10_000)} />),
};
export const ChipRightToLeft: Story = {
  render: () => column(<AddressChip key="a" address={ether} label="\u202Eمحفظة\u202C evil" />),
};
export const Blocks: Story = {
  render: () =>
    column(
      <AddressBlocks key="a" address={ether} />,
      <AddressBlocks key="b" address={taproot} />,
      <AddressBlocks key="c" address={ether} wide />,
    ),
};
export const Amounts: Story = {
  render: () =>
    column(
      <Amount key="a" value="1234567.123456789012345678" symbol="ETH" />,
      <Amount key="b" value="0.00000000001" symbol="BTC" sign="+" />,
      <Amount key="c" value={null} symbol="SOL" />,
      <Usd key="d" value="1234567.891" />,
      <Usd key="e" value="1234567.891" short />,
      <Usd key="f" value={null} />,
    ),
};
export const Hashes: Story = {
  render: () => column(<HashText key="a" hash={hash} />, <HashText key="b" hash="" />),
};
export const Times: Story = {
  render: () =>
    column(
      <RelativeTime key="a" when={new Date(Date.now() - 90_000)} />,
      <RelativeTime key="b" when={new Date('2020-02-29T12:00:00Z')} />,
    ),
};
export const Copy: Story = { render: () => column(<CopyButton key="a" text={hash} label="Copy the hash" />) };
