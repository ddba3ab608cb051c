import type { DigestMessage, DigestWidget } from '../digest-message.ts';
import {
  altText,
  comparedWords,
  type FigureWords,
  figureLine,
  figureWords,
  leftOutWords,
  subjectOf,
} from './digest-words.ts';

export interface DigestMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TONES = { good: '#0F766E', bad: '#B42318', plain: '#5E6370' } as const;
const MAX_SIDE_BY_SIDE = 4;

/** Mail clients that know dark themes get one; the pictures stay on white. */
const DARK = `@media (prefers-color-scheme:dark){
.lp-page{background:#12131A!important}.lp-card{background:#191B24!important;border-color:#2C303D!important}
.lp-text{color:#ECEDF2!important}.lp-muted{color:#A3A8B8!important}.lp-line{border-color:#2C303D!important}
.lp-good{color:#2DD4BF!important}.lp-bad{color:#F97066!important}.lp-link{color:#FBBF24!important}}
@media (max-width:480px){.lp-pad{padding-left:16px!important;padding-right:16px!important}.lp-figure{font-size:19px!important}}`;

/** The digest as text and as HTML made of tables. `srcOf` says where a picture is; undefined: it is not there any more. */
export function digestMail(message: DigestMessage, srcOf: (imageId: string) => string | undefined): DigestMail {
  return { subject: subjectOf(message), text: textOf(message), html: htmlOf(message, srcOf) };
}

function textOf(message: DigestMessage): string {
  const blocks = message.widgets.flatMap((widget) => [
    widget.name.toUpperCase(),
    ...(widget.error === null ? widget.figures.map(figureLine) : [widget.error]),
    ...(widget.table === null ? [] : tableLines(widget.table)),
    ...(widget.note === null ? [] : [widget.note]),
    '',
  ]);
  const leftOut = leftOutWords(message);
  return [
    message.name,
    `${message.period.text}, ${comparedWords(message)} (${message.environment}, ${message.period.timezone})`,
    '',
    ...blocks,
    ...(leftOut === null ? [] : [leftOut, '']),
    `Open the dashboard: ${message.url}`,
    '',
  ].join('\n');
}

const tableLines = ({ columns, rows }: NonNullable<DigestWidget['table']>): string[] =>
  [columns, ...rows].map((cells) => cells.join(' | '));

function htmlOf(message: DigestMessage, srcOf: (imageId: string) => string | undefined): string {
  const { name, period, environment, dashboard, url, widgets } = message;
  const leftOut = leftOutWords(message);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subjectOf(message))}</title><style>${DARK}</style></head>
<body class="lp-page" style="margin:0;padding:0;background:#FAF9F7">
<table role="presentation" class="lp-page" width="100%" cellpadding="0" cellspacing="0" style="background:#FAF9F7"><tr><td align="center" style="padding:24px 8px">
<table role="presentation" class="lp-card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#FFFFFF;border:1px solid #E6E4DF;border-radius:6px">
<tr><td class="lp-pad" style="padding:24px 20px 16px">
<h1 class="lp-text" style="margin:0;${FONT};font-size:20px;line-height:28px;font-weight:600;color:#1D1F27">${escaped(name)}</h1>
<p class="lp-muted" style="margin:4px 0 0;${FONT};font-size:14px;line-height:20px;color:#5E6370">${escaped(period.text)}, ${comparedWords(message)}</p>
</td></tr>
${widgets.map((widget) => blockOf(widget, srcOf)).join('\n')}
<tr><td class="lp-pad lp-line" style="padding:20px;border-top:1px solid #E6E4DF">
${leftOut === null ? '' : `<p class="lp-muted" style="margin:0 0 12px;${FONT};font-size:14px;line-height:20px;color:#5E6370">${escaped(leftOut)}</p>`}
<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:#F59E0B;border-radius:6px"><a href="${escaped(url)}" style="display:inline-block;padding:9px 16px;${FONT};font-size:14px;line-height:20px;font-weight:600;color:#1D1F27;text-decoration:none">Open the dashboard</a></td></tr></table>
<p class="lp-muted" style="margin:16px 0 0;${FONT};font-size:12px;line-height:18px;color:#6F7480">Dashboard ${escaped(dashboard.name)}, environment ${escaped(environment)}, times in ${escaped(period.timezone)}. Digests are set up on the page of the dashboard.</p>
</td></tr></table>
</td></tr></table></body></html>`;
}

function blockOf(widget: DigestWidget, srcOf: (imageId: string) => string | undefined): string {
  const { name, figures, image, table, note, error } = widget;
  const src = image === null ? undefined : srcOf(image.id);
  // Bars and tiles have their numbers in the picture, and in the text that stands for it.
  const isInPicture = src !== undefined && (image?.chart === 'bars' || image?.chart === 'number');
  const parts = [
    `<h2 class="lp-text" style="margin:0 0 8px;${FONT};font-size:16px;line-height:24px;font-weight:600;color:#1D1F27">${escaped(name)}</h2>`,
    ...(error === null
      ? []
      : [
          `<p class="lp-bad" style="margin:0;${FONT};font-size:14px;line-height:20px;color:#B42318">${escaped(error)}</p>`,
        ]),
    ...(isInPicture || figures.length === 0 ? [] : [figuresOf(figures.map(figureWords))]),
    ...(image === null || src === undefined
      ? []
      : [
          `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#FFFFFF;border-radius:4px"><tr><td style="padding:4px"><img src="${escaped(src)}" width="550" alt="${escaped(altText(widget))}" style="display:block;width:100%;max-width:560px;height:auto;border:0;${FONT};font-size:14px;line-height:20px;color:#1D1F27;white-space:pre-line"></td></tr></table>`,
        ]),
    ...(table === null ? [] : [tableOf(table)]),
    ...(note === null
      ? []
      : [
          `<p class="lp-muted" style="margin:8px 0 0;${FONT};font-size:13px;line-height:18px;color:#5E6370">${escaped(note)}</p>`,
        ]),
  ];
  return `<tr><td class="lp-pad lp-line" style="padding:20px;border-top:1px solid #E6E4DF">\n${parts.join('\n')}\n</td></tr>`;
}

/** A few stand beside each other, more below each other. */
function figuresOf(figures: readonly FigureWords[]): string {
  const changeOf = ({ change, from, tone }: FigureWords): string =>
    change === ''
      ? ''
      : `<span class="lp-${tone === 'plain' ? 'muted' : tone}" style="color:${TONES[tone]};font-weight:600">${escaped(change)}</span> <span class="lp-muted" style="color:#5E6370">${escaped(from)}</span>`;
  if (figures.length <= MAX_SIDE_BY_SIDE) {
    const cells = figures.map(
      (figure) =>
        `<td valign="top" width="${Math.floor(100 / figures.length)}%" style="padding:0 8px 12px 0;${FONT}"><div class="lp-muted" style="font-size:13px;line-height:18px;color:#5E6370">${escaped(figure.label)}</div><div class="lp-text lp-figure" style="font-size:24px;line-height:32px;font-weight:600;color:#1D1F27">${escaped(figure.value)}</div><div style="font-size:13px;line-height:18px">${changeOf(figure)}</div></td>`,
    );
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${cells.join('')}</tr></table>`;
  }
  const rows = figures.map(
    (figure) =>
      `<tr><td class="lp-text" style="padding:4px 8px 4px 0;${FONT};font-size:14px;line-height:20px;color:#1D1F27">${escaped(figure.label)}</td><td class="lp-text" align="right" style="padding:4px 0;${FONT};font-size:14px;line-height:20px;font-weight:600;color:#1D1F27;white-space:nowrap">${escaped(figure.value)}</td><td align="right" style="padding:4px 0 4px 12px;${FONT};font-size:13px;line-height:20px">${changeOf(figure)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-bottom:12px">${rows.join('')}</table>`;
}

function tableOf({ columns, rows }: NonNullable<DigestWidget['table']>): string {
  const head = columns.map(
    (column) =>
      `<th class="lp-muted lp-line" align="left" style="padding:4px 12px 4px 0;border-bottom:1px solid #E6E4DF;${FONT};font-size:13px;line-height:18px;font-weight:600;color:#5E6370">${escaped(column)}</th>`,
  );
  const body = rows.map(
    (cells) =>
      `<tr>${cells.map((cell) => `<td class="lp-text" style="padding:5px 12px 5px 0;${FONT};font-size:13px;line-height:18px;color:#1D1F27;word-break:break-word">${escaped(cell)}</td>`).join('')}</tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0"><tr>${head.join('')}</tr>${body.join('')}</table>`;
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
