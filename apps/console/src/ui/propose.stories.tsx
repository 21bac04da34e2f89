import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Field, TextInput } from './form.tsx';
import { AskedBeside, Propose } from './propose.tsx';

export default { component: Propose } satisfies Meta;
type Story = StoryObj;

const made = {
  approval_url: 'https://signer.example/#/i/0195b2c4-7e11-7c3a-9f00-1c2d3e4f5a6b',
  digest: '0a1b2c3d'.repeat(8),
  digest_words: ['violet', 'harbour', 'lamp', 'forty', 'anvil', 'meadow', 'crank', 'tulip'],
  instant: false,
};
const told = () => ({ title: 'Ada is to become an approver', text: 'It counts as soon as the members have signed.' });
const nothing = (): void => undefined;
const client = new QueryClient();
/** What stands in a form is held where the address changes. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
const within = (piece: ReactElement): ReactElement => (
  <RouterContextProvider router={router}>
    <QueryClientProvider client={client}>{piece}</QueryClientProvider>
  </RouterContextProvider>
);

export const Form: Story = {
  render: () =>
    within(
      <Propose submit="Propose" backText="Cancel" onBack={nothing} run={async () => made} told={told}>
        <Field label="Name">
          <TextInput defaultValue="Ada" />
        </Field>
      </Propose>,
    ),
};
export const RefusedWhenSent: Story = {
  render: () =>
    within(
      <Propose
        danger
        submit="Remove"
        backText="Cancel"
        onBack={nothing}
        run={async () => Promise.reject(new Error('Flows would break'))}
        told={told}
        fault={() => 'Change these first: Treasury'}
      >
        <p>Somebody is removed.</p>
      </Propose>,
    ),
};
export const NothingElseIsOpen: Story = { render: () => within(<AskedBeside kind="book" />) };
