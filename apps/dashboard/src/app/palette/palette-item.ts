import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';

type PaletteGroup =
  | 'Pages'
  | 'Actions'
  | 'Flags'
  | 'Experiments'
  | 'Events'
  | 'People'
  | 'Cohorts'
  | 'Dashboards'
  | 'Alerts'
  | 'Crashes'
  | 'Releases'
  | 'Help';

export interface PaletteItem {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly label: string;
  /** Stands behind the label: a name beside a key, a number. */
  readonly detail?: string | undefined;
  /** Other words by which it is found. */
  readonly words?: readonly string[];
  /** Typed one after the other, without the palette. */
  readonly keys?: readonly string[];
  readonly icon: ComponentType<IconProps>;
  readonly run: () => void;
}
