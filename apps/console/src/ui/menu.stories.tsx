import type { Meta, StoryObj } from '@storybook/react-vite';
import { Languages, LogOut, SlidersHorizontal } from 'lucide-react';
import { Menu } from './menu.tsx';

export default { component: Menu } satisfies Meta;
type Story = StoryObj;

const menu = (heading: string, initiallyOpen: boolean) => (
  <div className="flex h-52 justify-end">
    <Menu
      label="Account"
      trigger="O"
      triggerClassName="btn btn-outline btn-icon"
      heading={heading}
      initiallyOpen={initiallyOpen}
      items={[
        { key: 'preferences', text: 'Preferences', icon: <SlidersHorizontal aria-hidden />, run: () => undefined },
        { key: 'language', text: '中文', icon: <Languages aria-hidden />, run: () => undefined },
        { key: 'logout', text: 'Log out', icon: <LogOut aria-hidden />, run: () => undefined },
      ]}
    />
  </div>
);

export const Closed: Story = { render: () => menu('Olivia Owner', false) };
export const Open: Story = { render: () => menu('Olivia Owner', true) };
export const LongName: Story = { render: () => menu('Olivia '.repeat(60), true) };
export const RightToLeft: Story = { render: () => <div dir="rtl">{menu('عُلا', true)}</div> };
