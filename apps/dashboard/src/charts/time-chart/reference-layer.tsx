import styles from './time-chart.module.css';
import type { ReferenceLine } from './time-series.ts';
import type { PlotFrame } from './use-uplot.ts';

export interface ReferenceLayerProps {
  readonly frame: PlotFrame;
  readonly references: readonly ReferenceLine[];
}

export function ReferenceLayer({ frame, references }: ReferenceLayerProps) {
  return references.map((line) => (
    <div
      key={line.label}
      className={styles.reference}
      style={{ left: frame.left, top: frame.top + frame.toY(line.value), width: frame.width }}
    >
      <span className={styles.referenceLabel}>{line.label}</span>
    </div>
  ));
}
