import { formatPercent, formatShortNumber } from '../../design/format/format-number.ts';
import type { Report } from './fold-frames.ts';

export interface Fact {
  readonly label: string;
  readonly text: string;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

function megabytes(value: unknown): string | undefined {
  const mb = number(value);
  if (mb === undefined) return undefined;
  return mb >= 1024 ? `${formatShortNumber(mb / 1024)} GB free` : `${formatShortNumber(mb)} MB free`;
}

/** Levels are shares of one; some clients send percents. */
function battery(value: unknown): string | undefined {
  const level = number(value);
  if (level === undefined || level < 0) return undefined;
  return `${formatPercent(level <= 1 ? level * 100 : level, 0)} charged`;
}

/** What a report says about the moment, in the order in which one asks. */
export function reportFacts({ context, platform }: Pick<Report, 'context' | 'platform'>): readonly Fact[] {
  const said: readonly (readonly [label: string, text: string | undefined])[] = [
    ['Version', [text(context.app_version), build(context.build_number)].filter(Boolean).join(' ') || undefined],
    ['Device', text(context.device_model)],
    ['System', [platform, text(context.os_version)].filter(Boolean).join(' ')],
    ['Screen', text(context.screen_name)],
    ['App state', foreground(context.is_foreground)],
    ['Memory', megabytes(context.free_memory_mb)],
    ['Disk', megabytes(context.free_disk_mb)],
    ['Battery', battery(context.battery_level)],
    ['Network', text(context.network_type)],
  ];
  return said.flatMap(([label, words]) => (words === undefined ? [] : [{ label, text: words }]));
}

const build = (value: unknown): string | undefined => {
  const number = text(value);
  return number === undefined ? undefined : `(${number})`;
};

function foreground(value: unknown): string | undefined {
  if (typeof value !== 'boolean') return undefined;
  return value ? 'foreground' : 'background';
}

/** Who it happened to: ids as far as the report says them. */
export function reportIds({ context }: Pick<Report, 'context'>) {
  return { user: text(context.user_id), device: text(context.device_id), session: text(context.session_id) };
}

/** Values of flags and variants as one line each. */
export function saidValues(values: Readonly<Record<string, unknown>>): readonly Fact[] {
  return Object.entries(values).map(([label, value]) => ({
    label,
    text: typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)),
  }));
}
