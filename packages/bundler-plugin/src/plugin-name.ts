export const pluginName = 'lamppost';

/** What `app` of this package looks for. */
export const appConstant = '__LAMPPOST_APP__';
