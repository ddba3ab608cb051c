import { type AddressInfo, createServer, type Server } from 'node:net';

/** Takes mails over SMTP on a real port, as far as a client without TLS needs it. */
export class MailReceiver {
  readonly mails: { readonly recipients: readonly string[]; readonly text: string }[] = [];
  #server: Server | undefined;

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server?.address() as AddressInfo | undefined)?.port}`;
  }

  async start(): Promise<void> {
    const server = createServer((socket) => {
      let buffered = '';
      let recipients: string[] = [];
      let isInData = false;
      const reply = (line: string) => socket.write(`${line}\r\n`);
      reply('220 mail.test ESMTP');
      socket.on('error', () => undefined);
      socket.setEncoding('latin1');
      socket.on('data', (chunk: string) => {
        buffered += chunk;
        for (;;) {
          const end = isInData ? '\r\n.\r\n' : '\r\n';
          const at = buffered.indexOf(end);
          if (at === -1) return;
          const line = buffered.slice(0, at);
          buffered = buffered.slice(at + end.length);
          if (isInData) {
            this.mails.push({ recipients, text: line });
            [isInData, recipients] = [false, []];
            reply('250 queued as 1');
            continue;
          }
          const [, recipient] = /^RCPT TO:<(.*?)>/i.exec(line) ?? [];
          if (recipient !== undefined) recipients.push(recipient);
          isInData = /^DATA$/i.test(line);
          if (isInData) reply('354 go on');
          else if (/^QUIT$/i.test(line)) socket.end('221 bye\r\n');
          else reply('250 ok');
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
  }

  stop(): void {
    this.#server?.close();
  }
}
