import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFileTypeCsv, IconPhotoDown, IconTable } from '@tabler/icons-react';
import { toasts } from '../design/feedback/toasts.tsx';
import { fileStem, saveFile } from './save-file.ts';

export interface ChartMenuProps {
  readonly label: string;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
  readonly csv: () => string;
  /** Undefined where there is no picture to take. */
  readonly png?: (() => Promise<Blob> | undefined) | undefined;
}

export function ChartMenu({ label, isTable, onTable, csv, png }: ChartMenuProps) {
  const savePng = async () => {
    try {
      const blob = await png?.();
      if (blob !== undefined) saveFile(`${fileStem(label)}.png`, blob);
    } catch (error) {
      toasts.error({
        title: "Couldn't save the image",
        message: error instanceof Error ? error.message : undefined,
      });
    }
  };
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`More options for ${label}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTable size={14} />} onClick={() => onTable(!isTable)}>
          {isTable ? 'View as chart' : 'View as table'}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileTypeCsv size={14} />}
          onClick={() => saveFile(`${fileStem(label)}.csv`, new Blob([csv()], { type: 'text/csv;charset=utf-8' }))}
        >
          Download CSV
        </Menu.Item>
        {png !== undefined && !isTable && (
          <Menu.Item leftSection={<IconPhotoDown size={14} />} onClick={savePng}>
            Download PNG
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
