/**
 * @typedef {{ instruction: string, value: string }} Line
 */

/** Instructions with their continued lines joined, without comments. @param {string} text @returns {Line[]} */
function linesOf(text) {
  const joined = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  return joined.split('\n').flatMap((line) => {
    const [, instruction = '', value = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    return instruction === '' ? [] : [{ instruction, value }];
  });
}

/** Each stage begins with FROM. @param {readonly Line[]} lines */
function stagesOf(lines) {
  /** @type {Line[][]} */
  const stages = [];
  for (const line of lines) {
    if (line.instruction === 'FROM') stages.push([line]);
    else stages.at(-1)?.push(line);
  }
  return stages;
}

/** @type {readonly { name: string, isBroken: (stages: readonly (readonly Line[])[]) => boolean }[]} */
const rules = [
  { name: 'has a stage to build in and one to run', isBroken: (stages) => stages.length < 2 },
  {
    name: 'every image has a version that says more than latest',
    isBroken: (stages) => stages.some(([from]) => !/^\S+:(?!latest\b)\S*\d/.test(from?.value ?? '')),
  },
  {
    name: 'does not run as root: the last USER is a number above 0',
    isBroken: (stages) => !/^[1-9]\d*(?::[1-9]\d*)?$/.test(last(stages, 'USER')),
  },
  { name: 'says how its health is checked', isBroken: (stages) => !/\bCMD\b/.test(last(stages, 'HEALTHCHECK')) },
  { name: 'keeps its data in a volume', isBroken: (stages) => last(stages, 'VOLUME') !== '/data' },
  {
    name: 'programs are started without a shell, so that signals reach them',
    isBroken: (stages) => ['ENTRYPOINT', 'CMD'].some((name) => !last(stages, name).startsWith('[')),
  },
  {
    name: 'copies rather than adds, and switches the user rather than calling sudo',
    isBroken: (stages) =>
      stages.flat().some(({ instruction, value }) => instruction === 'ADD' || /\bsudo\b/.test(value)),
  },
  {
    name: 'folders are absolute',
    isBroken: (stages) =>
      stages.flat().some(({ instruction, value }) => instruction === 'WORKDIR' && !value.startsWith('/')),
  },
  {
    name: 'what only the build needs stays in its stage: the last one copies from it and installs nothing',
    isBroken: (stages) => {
      const final = stages.at(-1) ?? [];
      const copies = final.filter(({ instruction }) => instruction === 'COPY');
      return (
        copies.some(({ value }) => !value.startsWith('--from=')) ||
        final.some(({ value }) => /\b(?:npm|apt-get) /.test(value))
      );
    },
  },
  {
    name: 'no secret is in the image',
    isBroken: (stages) =>
      stages
        .flat()
        .some(
          ({ instruction, value }) =>
            /^(?:ENV|ARG)$/.test(instruction) && /(?:KEY|TOKEN|PASSWORD|SECRET)\s*=/i.test(value),
        ),
  },
];

/** @param {readonly (readonly Line[])[]} stages @param {string} instruction */
const last = (stages, instruction) => stages.at(-1)?.findLast((line) => line.instruction === instruction)?.value ?? '';

/**
 * Rules of which each has a reason that one meets in production.
 * @param {string} dockerfile
 * @returns {string[]} the names of those that are broken
 */
export function findDockerfileFaults(dockerfile) {
  const stages = stagesOf(linesOf(dockerfile));
  return rules.filter(({ isBroken }) => isBroken(stages)).map(({ name }) => name);
}
