import { Button, Popover } from '@mantine/core';
import { IconCalendarTime, IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTimeZone } from '../time-zone.tsx';
import { CustomRange } from './custom-range.tsx';
import styles from './range-picker.module.css';
import { rangePresets, rangeWords, type TimeRange } from './time-range.ts';

export type { RelativeLast, TimeRange } from './time-range.ts';

export interface RangePickerProps {
  readonly value: TimeRange;
  readonly onChange: (range: TimeRange) => void;
  /** The project's zone when not given. */
  readonly timeZone?: string | undefined;
}

export function RangePicker({ value, onChange, timeZone }: RangePickerProps) {
  const projectZone = useTimeZone();
  const zone = timeZone ?? projectZone;
  const [isOpen, setIsOpen] = useState(false);
  const choose = (range: TimeRange) => {
    onChange(range);
    setIsOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const preset = rangePresets[Number(event.key) - 1];
    if (preset !== undefined) choose({ kind: 'relative', last: preset.last });
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus returnFocus width={280}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCalendarTime size={14} aria-hidden />}
          rightSection={<IconChevronDown size={12} aria-hidden />}
          aria-label={`Time range: ${rangeWords(value, zone)}`}
          onClick={() => setIsOpen((before) => !before)}
        >
          {rangeWords(value, zone)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8} onKeyDown={onKeyDown}>
        <ul className={styles.presets}>
          {rangePresets.map((preset, index) => {
            const isChosen = value.kind === 'relative' && value.last === preset.last;
            return (
              <li key={preset.last}>
                <button
                  type="button"
                  className={styles.preset}
                  aria-pressed={isChosen}
                  data-autofocus={isChosen || (value.kind === 'absolute' && index === 0) || undefined}
                  onClick={() => choose({ kind: 'relative', last: preset.last })}
                >
                  {preset.words}
                  <kbd className={styles.key}>{index + 1}</kbd>
                </button>
              </li>
            );
          })}
        </ul>
        <CustomRange value={value} zone={zone} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}
