import type { Language, WorkspaceId } from '@holdfast/contract';
import type { MailConfig } from '../../outgoing/mail.ts';
import { reasonOf } from '../../outgoing/reason.ts';
import { tryLines } from './channels/message.ts';
import * as queries from './channels/queries.ts';
import { channelKinds } from './channels/types.ts';
import type { MailPlace, NoticeDeps } from './deps.ts';

/** What may be shown of the operator's mail server. */
export const mailPlace = ({ from, host, port, plain }: MailConfig): MailPlace => ({
  from,
  host: `${host}:${port}`,
  encrypted: !plain,
});

/** How mail goes out of this server, for whoever runs the workspace. */
export function createMail(deps: NoticeDeps) {
  return {
    place: deps.mail,
    /** Members whom mail did not reach when it was last tried. */
    failures: (workspaceId: WorkspaceId) => queries.failingMail(deps.db, workspaceId),
    /** Writes to the caller's own address, and to no other. @returns why it did not leave; '' when it did */
    async tryIt(owner: queries.Owner, language: Language): Promise<string> {
      if (!deps.mailer) return 'no mail server is configured';
      const line = tryLines[language];
      const id = `mail-${owner.userId}-${deps.clock().getTime()}`;
      const chat = await queries.emailOf(deps.db, owner.userId);
      const message = { id, subject: `Holdfast: ${line}`, lines: [line], url: deps.origin, page: undefined, language };
      try {
        await channelKinds.mail.send(deps, { url: '', token: '', chat }, message);
        return '';
      } catch (error) {
        return reasonOf(error);
      }
    },
  };
}
