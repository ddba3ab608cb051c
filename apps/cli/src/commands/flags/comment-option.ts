/** Of every command that changes a flag. */
export const COMMENT_OPTION = ['--comment <text>', 'Comment, kept in the history'] as const;
