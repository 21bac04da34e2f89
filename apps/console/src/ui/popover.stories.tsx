import type { Meta, StoryObj } from '@storybook/react-vite';
import { Columns3 } from 'lucide-react';
import { Button } from './button.tsx';
import { Popover } from './popover.tsx';

export default { component: Popover } satisfies Meta;
type Story = StoryObj;

const popover = (text: string): Story => ({
  render: () => (
    <div className="flex justify-end">
      <Popover icon={<Columns3 aria-hidden />} text={text}>
        {(close) => <Button onClick={close}>Done</Button>}
      </Popover>
    </div>
  ),
});

export const Closed = popover('Columns');
export const LongText = popover('A name without an end '.repeat(3));
