import type { ChannelChoice, ChannelType } from '@holdfast/contract';
import type { Recorder } from '../../../audit/service.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { reasonOf } from '../../../outgoing/reason.ts';
import { refuse } from '../../../refuse.ts';
import { type DeliverDeps, deliverAll, openTarget, purposeOf } from './deliver.ts';
import { tryLines } from './message.ts';
import * as queries from './queries.ts';
import { channelKinds, type Target } from './types.ts';

export type { ChannelRow } from './queries.ts';

const mostChannels = 20;

interface Wanted {
  readonly id: number | undefined;
  readonly type: ChannelType;
  readonly target: Target | undefined;
  readonly choice: ChannelChoice;
}
const isEmpty = (target: Target | undefined): boolean => !target || (target.url === '' && target.token === '');

/** @throws itemNotFound for a channel that is not the caller's own */
async function channelOf(deps: DeliverDeps, owner: queries.Owner, id: number): Promise<queries.ChannelRow> {
  const found = await queries.findChannel(deps.db, owner, id);
  if (!found) throw refuse('itemNotFound', {});
  return found;
}

/** Mail goes to the address that one logs in with, and to no other: nobody can have strangers written to. */
async function targetOf(deps: DeliverDeps, owner: queries.Owner, { type, target }: Wanted, known?: queries.ChannelRow) {
  const email = await queries.emailOf(deps.db, owner.userId);
  if (type === 'mail') return { hint: email, target: { url: '', token: '', chat: email } };
  if (known && isEmpty(target)) return { hint: known.hint, target: openTarget(deps, known) };
  const given = target ?? { url: '', token: '', chat: '' };
  return { hint: channelKinds[type].hintOf(given, email), target: given };
}

/** @throws itemNotFound, invalidParameters, tooManyChannels */
async function save(deps: DeliverDeps, owner: queries.Owner, wanted: Wanted, record: Recorder): Promise<number> {
  const known = wanted.id === undefined ? undefined : await channelOf(deps, owner, wanted.id);
  if (known && known.type !== wanted.type) throw refuse('itemNotFound', {});
  const { hint, target } = await targetOf(deps, owner, wanted, known);
  const { type, choice } = wanted;
  const values = { hint, target: deps.secrets.seal(JSON.stringify(target), purposeOf(owner)), choice };
  return inTransaction(deps.db, async (tx) => {
    if (!known && (await queries.findChannels(tx, owner)).length >= mostChannels) throw refuse('tooManyChannels', {});
    const id = known?.id ?? (await queries.insertChannel(tx, owner, { ...values, type }));
    if (known) await queries.updateChannel(tx, id, values, deps.clock());
    await record(tx, { object: `channel:${id}`, detail: { type, full: String(choice.full) } });
    return id;
  });
}

/** How a member is reached outside the console: only they see it and change it. */
export function createChannels(deps: DeliverDeps) {
  return {
    hasMail: deps.mailer !== undefined,
    pushKey: deps.pushKey.publicKey,
    list: (owner: queries.Owner) => queries.findChannels(deps.db, owner),
    save: (owner: queries.Owner, wanted: Wanted, record: Recorder) => save(deps, owner, wanted, record),
    async remove(owner: queries.Owner, id: number, record: Recorder): Promise<void> {
      const { type } = await channelOf(deps, owner, id);
      await inTransaction(deps.db, async (tx) => {
        await queries.deleteChannel(tx, id);
        await record(tx, { object: `channel:${id}`, detail: { type } });
      });
    },
    /** Sends a word at once. @returns why it did not arrive; '' when it did */
    async tryIt(owner: queries.Owner, id: number): Promise<string> {
      const found = await channelOf(deps, owner, id);
      const line = tryLines[found.choice.language];
      const message = {
        id: `try-${id}-${deps.clock().getTime()}`,
        subject: `Holdfast: ${line}`,
        lines: [line],
        url: deps.origin,
        page: undefined,
        language: found.choice.language,
      };
      try {
        await channelKinds[found.type as ChannelType].send(deps, openTarget(deps, found), message);
        return '';
      } catch (error) {
        return reasonOf(error);
      }
    },
    deliver: () => deliverAll(deps),
  };
}
