import type { Meta, StoryObj } from '@storybook/react-vite';
import { noDrawers } from '../../test/no-drawers.ts';
import { DrawersProvider } from './drawers.tsx';
import ProposedNote from './proposed-note.tsx';

export default { component: ProposedNote } satisfies Meta;
type Story = StoryObj;

const show = (label: string, byName = false): Story => ({
  render: () => (
    <DrawersProvider value={noDrawers}>
      <ProposedNote change={{ audit_id: 4, label }} byName={byName} />
    </DrawersProvider>
  ),
});

export const Named = show('Acme');
export const ByName = show('Acme', true);
export const LongName = show('Acme Industrial Supplies and Logistics, Rotterdam');
