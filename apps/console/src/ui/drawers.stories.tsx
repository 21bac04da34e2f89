import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from './button.tsx';
import { DrawerBody } from './drawers.tsx';

export default { component: DrawerBody } satisfies Meta;
type Story = StoryObj;

const frame = (body: React.ReactNode) => <div className="grid h-72 w-96 border border-line bg-panel">{body}</div>;

export const WithButtons: Story = {
  render: () =>
    frame(
      <DrawerBody
        footer={
          <>
            <Button>Cancel</Button>
            <Button variant="primary">Review</Button>
          </>
        }
      >
        <p>What is written here scrolls, the buttons stay.</p>
      </DrawerBody>,
    ),
};
export const Scrolling: Story = {
  render: () =>
    frame(
      <DrawerBody footer={<Button variant="primary">Review</Button>}>
        {Array.from({ length: 30 }, (_, at) => `Line ${at + 1}`).map((text) => (
          <button key={text} type="button" className="text-left">
            {text}
          </button>
        ))}
      </DrawerBody>,
    ),
};
