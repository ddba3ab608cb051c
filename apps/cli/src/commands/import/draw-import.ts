import type { FieldCount } from '../../import/formats/field-log.ts';
import type { ImportSummary, ReasonCount } from '../../import/report/import-report.ts';
import { drawFacts } from '../../output/draw-facts.ts';
import { drawTable } from '../../output/draw-table.ts';
import { countOf, formatNumber } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import type { Terminal } from '../../output/terminal.ts';

const MAX_SHOWN = 20;

/** The report of an import: what was counted, what was left out, and what became of the fields. */
export function drawImport(terminal: Terminal, summary: ImportSummary, took: string): string {
  const { lines, files, formats, accepted, duplicates, skipped, rejected, fields } = summary;
  const sum = (reasons: readonly ReasonCount[]): number => reasons.reduce((total, { count }) => total + count, 0);
  const facts = drawFacts(terminal, [
    ['Read', `${countOf(lines, 'line')} of ${countOf(files, 'file')} (${formats.join(', ') || 'no format'})`],
    [summary.dry_run ? 'Would send' : 'Sent', `${countOf(accepted, 'event')}${took}`],
    duplicates === null ? undefined : ['Duplicates', `${formatNumber(duplicates)}, already on the server`],
    ['Skipped', formatNumber(sum(skipped))],
    ['Rejected', formatNumber(sum(rejected))],
  ]);
  const mapped = fields.mapped.filter(({ from, to }) => to !== from).slice(0, MAX_SHOWN);
  return [
    facts,
    ...reasonsOf(terminal, 'Skipped', skipped),
    ...reasonsOf(terminal, 'Rejected', rejected),
    ...(mapped.length === 0
      ? []
      : [
          '',
          drawTable(
            terminal,
            [
              { title: 'FIELD', value: ({ from }) => printable(from) },
              { title: 'MAPPED TO', value: ({ to }) => to },
              { title: 'EVENTS', value: ({ count }) => formatNumber(count), align: 'right' as const },
            ],
            mapped,
          ),
        ]),
    ...namesOf('Kept as properties', fields.kept),
    ...namesOf('Skipped', fields.dropped),
  ].join('\n');
}

function reasonsOf(terminal: Terminal, title: string, reasons: readonly ReasonCount[]): string[] {
  if (reasons.length === 0) return [];
  const lines = reasons.map(
    ({ reason, count, first }) =>
      `  ${formatNumber(count)} × ${printable(reason)}\n${terminal.colours.dim(`    ${first.map(printable).join(', ')}`)}`,
  );
  return ['', `${title}:`, ...lines];
}

function namesOf(title: string, names: readonly FieldCount[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_SHOWN).map(({ field }) => printable(field));
  const more = names.length > MAX_SHOWN ? [`${names.length - MAX_SHOWN} more`] : [];
  return ['', `${title}: ${[...shown, ...more].join(', ')}`];
}
