import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Fragment, useMemo, useState } from 'react';
import { JsonTree } from '../../../design/code/json-tree.tsx';
import { formatExactTime } from '../../../design/format/format-time.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { useTimeZone } from '../../../design/primitives/time-zone.tsx';
import { timelineOf } from '../breadcrumb-times.ts';
import type { Report } from '../fold-frames.ts';
import styles from './report.module.css';

const STEPS_AT_FIRST = 20;

/** What was done before it crashed: the last step is the crash. */
export function BreadcrumbTimeline({ report }: { readonly report: Report }) {
  const zone = useTimeZone();
  const { steps, silence } = useMemo(() => timelineOf(report.breadcrumbs, report.timestamp), [report]);
  const [isWhole, setWhole] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const shown = isWhole ? steps : steps.slice(-STEPS_AT_FIRST);
  return (
    <Panel
      title="Breadcrumbs"
      description="What happened before the crash, and how long before"
      empty={
        steps.length > 0 ? undefined : { title: 'No breadcrumbs', children: 'SDKs send breadcrumbs automatically.' }
      }
    >
      {shown.length < steps.length && (
        <Button size="compact-xs" variant="default" mb={8} onClick={() => setWhole(true)}>
          Show all {steps.length} steps
        </Button>
      )}
      <ol className={styles.timeline}>
        {shown.map((step) => (
          <Fragment key={step.key}>
            <Silence words={step.silence} />
            <li className={styles.step} data-kind={step.category}>
              <button
                type="button"
                className={styles.stepLine}
                aria-expanded={open.has(step.key)}
                onClick={() => toggle(step.key)}
              >
                <span
                  className={styles.before}
                  data-hint={step.atMs === undefined ? undefined : formatExactTime(step.atMs, zone)}
                >
                  {step.before ?? ''}
                </span>
                <span className={styles.dot} aria-hidden />
                <bdi className={styles.category}>{step.category}</bdi>
                <span className={styles.message}>
                  <bdi>{step.message}</bdi>
                  {step.preview !== '' && <bdi className={styles.preview}>{step.preview}</bdi>}
                </span>
                <IconChevronRight size={14} className={styles.chevron} aria-hidden />
              </button>
              {open.has(step.key) && (
                <div className={styles.stepFields}>
                  <JsonTree value={step.fields} openDepth={3} maxHeight={280} label="Breadcrumb" />
                </div>
              )}
            </li>
          </Fragment>
        ))}
        <Silence words={silence} />
        <li className={styles.step} data-kind="crash">
          <div className={styles.stepLine}>
            <span className={styles.before} data-hint={formatExactTime(report.timestamp, zone)}>
              0 s
            </span>
            <span className={styles.dot} aria-hidden />
            <span className={styles.category}>crash</span>
            <bdi className={styles.message}>{report.exceptions[0]?.type ?? 'Crash'}</bdi>
          </div>
        </li>
      </ol>
    </Panel>
  );
}

/** Between the two steps that it separates. */
function Silence({ words }: { readonly words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <li className={styles.step} data-kind="silence">
      <div className={styles.stepLine}>
        <span className={styles.silence}>{words} without breadcrumbs</span>
      </div>
    </li>
  );
}
