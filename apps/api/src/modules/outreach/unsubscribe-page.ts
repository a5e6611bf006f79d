/**
 * The address to unsubscribe at, as RFC 8058 wants it: mail programs post to it without a person, and scanners of mails only
 * open it, which changes nothing. The page is the same for every token, so it tells nothing of whether one is real.
 */
import { createHash } from 'node:crypto'
import { type NextFunction, type Request, type Response, Router } from 'express'
import { networkOf } from '../../http/client-network.rules.ts'
import { pageStyle, sendPage } from '../../http/public-page/public-page.ts'
import type { Services } from '../../services.ts'
import { countMiss } from './links.store.ts'
import { saveMailConsent } from './mail-consents.store.ts'
import { addMark } from './marks.store.ts'
import { type UnsubscribeTicket, unsubscribeTokens } from './unsubscribe-token.ts'

const WINDOW_MS = 60_000
/** The servers of one mail provider post for many people. */
const ASKS_MAX = 300

const PAGES = {
  ask: {
    title: 'Stop these e-mails?',
    words:
      'You will get no more e-mails like this one from the clinic. It can still write to you about your own questions.',
    form: '<form method="post" action="?"><button>Unsubscribe</button></form>',
  },
  stopped: {
    title: 'You are unsubscribed',
    words: 'You will get no more e-mails like this one from the clinic.',
    form: '<form method="post" action="?back"><button>Take it back</button></form>',
  },
  back: {
    title: 'You get these e-mails again',
    words: 'The clinic may send you e-mails like this one.',
    form: '<form method="post" action="?"><button>Unsubscribe</button></form>',
  },
} as const

export function unsubscribePage({ database, clock, config }: Pick<Services, 'database' | 'clock' | 'config'>): Router {
  const tokens = unsubscribeTokens(config)
  const router = Router()
  router.use(pageStyle('/u'))
  const send = (res: Response, page: keyof typeof PAGES) => sendPage(res, 200, { below: '/u', ...PAGES[page] })

  async function save(ticket: UnsubscribeTicket, isBack: boolean, at: Date): Promise<void> {
    const { organizationId, address, campaignId, patientId } = ticket
    const status = isBack ? 'subscribed' : 'unsubscribed'
    const mark = { organizationId, campaignId, patientId, event: 'optedOut', at, source: 'mail' } as const
    const said = { organizationId, address, status, at, source: 'link' } as const
    await database.write(
      organizationId,
      (tx) => Promise.all([saveMailConsent(tx, said), isBack || addMark(tx, mark)]),
      'visitor',
    )
  }

  /** False once it has answered that the network asks too often. */
  async function mayAsk(req: Request, res: Response, now: Date): Promise<boolean> {
    const key = createHash('sha256')
      .update(`unsubscribe:${networkOf(req.ip ?? '')}`)
      .digest('base64url')
    const { misses, until } = await database.systemStatement((queries) =>
      countMiss(queries, { key, now, windowMs: WINDOW_MS }),
    )
    if (misses <= ASKS_MAX) return true
    res.set('Retry-After', String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))))
    sendPage(res, 429, { below: '/u', title: 'Please wait a minute', words: 'This page was used too often.' })
    return false
  }

  router.use('/u/:token', (_req, res, next) => {
    // The token changes what its owner gets, so no log line has it.
    res.locals.path = '/u/:token'
    next()
  })

  router.get('/u/:token', (_req, res) => send(res, 'ask'))

  // The body is not read: its form differs between mail programs, and the address says everything.
  router.post('/u/:token', async (req, res) => {
    const now = clock.now()
    const isBack = 'back' in req.query
    const ticket = tokens.read(req.params.token)
    if (ticket !== null) {
      if (!(await mayAsk(req, res, now))) return
      await save(ticket, isBack, now)
    }
    send(res, isBack ? 'back' : 'stopped')
  })

  // A token that can't be decoded is like any other that this installation did not make.
  router.use('/u', (error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (!(error instanceof URIError)) return next(error)
    res.locals.path = '/u/:token'
    send(res, req.method !== 'POST' ? 'ask' : 'back' in req.query ? 'back' : 'stopped')
  })

  return router
}
