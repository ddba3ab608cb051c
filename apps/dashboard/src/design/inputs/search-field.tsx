import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

export interface SearchFieldProps {
  readonly value: string;
  /** Called a moment after the typing ends, and at once on Enter. */
  readonly onChange: (text: string) => void;
  /** What is searched: "Find flags". Placeholder and name in one. */
  readonly label: string;
  readonly width?: number | string | undefined;
  /** Milliseconds of silence after which what is typed counts. */
  readonly afterMs?: number | undefined;
}

export function SearchField({ value, onChange, label, width = 240, afterMs = 200 }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const toldRef = useRef(value);
  const onChangeRef = useRef(onChange);
  onChangeRef.current = onChange;
  useEffect(() => {
    if (value === toldRef.current) return;
    toldRef.current = value;
    setText(value);
  }, [value]);
  const notify = (typed: string) => {
    if (typed === toldRef.current) return;
    toldRef.current = typed;
    onChangeRef.current(typed);
  };
  useEffect(() => {
    if (text === toldRef.current) return;
    const timer = setTimeout(() => {
      toldRef.current = text;
      onChangeRef.current(text);
    }, afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs]);
  const clear = () => {
    setText('');
    notify('');
  };
  return (
    <TextInput
      type="search"
      size="xs"
      w={width}
      maw="100%"
      value={text}
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={text === '' ? null : <CloseButton size="xs" aria-label="Clear" onClick={clear} />}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') notify(text);
        if (event.key === 'Escape' && text !== '') {
          event.stopPropagation();
          clear();
        }
      }}
    />
  );
}
