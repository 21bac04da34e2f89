import type { Meta, StoryObj } from '@storybook/react-vite';
import { useViews } from '../lib/views.ts';
import { SavedFilters } from './saved-filters.tsx';

export default { component: SavedFilters } satisfies Meta;
type Story = StoryObj;

const filters = (names: readonly string[], search: Readonly<Record<string, string>>): Story => ({
  render: () => {
    const saved = names.map((name) => ({ name, search: { symbol: 'ETH' } }));
    useViews.setState({ of: { '': { hidden: {}, filters: { story: saved } } } });
    return (
      <div className="flex justify-end">
        <SavedFilters page="story" search={search} onApply={() => undefined} />
      </div>
    );
  },
});

export const NothingSaved = filters([], {});
export const Filtered = filters(['Big ones', 'Last month'], { symbol: 'BTC' });
export const LongAndHostile = filters(['W'.repeat(60), '<b>bold</b>', '\u202Eمحفظة'], {});
