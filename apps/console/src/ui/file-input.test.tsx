// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FileInput } from './file-input.tsx';

afterEach(cleanup);

it('gives the file, shows its name, and takes the same one again after it was changed', () => {
  const onFile = vi.fn();
  render(<FileInput label="Choose" accept=".json" onFile={onFile} />);
  const input = screen.getByLabelText('Choose') as HTMLInputElement;
  const file = new File(['{}'], 'rules.json');
  for (const _ of [1, 2]) {
    fireEvent.change(input, { target: { files: [file] } });
    expect(input.value).toBe('');
  }
  expect(onFile.mock.calls).toEqual([[file], [file]]);
  screen.getByText('rules.json');
});
