export type KeyKind = 'publishable' | 'secret' | 'dev';

/** How far a secret key reaches: everything of its project, or only what is of its environment. */
export type KeyScope = 'project' | 'environment';
