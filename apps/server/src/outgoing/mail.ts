import { readFileSync } from 'node:fs';

/** The operator's mail server; its host is the operator's word, so it may be inside. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the start; otherwise STARTTLS, which has to succeed unless `plain`. */
  readonly secure: boolean;
  /** Without encryption: for a server on the same machine. */
  readonly plain: boolean;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly from: string;
}
export interface Mail {
  readonly to: string;
  /** Becomes the message's id, so that a mail that is sent twice is one for whoever reads it. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}
export type Mailer = (mail: Mail) => Promise<void>;

const limitMs = 10_000;

/** Plain text only: no mark-up, no picture, nothing that tells anybody that it was read. */
export function createMailer({ host, port, secure, plain, user, passwordFile, from }: MailConfig): Mailer {
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/[^\w.-]/g, '');
  const auth = user && passwordFile ? { auth: { user, pass: readFileSync(passwordFile, 'utf8').trim() } } : {};
  const options = {
    host,
    port,
    secure,
    ...(plain ? { ignoreTLS: true } : { requireTLS: true }),
    ...auth,
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return async ({ to, id, subject, text }) => {
    // Loaded with the first mail: most installations begin without.
    const { createTransport } = await import('nodemailer');
    const messageId = `<holdfast-${id}@${domain}>`;
    const headers = { 'Auto-Submitted': 'auto-generated' };
    await createTransport(options).sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      textEncoding: 'base64',
      messageId,
      headers,
    });
  };
}
