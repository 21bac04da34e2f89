import { z } from 'zod';
import { bool01, epochMs, nothing, page, paged, ranged } from './codecs.ts';
import { get, post } from './endpoint.ts';

/**
 * What a member is told of: something to decide, that it ends soon, how it ended, money that came in, what concerns everybody's safety, and a login of their own
 * from somewhere new.
 */
export const noticeKinds = ['decide', 'remind', 'outcome', 'deposit', 'safety', 'login'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const item = z.object({
  notice_id: z.int(),
  kind: z.enum(noticeKinds),
  /** Such as `order.paid`. */
  event: z.string(),
  /** One sentence in the language of the request. */
  text: z.string(),
  time: epochMs,
  read: bool01,
  /** What it is about, such as `order` and its number; number 0 for what has none. */
  object: z.object({ kind: z.string(), id: z.int() }),
  /** Of what is to be decided: which kind of item; 0 for all else. */
  item_type: z.int(),
});

export const notice = {
  list: get('/api/mpc/notice/list', {
    summary: 'What the caller was told in this workspace, newest first',
    access: 'notice.use',
    input: z.object({ ...paged, unread: bool01.optional() }),
    output: page(item).extend({ unread: z.int() }),
  }),
  read: post('/api/mpc/notice/read', {
    summary: 'Everything that the caller was told up to this one is read',
    access: 'notice.use',
    input: z.object({ up_to: ranged(1, Number.MAX_SAFE_INTEGER) }),
    output: nothing,
  }),
};
