import { Button, Select, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type FormEvent, useRef, useState } from 'react';
import { useApiClient } from '../../../api/api-context.ts';
import { ApiProblem } from '../../../api/api-problem.ts';
import { useInvalidate } from '../../../api/use-api-mutation.ts';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { formatBytes } from '../../../design/format/format-number.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import {
  GUESS_BYTES,
  guessSymbol,
  isSymbolKind,
  kindWords,
  type SymbolLabels,
  symbolKinds,
  uploadQuery,
} from './guess-symbol.ts';
import styles from './symbols.module.css';

export interface SymbolUploadProps {
  /** What the address asks for: a missing file that somebody followed here. */
  readonly asked: {
    readonly kind: string | undefined;
    readonly release: string | undefined;
    readonly file: string | undefined;
    readonly debugId: string | undefined;
  };
  readonly onUploaded: () => void;
}

const uploadTimeoutMs = 120_000;

export function SymbolUpload({ asked, onUploaded }: SymbolUploadProps) {
  const api = useApiClient();
  const invalidate = useInvalidate();
  const inputRef = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [labels, setLabels] = useState<SymbolLabels>({
    kind: isSymbolKind(asked.kind) ? asked.kind : 'sourcemap',
    release: asked.release ?? '',
    build: '',
    file: asked.file ?? '',
    debugId: asked.debugId ?? '',
    platform: '',
  });
  const label = (change: Partial<SymbolLabels>) => setLabels((now) => ({ ...now, ...change }));

  const choose = async (chosen: File | null | undefined) => {
    if (chosen === null || chosen === undefined) return;
    setFailure(undefined);
    setFile(chosen);
    const guess = guessSymbol(chosen.name, await chosen.slice(0, GUESS_BYTES).text());
    // What somebody followed a link for is better than a guess.
    if (!isSymbolKind(asked.kind)) label({ kind: guess.kind, file: guess.file ?? '' });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void choose(event.dataTransfer.files[0]);
  };
  const upload = async (event: FormEvent) => {
    event.preventDefault();
    if (file === undefined || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const call = { query: uploadQuery(labels), body: file };
      const { status } = await api.open('POST', '/v1/symbols', call, { timeoutMs: uploadTimeoutMs });
      toasts.success({
        title: status === 200 ? `${file.name} is already uploaded` : `${file.name} uploaded`,
        message: 'Matching stack traces are now symbolicated, including existing reports.',
      });
      setFile(undefined);
      onUploaded();
      await invalidate('/v1/symbols', '/v1/crashes');
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setFailure(`Couldn't upload the file. ${error.message}`);
    } finally {
      setBusy(false);
    }
  };
  const hasFile = labels.kind !== 'archive' && labels.kind !== 'proguard';
  return (
    <Panel
      title="Upload"
      description="Source map, mapping, symbol table or archive, up to 64 MiB. Larger mappings and symbol tables, up to 256 MiB, must be sent compressed with the API."
    >
      <form onSubmit={upload}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the button does the same */}
        <div
          className={styles.drop}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          {file === undefined ? (
            'Drop a file here, or'
          ) : (
            <span className={styles.chosen}>
              {file.name}, {formatBytes(file.size)}
            </span>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUpload size={14} />}
            onClick={() => inputRef.current?.click()}
          >
            {file === undefined ? 'Select a file' : 'Select another file'}
          </Button>
          <input
            ref={inputRef}
            type="file"
            className={styles.hidden}
            aria-label="Symbol file"
            tabIndex={-1}
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
        </div>
        <div className={styles.form}>
          <Select
            label="Type"
            description="File type"
            size="xs"
            data={symbolKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))}
            value={labels.kind}
            onChange={(kind) => kind !== null && label({ kind })}
            allowDeselect={false}
          />
          <TextInput
            label="Version"
            description="App version in the report"
            size="xs"
            value={labels.release}
            maxLength={256}
            onChange={(event) => label({ release: event.currentTarget.value })}
          />
          {hasFile && (
            <TextInput
              label={labels.kind === 'sourcemap' || labels.kind === 'hermes' ? 'Script' : 'Image'}
              description="Which file it maps"
              size="xs"
              value={labels.file}
              maxLength={1024}
              onChange={(event) => label({ file: event.currentTarget.value })}
            />
          )}
          <TextInput
            label="Build"
            description="Optional"
            size="xs"
            value={labels.build}
            maxLength={256}
            onChange={(event) => label({ build: event.currentTarget.value })}
          />
          <TextInput
            label="Debug id"
            description="Optional; takes precedence"
            size="xs"
            value={labels.debugId}
            maxLength={128}
            onChange={(event) => label({ debugId: event.currentTarget.value })}
          />
          <TextInput
            label="Platform"
            description="Optional; any if empty"
            size="xs"
            value={labels.platform}
            maxLength={64}
            onChange={(event) => label({ platform: event.currentTarget.value })}
          />
        </div>
        {failure !== undefined && (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        <div className={styles.actions}>
          <Button type="submit" size="xs" disabled={file === undefined} loading={isBusy}>
            Upload file
          </Button>
        </div>
      </form>
    </Panel>
  );
}
