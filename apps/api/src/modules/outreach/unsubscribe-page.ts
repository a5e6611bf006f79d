/**
 * The address to unsubscribe at, as RFC 8058 wants it: mail programs post to it without a person, and scanners of mails only
 * open it, which changes nothing. The page is the same for every token, so it tells nothing of whether one is real.
 */
import { type NextFunction, type Request, type Response, Router } from 'express'
import { pageStyle, sendPage } from '../../http/public-page/public-page.ts'
import type { Services } from '../../services.ts'
import { saveMailConsent } from './mail-consents.store.ts'
import { addMark } from './marks.store.ts'
import { admitUse, type NetworkLimit } from './network-limit.ts'
import { type UnsubscribeTicket, unsubscribeTokens } from './unsubscribe-token.ts'

/** The servers of one mail provider post for many people. */
const POSTS: NetworkLimit = {
  ...{ name: 'unsubscribe', most: 300, below: '/u', words: 'This page was used too often.' },
}

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
    // Before the token is read, so that the limit does not tell a real one from a forged one.
    if (!(await admitUse({ database }, POSTS, { req, res, now }))) return
    const ticket = tokens.read(req.params.token)
    if (ticket !== null) await save(ticket, isBack, now)
    send(res, isBack ? 'back' : 'stopped')
  })

  // A token that can't be decoded is like any other that this installation did not make.
  router.use('/u', async (error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (!(error instanceof URIError)) return next(error)
    res.locals.path = '/u/:token'
    if (req.method === 'POST' && !(await admitUse({ database }, POSTS, { req, res, now: clock.now() }))) return
    send(res, req.method !== 'POST' ? 'ask' : 'back' in req.query ? 'back' : 'stopped')
  })

  return router
}
