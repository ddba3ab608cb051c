import type { DescribedNotice } from './described-notice.ts';

const RED = 0xb42318;
const BLUE = 0x2563eb;

/** The body of a webhook of Discord: one embed. Nobody is mentioned, whatever a name contains. */
export function discordMessage({ title, facts, isBad, url, timestamp }: DescribedNotice) {
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escaped(title).slice(0, 256),
        url,
        color: isBad ? RED : BLUE,
        timestamp,
        fields: facts.slice(0, 25).map(({ label, value }) => ({
          name: label,
          value: escaped(value).slice(0, 1_024),
          inline: true,
        })),
      },
    ],
  };
}

const escaped = (text: string): string => text.replace(/[\\*_~`|>[\]()#@:]/g, (mark) => `\\${mark}`);
