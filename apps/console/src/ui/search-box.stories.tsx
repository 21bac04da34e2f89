import type { Meta, StoryObj } from '@storybook/react-vite';
import { SearchBox } from './search-box.tsx';

export default { component: SearchBox } satisfies Meta;
type Story = StoryObj;

const box = (value: string | undefined) => (
  <div className="flex max-w-md">
    <SearchBox value={value} label="Label or address" onSearch={() => undefined} />
  </div>
);

export const Empty: Story = { render: () => box(undefined) };
export const Searched: Story = { render: () => box('Supplier') };
export const LongAndHostile: Story = { render: () => box(`<b>bold</b> \u202Eمحفظة ${'W'.repeat(300)}`) };
