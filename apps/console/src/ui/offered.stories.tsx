import type { Meta, StoryObj } from '@storybook/react-vite';
import { Offered } from './offered.tsx';

export default { component: Offered } satisfies Meta;
type Story = StoryObj;

const over = (below: string): Story => ({
  render: () => (
    <div className="grid gap-3">
      <p>Field</p>
      <Offered>
        <p className="rounded-lg border border-line bg-panel p-2">Acme</p>
      </Offered>
      <p>{below}</p>
    </div>
  ),
});
export const OverWords = over('What stands below');
export const OverNothing = over('');
