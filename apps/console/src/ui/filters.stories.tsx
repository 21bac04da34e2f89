import type { Meta, StoryObj } from '@storybook/react-vite';
import { FilterBar } from './filters.tsx';
import { TextInput } from './form.tsx';

export default { component: FilterBar } satisfies Meta;
type Story = StoryObj;

const bar = (chips: readonly string[]) => (
  <div className="max-w-2xl border border-line bg-panel">
    <FilterBar chips={chips.map((text) => ({ key: text, text, onRemove: () => undefined }))} onClear={() => undefined}>
      <TextInput aria-label="Search" placeholder="Search" className="max-w-xs" />
    </FilterBar>
  </div>
);

export const Unfiltered: Story = { render: () => bar([]) };
export const Filtered: Story = { render: () => bar(['Withdrawals', 'BTC', 'Main']) };
export const LongAndHostile: Story = {
  render: () =>
    bar(['W'.repeat(300), '<b>bold</b>', '\u202Eمحفظة', ...Array.from({ length: 12 }, (_, at) => `Coin ${at}`)]),
};
