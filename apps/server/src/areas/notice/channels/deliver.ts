import type { ChannelType } from '@holdfast/contract';
import type { AuditService } from '../../../audit/service.ts';
import type { Db } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Notifier } from '../../../jobs/notifier.ts';
import { reasonOf } from '../../../outgoing/reason.ts';
import type { SecretBox } from '../../../secrets.ts';
import { insertNotices } from '../queries.ts';
import { messageOf } from './message.ts';
import * as queries from './queries.ts';
import { patienceMs, pauseMs } from './rules.ts';
import { ChannelGone, channelKinds, type SendDeps, type Target } from './types.ts';

export interface DeliverDeps extends SendDeps {
  readonly db: Db;
  readonly secrets: SecretBox;
  readonly audit: Pick<AuditService, 'recorder'>;
  readonly notifier: Notifier;
}

/** What is sent in one message at most. */
const messageMax = 30;

/** Binds a sealed target to its place. */
export const purposeOf = ({ userId }: { readonly userId: number }): string => `notice-channel:${userId}`;

export const openTarget = ({ secrets }: Pick<DeliverDeps, 'secrets'>, row: queries.ChannelRow): Target =>
  JSON.parse(secrets.open(row.target, purposeOf({ userId: row.user_id })));

async function send(deps: DeliverDeps, channel: queries.ChannelRow, now: Date): Promise<void> {
  const due = await queries.findDue(deps.db, channel.id, now, messageMax);
  const over = due.filter(({ settled, due_at }) => settled || now.getTime() - due_at.getTime() > patienceMs);
  const rest = due.filter((one) => !over.includes(one));
  const ids = (list: typeof due) => list.map(({ id }) => id);
  await queries.endDeliveries(deps.db, channel.id, ids(over), 'over', now);
  if (rest.length === 0) return void (await queries.releaseSent(deps.db, channel, null));
  const message = messageOf(channel.id, rest, channel.choice, deps.origin);
  await channelKinds[channel.type as ChannelType].send(deps, openTarget(deps, channel), message);
  await queries.endDeliveries(deps.db, channel.id, ids(rest), 'sent', now);
  await queries.releaseSent(deps.db, channel, now);
}

/** Ends a channel that leads nowhere any more, and says so to its member; not one that got another target, or was taken by another, meanwhile. */
async function endGone({ db, audit, notifier, clock }: DeliverDeps, channel: queries.ChannelRow, why: string) {
  const { id, type, hint, choice, workspace_id: workspaceId, user_id: userId } = channel;
  const object = `channel:${id}`;
  await inTransaction(db, async (tx) => {
    if (!(await queries.deleteClaimed(tx, channel))) return;
    await audit.recorder('notice.channelGone')(tx, {
      object,
      workspaceId,
      detail: { type, user: String(userId), why },
    });
    const telling = { workspaceId, userId, kind: 'safety', event: 'channel.gone', object, round: '' } as const;
    const facts = { name: choice.name, host: hint };
    await queries.enqueue(tx, await insertNotices(tx, [{ ...telling, subWalletId: null, facts }]), clock());
  });
  notifier.changed(workspaceId, 'notice', '');
}

/**
 * Sends through one channel what it has to send, as one message, in order; whoever dies between sending and noting it leaves it to be sent again. A failure
 * holds up this channel alone. False when no channel had anything to send.
 */
export async function deliverOne(deps: DeliverDeps): Promise<boolean> {
  const now = deps.clock();
  const channel = await queries.claimChannel(deps.db, now);
  if (!channel) return false;
  try {
    await send(deps, channel, now);
  } catch (error) {
    if (error instanceof ChannelGone) await endGone(deps, channel, reasonOf(error));
    const again = new Date(deps.clock().getTime() + pauseMs(channel.failures + 1));
    await queries.releaseFailed(deps.db, channel, reasonOf(error), again);
  }
  return true;
}

const atOnce = 4;
const roundsMax = 100;

/** Sends what is due; a few channels at a time, so that one that is slow does not hold up the others. */
export async function deliverAll(deps: DeliverDeps): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let round = 0; round < roundsMax && (await deliverOne(deps)); round++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
