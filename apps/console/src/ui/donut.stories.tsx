import type { Meta, StoryObj } from '@storybook/react-vite';
import { Donut } from './donut.tsx';

export default { component: Donut } satisfies Meta;
type Story = StoryObj;

const chart = (slices: readonly (readonly [string, number])[]) => (
  <div className="max-w-sm">
    <Donut label="Allocation" slices={slices.map(([name, value]) => ({ name, value }))} />
  </div>
);

export const Allocation: Story = {
  render: () =>
    chart([
      ['BTC', 62],
      ['ETH', 25],
      ['USDC', 13],
    ]),
};
export const OneCoin: Story = { render: () => chart([['BTC', 1]]) };
export const Nothing: Story = {
  render: () =>
    chart([
      ['BTC', 0],
      ['ETH', 0],
    ]),
};
export const Many: Story = {
  render: () => chart(Array.from({ length: 9 }, (_, at) => [`COIN${at}`, 9 - at] as const)),
};
export const LongName: Story = {
  render: () =>
    chart([
      ['AVERYLONGCOINNAMETHATNEVERENDS'.repeat(3), 3],
      ['ETH', 1],
    ]),
};
