import { invalidBody } from '@lamppost/protocol';
import { type JsonBody, readJson } from './read-json.ts';
import { surveyJson } from './survey-json.ts';

/** Refuses what would block the main thread while it is read. */
export function readLightJson(bytes: Buffer): JsonBody {
  const survey = surveyJson(bytes);
  if (survey.isHeavy) throw invalidBody('The body has too many different names or values');
  return readJson(bytes, survey);
}
