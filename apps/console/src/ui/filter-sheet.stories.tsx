import type { Meta, StoryObj } from '@storybook/react-vite';
import FilterSheet from './filter-sheet.tsx';
import { TextInput } from './form.tsx';

export default { component: FilterSheet } satisfies Meta;
type Story = StoryObj;

const none = (): void => undefined;
const controls = (count: number) =>
  Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never move
    <TextInput key={at} aria-label={`Control ${at}`} placeholder={`Control ${at}`} />
  ));

export const Nothing: Story = {
  render: () => (
    <FilterSheet onClear={undefined} onClose={none}>
      {controls(3)}
    </FilterSheet>
  ),
};
export const Filtered: Story = {
  render: () => (
    <FilterSheet onClear={none} onClose={none}>
      {controls(20)}
    </FilterSheet>
  ),
};
