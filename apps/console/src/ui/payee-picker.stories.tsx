import type { Meta, StoryObj } from '@storybook/react-vite';
import { type Payee, PayeePicker } from './payee-picker.tsx';

export default { component: PayeePicker } satisfies Meta;
type Story = StoryObj;

const none = (): void => undefined;
const acme: Payee = {
  key: 'acme',
  label: 'Acme',
  address: 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8',
  memo: '',
  owner: 'Acme Ltd',
};
const cooling: Payee = {
  ...acme,
  key: 'depot',
  label: 'Depot',
  mark: { text: 'Cooling down', hint: 'from Nov 24, 12:00', blocked: true },
};
const rest = { keyword: '', error: null, onRetry: none, more: false, onPick: none };

export const Listed: Story = {
  render: () => <PayeePicker {...rest} search={{ text: '', onText: none }} payees={[acme, cooling]} />,
};
export const WithOthers: Story = {
  render: () => <PayeePicker {...rest} payees={[acme]} others={{ title: 'Yours', payees: [cooling] }} more />,
};
export const Nobody: Story = { render: () => <PayeePicker {...rest} keyword="zz" payees={[]} /> };
export const Loading: Story = { render: () => <PayeePicker {...rest} payees={undefined} /> };
