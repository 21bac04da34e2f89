import { ApiError } from '@holdfast/contract';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Inbox } from 'lucide-react';
import { NetworkError } from '../lib/api.ts';
import { Button } from './button.tsx';
import { Banner, EmptyState, ErrorState, Skeleton, StatusPill } from './feedback.tsx';

export default { component: EmptyState } satisfies Meta;
type Story = StoryObj;

export const EmptyWithTheNextStep: Story = {
  render: () => (
    <EmptyState
      icon={<Inbox size={18} aria-hidden />}
      title="No transactions yet"
      text="Deposits and withdrawals appear here as soon as the chain or a member makes one."
      action={<Button variant="primary">Show a deposit address</Button>}
    />
  ),
};
export const EmptyPlain: Story = { render: () => <EmptyState title="Nothing waits for you" /> };
export const Refused: Story = {
  render: () => (
    <ErrorState
      error={Object.assign(new ApiError(100011, 'More than is available', null), { requestId: 'req-7f3a' })}
      onRetry={() => undefined}
    />
  ),
};
export const Unreachable: Story = {
  render: () => <ErrorState error={new NetworkError('timeout')} onRetry={() => undefined} />,
};
export const HostileText: Story = {
  render: () => <ErrorState error={new ApiError(1, `<img src=x onerror=alert(1)> ${'W'.repeat(400)}`, null)} />,
};
export const Loading: Story = {
  render: () => (
    <div className="grid w-72 gap-3">
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="w-full" />
      <Skeleton className="w-5/6" />
    </div>
  ),
};
export const Banners: Story = {
  render: () => (
    <div className="grid max-w-md gap-3">
      <Banner>The address is new.</Banner>
      <Banner tone="warn" title="First time">
        Nothing was ever sent to this address.
      </Banner>
      <Banner tone="bad" title="Looks like another one">
        {'Compare every block. '.repeat(12)}
      </Banner>
    </div>
  ),
};
export const Pills: Story = {
  render: () => (
    <div className="flex gap-4">
      <StatusPill tone="wait" text="Awaiting approval" />
      <StatusPill tone="active" text="Broadcasting" />
      <StatusPill tone="done" text="Completed" />
      <StatusPill tone="bad" text="Failed" />
      <StatusPill tone="idle" text="Cancelled" />
    </div>
  ),
};
export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl">
      <Banner tone="warn" title="تنبيه">
        هذا العنوان جديد
      </Banner>
      <StatusPill tone="done" text="مكتمل" />
    </div>
  ),
};
