import type { Meta, StoryObj } from '@storybook/react-vite';
import { Checkbox, CodeInput, Field, Textarea, TextInput } from './form.tsx';

export default { component: Field } satisfies Meta;
type Story = StoryObj;

export const Plain: Story = {
  render: () => (
    <div className="grid max-w-sm gap-4">
      <Field label="E-mail">
        <TextInput placeholder="you@example.com" />
      </Field>
      <Field label="Remark" aside="0/200" hint="Only members of the workspace see it.">
        <Textarea />
      </Field>
      <Checkbox label="I have compared every block of the address" />
    </div>
  ),
};
export const Code: Story = {
  render: () => (
    <Field label="Authenticator code" hint="Six digits">
      <CodeInput />
    </Field>
  ),
};
export const WithFaults: Story = {
  render: () => (
    <div className="grid max-w-sm gap-4">
      <Field label="E-mail" error="E-mail is not a valid email">
        <TextInput defaultValue="nobody" />
      </Field>
      <Field label="Remark" aside="201/200" error="Remark must be up to 200 characters">
        <Textarea defaultValue={'x'.repeat(201)} />
      </Field>
    </div>
  ),
};
export const Disabled: Story = {
  render: () => (
    <div className="grid max-w-sm gap-4">
      <Field label="Workspace">
        <TextInput disabled defaultValue="Northwind Treasury" />
      </Field>
      <Checkbox disabled checked readOnly label="Always on" />
    </div>
  ),
};
export const LongLabel: Story = {
  render: () => (
    <div className="max-w-xs">
      <Field label={'A label that goes on and on '.repeat(4)} aside="Available 0.00000001">
        <TextInput />
      </Field>
      <Checkbox className="mt-4" label={<bdi>{'W'.repeat(200)}</bdi>} />
    </div>
  ),
};
export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl" className="grid max-w-sm gap-4">
      <Field label="العنوان" error="الحقل مطلوب">
        <TextInput />
      </Field>
      <Checkbox label="لقد قارنت العنوان" />
    </div>
  ),
};
