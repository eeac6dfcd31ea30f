import type { z } from 'zod'
import type { Api, ApiError, Downloads } from './api.ts'
import type { ROUTES } from './route-table.ts'
import type { apiError } from './schemas/parts.ts'

/**
 * Holds the schemas to the types at compile time: a field that only one of them has is an error here, and the error
 * names the request. Nothing of this file is left at run time.
 */

type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { -readonly [Field in keyof T]: Plain<T[Field]> }
    : T

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type SchemaOf<Name extends keyof typeof ROUTES, Part extends string> = (typeof ROUTES)[Name] extends {
  readonly [P in Part]: infer Schema
}
  ? Schema extends z.ZodType
    ? Plain<z.output<Schema>>
    : undefined
  : undefined

type TypeOf<Request, Part extends string> = Request extends { readonly [P in Part]: infer Type }
  ? Plain<Type>
  : undefined

type Different<Part extends string> = {
  [Name in keyof Api]: Same<SchemaOf<Name, Part>, TypeOf<Api[Name], Part>> extends true ? never : Name
}[keyof Api]

type DifferentDownload = {
  [Name in keyof Downloads]: Downloads[Name] extends { readonly query: Record<string, never> }
    ? never
    : Same<SchemaOf<Name, 'query'>, TypeOf<Downloads[Name], 'query'>> extends true
      ? never
      : Name
}[keyof Downloads]

type Holds<Wrong> = [Wrong] extends [never] ? true : Wrong

export type ResponsesHold = Check<Holds<Different<'response'>>>
export type QueriesHold = Check<Holds<Different<'query'>>>
export type BodiesHold = Check<Holds<Different<'body'>>>
export type DownloadsHold = Check<Holds<DifferentDownload>>
export type ErrorsHold = Check<Same<Plain<z.output<typeof apiError>>, Plain<ApiError>>>

type Check<Result extends true> = Result
