/** Serves GraphQL: each field makes a call of the contracts with the credentials of the request. */
import express, { type IRouter, type Request, type RequestHandler } from 'express'
import { GraphQLError, type GraphQLSchema, NoSchemaIntrospectionCustomRule } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { countingStatements } from '../../db/counted-statements.ts'
import type { Services } from '../../services.ts'
import { claimOf } from '../access.ts'
import { assertShallow } from '../body.ts'
import { createPerform, type Performing } from '../perform.ts'
import { Refusal } from '../refusal.ts'
import type { Route } from '../route.ts'
import { GRAPHS, type GraphContext, type GraphName, graphOf, type ModuleFields } from './builder.ts'
import { answeredError } from './errors.ts'
import { limitError, measureOf } from './limits.ts'
import { listedOperations } from './operations.ts'
import { organizationOf } from './organization.rules.ts'

export const pathOf = (name: GraphName) => `/api/${name}/graphql` as const
export const MAIN_GRAPHQL = pathOf('main')

/** The largest variables of a field, and the rest of the request. */
const BODY_LIMIT = '300kb'
const JSON_TYPE = 'application/json'

interface Serving {
  readonly routes: readonly Route[]
  readonly performing: Performing
}

/** Serves the schemas to which the modules add fields. */
export function bindGraphs(
  app: IRouter,
  modules: readonly { readonly fields?: ModuleFields }[],
  serving: Serving,
): void {
  for (const name of GRAPHS) {
    if (!modules.some(({ fields }) => fields?.[name])) continue
    app.all(pathOf(name), graphqlEndpoint({ name, schema: graphOf(name, modules), ...serving }))
  }
}

interface Given extends Serving {
  readonly name?: GraphName
  readonly schema: GraphQLSchema
}

export function graphqlEndpoint({ name = 'main', schema, routes, performing }: Given): RequestHandler {
  const { parts } = performing
  const path = pathOf(name)
  const performFor = createPerform(routes, performing)
  const yoga = createYoga<GraphContext>({
    schema,
    graphqlEndpoint: path,
    ...{ graphiql: false, landingPage: false, logging: false, cors: false, multipart: false, maskedErrors: false },
    plugins: [limits(schema), explaining(schema), errors(parts), ...(parts.config.production ? [noIntrospection] : [])],
  })
  const find = listedOperations(name, parts.config.graphqlOperations)
  const readJson = express.json({ limit: BODY_LIMIT, type: JSON_TYPE, inflate: false })

  return async (req, res) => {
    res.locals.path = path
    if (req.method !== 'POST') {
      res.set('Allow', 'POST')
      throw new Refusal('method_not_allowed', 'This path takes POST.')
    }
    if (parts.database.isCrowded())
      throw new Refusal('unavailable', 'The service has too many requests in work. Try again.', { retryAfterS: 1 })
    // A caller without a session learns nothing of the schemas of staff.
    const organizations = name === 'intake' ? [] : await organizationsOf(req, parts)
    if (!req.is(JSON_TYPE)) throw new Refusal('unsupported_type', `The body must be ${JSON_TYPE}.`)
    await new Promise<void>((resolve, reject) => {
      void readJson(req, res, (error?: unknown) => (error ? reject(error) : resolve()))
    })
    assertShallow(req.body)
    assertRequest(req.body)
    const requestId: string = res.locals.requestId ?? parts.newId()
    req.body = { ...req.body, query: find({ query: req.body.query, hash: hashIn(req.body) }), extensions: {} }
    // A stranger is told nothing of what a form costs.
    const isExplained = name !== 'intake' && req.get('x-explain') === '1'
    const perform = performFor({ req, res })
    const inOrganization: GraphContext['inOrganization'] = (named) => ({
      organizationId: organizationOf(named, { headers: req.headers, organizations }),
    })
    const context = { perform, inOrganization, requestId }
    if (!isExplained) return void (await yoga(req, res, context))
    await countingStatements((explained) => yoga(req, res, { ...context, asked: req.body.query, explained }))
  }
}

/** The caller's organizations; refuses a caller without a session. */
async function organizationsOf(req: Request, parts: Services): Promise<readonly string[]> {
  const { claim } = await claimOf({ access: 'user' }, req, parts)
  return (await claim.confirm()).organizations
}

const FIELDS = ['query', 'variables', 'operationName', 'extensions']

/** One request; several in an array are refused. */
function assertRequest(body: unknown): asserts body is { query?: string; variables?: object } {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject) throw notRequest('', 'Must be one request')
  const [unknown] = Object.keys(body).filter((name) => !FIELDS.includes(name))
  if (unknown !== undefined) throw notRequest('', 'Has an unknown field')
  const { query, variables = null, operationName = null } = body as Record<string, unknown>
  if (typeof query !== 'string' && (query !== undefined || hashIn(body) === undefined))
    throw notRequest('query', 'Must be a text')
  if (typeof variables !== 'object' || Array.isArray(variables)) throw notRequest('variables', 'Must be an object')
  if (operationName !== null && typeof operationName !== 'string') throw notRequest('operationName', 'Must be a text')
}

/** An operation by its hash, as clients of persisted operations send it. */
function hashIn(body: object): string | undefined {
  const { extensions } = body as { extensions?: { persistedQuery?: { sha256Hash?: unknown } } | null }
  const hash = extensions?.persistedQuery?.sha256Hash
  return typeof hash === 'string' ? hash : undefined
}

function notRequest(path: string, message: string): Refusal {
  return new Refusal('not_valid', `Not valid: ${path || 'the body'}.`, { issues: [{ path, message }] })
}

function limits(schema: GraphQLSchema): Plugin<GraphContext> {
  return {
    onParams({ params: { query = '', variables }, setResult }) {
      const error = limitError({ query, variables }, schema)
      if (error !== null) setResult({ errors: [error] })
    },
  }
}

/** Tells what the request cost, to a caller who asks for it. */
function explaining(schema: GraphQLSchema): Plugin<GraphContext> {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      const { explained, asked = '' } = serverContext as unknown as GraphContext
      if (explained === undefined || !('data' in result || 'errors' in result)) return
      const { cost, depth } = measureOf(asked, schema)
      setResult({ ...result, extensions: { cost, depth, statements: explained.statements } })
    },
  }
}

function errors({ log, config: { production } }: Services): Plugin<GraphContext> {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      if (!('errors' in result) || !result.errors) return
      const { requestId } = serverContext as unknown as GraphContext
      const answered = result.errors.map((error) =>
        answeredError(error instanceof GraphQLError ? error : new GraphQLError(String(error)), {
          log,
          requestId,
          production,
        }),
      )
      setResult({ ...result, errors: answered })
    },
  }
}

const noIntrospection: Plugin<GraphContext> = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule)
  },
}
