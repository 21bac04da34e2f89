import type { Meta, StoryObj } from '@storybook/react-vite';
import { DayBars } from './day-bars.tsx';

export default { component: DayBars } satisfies Meta;
type Story = StoryObj;

const kinds = [
  { name: 'Looser', color: 'var(--bad)' },
  { name: 'Stricter', color: 'var(--c3)' },
  { name: 'Others asked', color: 'var(--c5)' },
];
const chart = (days: number, countsOf: (day: number) => number[]) => (
  <div className="max-w-xl">
    <DayBars
      label="Payments judged differently"
      kinds={kinds}
      days={Array.from({ length: days }, (_, day) => ({
        end: new Date(Date.UTC(2026, 10, 1 + day)),
        counts: countsOf(day),
      }))}
      formatDay={(end) => end.toISOString().slice(5, 10)}
    />
  </div>
);

export const Week: Story = { render: () => chart(7, (day) => [day % 3, day, (day * 2) % 5]) };
export const Quarter: Story = { render: () => chart(90, (day) => [day % 17 === 0 ? 40 : 0, day, day % 7]) };
export const OneDay: Story = { render: () => chart(7, (day) => [day === 6 ? 1 : 0, 0, 0]) };
export const Nothing: Story = { render: () => chart(30, () => [0, 0, 0]) };
