import type { Wire } from '@lamppost/protocol';
import type { ApiClient } from '../../api/api-client.ts';
import { type Dashboard, MAX_NAME_LENGTH, nameOfWidget, type Widget } from './dashboard.ts';

/** More than these cannot be made in one request. */
const MAX_AT_ONCE = 24;

type NewWidget = Wire['NewWidgetBody'];

export function newWidgetOf(widget: Widget): NewWidget {
  const { description, position, query, viz } = widget;
  return { name: nameOfWidget(widget), description, position, query, viz };
}

/** Makes a dashboard like another one: of a template, as a copy, or again after it was removed. Answers its id. */
export async function copyDashboard(api: ApiClient, from: Dashboard, name: string): Promise<string> {
  const facts = { name, description: from.description, layout: from.layout };
  const widgets = from.widgets.map(newWidgetOf);
  if (widgets.length === 0) return (await api.post('/v1/dashboards', { body: facts })).data.id;
  const body = { ...facts, widgets: widgets.slice(0, MAX_AT_ONCE) };
  const { id } = (await api.post('/v1/dashboards/materialize', { body })).data;
  for (const widget of widgets.slice(MAX_AT_ONCE)) {
    await api.post('/v1/dashboards/:id/widgets', { params: { id }, body: widget });
  }
  return id;
}

/** "Shop copy", "Shop copy 2": a name that none of these has. */
export function nameOfCopy(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? ' copy' : ` copy ${number}`;
    const copy = `${name.slice(0, MAX_NAME_LENGTH - suffix.length)}${suffix}`;
    if (!taken.includes(copy)) return copy;
  }
}
