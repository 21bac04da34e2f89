import type { Meta, StoryObj } from '@storybook/react-vite';
import { TotpSecret } from './totp-secret.tsx';

export default { component: TotpSecret } satisfies Meta;
type Story = StoryObj;

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Holdfast:ada%40example.org?secret=${secret}&issuer=Holdfast`;

export const Wide: Story = {
  render: () => (
    <div className="w-[520px]">
      <TotpSecret uri={uri} secret={secret} />
    </div>
  ),
};
export const Narrow: Story = {
  render: () => (
    <div className="w-64">
      <TotpSecret uri={uri} secret={secret} />
    </div>
  ),
};
