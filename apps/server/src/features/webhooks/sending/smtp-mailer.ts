import { OutboundFailure } from '../../../engines/outbound/outbound-errors.ts';
import type { Mail, Mailer } from './mailer.ts';

const TIMEOUT_MS = 10_000;

/**
 * Mails over SMTP. The operator chose the server, so its address may be private; users choose recipients, which are
 * checked when an endpoint is saved. The library is loaded with the first mail.
 */
export function smtpMailer(smtpUrl: string, from: string, timeoutMs = TIMEOUT_MS): Mailer {
  return {
    async send({ to, subject, text, html, images = [], messageId }: Mail) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        dnsTimeout: timeoutMs,
      });
      const timer = setTimeout(() => transport.close(), timeoutMs);
      try {
        const id = `<${messageId}@${from.split('@').at(-1)?.replace(/>$/, '')}>`;
        const attachments = images.map(({ cid, name, png }) => ({
          cid,
          filename: name,
          content: png,
          contentType: 'image/png',
          contentDisposition: 'inline' as const,
        }));
        const mail = { from, to: [...to], subject, text, ...(html && { html }), attachments, messageId: id };
        const { response } = await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true });
        return { response };
      } catch (error) {
        throw new OutboundFailure(`The mail server: ${(error as Error).message}`, { cause: error });
      } finally {
        clearTimeout(timer);
        transport.close();
      }
    },
  };
}
