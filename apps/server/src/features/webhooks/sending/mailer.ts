export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same for clients that show it. */
  readonly html?: string;
  /** Shown inside the HTML, which names them `cid:…`. */
  readonly images?: readonly { readonly cid: string; readonly name: string; readonly png: Buffer }[];
  /** The same for every attempt, so that a repeated one can be told. */
  readonly messageId: string;
}

/** Sends mails over the server that the operator chose. Rejects with a message for people. */
export interface Mailer {
  send(mail: Mail): Promise<{ readonly response: string }>;
}
