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
const stranger: Payee = {
  key: '7',
  label: '',
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  memo: '',
  paid: '0.25 ETH · 2 days ago · 3 payments lately',
};
const customer: Payee = {
  key: '8',
  label: 'Exchange',
  address: 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
  memo: '104857',
  paid: '12 TON · yesterday',
};
const rest = { keyword: '', error: null, onRetry: none, more: false, onPick: none };

export const Listed: Story = {
  render: () => <PayeePicker {...rest} search={{ text: '', onText: none }} payees={[acme, cooling]} />,
};
export const WithOthers: Story = {
  render: () => <PayeePicker {...rest} payees={[acme]} others={{ title: 'Yours', payees: [cooling] }} more />,
};
export const Recent: Story = {
  render: () => (
    <PayeePicker {...rest} payees={[acme]} recent={{ title: 'Recently paid', payees: [stranger, customer] }} />
  ),
};
export const RecentAlone: Story = {
  render: () => <PayeePicker {...rest} payees={[]} recent={{ title: 'Recently paid', payees: [stranger] }} />,
};
export const Nobody: Story = { render: () => <PayeePicker {...rest} keyword="zz" payees={[]} /> };
export const Loading: Story = { render: () => <PayeePicker {...rest} payees={undefined} /> };
