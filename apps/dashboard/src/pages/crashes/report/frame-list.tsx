import { useMemo, useState } from 'react';
import flowStyles from '../../../design/layout/flow.module.css';
import { type Frame, foldFrames, frameWords, reportedFrames } from '../fold-frames.ts';
import styles from './report.module.css';

export interface FrameListProps {
  readonly frames: readonly Frame[];
  readonly isRaw: boolean;
  /** Frames that were left out in the middle when the report was read. */
  readonly trimmed: number | undefined;
}

/** The innermost first. Own frames stand out, those of libraries fold. */
export function FrameList({ frames, isRaw, trimmed }: FrameListProps) {
  const shown = useMemo(() => (isRaw ? reportedFrames(frames) : frames), [frames, isRaw]);
  const runs = useMemo(() => foldFrames(shown), [shown]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const firstOwn = shown.findIndex((frame) => frame.is_app_frame && frame.source !== undefined);
  return (
    <ol className={flowStyles.list}>
      {runs.map((run) =>
        run.isFolded && !unfolded.has(run.start) ? (
          <li key={run.start}>
            <button
              type="button"
              className={styles.fold}
              aria-expanded={false}
              onClick={() => setUnfolded((now) => new Set(now).add(run.start))}
            >
              Show {run.frames.length} library and system frames
            </button>
          </li>
        ) : (
          run.frames.map((frame, at) => (
            <FrameRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a frame is its place in the stack
              key={run.start + at}
              frame={frame}
              index={run.start + at}
              isOpenAtFirst={run.start + at === firstOwn}
            />
          ))
        ),
      )}
      {trimmed !== undefined && trimmed > 0 && (
        <li className={styles.note} data-quiet>
          {trimmed} frames in the middle were omitted.
        </li>
      )}
    </ol>
  );
}

interface FrameRowProps {
  readonly frame: Frame;
  readonly index: number;
  readonly isOpenAtFirst: boolean;
}

function FrameRow({ frame, index, isOpenAtFirst }: FrameRowProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { name, place } = frameWords(frame);
  const line = (
    <>
      <span className={styles.number}>{index}</span>
      <span className={styles.name}>
        <bdi>{name}</bdi>
        {frame.is_inlined === true && <span className={styles.tag}>inlined</span>}
      </span>
      {place !== undefined && (
        <span className={styles.place}>
          <bdi>{place}</bdi>
        </span>
      )}
    </>
  );
  return (
    <li className={styles.frame} data-app={frame.is_app_frame || undefined}>
      {frame.source === undefined ? (
        <div className={styles.frameLine}>{line}</div>
      ) : (
        <button type="button" className={styles.frameLine} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {line}
        </button>
      )}
      {frame.alternatives !== undefined && frame.alternatives.length > 0 && (
        <p className={styles.alternatives}>Could also be {frame.alternatives.join(' or ')}.</p>
      )}
      {isOpen && frame.source !== undefined && <SourceLines source={frame.source} line={frame.line} />}
    </li>
  );
}

interface SourceLinesProps {
  readonly source: NonNullable<Frame['source']>;
  readonly line: number | undefined;
}

function SourceLines({ source, line = source.before.length + 1 }: SourceLinesProps) {
  const first = line - source.before.length;
  const lines = [...source.before, source.line, ...source.after];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.source} tabIndex={0} aria-label={`Source around line ${line}`}>
      {lines.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <div key={first + at} className={styles.sourceLine} data-here={first + at === line || undefined}>
          <span className={styles.lineNumber}>{first + at}</span>
          <code>{text}</code>
        </div>
      ))}
    </section>
  );
}
