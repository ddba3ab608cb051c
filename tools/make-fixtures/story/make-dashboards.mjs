/** @typedef {import('./teller.mjs').Teller} Teller */

/** Widgets of every kind, and every way to draw them. @param {Teller} teller */
export async function makeDashboards({ admin, range }) {
  const trend = { kind: 'timeseries', event: 'bought', interval: 'day', range };
  await admin('POST', '/v1/dashboards/materialize', {
    name: 'The shop',
    description: 'From page to order',
    layout: { columns: 12 },
    widgets: [
      {
        name: 'Orders by platform',
        position: { x: 0, y: 0, w: 6, h: 4 },
        query: { ...trend, breakdownProperty: 'platform' },
        viz: { kind: 'timeseries', chartType: 'stacked_bar', yLabel: 'Orders' },
      },
      {
        name: 'Value of orders',
        description: 'In euros',
        query: { ...trend, aggregation: { kind: 'sum', field: 'event_properties.price' } },
        viz: { kind: 'timeseries', chartType: 'single_metric' },
      },
      {
        name: 'From page to order',
        query: {
          kind: 'funnel',
          steps: ['page_viewed', { event: 'added_to_cart', filters: [] }, 'bought'],
          conversionWindow: '1d',
          range,
        },
        viz: { kind: 'funnel', showCounts: true },
      },
      {
        name: 'Who comes back',
        query: { kind: 'retention', cohortEvent: 'page_viewed', returnEvent: 'page_viewed', interval: 'week', range },
        viz: { kind: 'retention', colorScale: 'heatmap' },
      },
      {
        name: 'Ways to the order',
        query: { kind: 'paths', startEvent: 'page_viewed', endEvent: 'bought', depth: 4, range },
      },
      {
        name: 'Orders in SQL',
        query: {
          kind: 'sql',
          sql: "SELECT user_id, count(*) AS orders FROM events WHERE event_name = 'bought' GROUP BY user_id ORDER BY user_id NULLS LAST",
        },
      },
    ],
  });

  const { id } = await admin('POST', '/v1/dashboards', { name: 'Made by hand' });
  const widget = await admin('POST', `/v1/dashboards/${id}/widgets`, {
    name: 'Pages',
    // `compare` is no option that this version knows.
    query: {
      ...trend,
      event: 'page_viewed',
      compare: 'previous_period',
      filters: [{ field: 'country', op: 'eq', value: 'AT' }],
    },
  });
  await admin('PATCH', `/v1/dashboards/${id}/widgets/${widget.id}`, {
    name: 'Pages in Austria',
    position: { x: 4, w: 8 },
    viz: { kind: 'timeseries', chartType: 'area' },
  });

  const gone = await admin('POST', '/v1/dashboards', { name: 'Put away' });
  await admin('DELETE', `/v1/dashboards/${gone.id}`);
}
