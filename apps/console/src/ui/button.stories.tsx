import type { Meta, StoryObj } from '@storybook/react-vite';
import { Check, Copy } from 'lucide-react';
import { Button, buttonStyle, ExternalLink, IconButton } from './button.tsx';

export default { component: Button } satisfies Meta;
type Story = StoryObj;

export const Variants: Story = {
  render: () => (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary">Withdraw 12.4 BTC</Button>
      <Button>Cancel</Button>
      <Button variant="ghost">Skip</Button>
      <Button variant="danger">Remove</Button>
      <a href="#top" className={buttonStyle({ variant: 'outline' })}>
        A link that acts
      </a>
    </div>
  ),
};

export const Sizes: Story = {
  render: () => (
    <div className="flex items-center gap-2">
      <Button size="sm">Small</Button>
      <Button>Medium</Button>
      <Button size="lg" variant="primary">
        Large
      </Button>
      <IconButton label="Copy">
        <Copy aria-hidden />
      </IconButton>
    </div>
  ),
};

export const BusyAndDisabled: Story = {
  render: () => (
    <div className="flex gap-2">
      <Button variant="primary" busy>
        Sending
      </Button>
      <Button disabled>Not allowed</Button>
      <IconButton label="Copied" disabled>
        <Check aria-hidden />
      </IconButton>
    </div>
  ),
};

export const LongText: Story = {
  render: () => (
    <div className="w-56 overflow-hidden">
      <Button className="max-w-full">
        <span className="truncate">{'A label that somebody made far too long for any button '.repeat(3)}</span>
      </Button>
    </div>
  ),
};

export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl">
      <Button variant="primary">
        <Copy aria-hidden />
        سحب
      </Button>
    </div>
  ),
};

export const Link: Story = { render: () => <ExternalLink href="#explorer">Open in the explorer</ExternalLink> };
