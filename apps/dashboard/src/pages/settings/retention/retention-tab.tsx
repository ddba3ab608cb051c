import { useRole } from '../../../api/environment.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import styles from '../settings.module.css';
import { ErasePanel } from './erase-panel.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { RetentionPanel } from './retention-panel.tsx';

export function RetentionTab() {
  const { can, whyNot } = useRole();
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <RetentionPanel />
        <JobsPanel />
      </div>
      {can('admin') ? (
        <ErasePanel />
      ) : (
        <Panel title="Erase a user or device">
          <p className={styles.words}>{whyNot('admin')}</p>
        </Panel>
      )}
    </div>
  );
}
