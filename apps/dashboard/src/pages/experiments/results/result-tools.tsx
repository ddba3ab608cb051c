import { Button, Menu, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useApiClient } from '../../../api/api-context.ts';
import { saveFile } from '../../../api/download.ts';
import { toasts } from '../../../design/feedback/toasts.tsx';
import type { Experiment } from '../experiment.ts';
import styles from './results.module.css';
import type { Results } from './results.ts';

export interface ResultToolsProps {
  readonly experiment: Experiment;
  readonly results: Results;
  /** `2026-11-15`: as it was known at the end of this day. */
  readonly day: string | undefined;
  readonly onDay: (day: string | undefined) => void;
  readonly asOf: string | undefined;
}

/** The day to look back to, and every number as a file. */
export function ResultTools({ experiment, results, day, onDay, asOf }: ResultToolsProps) {
  const api = useApiClient();
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const download = async (format: 'csv' | 'json') => {
    setIsBusy(true);
    try {
      const call = { params: { id: experiment.id }, query: { as_of: asOf, series: true, format } };
      const response = await api.open('GET', '/v1/experiments/:id/results', call);
      saveFile(await response.blob(), `${experiment.key}-results.${format}`);
    } catch (error) {
      toasts.error({ title: "Couldn't download the results", message: String(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <label className={styles.asOf} htmlFor={id}>
        As of
        <TextInput
          id={id}
          type="date"
          size="xs"
          value={day ?? ''}
          min={results.started_at?.slice(0, 10)}
          max={new Date().toISOString().slice(0, 10)}
          onChange={(event) => onDay(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
        />
      </label>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="xs" loading={isBusy} leftSection={<IconDownload size={14} aria-hidden />}>
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void download('csv')}>CSV</Menu.Item>
          <Menu.Item onClick={() => void download('json')}>JSON</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
