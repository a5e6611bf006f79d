/**
 * The addresses of short links. Only the stored address decides where one leads. Unknown, expired and made-up codes look
 * alike, and a network that tries many of them is refused; links that exist are never refused.
 */
import { type NextFunction, type Request, type Response, Router } from 'express'
import { deleteInChunks } from '../../db/delete-in-chunks.ts'
import type { RetentionStep } from '../../events/retention.ts'
import { pageStyle, sendPage } from '../../http/public-page/public-page.ts'
import type { Services } from '../../services.ts'
import { addHit, deleteEnded, findLink, type ShortLink } from './links.store.ts'
import { addMark } from './marks.store.ts'
import { admitUse, type NetworkLimit } from './network-limit.ts'
import { isShortCode } from './short-code.rules.ts'

const MISSES: NetworkLimit = {
  ...{ name: 'short link', most: 20, below: '/s', words: 'Too many links that do not work.' },
}

export const linkRetention: RetentionStep = async (parts) => {
  const before = parts.clock.now()
  for (const table of ['short_links', 'link_misses'] as const)
    await deleteInChunks(parts, (tx, chunk) => deleteEnded(tx, table, { before, chunk }))
}

export function linkPage({ database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>): Router {
  const router = Router()
  router.use(pageStyle('/s'))

  /** The patient gets the page even if the click can't be saved. */
  async function record(link: ShortLink, now: Date): Promise<void> {
    const { organizationId, of } = link
    if (of === null) return
    const mark = { organizationId, ...of, event: 'clicked', at: now, source: 'link' } as const
    try {
      await database.write(organizationId, (tx) => Promise.all([addHit(tx, link, now), addMark(tx, mark)]), 'visitor')
    } catch (error) {
      log.error({ err: error, organizationId }, 'a click of a short link was not saved')
    }
  }

  async function sendMiss(req: Request, res: Response, now: Date): Promise<void> {
    if (!(await admitUse({ database }, MISSES, { req, res, now }))) return
    const words = 'Please call or text the clinic that sent it to you.'
    sendPage(res, 404, { below: '/s', title: 'This link does not work', words })
  }

  // Answers HEAD too.
  router.get('/s/:code', async (req, res) => {
    // The code leads to what one patient was sent, so no log line has it.
    res.locals.path = '/s/:code'
    const now = clock.now()
    const { code } = req.params
    const link = isShortCode(code) ? await database.systemStatement((queries) => findLink(queries, code, now)) : null
    if (link === null) return sendMiss(req, res, now)
    if (req.method === 'GET') await record(link, now)
    res
      .set({ 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' })
      .status(302)
      .set('Location', new URL(link.url).href)
      .end()
  })

  // An address that can't be decoded is like any other that leads nowhere.
  router.use('/s', async (error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (!(error instanceof URIError)) return next(error)
    res.locals.path = '/s/:code'
    await sendMiss(req, res, clock.now())
  })

  return router
}
