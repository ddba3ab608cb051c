import { limits } from '../limits.ts';
import type { Route } from './route.ts';

const secret = ['secret'] as const;

export const symbolRoutes = {
  uploadSymbols: {
    method: 'POST',
    path: '/v1/symbols',
    access: secret,
    isProjectWide: true,
    member: 'editor',
    summary: 'Upload a source map, a mapping or a symbol table as the body; 200 when it was there already',
    query: 'SymbolUploadQuery',
    bodyBytes: limits.symbolBodyBytes,
    success: { 200: 'SymbolUploadAnswer', 201: 'SymbolUploadAnswer' },
    failures: [413],
  },
  listSymbols: {
    method: 'GET',
    path: '/v1/symbols',
    access: secret,
    member: 'viewer',
    summary: 'Symbol files of the project, newest first',
    query: 'ListQuery',
    success: { 200: 'SymbolFilesAnswer' },
  },
  removeSymbols: {
    method: 'DELETE',
    path: '/v1/symbols/:id',
    access: secret,
    isProjectWide: true,
    member: 'editor',
    summary: 'Remove a symbol file',
    success: { 204: null },
    failures: [404],
  },
} as const satisfies Record<string, Route>;
