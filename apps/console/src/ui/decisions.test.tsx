// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, startI18n } from '../lib/i18n.ts';
import { type Decision, Decisions, Refusal } from './decisions.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['tools']);
});
afterEach(cleanup);

const decided = (name: string, decision: Decision['decision'], said: Partial<Decision> = {}): Decision => ({
  id: name,
  name,
  decision,
  time: new Date(1_800_000_000_000),
  remark: '',
  remark_signed: false,
  ...said,
});
const told = 'told to the server, not signed';

it('shows a reason as text under who gave it, and says of one that is not signed that it is not', () => {
  const remark = 'wrong <b>invoice</b>';
  const { container, rerender } = render(
    <Decisions decisions={[decided('Ada', 'initiate'), decided('Bo', 'refuse', { remark, remark_signed: true })]} />,
  );
  expect(screen.getByText(remark).closest('dd')?.textContent).toContain('Bo');
  expect(container.querySelector('b')).toBeNull();
  expect(container.textContent).not.toContain(told);
  // Nothing is said of reasons that are not signed where all are.
  expect(container.textContent).not.toContain('not signed');
  rerender(<Decisions decisions={[decided('Bo', 'refuse', { remark })]} />);
  expect(screen.getByText(remark).parentElement?.textContent).toContain(told);
  expect(container.textContent).toContain('so is a reason that is not signed');
});

it('says at an end by refusal who brought it about and why: the last who refused', () => {
  render(
    <Refusal
      decisions={[
        decided('Vera', 'refuse', { remark: 'I only look on', remark_signed: true }),
        decided('Bo', 'refuse', { remark: 'wrong invoice', remark_signed: true }),
      ]}
    />,
  );
  expect(screen.getByRole('status').textContent).toBe('Refused by Bowrong invoice');
});

it('names who refused also where no reason was given, and nobody where nobody did', () => {
  const { container, rerender } = render(<Refusal decisions={[decided('Bo', 'refuse')]} />);
  expect(container.textContent).toBe('Refused by Bo');
  rerender(<Refusal decisions={[decided('Bo', 'approve')]} />);
  expect(container.textContent).toBe('');
});
