import { Tooltip, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import styles from './top-bar.module.css';

const everyMs = 10_000;

/** While it is on, what is shown is asked for anew every ten seconds, as long as somebody can see it. */
export function LiveSwitch() {
  const queries = useQueryClient();
  const [isOn, setOn] = useLocalStorage({ key: 'lamppost.live', defaultValue: false });
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.hidden) return;
      void queries.refetchQueries(
        { type: 'active', predicate: ({ queryKey, meta }) => queryKey[0] === 'api' && meta?.isLive !== false },
        { cancelRefetch: false },
      );
    }, everyMs);
    return () => clearInterval(timer);
  }, [isOn, queries]);
  return (
    <Tooltip label={isOn ? 'Refreshing every 10 seconds' : 'Refresh this page every 10 seconds'}>
      <UnstyledButton
        className={styles.live}
        aria-pressed={isOn}
        data-on={isOn || undefined}
        onClick={() => setOn(!isOn)}
      >
        <span className={styles.dot} aria-hidden="true" />
        Auto-refresh
      </UnstyledButton>
    </Tooltip>
  );
}
