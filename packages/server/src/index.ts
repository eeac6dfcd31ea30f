export type * from './api/api.ts'
