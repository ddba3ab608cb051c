import { writeKotlin } from './kotlin/write-kotlin.ts';
import type { CodegenModel } from './model.ts';
import { manifestSignatures, readManifestSignatures, writeManifest } from './openfeature/write-manifest.ts';
import { readSignatures, type Signature, signaturesOf } from './signature.ts';
import { writeSwift } from './swift/write-swift.ts';
import { writeTypescript } from './typescript/write-typescript.ts';

export interface RenderTarget {
  readonly language: 'typescript' | 'swift' | 'kotlin' | 'openfeature';
  readonly react?: boolean | undefined;
  readonly package?: string | undefined;
}

/** The file of a target: the same definitions are the same text. */
export function render(model: CodegenModel, target: RenderTarget): string {
  switch (target.language) {
    case 'typescript':
      return writeTypescript(model, target);
    case 'swift':
      return writeSwift(model);
    case 'kotlin':
      return writeKotlin(model, target);
    case 'openfeature':
      return writeManifest(model);
  }
}

/** What a file was made from, and what it would be made from now. Undefined: it was not generated. */
export function compareSignatures(
  text: string,
  model: CodegenModel,
  { language }: RenderTarget,
): { before: Signature[]; after: Signature[] } | undefined {
  const before = language === 'openfeature' ? readManifestSignatures(text) : readSignatures(text);
  return before && { before, after: language === 'openfeature' ? manifestSignatures(model) : signaturesOf(model) };
}
