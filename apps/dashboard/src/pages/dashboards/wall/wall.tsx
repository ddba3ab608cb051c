import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatClock } from './format-clock.ts';
import { useFullScreenEnd } from './full-screen.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { useWallFit } from './use-wall-fit.ts';
import styles from './wall.module.css';

export interface WallProps {
  /** Of each dashboard that takes its turn. */
  readonly titles: readonly string[];
  readonly rotateSeconds: number;
  /** Asks for all results anew. */
  readonly onRefresh: () => void;
  readonly onClose: () => void;
  readonly children: (index: number) => ReactNode;
}

const REFRESH_MS = 60_000;

/** Dashboards for a screen that nobody sits at: nothing but the widgets, always fresh, one dashboard after the other. */
export function Wall({ titles, rotateSeconds, onRefresh, onClose, children }: WallProps) {
  useWakeLock();
  useFullScreenEnd(onClose);
  const turn = useTurn(titles.length, rotateSeconds);
  const content = useRef<HTMLDivElement>(null);
  const zoom = useWallFit(content);
  const refreshedAtMs = useRefresh(onRefresh);
  const index = turn % Math.max(1, titles.length);
  return (
    <Modal
      opened
      fullScreen
      title={titles[index] ?? ''}
      onClose={onClose}
      transitionProps={{ duration: 0 }}
      classNames={{ content: styles.wall, title: styles.title, header: styles.header }}
    >
      <p className={styles.state}>
        {titles.length > 1 && (
          <span>
            {index + 1} of {titles.length}
          </span>
        )}
        <span>Updated {formatClock(refreshedAtMs)}</span>
      </p>
      <div ref={content} style={{ zoom }}>
        {children(index)}
      </div>
    </Modal>
  );
}

function useTurn(count: number, seconds: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (count < 2) return;
    const timer = setInterval(() => setTurn((before) => before + 1), seconds * 1_000);
    return () => clearInterval(timer);
  }, [count, seconds]);
  return turn;
}

function useRefresh(onRefresh: () => void): number {
  const [atMs, setAtMs] = useState(Date.now);
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;
  useEffect(() => {
    const timer = setInterval(() => {
      refresh.current();
      setAtMs(Date.now());
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return atMs;
}
