/** The edge in the one process of `npm start`: the web app's files, and the way to everything else. */
import type { RequestListener, ServerResponse } from 'node:http'
import path from 'node:path'
import express, { type Express, type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import type { Registry } from 'prom-client'
import { contentSecurityPolicy, PERMISSIONS_POLICY } from './page-headers.ts'

/** One of the servers behind the edge. */
export interface Member {
  readonly name: string
  /** The path prefixes that the edge routes to this server. */
  readonly at: readonly string[]
  readonly app: RequestListener
  readonly ready?: () => Promise<boolean>
  readonly metrics?: Registry
}

export interface EdgeDependencies {
  readonly members: readonly Member[]
  readonly webRoot: string
  readonly isStopping: () => boolean
  /** Serves the web app instead of the built files. */
  readonly web?: RequestListener
  /** The one other origin that pages may speak to: the error-reporting service. */
  readonly reportsTo?: string
  /** The one origin whose pages may be framed: the BI service. */
  readonly frames?: string
}

const YEAR_MS = 31_536_000_000
const ASSETS = { immutable: true, maxAge: YEAR_MS }
/** The encodings that the build writes of each file, the smaller one first. */
const ENCODINGS = ['br', 'gzip']

export function createEdge({ members, webRoot, isStopping, web, reportsTo, frames }: EdgeDependencies): Express {
  const edge = express()
  edge.disable('x-powered-by')
  edge.use((req, res, next) => {
    const [, room = ''] = /^\/([^/?]*)/.exec(req.url) ?? []
    const member = members.find(({ at }) => at.includes(room))
    if (member) member.app(req, res)
    else next()
  })
  edge.use(operations(members, isStopping))
  edge.use(web ? (req, res) => web(req, res) : files(webRoot, reportsTo, frames))
  return edge
}

function operations(members: readonly Member[], isStopping: () => boolean): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }))
  router.get('/readyz', async (_req, res) => {
    const answers = await Promise.all(
      members.map(async ({ name, ready }) => [name, ready ? await ready() : true] as const),
    )
    const ready = !isStopping() && answers.every(([, isReady]) => isReady)
    if (!ready) res.status(503).set('Retry-After', '1')
    res.json({ status: ready ? 'ok' : 'not ready', ...Object.fromEntries(answers) })
  })
  router.get('/metrics', async (_req, res) => {
    const registries = members.flatMap(({ metrics }) => metrics ?? [])
    const texts = await Promise.all(registries.map((registry) => registry.metrics()))
    res.type(registries[0]?.contentType ?? 'text/plain').send(texts.join('\n'))
  })
  return router
}

function files(webRoot: string, reportsTo?: string, frames?: string): Router {
  const router = Router()
  router.use(helmet(pageHeaders(reportsTo, frames)), (_req, res, next) => {
    res.set('Permissions-Policy', PERMISSIONS_POLICY)
    next()
  })
  router.use('/encoded', (_req, res) => void res.status(404).end())
  router.use('/assets', encoded(webRoot, 'assets', ASSETS))
  router.use('/assets', (_req, res) => void res.status(404).end())
  router.use(encoded(webRoot, '', { maxAge: 0 }))
  const page: RequestHandler = (req, res, next) => {
    req.url = '/index.html'
    res.set('Cache-Control', 'no-cache')
    next()
  }
  router.get('/{*path}', page, encoded(webRoot, '', { cacheControl: false }))
  router.get('/{*path}', (_req, res) => void res.status(503).send('The web app is not built: npm run build'))
  return router
}

/** The files of a folder, each in the best encoding that the build made of it and the browser accepts. */
function encoded(webRoot: string, folder: string, caching: Parameters<typeof express.static>[1]): RequestHandler[] {
  const options = { ...caching, index: false, redirect: false } as const
  const variants = ENCODINGS.map((encoding): RequestHandler => {
    const setHeaders = (res: ServerResponse) => void res.setHeader('Content-Encoding', encoding)
    const files = express.static(path.join(webRoot, 'encoded', encoding, folder), { ...options, setHeaders })
    return (req, res, next) => (req.acceptsEncodings(encoding) ? files(req, res, next) : next())
  })
  const vary: RequestHandler = (_req, res, next) => {
    res.vary('Accept-Encoding')
    next()
  }
  return [vary, ...variants, express.static(path.join(webRoot, folder), options)]
}

function pageHeaders(reportsTo?: string, frames?: string): Parameters<typeof helmet>[0] {
  return {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(reportsTo, frames) },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Only an edge with TLS may send this header; a browser that received it once would refuse http://localhost.
    strictTransportSecurity: false,
  }
}
