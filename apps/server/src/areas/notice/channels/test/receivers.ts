import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';

interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** Headers and text as they came. */
  readonly source: string;
}
export interface MailReceiver {
  readonly port: number;
  readonly mails: ReceivedMail[];
  close(): Promise<void>;
}

/** One conversation of RFC 5321, with nothing but what a mail needs. */
function talk(socket: Socket, mails: ReceivedMail[]): void {
  let [rest, from, to, data] = ['', '', '', undefined as string[] | undefined];
  const say = (text: string): void => void socket.write(`${text}\r\n`);
  const command = (line: string): void => {
    if (/^EHLO/i.test(line)) say('250 mail.test');
    else if (/^MAIL FROM:/i.test(line)) {
      from = line.slice(10);
      say('250 ok');
    } else if (/^RCPT TO:/i.test(line)) {
      to = line.slice(8);
      say('250 ok');
    } else if (/^DATA/i.test(line)) {
      data = [];
      say('354 go on');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else say('502 no');
  };
  const line = (text: string): void => {
    if (!data) command(text);
    else if (text !== '.') data.push(text.replace(/^\.\./, '.'));
    else {
      mails.push({ from, to, source: data.join('\n') });
      data = undefined;
      say('250 taken');
    }
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const one of lines) line(one);
  });
  say('220 mail.test');
}

/** A mail server that takes every mail and keeps it. */
export async function startMailServer(): Promise<MailReceiver> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket);
    talk(socket, mails);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
