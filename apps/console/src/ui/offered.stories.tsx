import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactNode, useRef, useState } from 'react';
import { TextInput } from './form.tsx';
import Offered from './offered.tsx';

export default { component: Offered } satisfies Meta;
type Story = StoryObj;

function Form({ below }: { below: string }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <div ref={frame} className="grid gap-3">
      <TextInput autoFocus aria-label="Recipient" onFocus={() => setOpen(true)} />
      {open && (
        <Offered frame={frame} closable onLeave={() => setOpen(false)}>
          <p className="rounded-lg border border-line bg-panel p-2">Acme</p>
        </Offered>
      )}
      <p>{below}</p>
    </div>
  );
}
export const OverWords: Story = { render: () => <Form below="What stands below" /> };
export const OverNothing: Story = { render: () => <Form below="" /> };
