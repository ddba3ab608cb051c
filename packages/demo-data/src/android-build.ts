import type { BugFrame } from './bug-frame.ts';

interface Method {
  readonly class: string;
  readonly file: string;
  /** As R8 writes it into its mapping: result, name, arguments. */
  readonly signature: string;
  readonly line: number;
  /** What R8 left of class, method and line. */
  readonly shortClass: string;
  readonly shortName: string;
  readonly shortLine: number;
}

const method = (
  className: string,
  file: string,
  signature: string,
  line: number,
  [shortClass, shortName, shortLine]: readonly [string, string, number],
): Method => ({ class: className, file, signature, line, shortClass, shortName, shortLine });

/** Methods of the demo's Android app that stand in its crashes. */
const methods = {
  scaleForModel: method(
    'app.larder.search.photo.PhotoAnalyzer',
    'PhotoAnalyzer.kt',
    'android.graphics.Bitmap scaleForModel(android.graphics.Bitmap)',
    88,
    ['f6.c', 'b', 14],
  ),
  analyze: method(
    'app.larder.search.photo.PhotoAnalyzer',
    'PhotoAnalyzer.kt',
    'java.util.List analyze(android.graphics.Bitmap)',
    52,
    ['f6.c', 'a', 9],
  ),
  onPhoto: method(
    'app.larder.search.photo.PhotoSearchViewModel$onPhoto$1',
    'PhotoSearchViewModel.kt',
    'java.lang.Object invokeSuspend(java.lang.Object)',
    117,
    ['f6.g$a', 'invokeSuspend', 22],
  ),
  getItemCount: method('app.larder.checkout.SlotAdapter', 'SlotAdapter.kt', 'int getItemCount()', 31, [
    'b4.k',
    'getItemCount',
    3,
  ]),
  showPlan: method('app.larder.home.HomeFragment', 'HomeFragment.kt', 'void showPlan(app.larder.home.Plan)', 204, [
    'd5.a',
    'x',
    41,
  ]),
  onViewCreated: method(
    'app.larder.home.HomeFragment$onViewCreated$2',
    'HomeFragment.kt',
    'java.lang.Object invoke(java.lang.Object)',
    91,
    ['d5.a$b', 'invoke', 5],
  ),
  openCamera: method('app.larder.scan.BarcodeCamera', 'BarcodeCamera.kt', 'void open(android.view.Surface)', 47, [
    'e6.b',
    'c',
    8,
  ]),
} as const satisfies Record<string, Method>;

/** A frame as a release build reports it. */
export function androidFrame(name: keyof typeof methods): BugFrame {
  const { shortClass, shortName, shortLine } = methods[name];
  return {
    function: `${shortClass}.${shortName}`,
    module: shortClass,
    file: 'SourceFile',
    line: shortLine,
    isApp: true,
  };
}

/** What R8 would have written beside the build: enough of it to take the demo's stacks back. */
export function androidMapping(): string {
  const all: readonly Method[] = Object.values(methods);
  const classes = [...new Set(all.map(({ class: name }) => name))].map((name) => {
    const own = all.filter((each) => each.class === name);
    const [{ shortClass, file }] = own as [Method, ...Method[]];
    const lines = own.map(
      ({ signature, line, shortName, shortLine }) =>
        `    ${shortLine}:${shortLine}:${signature}:${line}:${line} -> ${shortName}`,
    );
    return [`${name} -> ${shortClass}:`, `# {"id":"sourceFile","fileName":"${file}"}`, ...lines].join('\n');
  });
  return `# compiler: R8\n# compiler_version: 8.5.35\n# min_api: 26\n${classes.join('\n')}\n`;
}
