import { Marked } from 'marked';
import { colourCode } from './colour-code.mjs';
import { escapeHtml } from './escape-html.mjs';
import { inTheRepository, resolveLink } from './page-addresses.mjs';

/**
 * @typedef {object} Heading
 * @property {number} depth
 * @property {string} id
 * @property {string} text
 *
 * @typedef {object} Section what a search finds
 * @property {string} id of its heading; empty before the first
 * @property {string} heading
 * @property {string} text
 *
 * @typedef {object} RenderedDocument
 * @property {string} title
 * @property {string} html
 * @property {readonly Heading[]} headings below the title
 * @property {readonly Section[]} sections
 */

/**
 * @param {string} markdown
 * @param {string} source from the root of the repository
 * @param {ReadonlySet<string>} sources of all pages
 * @returns {RenderedDocument}
 */
export function renderMarkdown(markdown, source, sources) {
  /** @type {Heading[]} */
  const headings = [];
  /** @type {{ id: string, heading: string, text: string }[]} */
  const sections = [{ id: '', heading: '', text: '' }];
  /** @type {Map<string, number>} */
  const ids = new Map();
  let title = '';

  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const text = plain(html);
        if (depth === 1) {
          title ||= text;
          return `<h1>${html}</h1>\n`;
        }
        const id = unusedId(ids, slugOf(text));
        headings.push({ depth, id, text });
        sections.push({ id, heading: text, text: '' });
        return headingHtml(depth, id, html);
      },
      code({ text, lang = '' }) {
        const [language = '', ...about] = lang.split(/\s+/);
        addText(sections, text);
        return codeHtml(text, language, /^[\w./-]+\.\w+$/.test(about[0] ?? '') ? about[0] : undefined);
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        const address = resolveLink(source, href, sources);
        if (address === undefined) {
          return `<span title="${escapeHtml(inTheRepository(source, href))} in the repository">${html}</span>`;
        }
        return `<a href="${escapeHtml(address)}"${/^https?:/.test(address) ? ' rel="noreferrer"' : ''}>${html}</a>`;
      },
      // Documents of the repository show pictures of it, which are not handed out.
      image: () => '',
      html: ({ text }) => (/^<(?:\/?(?:picture|p|br|div)|source|img|!--)/.test(text.trim()) ? '' : escapeHtml(text)),
      table({ header, rows }) {
        const isWide = header.length > 3;
        const isNamed = header.some(({ text }) => text.trim() !== '');
        for (const row of rows) addText(sections, row.map(({ text }) => text).join(' '));
        const head = header.map(({ text, tokens }) => {
          const tag = text.trim() === '' ? 'td' : 'th';
          return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
        });
        const cells = rows.map((row) =>
          row.map(({ tokens }, column) => {
            const label = isWide && column > 0 ? ` data-label="${escapeHtml(header[column]?.text ?? '')}"` : '';
            return `<td${label}>${this.parser.parseInline(tokens)}</td>`;
          }),
        );
        const body = cells.map((row) => `<tr>${row.join('')}</tr>`).join('\n');
        return `<div class="scroll${isWide ? ' wide' : ''}" tabindex="0" role="group" aria-label="Table"><table>${
          isNamed ? `<thead><tr>${head.join('')}</tr></thead>` : ''
        }<tbody>${body}</tbody></table></div>\n`;
      },
      paragraph({ tokens, text }) {
        addText(sections, text);
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
      listitem({ loose, text }) {
        // What is in a loose one are paragraphs, which are added by themselves.
        if (!loose) addText(sections, text.replaceAll(/```[\s\S]*?```/g, ' '));
        return false;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title, html, headings, sections };
}

/**
 * @param {number} depth
 * @param {string} id
 * @param {string} html
 */
const headingHtml = (depth, id, html) =>
  `<h${depth} id="${id}">${html}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;

/**
 * @param {string} code
 * @param {string} language
 * @param {string} [file]
 */
export const codeHtml = (code, language, file) =>
  `<div class="code">${file === undefined ? '' : `<div class="file">${escapeHtml(file)}</div>`}<pre tabindex="0"><code>${colourCode(code, language)}</code></pre></div>\n`;

/** As GitHub makes them, since links are written for both. @param {string} text */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/**
 * @param {Map<string, number>} ids
 * @param {string} slug
 */
function unusedId(ids, slug) {
  const seen = ids.get(slug) ?? 0;
  ids.set(slug, seen + 1);
  return seen === 0 ? slug : `${slug}-${seen}`;
}

/** @param {string} html */
const plain = (html) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/**
 * @param {{ text: string }[]} sections
 * @param {string} markdown
 */
function addText(sections, markdown) {
  const section = sections.at(-1);
  const text = markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ');
  if (section !== undefined) section.text = `${section.text} ${text}`.trim();
}
