/** A part of a mail, decoded. */
export interface MailPart {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

export interface ParsedMail {
  readonly headers: Readonly<Record<string, string>>;
  /** The leaves, in order, whatever they are nested in. */
  readonly parts: readonly MailPart[];
}

/** As far as our own mails need it: multipart, base64 and quoted-printable. */
export function parseMail(raw: string): ParsedMail {
  const { headers } = split(raw);
  return { headers, parts: leaves(raw) };
}

export const partOf = ({ parts }: ParsedMail, type: string): MailPart => {
  const found = parts.find((part) => part.type === type);
  if (found === undefined) throw new Error(`The mail has no part of the type ${type}.`);
  return found;
};

function leaves(raw: string): MailPart[] {
  const { headers, body } = split(raw);
  const type = headers['content-type'] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary !== undefined) {
    const inner = body.split(`--${boundary}`).slice(1, -1);
    return inner.flatMap((part) => leaves(part.replace(/^\r\n/, '')));
  }
  const content = decoded(body, headers['content-transfer-encoding'] ?? '7bit');
  return [{ type: type.split(';')[0]?.trim().toLowerCase() ?? '', headers, content }];
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers, body: raw.slice(end + 4) };
}

function decoded(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body);
  const joined = body.replace(/=\r\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
