import type { Meta, StoryObj } from '@storybook/react-vite';
import { AreaChart, type Point } from './area-chart.tsx';

export default { component: AreaChart } satisfies Meta;
type Story = StoryObj;

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const points = (count: number, valueAt: (at: number) => number): Point[] =>
  Array.from({ length: count }, (_, at) => ({ time: new Date(start + at * day), value: valueAt(at) }));

const chart = (list: readonly Point[]) => (
  <AreaChart
    points={list}
    label="Balance over time"
    formatValue={(value) => `$${value.toFixed(2)}`}
    formatTick={(value) => `$${value.toFixed(0)}`}
    formatTime={(time) => time.toISOString().slice(5, 10)}
  />
);

export const Month: Story = { render: () => chart(points(30, (at) => 40_000 + 9_000 * Math.sin(at / 4) + at * 300)) };
export const Flat: Story = { render: () => chart(points(10, () => 1_000)) };
export const FromNothing: Story = { render: () => chart(points(10, (at) => (at < 5 ? 0 : 250_000))) };
export const TwoPoints: Story = { render: () => chart(points(2, (at) => 10 + at)) };
export const Narrow: Story = { render: () => <div className="w-64">{chart(points(30, (at) => at * at))}</div> };
