// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { teamOf } from '../../../test/team.ts';
import { setLanguage } from '../../lib/i18n.ts';

inConsole();

const [anna, ming] = ['1', '2'];

/** The list with its search box, in a language, and what the list was asked for last. */
async function list(language: 'en-US' | 'zh-CN', search = '') {
  const seen = serve({
    'activity.list': () => ({ data: { list: [], next: null } }),
    'team.list': () => ({ data: teamOf({ [anna]: 'Anna Müller', [ming]: '王小明' }) }),
  });
  await setLanguage(language);
  await open(`/mpc/center/activity${search}`);
  const box = await screen.findByRole('searchbox');
  return {
    box,
    type: (value: string) => void fireEvent.change(box, { target: { value } }),
    asked: () => Object.fromEntries(seen.findLast(({ path }) => path.endsWith('/activity/list'))?.form ?? []),
  };
}
const offer = (name: string) => screen.findByRole('button', { name });
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

it.each([
  ['en-US', 'depo', 'Kind: Deposits'],
  ['zh-CN', '充值', '类别：充值'],
] as const)('offers a kind by its name, by the keys alone (%s)', async (language, typed, name) => {
  const { box, type, asked } = await list(language);
  box.focus();
  type(typed);
  await offer(name);
  key('ArrowDown');
  key('Enter');
  await waitFor(() => expect(asked()).toMatchObject({ kind: 'deposit' }));
  expect(asked()).not.toHaveProperty('payee');
  expect((box as HTMLInputElement).value).toBe('');
});

it.each([
  ['en-US', 'anna', 'Person: Anna Müller', anna],
  ['zh-CN', '王', '成员：王小明', ming],
] as const)(
  'offers a person, and takes the word out of the search for payees (%s)',
  async (language, typed, name, id) => {
    const { type, asked } = await list(language, '?kind=payment');
    type(typed);
    if (typed.length > 1) await waitFor(() => expect(asked()).toMatchObject({ payee: typed }));
    fireEvent.click(await offer(name));
    await waitFor(() => expect(asked()).toMatchObject({ kind: 'payment', person: id }));
    expect(asked()).not.toHaveProperty('payee');
  },
);

it('does not offer what is chosen already', async () => {
  const { type } = await list('en-US', `?kind=payment&person=${anna}`);
  type('pay');
  await offer('Kind: Payees');
  expect(screen.queryByRole('button', { name: 'Kind: Payments' })).toBeNull();
  type('anna');
  expect(screen.queryByRole('button', { name: 'Person: Anna Müller' })).toBeNull();
});

it('offers each of several words as what it is, and takes only that one out', async () => {
  const { box, type, asked } = await list('en-US');
  type('deposits anna rent');
  fireEvent.click(await offer('Kind: Deposits'));
  fireEvent.click(await offer('Person: Anna Müller'));
  await waitFor(() => expect(asked()).toMatchObject({ kind: 'deposit', person: anna, payee: 'rent' }));
  expect((box as HTMLInputElement).value).toBe('rent');
});
