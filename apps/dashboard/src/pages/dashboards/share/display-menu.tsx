import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconLink,
  IconMailForward,
  IconPrinter,
  IconScreenShare,
  IconSlideshow,
} from '@tabler/icons-react';
import { printPage } from '../../../design/print/print-page.ts';

export interface DisplayMenuProps {
  /** Absent where no links can be created: for templates, viewers, and whoever came by a link. */
  readonly onShare?: (() => void) | undefined;
  /** Absent for those who may not set up digests. */
  readonly onDigest?: (() => void) | undefined;
  readonly onWall: () => void;
  /** Absent where there is nothing else to show. */
  readonly onRotate?: (() => void) | undefined;
}

/** Ways to show a dashboard to others: a link, paper, a screen on the wall. */
export function DisplayMenu({ onShare, onDigest, onWall, onRotate }: DisplayMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label="Share and display">
          <ActionIcon variant="default" size={30} aria-label="Share and display">
            <IconScreenShare size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {onShare !== undefined && (
          <Menu.Item leftSection={<IconLink size={14} />} onClick={onShare}>
            Share link
          </Menu.Item>
        )}
        {onDigest !== undefined && (
          <Menu.Item leftSection={<IconMailForward size={14} />} onClick={onDigest}>
            Send as digest…
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPrinter size={14} />} onClick={() => void printPage()}>
          Print
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowsMaximize size={14} />} onClick={onWall}>
          Full screen
        </Menu.Item>
        {onRotate !== undefined && (
          <Menu.Item leftSection={<IconSlideshow size={14} />} onClick={onRotate}>
            Rotate dashboards
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
