import type { BlockTable } from './content/block.ts';
import type { FigureUnit } from './content/format-figure.ts';
import type { DigestFrequency } from './digest-schedule.ts';
import type { Chart } from './pictures/chart.ts';

/** A digest as it is queued, and as endpoints of the kind `webhook` get it in `data`. */
export interface DigestMessage {
  readonly digest_id: string | null;
  readonly name: string;
  readonly frequency: DigestFrequency;
  readonly dashboard: { readonly id: string; readonly name: string };
  readonly environment: string;
  readonly period: {
    readonly from: string;
    readonly to: string;
    readonly before_from: string;
    readonly timezone: string;
    readonly text: string;
  };
  readonly url: string;
  readonly widgets: readonly DigestWidget[];
  readonly widgets_left_out: number;
}

export interface DigestWidget {
  readonly id: string;
  readonly name: string;
  readonly figures: readonly {
    readonly label: string;
    readonly value: number | null;
    readonly before: number | null;
    readonly unit: FigureUnit;
    readonly good_when: 'up' | 'down';
  }[];
  readonly table: BlockTable | null;
  readonly note: string | null;
  readonly error: string | null;
  readonly image: DigestImage | null;
}

export interface DigestImage {
  readonly id: string;
  readonly chart: Chart['kind'];
  /** In pixels of CSS; the picture has twice as many. */
  readonly width: number;
  readonly height: number;
  /** Null where this server has no https address that others can reach. */
  readonly url: string | null;
}
