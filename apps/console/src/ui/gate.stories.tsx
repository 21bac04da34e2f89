import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from './button.tsx';
import { Field, TextInput } from './form.tsx';
import { Gate } from './gate.tsx';

export default { component: Gate, parameters: { layout: 'fullscreen' } } satisfies Meta;
type Story = StoryObj;

const form = (
  <form className="grid gap-4">
    <Field label="E-mail">
      <TextInput />
    </Field>
    <Button variant="primary" size="lg">
      Continue
    </Button>
  </form>
);

export const Narrow: Story = { render: () => <Gate title="Log in">{form}</Gate> };
export const WideWithText: Story = {
  render: () => (
    <Gate wide title="Set up Holdfast" text="Nobody has used this installation yet." footer={<Button>Language</Button>}>
      {form}
    </Gate>
  ),
};
export const LongTitle: Story = { render: () => <Gate title={'Northwind Treasury '.repeat(9)}>{form}</Gate> };
