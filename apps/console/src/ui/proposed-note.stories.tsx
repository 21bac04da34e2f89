import type { Meta, StoryObj } from '@storybook/react-vite';
import { DrawersProvider } from './drawers.tsx';
import ProposedNote from './proposed-note.tsx';

export default { component: ProposedNote } satisfies Meta;
type Story = StoryObj;

const nothing = (): void => undefined;
const drawers = { stack: [], push: nothing, pop: nothing, replace: nothing, close: nothing };
const show = (label: string, byName = false): Story => ({
  render: () => (
    <DrawersProvider value={drawers}>
      <ProposedNote change={{ audit_id: 4, label }} byName={byName} />
    </DrawersProvider>
  ),
});

export const Named = show('Acme');
export const ByName = show('Acme', true);
export const LongName = show('Acme Industrial Supplies and Logistics, Rotterdam');
