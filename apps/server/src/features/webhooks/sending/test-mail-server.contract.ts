import { type AddressInfo, createServer, type Server } from 'node:net';

/** Takes mails over SMTP on a real port, as far as a client without TLS needs it. */
export class TestMailServer {
  readonly mails: { readonly recipients: readonly string[]; readonly text: string }[] = [];
  /** Recipients that it does not take. */
  readonly refused = new Set<string>();
  #server: Server | undefined;

  get url(): string {
    const address = this.#server?.address() as AddressInfo | undefined;
    return `smtp://127.0.0.1:${address?.port}`;
  }

  async start(): Promise<void> {
    this.#server = createServer((socket) => {
      let buffered = '';
      let recipients: string[] = [];
      let isInData = false;
      const reply = (line: string) => socket.write(`${line}\r\n`);
      reply('220 mail.test ESMTP');
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        buffered += chunk.toString();
        for (;;) {
          const end = isInData ? '\r\n.\r\n' : '\r\n';
          const at = buffered.indexOf(end);
          if (at === -1) return;
          const line = buffered.slice(0, at);
          buffered = buffered.slice(at + end.length);
          if (isInData) {
            this.mails.push({ recipients, text: line });
            isInData = false;
            recipients = [];
            reply('250 queued as 1');
          } else this.#command(line, recipients, reply);
          if (line.toUpperCase() === 'DATA') isInData = true;
          if (line.toUpperCase() === 'QUIT') socket.end();
        }
      });
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server?.close();
  }

  #command(line: string, recipients: string[], reply: (line: string) => void): void {
    const [, recipient] = /^RCPT TO:<(.*?)>/i.exec(line) ?? [];
    const isRefused = recipient !== undefined && this.refused.has(recipient);
    if (recipient !== undefined && !isRefused) recipients.push(recipient);
    if (isRefused) reply('550 no such user');
    else if (/^DATA$/i.test(line)) reply('354 go on');
    else reply(/^QUIT$/i.test(line) ? '221 bye' : '250 ok');
  }
}
