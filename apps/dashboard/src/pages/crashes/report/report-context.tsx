import { JsonTree } from '../../../design/code/json-tree.tsx';
import { CopyField } from '../../../design/inputs/copy-field.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { KeyValue, type KeyValueItem } from '../../../design/primitives/key-value.tsx';
import { PageLink } from '../../../navigation/page-link.tsx';
import type { Report } from '../fold-frames.ts';
import { reportFacts, reportIds, saidValues } from '../report-facts.ts';
import styles from './report.module.css';

/** The circumstances of one report. */
export function ReportContext({ report }: { readonly report: Report }) {
  const facts: KeyValueItem[] = reportFacts(report).map(({ label, text }) => ({ label, value: <bdi>{text}</bdi> }));
  const flags = saidValues(report.active_flags);
  const experiments = saidValues(report.active_experiments);
  const hasCustom = Object.keys(report.custom_data).length > 0;
  return (
    <Panel title="Context">
      <div className={styles.facts}>
        <KeyValue items={[...facts, ...idItems(report)]} />
        <div>
          {flags.length > 0 && <Values title="Flags" values={flags} page="flag" />}
          {experiments.length > 0 && <Values title="Experiments" values={experiments} page="experiment" />}
          {flags.length + experiments.length === 0 && <p className={styles.notes}>No flags in this report</p>}
        </div>
      </div>
      {hasCustom && (
        <>
          <h3 className={styles.sub}>Custom data</h3>
          <JsonTree value={report.custom_data} label="Custom data" maxHeight={320} />
        </>
      )}
      {report.notes.length > 0 && (
        <>
          <h3 className={styles.sub}>Data that was truncated</h3>
          <ul className={styles.notes}>
            {report.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function idItems(report: Report): readonly KeyValueItem[] {
  const { user, device, session } = reportIds(report);
  return [
    ...(user === undefined ? [] : [{ label: 'User id', value: <PersonLink id={user} /> }]),
    ...(device === undefined ? [] : [{ label: 'Device id', value: <PersonLink id={device} /> }]),
    ...(session === undefined
      ? []
      : [{ label: 'Session', value: <CopyField value={session} label="Copy session id" isInline /> }]),
    { label: 'Report', value: <CopyField value={report.crash_id} label="Copy report id" isInline /> },
  ];
}

function PersonLink({ id }: { readonly id: string }) {
  return (
    <PageLink page="/people/$id" params={{ id }} className={styles.mono}>
      <bdi>{id}</bdi>
    </PageLink>
  );
}

interface ValuesProps {
  readonly title: string;
  readonly values: readonly { readonly label: string; readonly text: string }[];
  readonly page: 'flag' | 'experiment';
}

function Values({ title, values, page }: ValuesProps) {
  return (
    <>
      <h3 className={styles.sub}>{title}</h3>
      <KeyValue
        items={values.map(({ label, text }) => ({
          label,
          value: (
            <PageLink
              page={page === 'flag' ? '/flags/$key' : '/experiments/$key'}
              params={{ key: label }}
              className={styles.mono}
            >
              <bdi>{text.slice(0, 500)}</bdi>
            </PageLink>
          ),
        }))}
      />
    </>
  );
}
