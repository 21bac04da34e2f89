import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Button } from './button.tsx';
import DrawerHost from './drawer-host.tsx';
import type { DrawerPage } from './drawer-stack.ts';
import { DrawerBody, type DrawerEntry, DrawersProvider, useDrawers } from './drawers.tsx';
import { ErrorState } from './feedback.tsx';
import { Field, TextInput } from './form.tsx';

export default { component: DrawerHost, parameters: { layout: 'fullscreen' } } satisfies Meta;
type Story = StoryObj;

function Draft() {
  const drawers = useDrawers();
  return (
    <DrawerBody footer={<Button onClick={() => drawers.push('wide')}>One more over it</Button>}>
      <Field label="Draft" hint="Is kept while another drawer lies over it">
        <TextInput />
      </Field>
    </DrawerBody>
  );
}

const registry: Record<string, DrawerEntry> = {
  narrow: { width: 460, title: 'Withdraw', component: Draft },
  middle: { width: 900, title: 'Members', component: () => <DrawerBody>900 wide</DrawerBody> },
  wide: { width: 1180, title: 'Strategy', component: () => <DrawerBody>1180 wide</DrawerBody> },
  long: { width: 460, title: 'A title without an end '.repeat(8), component: Draft },
  failed: { width: 460, title: 'Transaction', component: () => <ErrorState error={new Error('broken')} /> },
};
const pageOf = (name: string): DrawerPage => ({ key: name, name, args: [] });

function Stack({ names }: { names: readonly string[] }) {
  const [stack, setStack] = useState(() => names.map(pageOf));
  const drawers = {
    stack,
    push: (name: string) => setStack([...stack, pageOf(name)]),
    replace: (name: string) => setStack([...stack.slice(0, -1), pageOf(name)]),
    pop: () => setStack(stack.slice(0, -1)),
    close: () => setStack([]),
  };
  return (
    <DrawersProvider value={drawers}>
      <Button onClick={() => setStack(names.map(pageOf))}>Open</Button>
      <DrawerHost registry={registry} />
    </DrawersProvider>
  );
}
const show = (...names: string[]): Story => ({ render: () => <Stack names={names} /> });

export const Width460 = show('narrow');
export const Width900 = show('middle');
export const Width1180 = show('wide');
export const Stacked = show('narrow', 'middle', 'wide');
export const LongTitle = show('long');
export const Failed = show('failed');
