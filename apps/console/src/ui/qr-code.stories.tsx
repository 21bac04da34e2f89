import type { Meta, StoryObj } from '@storybook/react-vite';
import { QrCode } from './qr-code.tsx';

export default { component: QrCode } satisfies Meta;
type Story = StoryObj;

export const Address: Story = {
  render: () => <QrCode text="0x70997970C51812dc3A010C7d01b50e0d17dc79C8" label="Deposit address as a QR code" />,
};
export const LongLink: Story = {
  render: () => <QrCode text={`https://signer.example/approve?${'a'.repeat(600)}`} size={240} label="Approval link" />,
};
