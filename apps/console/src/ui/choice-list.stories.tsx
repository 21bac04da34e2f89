import type { Meta, StoryObj } from '@storybook/react-vite';
import { ChoiceList, ChoiceSearch } from './choice-list.tsx';

export default { component: ChoiceList } satisfies Meta;
type Story = StoryObj;

const nothing = (): void => undefined;
const choices = [
  { id: 'a', name: 'Ann' },
  { id: 'p', name: 'Payroll · API client' },
  { id: 'w', name: 'W'.repeat(300) },
];
const show = (isSearched: boolean): Story => ({
  render: () => (
    <div className="relative h-60 max-w-60">
      <ChoiceList
        aria-multiselectable
        listId="people"
        aria-label="People"
        choices={choices}
        chosen={['p']}
        onPick={nothing}
        onClose={nothing}
        search={isSearched && <ChoiceSearch label="Search" text="" onText={nothing} />}
      />
    </div>
  ),
});

export const Few = show(false);
export const Searched = show(true);
