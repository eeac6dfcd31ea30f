import { z } from 'zod'
import { paramsOf, ROUTES, type Route, type RouteName } from './route-table.ts'
import { apiError } from './schemas/parts.ts'

/** The API as an OpenAPI 3.1 document. */
export function openApi(version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries(ROUTES)) {
    const [method, path] = name.split(' ')
    const key = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[key] = { ...paths[key], [method.toLowerCase()]: operation(name as RouteName, route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Skein', version, description: 'Sessions of Claude Code, read, searched and watched.' },
    paths,
    components: {
      schemas: { ApiError: schema(apiError, 'output') },
      securitySchemes: { device: { type: 'apiKey', in: 'cookie', name: 'skein' } },
    },
    security: [{ device: [] }],
  }
}

function operation(name: RouteName, route: Route): object {
  return {
    operationId: name.replaceAll(/[^A-Za-z]+/g, '-').toLowerCase(),
    summary: route.summary,
    parameters: [...parameters(paramsOf(name), 'path'), ...parameters(route.query, 'query')],
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: json(schema(route.body, 'input')) } }),
    responses: {
      200: {
        description: 'The answer',
        content:
          route.response === undefined
            ? Object.fromEntries((route.download ?? []).map((type) => [type, {}]))
            : json(schema(route.response, 'output')),
      },
      default: { description: 'A refusal', content: json({ $ref: '#/components/schemas/ApiError' }) },
    },
    ...(route.scope === 'read'
      ? {}
      : { description: `Needs the scope \`${route.scope}\` and the header \`x-skein-csrf: 1\`.` }),
  }
}

function parameters(fields: z.ZodObject | undefined, place: 'path' | 'query'): object[] {
  return Object.entries(fields?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    // Fields of our own schemas.
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schema(field as z.ZodType, 'input'),
  }))
}

function schema(type: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _schema, ...rest } = z.toJSONSchema(type, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  })
  return rest
}

function json(content: object): object {
  return { 'application/json': { schema: content } }
}
