/** Serves the sitemap of an organization, and robots.txt. Anybody may read both, so they name public pages alone. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { organizationId as organizationIdSchema } from '@foyer/contracts/fields.ts'
import { type Request, type Response, Router } from 'express'
import { sql } from 'kysely'
import { SitemapStream, streamToPromise } from 'sitemap'
import { createLookLimit } from '../../http/look-limit.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import type { PublicPage, Seams } from '../module.ts'
import { robotsText } from './robots.rules.ts'

const SITEMAPS = '/api/main/sitemap/generate-organization-sitemap'
const KEPT_S = 600
/** The most organizations that robots.txt names. */
const ORGANIZATIONS_MAX = 1000

type Parts = Pick<Services, 'config' | 'database' | 'clock'> & Pick<Seams, 'publicPages'>

export function publicPagesRouter(parts: Parts): Router {
  const { clock, config } = parts
  const limit = createLookLimit(clock, 'Too many requests of this network. Wait a minute.')
  const robots = keptFor(KEPT_S * 1000, clock, () => printRobots(parts))
  const router = Router()

  router.get(`${SITEMAPS}/:id`, async (req, res) => {
    res.locals.path = `${SITEMAPS}/:id`
    limit.admit(req.ip ?? '')
    const named = organizationIdSchema.safeParse(req.params.id)
    const pages = named.success ? await pagesOf(parts, named.data) : []
    // An unknown organization and one without public pages can't be told apart.
    if (pages.length === 0) throw notFound()
    answer(req, res.type('application/xml'), await printSitemap(config.publicUrl, pages))
  })
  router.all(`${SITEMAPS}/:id`, (_req, res) => {
    res.locals.path = `${SITEMAPS}/:id`
    res.set('Allow', 'GET, HEAD')
    throw new Refusal('method_not_allowed', 'This path takes GET, HEAD.')
  })

  router.get('/robots.txt', async (req, res) => {
    res.locals.path = '/robots.txt'
    limit.admit(req.ip ?? '')
    answer(req, res.type('text/plain'), await robots())
  })
  return router
}

async function pagesOf({ database, publicPages }: Parts, organizationId: string): Promise<readonly PublicPage[]> {
  const listed = await database.read(
    organizationId,
    (tx) => Promise.all(publicPages.map((list) => list(tx, organizationId))),
    'visitor',
  )
  return listed.flat()
}

function printSitemap(publicUrl: string, pages: readonly PublicPage[]): Promise<string> {
  const items = pages.map(({ path, changedAt }) => ({
    url: path,
    ...(changedAt && { lastmod: changedAt.toISOString() }),
  }))
  const stream = new SitemapStream({ hostname: publicUrl })
  return streamToPromise(Readable.from(items).pipe(stream)).then((xml) => xml.toString('utf8'))
}

async function printRobots(parts: Parts): Promise<string> {
  const ids = await parts.database.systemStatement(async (queries) => {
    const { rows } = await sql<{ id: string }>`
      select id from organizations order by id limit ${ORGANIZATIONS_MAX}`.execute(queries)
    return rows.map(({ id }) => id)
  })
  const published: { sitemap: string; pages: readonly string[] }[] = []
  for (const id of ids) {
    const pages = await pagesOf(parts, id)
    const sitemap = `${SITEMAPS}/${encodeURIComponent(id)}`
    if (pages.length > 0) published.push({ sitemap, pages: pages.map(({ path }) => path) })
  }
  return robotsText({
    publicUrl: parts.config.publicUrl,
    sitemaps: published.map(({ sitemap }) => sitemap),
    pages: published.flatMap(({ pages }) => pages),
  })
}

function answer(req: Request, res: Response, text: string): void {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  res.set({ 'Cache-Control': `public, max-age=${KEPT_S}`, ETag: tag })
  if (req.get('if-none-match') === tag) res.status(304).end()
  else res.send(text)
}

/** Makes a value again at most once in so many milliseconds; requests at the same time share the making. */
function keptFor<Value>(ms: number, clock: Services['clock'], make: () => Promise<Value>): () => Promise<Value> {
  let kept: { readonly at: number; readonly value: Promise<Value> } | undefined
  return () => {
    const at = clock.now().getTime()
    if (kept && at - kept.at < ms && at >= kept.at) return kept.value
    const value = make()
    kept = { at, value }
    value.catch(() => {
      if (kept?.value === value) kept = undefined
    })
    return value
  }
}
