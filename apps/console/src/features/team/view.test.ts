import { expect, it } from 'vitest';
import { brokenFlows, openInvites, readFilter, shownMembers } from './view.ts';

const member = (name: string, over: object = {}) =>
  ({ name, email_masked: '', workspace_role: 'viewer', status: 'active', me: false, ...over }) as never;

it('reads a filter from any address, and leaves out what makes no sense', () => {
  expect(readFilter({})).toEqual({ status: 'active', q: '' });
  expect(readFilter({ role: 'api', status: 7, q: { a: 1 } })).toEqual({ status: 'active', q: '' });
  expect(readFilter({ role: 'admin', status: 'removed', q: 12 })).toEqual({
    role: 'admin',
    status: 'removed',
    q: '12',
  });
});

it('shows oneself first, then by name, and only who fits', () => {
  const all = [member('Zoe'), member('Me', { me: true }), member('Ada', { workspace_role: 'admin' })];
  const names = (filter: object) => shownMembers(all, { status: 'active', q: '', ...filter }).map(({ name }) => name);
  expect(names({})).toEqual(['Me', 'Ada', 'Zoe']);
  expect(names({ role: 'admin' })).toEqual(['Ada']);
  expect(names({ q: 'zO' })).toEqual(['Zoe']);
  expect(names({ status: 'removed' })).toEqual([]);
});

it('lists the invitations somebody still has to act on, newest first', () => {
  const invite = (status: string, at: number) => ({ status, created_at: new Date(at) }) as never;
  const all = [invite('accepted', 5), invite('open', 1), invite('cancelled', 4), invite('proposed', 3)];
  expect(openInvites(all).map(({ status }) => status)).toEqual(['proposed', 'open']);
});

it.each([null, undefined, 7, {}, { flows: 1 }, { flows: [null, 7, { level: 'x' }] }])('finds no flow in %j', (data) =>
  expect(brokenFlows(data)).toEqual([]),
);
