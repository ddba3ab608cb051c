export const calendarUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];
