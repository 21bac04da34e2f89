import type { Meta, StoryObj } from '@storybook/react-vite';
import { useToasts } from '../lib/toasts.ts';
import { Toaster } from './toaster.tsx';

export default { component: Toaster, parameters: { layout: 'fullscreen' } } satisfies Meta;
type Story = StoryObj;

type Toasts = ReturnType<typeof useToasts.getState>['toasts'];
const show = (toasts: Toasts): Story => ({
  loaders: [
    () => {
      useToasts.setState({ toasts });
      return {};
    },
  ],
  render: () => <Toaster />,
});

export const Result = show([{ id: 1, tone: 'success', text: 'Address copied' }]);
export const Failure = show([{ id: 2, tone: 'error', text: 'More than is available', code: '100011' }]);
export const Ended = show([{ id: 7, tone: 'ended', text: 'Withdraw 300 USDC: Refused by Olivia' }]);
export const FailureWithAnotherTry = show([
  { id: 3, tone: 'error', text: 'network.timeout', code: 'timeout', retry: () => undefined },
]);
export const Several = show([
  { id: 4, tone: 'info', text: 'A deposit of 12.4 BTC has arrived' },
  { id: 5, tone: 'error', text: `${'W'.repeat(200)} ${'a long message '.repeat(10)}`, code: '100001' },
  { id: 6, tone: 'error', text: '\u202Eخطأ في الشبكة', code: '100002' },
]);
