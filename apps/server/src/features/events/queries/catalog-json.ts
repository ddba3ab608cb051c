import { jsonObject, jsonText, jsonTime } from '../../../analytics/stored-json.ts';
import type { CatalogParams } from './catalog.ts';
import { PropertiesProfile } from './properties-profile.ts';

/** Latest events of a name that are looked at for its properties: in a list, and of one name alone. */
export const SAMPLE_IN_LIST = 500;
export const SAMPLE_ALONE = 5_000;
/** Of all names of an answer together; properties can be large. */
const MAX_SAMPLE_BYTES = 32 * 1024 * 1024;

/** What the properties of some names look like, from their latest events. */
export class CatalogProfiles {
  /** Characters of the properties of one name; an event that begins below is looked at as a whole. */
  readonly maxLength: number;
  readonly #sample: number;
  readonly #profiles: ReadonlyMap<string, PropertiesProfile>;
  readonly #lengths = new Map<string, number>();

  constructor(names: readonly string[], sample: number) {
    this.maxLength = MAX_SAMPLE_BYTES / Math.max(1, names.length);
    this.#sample = sample;
    this.#profiles = new Map(names.map((name) => [name, new PropertiesProfile()]));
  }

  /** The next event of a name, the latest first. */
  add(name: string, properties: unknown): void {
    const profile = this.#profiles.get(name);
    if (profile === undefined || this.isComplete(name)) return;
    const spent = this.#lengths.get(name) ?? 0;
    const text = typeof properties === 'string' ? properties : null;
    this.#lengths.set(name, spent + (text?.length ?? 0));
    profile.add(text);
  }

  /** Whether more events of the name are not looked at. */
  isComplete(name: string): boolean {
    const sampled = this.#profiles.get(name)?.sampled ?? 0;
    return sampled >= this.#sample || (this.#lengths.get(name) ?? 0) > this.maxLength;
  }

  of(name: string): PropertiesProfile | undefined {
    return this.#profiles.get(name);
  }
}

/** An entry as the wire shows it, from the columns name, id, count, count_24h, count_7d, first_ms and last_ms. */
export function catalogJson(
  row: Readonly<Record<string, unknown>>,
  profile: PropertiesProfile | undefined,
  { schemaModes }: Pick<CatalogParams, 'schemaModes'>,
): string {
  const name = String(row.name);
  const mode = Object.hasOwn(schemaModes, name) ? schemaModes[name] : null;
  return jsonObject({
    id: jsonText(row.id),
    event_name: jsonText(name),
    count: String(row.count),
    count_24h: String(row.count_24h),
    count_7d: String(row.count_7d),
    first_seen: jsonTime(row.first_ms),
    last_seen: jsonTime(row.last_ms),
    has_schema: String(mode !== null),
    schema_mode: jsonText(mode),
    sampled: String(profile?.sampled ?? 0),
    properties: JSON.stringify(profile?.properties() ?? []),
  });
}
