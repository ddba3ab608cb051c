const lastMonth = { kind: 'relative', last: '30d' };

/** The one that the demo's team looks at in the morning. */
export const shopDashboard = {
  name: 'The shop',
  description: 'From recipe to order.',
  layout: {},
  widgets: [
    {
      name: 'Orders a day',
      position: { x: 0, y: 0, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: 'purchase',
        interval: 'day',
        range: lastMonth,
        breakdownProperty: 'platform',
      },
      viz: { kind: 'timeseries', chartType: 'stacked_bar', yLabel: 'Orders' },
    },
    {
      name: 'Value of orders a day',
      position: { x: 6, y: 0, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: 'purchase',
        interval: 'day',
        range: lastMonth,
        aggregation: { kind: 'sum', field: 'event_properties.total' },
      },
      viz: { kind: 'timeseries', chartType: 'area', yLabel: 'In the currency of each market' },
    },
    {
      name: 'From recipe to order',
      position: { x: 0, y: 4, w: 6, h: 5 },
      query: {
        kind: 'funnel',
        steps: ['recipe_viewed', 'cart_item_added', 'checkout_started', 'purchase'],
        conversionWindow: '7d',
        range: lastMonth,
      },
    },
    {
      name: 'Who orders again',
      position: { x: 6, y: 4, w: 6, h: 5 },
      query: {
        kind: 'retention',
        cohortEvent: 'purchase',
        returnEvent: 'purchase',
        interval: 'week',
        range: { kind: 'relative', last: '90d' },
      },
    },
    {
      name: 'Payments that failed',
      position: { x: 0, y: 9, w: 6, h: 4 },
      query: {
        kind: 'timeseries',
        event: 'payment_failed',
        interval: 'day',
        range: lastMonth,
        breakdownProperty: 'event_properties.reason',
      },
      viz: { kind: 'timeseries', chartType: 'stacked_bar' },
    },
    {
      name: 'Ways to the order',
      position: { x: 6, y: 9, w: 6, h: 4 },
      query: { kind: 'paths', startEvent: 'search_performed', endEvent: 'purchase', depth: 4, range: lastMonth },
    },
  ],
};
