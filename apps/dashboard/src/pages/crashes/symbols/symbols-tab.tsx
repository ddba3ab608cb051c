import { useRole } from '../../../api/environment.ts';
import type { CrashesSearch } from '../crashes-search.ts';
import { MissingPanel } from './missing-panel.tsx';
import { SymbolFiles } from './symbol-files.tsx';
import { SymbolUpload } from './symbol-upload.tsx';

export interface SymbolsTabProps {
  readonly search: CrashesSearch;
  readonly onChange: (change: Partial<{ [K in keyof CrashesSearch]: CrashesSearch[K] | undefined }>) => void;
}

/** Files that give stacks back their names: what there is, what is missing, and how more come in. */
export function SymbolsTab({ search, onChange }: SymbolsTabProps) {
  const canEdit = useRole().can('editor');
  const { kind, release, file, debugId } = search;
  return (
    <>
      <MissingPanel />
      {canEdit && (
        <SymbolUpload
          key={`${kind} ${release} ${file} ${debugId}`}
          asked={{ kind, release, file, debugId }}
          onUploaded={() => onChange({ kind: undefined, release: undefined, file: undefined, debugId: undefined })}
        />
      )}
      <SymbolFiles canEdit={canEdit} />
    </>
  );
}
