/** The address to open in a browser on this machine: a server that listens on every address is reached as localhost. */
export const dashboardUrl = (baseUrl: string): string =>
  `${baseUrl.replace(/\/+$/, '').replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, '//localhost')}/`;
