import { Button, Combobox, InputBase, Loader, useCombobox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { formatExactNumber, formatShortNumber } from '../format/format-number.ts';
import textStyles from '../primitives/text.module.css';
import styles from './suggest-picker.module.css';
import type { Suggest, Suggestion } from './suggestion.ts';
import { useSuggestions } from './use-suggestions.ts';

export interface SuggestPickerProps {
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly suggest: Suggest;
  /** Names the field for screen readers. */
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** What is typed may be taken although nobody suggested it. */
  readonly isFree?: boolean | undefined;
  /** What is typed stands above what is suggested, and Enter takes it: for values, where "pro" is not "production". */
  readonly isTypedFirst?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** `pill` and `word` stand in a sentence, `field` in a form, `action` says with its placeholder what choosing does. */
  readonly look?: 'field' | 'pill' | 'word' | 'action' | undefined;
  readonly leftSection?: ReactNode;
  /** How the chosen value is written; as it is when not given. */
  readonly describe?: ((value: string) => string) | undefined;
}

/** A button that opens a list one can type into. */
export function SuggestPicker(props: SuggestPickerProps) {
  const { value, onChange, suggest, label, placeholder = 'Choose', isFree = false, look = 'field' } = props;
  const [text, setText] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setText('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  /** The list opens a moment after the button was pressed; what is typed in between belongs to its field. */
  const takeEarlyKey = (event: KeyboardEvent): void => {
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (combobox.dropdownOpened && isLetter) setText((before) => before + event.key);
  };
  const { suggestions, isLoading, hasFailed, isSettled } = useSuggestions(suggest, text, combobox.dropdownOpened);
  const typed = text.trim();
  const isEmpty = value === null || value === '';
  const shown = isEmpty ? placeholder : (props.describe?.(value) ?? value);
  const isTypedNew =
    isFree && typed !== '' && !suggestions.some(({ value: known, label: words }) => known === typed || words === typed);

  const isTypedFirst = props.isTypedFirst === true;
  const known = suggestions.map((suggestion) => suggestion.value);
  const own = isTypedNew ? [typed] : [];
  const offered = isTypedFirst ? [...own, ...known] : [...known, ...own];
  const offeredWords = offered.join('\n');
  const usual = isTypedNew ? 0 : usualChoice(offered, typed, value);
  const { dropdownOpened, selectOption } = combobox;
  // What Enter takes is highlighted before it is pressed. Options that load later move the highlight with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is made anew in every render
  useEffect(() => {
    if (dropdownOpened && usual !== -1) selectOption(usual);
  }, [dropdownOpened, usual, offeredWords]);

  // Enter came before the suggestions for what was typed: it takes the first of them.
  const [isEnterWaiting, setEnterWaiting] = useState(false);
  const choose = (chosen: string): void => {
    setEnterWaiting(false);
    onChange(chosen);
    combobox.closeDropdown();
  };
  /** The list may not have been drawn when the highlight was set, such as right after it was opened. */
  const takeUsual = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    if (!isSettled && known.length === 0 && !isTypedFirst) {
      event.preventDefault();
      setEnterWaiting(true);
      return;
    }
    const chosen = offered[usual];
    if (combobox.getSelectedOptionIndex() !== -1 || chosen === undefined) return;
    event.preventDefault();
    choose(chosen);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the suggestions are there
  useEffect(() => {
    const chosen = offered[usual];
    if (isEnterWaiting && isSettled && chosen !== undefined) choose(chosen);
  }, [isEnterWaiting, isSettled]);

  const behaviour = {
    type: 'button',
    'aria-haspopup': 'listbox',
    'aria-expanded': combobox.dropdownOpened,
    disabled: props.isDisabled ?? false,
    onKeyDown: takeEarlyKey,
    onClick: () => combobox.toggleDropdown(),
  } as const;

  const ownOption = isTypedNew && (
    <Combobox.Option value={typed} className={styles.option ?? ''}>
      <span className={styles.name}>
        Use <bdi>“{typed}”</bdi>
      </span>
    </Combobox.Option>
  );

  return (
    <Combobox
      store={combobox}
      withinPortal
      width={look === 'field' ? 'target' : 300}
      position="bottom-start"
      onOptionSubmit={choose}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        {look === 'action' ? (
          <Button {...behaviour} variant="subtle" color="gray" size="compact-sm" leftSection={props.leftSection}>
            {shown}
          </Button>
        ) : look === 'field' ? (
          <InputBase
            {...behaviour}
            component="button"
            pointer
            aria-label={`${label}: ${shown}`}
            leftSection={props.leftSection}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            rightSectionPointerEvents="none"
          >
            <bdi className={isEmpty ? styles.placeholder : styles.value}>{shown}</bdi>
          </InputBase>
        ) : (
          <button
            {...behaviour}
            className={styles.pill}
            data-look={look}
            aria-label={`${label}: ${shown}`}
            data-empty={isEmpty || undefined}
          >
            <bdi>{shown}</bdi>
          </button>
        )}
      </Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown ?? ''}>
        <Combobox.Search
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.resetSelectedOption();
            setEnterWaiting(false);
          }}
          onKeyDown={takeUsual}
          placeholder={isFree ? 'Type or select' : 'Type to search'}
          aria-label={`Search ${label.toLowerCase()}`}
          rightSection={isLoading ? <Loader size={12} /> : null}
        />
        <Combobox.Options className={styles.options ?? ''} aria-label={label}>
          {isTypedFirst && ownOption}
          {suggestions.map((suggestion) => (
            <Combobox.Option
              key={suggestion.value}
              value={suggestion.value}
              active={suggestion.value === value}
              className={styles.option ?? ''}
            >
              <SuggestionWords suggestion={suggestion} />
            </Combobox.Option>
          ))}
          {!isTypedFirst && ownOption}
          {suggestions.length === 0 && !isTypedNew && (
            <Combobox.Empty className={textStyles.muted13 ?? ''}>{emptyWords(isLoading, hasFailed)}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** What was typed exactly, else what is chosen already, else the first. */
function usualChoice(offered: readonly string[], typed: string, value: string | null): number {
  const wanted = typed === '' ? value : typed;
  const exact = wanted === null ? -1 : offered.indexOf(wanted);
  return exact === -1 && offered.length > 0 ? 0 : exact;
}

function SuggestionWords({ suggestion }: { readonly suggestion: Suggestion }) {
  return (
    <>
      <span className={styles.name}>
        <bdi>{suggestion.label ?? suggestion.value}</bdi>
        {suggestion.detail !== undefined && <span className={textStyles.cutMuted12}>{suggestion.detail}</span>}
      </span>
      {suggestion.volume !== undefined && (
        <span className={styles.volume} data-hint={`seen ${formatExactNumber(suggestion.volume)} times`}>
          {formatShortNumber(suggestion.volume)}
        </span>
      )}
    </>
  );
}

function emptyWords(isLoading: boolean, hasFailed: boolean): string {
  if (hasFailed) return "Couldn't load suggestions";
  return isLoading ? 'Loading…' : 'No results';
}
