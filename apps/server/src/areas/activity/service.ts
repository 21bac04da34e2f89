import type { ActivityKind, AuditAction, Permission, SubWalletId } from '@holdfast/contract';
import type { Lists } from '../../db/lists.ts';
import type { Signer } from '../../signers/client.ts';
import type { ToldActions } from '../define.ts';
import { type About, aboutAll } from './about.ts';
import { countActivity, type EntryRow, findActivity, lastSeq, type Reader } from './queries.ts';
import { actionsOf, kindOf, saidOf } from './rules.ts';
import { toldOf } from './told.ts';

export interface ActivityDeps {
  readonly lists: Lists;
  readonly signers: readonly Pick<Signer, 'id' | 'name'>[];
  /** What the manifests of other areas say of their actions. */
  readonly told: readonly ToldActions[];
}
export interface ActivityAsk {
  readonly kind: ActivityKind | undefined;
  readonly person: string | undefined;
  readonly subWalletId: SubWalletId | undefined;
  /** Part of a payee's address, or of the name that they have in the address book. */
  readonly payee: string | undefined;
  readonly start: Date | undefined;
  readonly end: Date | undefined;
  /** Only what stands before this number. */
  readonly before: number | undefined;
  readonly size: number;
}
export type ActivityService = ReturnType<typeof createActivity>;

const wordsOf = (text: string | undefined, may: (permission: Permission) => boolean) =>
  text === undefined ? undefined : { text, book: may('addressBook.read') };

/** The audit log, as people read it: who did what to what, of what they may read. */
export function createActivity({ lists, signers, told }: ActivityDeps) {
  const table: ToldActions = Object.assign({}, toldOf, ...told);
  const signerName = (id: string): string => signers.find((one) => one.id === id)?.name ?? '';
  const actorOf = ({ actor, actor_name }: EntryRow): string =>
    actor_name ?? (actor.startsWith('signer:') ? signerName(actor.slice(7)) : '');
  const nameOf = (about: About): string => (about.object === 'signer' ? signerName(about.id) : about.name);
  return {
    /** The number of the last entry of the log. */
    last: () => lists.read(lastSeq),
    count: (
      reader: Reader,
      may: (permission: Permission) => boolean,
      { kind, size: _size, payee, ...ask }: ActivityAsk,
    ) =>
      lists.read((db) =>
        countActivity(db, reader, { ...ask, payee: wordsOf(payee, may), ...actionsOf(table, kind, may) }),
      ),
    /** @param may whether the reader holds a permission */
    async list(
      reader: Reader,
      may: (permission: Permission) => boolean,
      { kind, size, payee: text, ...ask }: ActivityAsk,
    ) {
      const actions = actionsOf(table, kind, may);
      const payee = wordsOf(text, may);
      const { page, further, aboutOf } = await lists.read(async (db) => {
        const rows = await findActivity(db, reader, { ...ask, payee, ...actions, limit: size + 1 });
        const page = rows.slice(0, size);
        const objects = page.map(({ object }) => object);
        return { page, further: rows.length > size, aboutOf: await aboutAll(db, reader.workspaceId, objects) };
      });
      const list = page.map((row) => {
        const about = aboutOf(row.object);
        return {
          seq: row.seq,
          time: row.time,
          kind: kindOf(table, row.action as AuditAction, about),
          action: row.action,
          ok: row.result === 'ok',
          actor_name: actorOf(row),
          about: { ...about, name: nameOf(about) },
          detail: saidOf(row.detail),
          network: may('audit.read') ? row.network : '',
        };
      });
      return { list, next: further ? (page.at(-1)?.seq ?? null) : null };
    },
  };
}
