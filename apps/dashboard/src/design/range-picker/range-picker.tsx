import { Button, NativeSelect, Popover } from '@mantine/core';
import { IconCalendarTime, IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import flowStyles from '../layout/flow.module.css';
import { useTimeZone } from '../primitives/time-zone.tsx';
import { CalendarChoices } from './calendar-choices.tsx';
import { CustomRange } from './custom-range.tsx';
import styles from './range-picker.module.css';
import type { RangeRelease } from './range-release.ts';
import { SpanField } from './span-field.tsx';
import { rangePresets, rangeWords, shortWords, type TimeRange } from './time-range.ts';

export type { TimeRange } from './time-range.ts';

export interface RangePickerProps {
  /** Undefined where none is chosen; then `none` says what holds. */
  readonly value: TimeRange | undefined;
  readonly onChange: (range: TimeRange) => void;
  /** A way to choose none, where there is one: "Each widget's own range". */
  readonly none?: { readonly words: string; readonly onChoose: () => void } | undefined;
  /** To choose the time since one of them. */
  readonly releases?: readonly RangeRelease[] | undefined;
  readonly onOpen?: (() => void) | undefined;
  /** The project's zone when not given. */
  readonly timeZone?: string | undefined;
}

export function RangePicker({ value, onChange, none, releases = [], onOpen, timeZone }: RangePickerProps) {
  const projectZone = useTimeZone();
  const zone = timeZone ?? projectZone;
  const [isOpen, setIsOpen] = useState(false);
  const choose = (range: TimeRange) => {
    onChange(range);
    setIsOpen(false);
  };
  const words = value === undefined ? (none?.words ?? 'Select a range') : rangeWords(value, zone);
  const isPreset =
    value === undefined || (value.kind === 'relative' && rangePresets.some(({ last }) => last === value.last));
  const short = value === undefined ? undefined : shortWords(value);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const preset = rangePresets[Number(event.key) - 1];
    if (preset !== undefined) choose({ kind: 'relative', last: preset.last });
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus returnFocus width={328}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCalendarTime size={14} aria-hidden />}
          rightSection={<IconChevronDown size={12} aria-hidden />}
          aria-label={`Time range: ${words}`}
          onClick={() => {
            if (!isOpen) onOpen?.();
            setIsOpen(!isOpen);
          }}
        >
          {short === undefined ? (
            words
          ) : (
            <>
              <span className={styles.words}>{words}</span>
              <span className={styles.short}>{short}</span>
            </>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8} onKeyDown={onKeyDown}>
        <ul className={flowStyles.list}>
          {none !== undefined && (
            <li>
              <button
                type="button"
                className={styles.preset}
                aria-pressed={value === undefined}
                data-autofocus={value === undefined || undefined}
                onClick={() => {
                  none.onChoose();
                  setIsOpen(false);
                }}
              >
                {none.words}
              </button>
            </li>
          )}
          {rangePresets.map((preset, index) => {
            const isChosen = value?.kind === 'relative' && value.last === preset.last;
            return (
              <li key={preset.last}>
                <button
                  type="button"
                  className={styles.preset}
                  aria-pressed={isChosen}
                  data-autofocus={isChosen || (!isPreset && index === 0) || undefined}
                  onClick={() => choose({ kind: 'relative', last: preset.last })}
                >
                  {preset.words}
                  <kbd className={styles.key}>{index + 1}</kbd>
                </button>
              </li>
            );
          })}
        </ul>
        <SpanField value={value} onChoose={choose} />
        <CalendarChoices value={value} onChoose={choose} />
        {releases.length > 0 && (
          <NativeSelect
            className={styles.release ?? ''}
            size="xs"
            label="Since release"
            value={value?.kind === 'since_release' ? value.releaseId : ''}
            data={[
              { value: '', label: 'Select a release' },
              ...releases.map(({ id, words: label }) => ({ value: id, label })),
            ]}
            onChange={(event) => {
              const release = releases.find(({ id }) => id === event.currentTarget.value);
              if (release === undefined) return;
              choose({ kind: 'since_release', releaseId: release.id, fromIso: release.fromIso });
            }}
          />
        )}
        <CustomRange value={value ?? { kind: 'relative', last: '7d' }} zone={zone} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}
