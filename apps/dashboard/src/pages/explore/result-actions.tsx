import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconApi,
  IconBell,
  IconClock,
  IconDownload,
  IconFileTypeCsv,
  IconJson,
  IconLayoutDashboard,
  IconPrinter,
  IconRefresh,
  IconTable,
} from '@tabler/icons-react';
import { useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { downloadExport } from '../../api/download.ts';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { asSentence } from '../../design/format/as-sentence.ts';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { printPage } from '../../design/print/print-page.ts';
import { whyNotAlertable } from '../../insights/alerts/alertable-query.ts';
import type { Insight } from '../../insights/insight.ts';
import type { InsightState } from '../../insights/results/use-insight-result.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import type { SearchChange } from '../../navigation/use-page-search.ts';
import { ApiCallDialog } from './api-call-dialog.tsx';
import { RecentMenu } from './recent-menu.tsx';
import { SaveDialog } from './save-dialog.tsx';

export interface ResultActionsProps {
  readonly insight: Insight;
  readonly result: InsightState;
  readonly onChange: (insight: Insight, how?: SearchChange) => void;
}

type Dialog = 'save' | 'api call';

const formats = [
  { format: 'csv', label: 'Export as CSV', Icon: IconFileTypeCsv },
  { format: 'ndjson', label: 'Export as NDJSON', Icon: IconJson },
  { format: 'parquet', label: 'Export as Parquet', Icon: IconTable },
] as const;

export function ResultActions({ insight, result, onChange }: ResultActionsProps) {
  const { api } = useEnvironment();
  const { whyNot } = useRole();
  const href = usePageHref();
  const navigate = useNavigateTo();
  const [dialog, setDialog] = useState<Dialog>();
  const [isExporting, setIsExporting] = useState(false);
  const query = result.ask.kind === 'ready' ? result.ask.query : undefined;
  const isUnfinished = query === undefined;
  const whyNotSave = whyNot('editor');
  const whyNoAlert = whyNotSave ?? (query && whyNotAlertable(query));
  const canAlert = query !== undefined && whyNoAlert === undefined;
  const canSave = !isUnfinished && whyNotSave === undefined;

  const save = async (format: (typeof formats)[number]['format']) => {
    if (query === undefined) return;
    setIsExporting(true);
    try {
      await downloadExport(api, { query, format });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      toasts.error({ title: "Couldn't export", message: `${asSentence(error.message)} Your query is still here.` });
    } finally {
      setIsExporting(false);
    }
  };

  return (
    <>
      <RecentMenu onChoose={onChange} icon={<IconClock size={16} />} />
      {!isUnfinished && (
        <Tooltip label="Refresh">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Refresh"
            loading={result.isLoading && result.result !== undefined && !result.isOutdated}
            onClick={result.run}
          >
            <IconRefresh size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            disabled={isUnfinished}
            loading={isExporting}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map(({ format, label, Icon }) => (
            <Menu.Item key={format} leftSection={<Icon size={14} />} onClick={() => void save(format)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconApi size={14} />} disabled={isUnfinished} onClick={() => setDialog('api call')}>
            Copy as API call
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={14} />} onClick={() => void printPage()}>
            Print
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={whyNoAlert} disabled={whyNoAlert === undefined} multiline maw={280}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBell size={14} />}
          {...(canAlert ? {} : { 'data-disabled': true })}
          aria-disabled={!canAlert}
          onClick={() => {
            if (canAlert) navigate(href('/alerts/new', { query }));
          }}
        >
          Create alert
        </Button>
      </Tooltip>
      <Tooltip label={whyNotSave} disabled={whyNotSave === undefined}>
        <Button
          size="xs"
          leftSection={<IconLayoutDashboard size={14} />}
          {...(canSave ? {} : { 'data-disabled': true })}
          aria-disabled={!canSave}
          onClick={() => {
            if (canSave) setDialog('save');
          }}
        >
          Save to dashboard
        </Button>
      </Tooltip>
      {dialog === 'save' && query !== undefined && (
        <SaveDialog insight={insight} query={query} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'api call' && query !== undefined && (
        <ApiCallDialog query={query} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}
