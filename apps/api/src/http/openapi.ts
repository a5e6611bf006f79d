/** The contracts as OpenAPI 3.1, generated from the values that bind the routes, so the two can't differ. */
import type { AnyCall, FileParts } from '@foyer/contracts/call.ts'
import { wantsCampaignCredentials } from '@foyer/contracts/campaign/credentials.rules.ts'
import { problemSchema } from '@foyer/contracts/problem.ts'
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'

const BEARER =
  'The access token of GET /api/get-access-token. Each call is use of the session; with the header `activity: none` it is not.'

export function printOpenApi(calls: Readonly<Record<string, AnyCall>>, serverUrl: string) {
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Foyer', version: '0.1.0', description: 'The calls of the patient-engagement inbox.' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: BEARER },
        accessToken: { type: 'apiKey', in: 'header', name: 'access-token', description: 'The same token.' },
        userId: { type: 'apiKey', in: 'header', name: 'userid', description: 'Whom the token is for.' },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        visitor: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/chat/session.' },
        relay: { type: 'http', scheme: 'bearer', description: 'RELAY_SECRET.' },
        carrier: { type: 'apiKey', in: 'header', name: 'X-Twilio-Signature' },
        fax: { type: 'apiKey', in: 'query', name: 'key' },
        listing: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/listings/token.' },
        google: { type: 'http', scheme: 'bearer', description: 'A token that Google has signed.' },
      },
    },
  })
}

const SCHEME = {
  public: null,
  session: 'session',
  user: 'bearer',
  member: 'bearer',
  admin: 'bearer',
  visitor: 'visitor',
  relay: 'relay',
  carrier: 'carrier',
  fax: 'fax',
  listing: 'listing',
  google: 'google',
} as const

function operation(operationId: string, call: AnyCall): ZodOpenApiOperationObject {
  const { access, body, method, organization, params, query, reply, summary } = call
  const scheme = SCHEME[access]
  const isCampaign = wantsCampaignCredentials(call.path)
  const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
  const bodyContent = () => {
    const example = call.example.body
    if (call.files) return { 'multipart/form-data': { schema: withFiles(body, call.files), example } }
    return {
      [call.form ? 'application/x-www-form-urlencoded' : 'application/json']: { schema: body, example },
      ...(call.orFiles && { 'multipart/form-data': { schema: withFiles(body, call.orFiles) } }),
    }
  }
  const takesBody = method !== 'GET' && isObject(body) && Object.keys(body.shape).length > 0
  return {
    operationId,
    summary,
    tags: [call.path.split('/')[2] ?? 'api'],
    security: scheme === null ? [] : [{ [scheme]: [], ...(isCampaign && { accessToken: [], userId: [] }) }],
    requestParams: {
      ...(isObject(params) && { path: params }),
      ...(isObject(query) && { query }),
      header: z.object({
        ...(organization === 'header' && { organizationid: z.string().describe('The organization, by its id.') }),
        ...(call.idempotent && { 'Idempotency-Key': z.string().min(1).max(200).optional() }),
      }),
    },
    ...(takesBody && {
      requestBody: {
        required: true,
        content: bodyContent(),
      },
    }),
    responses: {
      '200':
        reply instanceof z.ZodUndefined
          ? { description: 'Answered without JSON.' }
          : { description: 'Done.', content: json(reply) },
      default: { description: 'Refused; `reason` says why.', content: json(problemSchema) },
    },
  }
}

/** Adds a part for each file to the fields. */
function withFiles(fields: z.ZodType, { part, most, bytes }: FileParts): z.ZodType {
  const files = z.array(z.file()).max(most).describe(`Up to ${most} files of ${bytes} bytes each, a part for each.`)
  return isObject(fields) ? fields.extend({ [part]: files.optional() }) : fields
}

function isObject(schema: z.ZodType): schema is z.ZodObject {
  return schema instanceof z.ZodObject
}
