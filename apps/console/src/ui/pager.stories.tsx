import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Pager } from './pager.tsx';

export default { component: Pager } satisfies Meta;
type Story = StoryObj;

function Pages({
  from = 1,
  pages,
  total,
  bounded,
}: {
  from?: number;
  pages: number;
  total: number;
  bounded?: boolean;
}) {
  const [page, setPage] = useState(from);
  return (
    <div className="max-w-2xl border border-line bg-panel">
      <Pager page={page} pages={pages} total={total} bounded={bounded ?? false} onPage={setPage} />
    </div>
  );
}

export const Middle: Story = { render: () => <Pages from={3} pages={12} total={284} /> };
export const OnePage: Story = { render: () => <Pages pages={1} total={7} /> };
export const None: Story = { render: () => <Pages pages={0} total={0} /> };
export const CountedUpToALimit: Story = { render: () => <Pages pages={400} total={10_000} bounded /> };
