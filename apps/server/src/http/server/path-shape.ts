/** Matches the paths of a route, whatever stands for its parameters. */
export const pathShape = (routePath: string): RegExp => new RegExp(`^${routePath.replaceAll(/:\w+/g, '[^/]+')}$`);
