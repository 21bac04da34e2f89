import { type ChannelType, notice, pageOf, todoType } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { numberOf } from '../../outbox/events.ts';
import type { ChannelRow, NoticeRow, NoticeService } from './service.ts';
import { toldOf } from './texts.ts';

const kindOf = (object: string): string => object.split(':', 1)[0] ?? '';

/** Which kind of item of the inbox it is about; 0 for what is none. */
const itemTypeOf = ({ object, facts }: NoticeRow): number =>
  kindOf(object) === 'order' ? todoType.withdraw : Number(facts.change ?? 0);

/** Without its target, which is a secret. */
const shownChannel = ({ id, type, hint, choice, last_error, last_sent_at }: ChannelRow) => ({
  ...choice,
  channel_id: id,
  type: type as ChannelType,
  hint,
  last_error,
  last_sent_at,
});

export function bindNotice(app: HttpApp, service: NoticeService): void {
  bind(app, notice, {
    list: async ({ page_no, page_size, unread = false }, { caller, language }) => {
      const found = await service.list(who(caller), { page: page_no, size: page_size, unread });
      const list = found.rows.map((row) => ({
        notice_id: row.id,
        kind: row.kind,
        event: row.event,
        text: toldOf(row, language, true),
        time: row.created_at,
        read: row.read_at !== null,
        object: { kind: kindOf(row.object), id: numberOf(row) || 0 },
        item_type: itemTypeOf(row),
      }));
      return { ...pageOf(list, found.total, page_size), unread: found.unread };
    },
    read: async ({ up_to }, { caller }) => {
      await service.read(who(caller), up_to);
      return {};
    },
    channels: async (_input, { caller }) => {
      const all = await service.channels.list(who(caller));
      return { list: all.map(shownChannel), mail: service.channels.hasMail, push_key: service.channels.pushKey };
    },
    saveChannel: async ({ channel_id, channel_type: type, target, choice }, { caller, record }) => ({
      channel_id: await service.channels.save(who(caller), { id: channel_id, type, target, choice }, record),
    }),
    removeChannel: async ({ channel_id }, { caller, record }) => {
      await service.channels.remove(who(caller), channel_id, record);
      return {};
    },
    tryChannel: async ({ channel_id }, { caller }) => {
      const error = await service.channels.tryIt(who(caller), channel_id);
      return { sent: error === '', error };
    },
    mail: async (_input, { caller }) => {
      const { from = '', host = '', encrypted = false } = service.mail.place ?? {};
      const failures = await service.mail.failures(caller.workspaceId);
      return { configured: service.mail.place !== undefined, from, host, encrypted, failures };
    },
    tryMail: async (_input, { caller, language }) => {
      const error = await service.mail.tryIt(who(caller), language);
      return { sent: error === '', error };
    },
  });
}
