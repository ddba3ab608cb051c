const unknownFile = /^(?:SourceFile|Unknown Source|Native Method|PG|r8-map-id-[0-9a-f]+|[^.]*)$/;

/** The file that a class was most likely written in, where the mapping does not say it. */
export function sourceFileFor(originalClass: string, reported: string | undefined): string | undefined {
  if (reported === 'Native Method') return reported;
  const simple = originalClass.slice(originalClass.lastIndexOf('.') + 1);
  const dollar = simple.indexOf('$', 1);
  const outer = dollar === -1 ? simple : simple.slice(0, dollar);
  if (outer === '') return reported;
  if (outer.endsWith('Kt') && outer.length > 2) return `${outer.slice(0, -2)}.kt`;
  const extension = reported === undefined || unknownFile.test(reported) ? undefined : /\.\w+$/.exec(reported)?.[0];
  return `${outer}${extension ?? '.java'}`;
}
