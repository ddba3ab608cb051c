import { Button } from '@mantine/core';
import { IconPower, IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { DangerButton } from '../../../design/inputs/danger-button.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { valueText } from '../targeting/rule-words.ts';
import type { Flag, Targeting } from '../targeting/targeting.ts';
import { KillDialogs } from './kill-dialogs.tsx';
import styles from './targeting-editor.module.css';

export interface KillPanelProps {
  readonly flag: Flag;
  readonly environment: string;
  readonly kill: Targeting['kill'];
  readonly isReadOnly: boolean;
}

/** Apart from everything else, and at once: it does not wait for what is being edited. */
export function KillPanel({ flag, environment, kill, isReadOnly }: KillPanelProps) {
  const [asked, setAsked] = useState<'kill' | 'restore' | null>(null);
  return (
    <section className={`${styles.kill} ${kill === null ? '' : styles.killed}`} aria-label="Kill switch">
      <div className={styles.killRow}>
        <div className={styles.killWords}>
          <h2 className={styles.killTitle}>{kill === null ? 'Kill switch' : `Killed in ${environment}`}</h2>
          {kill === null ? (
            <p className={`${styles.text} ${styles.muted}`}>
              Serves one value to all users in {environment} immediately and ignores the rules. Rules are kept.
            </p>
          ) : (
            <p className={styles.text}>
              Killed <RelativeTime at={kill.at} />: all users get{' '}
              <code className={styles.code}>{valueText(kill.value)}</code>. Reason: <bdi>{kill.reason}</bdi>
            </p>
          )}
        </div>
        {!isReadOnly &&
          (kill === null ? (
            <DangerButton leftSection={<IconPower size={16} aria-hidden />} onClick={() => setAsked('kill')}>
              Kill flag
            </DangerButton>
          ) : (
            <Button
              variant="default"
              leftSection={<IconRestore size={16} aria-hidden />}
              onClick={() => setAsked('restore')}
            >
              Restore flag
            </Button>
          ))}
      </div>
      <KillDialogs flag={flag} environment={environment} asked={asked} onClose={() => setAsked(null)} />
    </section>
  );
}
