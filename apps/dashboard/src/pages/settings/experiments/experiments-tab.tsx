import styles from '../settings.module.css';
import { HoldoutPanel } from './holdout-panel.tsx';
import { LayersPanel } from './layers-panel.tsx';

/** What holds for all experiments of the project. */
export function ExperimentsTab() {
  return (
    <div className={styles.columns}>
      <HoldoutPanel />
      <LayersPanel />
    </div>
  );
}
