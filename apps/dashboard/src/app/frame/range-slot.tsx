import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { relativeRanges } from '../../navigation/time-range.ts';
import { useRange } from '../../navigation/use-range.ts';
import styles from './top-bar.module.css';

/** The range that all pages share. */
export function RangeSlot() {
  const [range, setRange] = useRange();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={styles.place}>
          {range.kind === 'relative' ? `Last ${range.last}` : 'Custom'}
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {relativeRanges.map((last) => (
          <Menu.Item key={last} onClick={() => setRange({ kind: 'relative', last })}>
            Last {last}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
