import type { Meta, StoryObj } from '@storybook/react-vite';
import ConfirmDialog from './confirm-dialog.tsx';
import type { ConfirmOptions } from './confirm-options.ts';

export default { component: ConfirmDialog } satisfies Meta;
type Story = StoryObj;

const ask = (options: Partial<ConfirmOptions>): Story => ({
  render: () => (
    <ConfirmDialog
      asked={{
        options: { type: 'info', title: 'Use this address?', content: 'It was made a moment ago.', ...options },
        answer: () => undefined,
      }}
    />
  ),
});

export const Info = ask({ tip: 'The old address stays valid.' });
export const Failure = ask({ type: 'error', title: 'Send it again?', content: 'The chain refused it.' });
export const Success = ask({ type: 'success', title: 'Done', content: 'The workspace is ready.' });
export const Warning = ask({ type: 'warning', title: 'Unusual amount', content: 'Ten times the usual one.' });
export const Removal = ask({ type: 'remove', title: 'Remove the member?', content: 'They can no longer approve.' });
export const WithEverything = ask({
  type: 'warning',
  tip: 'It takes effect with the next approval.',
  acknowledge: 'I have compared every block of the address',
  remark: 'Remark',
  confirmText: 'Withdraw 12.4 BTC',
});
export const TypedName = ask({
  type: 'remove',
  title: 'Freeze the vault for good?',
  content: 'This cannot be undone.',
  typed: 'Cold vault',
  confirmText: 'Freeze for good',
});
export const LongText = ask({
  title: 'A title that somebody wrote without ever thinking of how wide a dialog is on a telephone',
  content: <bdi>{'W'.repeat(2_000)}</bdi>,
});
export const RightToLeft = ask({ title: 'هل تريد المتابعة؟', content: <bdi>سيتم إرسال المبلغ إلى عنوان جديد</bdi> });
