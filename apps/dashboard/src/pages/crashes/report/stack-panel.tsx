import { Select } from '@mantine/core';
import { CopyButton } from '../../../design/inputs/copy-button.tsx';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { hasSymbols, type Report, reportedFrames, stackText } from '../fold-frames.ts';
import { FrameList } from './frame-list.tsx';
import styles from './report.module.css';
import { SymbolsNote } from './symbols-note.tsx';
import { threadChoices } from './thread-choices.ts';

export interface StackPanelProps {
  readonly report: Report;
  readonly isRaw: boolean;
  readonly onRaw: (isRaw: boolean) => void;
  readonly thread: number | undefined;
  readonly onThread: (thread: number | undefined) => void;
}

export function StackPanel({ report, isRaw, onRaw, thread, onThread }: StackPanelProps) {
  const { exceptions, threads } = report;
  const stacks = [...exceptions, ...threads];
  const canSwitch = stacks.some((stack) => hasSymbols(stack.frames));
  const shownThread = thread === undefined ? undefined : threads[thread];
  const text = exceptions
    .map((exception) => stackText(exception, isRaw ? reportedFrames(exception.frames) : exception.frames))
    .join('\nCaused by: ');
  return (
    <Panel
      title="Stack trace"
      isFlush
      actions={
        <>
          {threads.length > 0 && (
            <Select
              size="xs"
              w={220}
              aria-label="Thread"
              data={threadChoices(threads)}
              value={thread === undefined ? 'exception' : String(thread)}
              onChange={(chosen) => onThread(chosen === null || chosen === 'exception' ? undefined : Number(chosen))}
              allowDeselect={false}
            />
          )}
          {canSwitch && (
            <SegmentedTabs
              label="Stack trace view"
              look="pills"
              tabs={[
                { value: 'symbols', label: 'Source' },
                { value: 'reported', label: 'Raw' },
              ]}
              value={isRaw ? 'reported' : 'symbols'}
              onChange={(value) => onRaw(value === 'reported')}
            />
          )}
          <CopyButton text={text} label="Copy stack trace" />
        </>
      }
    >
      {shownThread !== undefined ? (
        <FrameList frames={shownThread.frames} isRaw={isRaw} trimmed={shownThread.trimmed} />
      ) : (
        exceptions.map((exception, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: causes have no name but their place
          <section key={index} className={styles.exception} aria-label={index === 0 ? 'Exception' : 'Cause'}>
            <div className={styles.exceptionHead}>
              <h3 className={styles.exceptionType}>
                {index > 0 && <span className={textStyles.aside}>Caused by </span>}
                <bdi>{exception.type ?? 'Exception'}</bdi>
                {exception.mechanism !== undefined && <span className={styles.tag}>{exception.mechanism}</span>}
              </h3>
              {exception.message !== undefined && (
                <p className={styles.exceptionMessage}>
                  <bdi>{exception.message}</bdi>
                </p>
              )}
            </div>
            {exception.frames.length === 0 ? (
              <p className={styles.note} data-quiet>
                No stack trace
              </p>
            ) : (
              <FrameList frames={exception.frames} isRaw={isRaw} trimmed={exception.trimmed} />
            )}
          </section>
        ))
      )}
      <SymbolsNote report={report} />
    </Panel>
  );
}
