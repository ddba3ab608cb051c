import { Hint } from '../../../design/primitives/hint.tsx';
import { StatusBadge, type Tone } from '../../../design/primitives/status-badge.tsx';
import { modeWords, type SchemaMode } from './mode-words.ts';

const tones: Readonly<Record<SchemaMode, Tone>> = { allow: 'neutral', warn: 'warn', quarantine: 'bad' };

export function ModeBadge({ mode }: { readonly mode: SchemaMode }) {
  return (
    <Hint text={modeWords[mode].sentence}>
      <StatusBadge tone={tones[mode]}>{modeWords[mode].badge}</StatusBadge>
    </Hint>
  );
}
