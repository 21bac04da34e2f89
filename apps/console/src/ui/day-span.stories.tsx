import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { DaySpan, type Days, useDayChips } from './day-span.tsx';
import { FilterBar } from './filters.tsx';

export default { component: DaySpan } satisfies Meta;
type Story = StoryObj;

function Bar({ from }: { from: string | undefined }) {
  const [span, onDays] = useState<Days>({ first: from, last: undefined });
  const days = { ...span, onDays };
  return (
    <FilterBar chips={useDayChips(days)} onClear={() => onDays({ first: undefined, last: undefined })}>
      <DaySpan {...days} />
    </FilterBar>
  );
}

export const AnyDay: Story = { render: () => <Bar from={undefined} /> };
export const SinceADay: Story = { render: () => <Bar from="2026-11-01" /> };
/** As beside a list that is narrow at any width. */
export const Narrow: Story = {
  render: () => (
    <div className="w-80">
      <DaySpan narrow first="2026-11-01" last={undefined} onDays={() => undefined} />
    </div>
  ),
};
