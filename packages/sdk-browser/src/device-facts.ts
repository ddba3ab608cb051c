import type { DeviceFacts } from '@lamppost/sdk-core';

/** For a page, the browser stands for a model. Versions of systems are left out: browsers no longer tell the truth. */
export function deviceFacts({ userAgent, language }: Pick<Navigator, 'userAgent' | 'language'>): DeviceFacts {
  /** What marks it in the user agent, and how it is called where that is not the same. The first that is found counts. */
  const find = (marks: string): string | undefined =>
    marks
      .split(',')
      .find((pair) => userAgent.includes(pair.split(':')[0] as string))
      ?.split(':')
      .pop();
  return {
    platform: 'web',
    model: find('Edg:Edge,OPR:Opera,Firefox,Chrome,CriOS:Chrome,Safari'),
    os_name: find('Windows,Android,iPhone:iOS,Mac:macOS,Linux'),
    type: find('Mobi:phone,Android:tablet,:desktop'),
    locale: language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
