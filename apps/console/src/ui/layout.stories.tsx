import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from './button.tsx';
import { Card, Detail, Kbd, Page, PageHeader } from './layout.tsx';

export default { component: Card, parameters: { layout: 'fullscreen' } } satisfies Meta;
type Story = StoryObj;

export const WholePage: Story = {
  render: () => (
    <Page>
      <PageHeader
        title="Transactions"
        text="Deposits and withdrawals together, newest first"
        actions={<Button variant="primary">New withdrawal</Button>}
      />
      <Card title="Facts" aside={<Kbd>K</Kbd>}>
        <dl>
          <Detail name="Amount">12.4 BTC</Detail>
          <Detail name="Sub-wallet">
            <bdi>Main</bdi>
          </Detail>
        </dl>
      </Card>
      <Card flush title="A card whose content reaches its edges">
        <div className="border-line border-t p-4">Rows</div>
      </Card>
    </Page>
  ),
};
export const LongText: Story = {
  render: () => (
    <Page>
      <PageHeader title={'W'.repeat(300)} text={'A text that goes on. '.repeat(20)} />
      <Card title="Facts">
        <dl>
          <Detail name="Remark">
            <bdi>{'W'.repeat(1_000)}</bdi>
          </Detail>
        </dl>
      </Card>
    </Page>
  ),
};
export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl">
      <Page>
        <PageHeader title="المعاملات" text="الإيداعات والسحوبات" />
        <Card title="تفاصيل">
          <dl>
            <Detail name="المبلغ">12.4 BTC</Detail>
          </dl>
        </Card>
      </Page>
    </div>
  ),
};
