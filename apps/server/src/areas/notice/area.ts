import { readNetworks } from '../../outgoing/guard.ts';
import { createMailer } from '../../outgoing/mail.ts';
import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { mailPlace } from './mail.ts';
import { bindNotice } from './routes.ts';
import { createNotice, type NoticeDeps } from './service.ts';

type NoticePorts = Omit<NoticeDeps, 'allowed' | 'mail' | 'mailer' | 'telegramUrl'> & Pick<Ports, 'config'>;

function create({ config, ...ports }: NoticePorts) {
  const { allow, mail, telegramUrl } = config.notices;
  const ways = { allowed: readNetworks(allow), mailer: mail && createMailer(mail), mail: mail && mailPlace(mail) };
  return createNotice({ ...ports, ...ways, telegramUrl });
}

export const noticeArea = defineArea({
  create,
  bind: bindNotice,
  jobs: ({ channels, remind }) => [
    { everyMs: 1_000, run: channels.deliver, failed: 'notices were not sent' },
    { everyMs: 30_000, run: remind, failed: 'nobody was reminded' },
  ],
  consumers: ({ consumer }) => [consumer],
});
