/**
 * The page behind the link of a reminder by e-mail. Reading it changes nothing, because mail scanners follow links; its
 * buttons confirm the visit or ask for another time. It names no patient and no doctor.
 */
import { createHash } from 'node:crypto'
import { reminderValues } from '@foyer/contracts/appointments/reminder-words.rules.ts'
import express, { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import type { Tx } from '../../../db/tx.ts'
import type { RetentionStep } from '../../../events/retention.ts'
import { networkOf } from '../../../http/client-network.rules.ts'
import { pageStyle, sendPage } from '../../../http/public-page/public-page.ts'
import type { Services } from '../../../services.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { changeAppointments } from '../appointment-change.ts'
import { type AppointmentState, askForAnotherTime, confirm } from '../appointments.rules.ts'
import { readStates } from '../appointments.store.ts'
import { askForLink, deleteOldLinks, type VisitLink } from './visit-links.store.ts'

const WINDOW_MS = 60_000
const ASKS_MAX = 20
const asForm = express.urlencoded({ limit: '1kb', extended: false, parameterLimit: 5, inflate: false })
const answerSchema = z.object({ answer: z.enum(['confirm', 'reschedule']) })

export const linkRetention: RetentionStep = ({ database, clock }) =>
  database.system((tx) => deleteOldLinks(tx, clock.now()))

export function visitPage({ database, clock }: Pick<Services, 'database' | 'clock'>): Router {
  const router = Router()

  router.use(pageStyle('/v'))

  /** The link's appointment, if it still stands as the mail said; otherwise the answer was sent. */
  async function linkOf(req: Request, res: Response): Promise<VisitLink | null> {
    // The token opens the page, so no log line has it.
    res.locals.path = '/v/:token'
    const now = clock.now()
    const key = createHash('sha256')
      .update(`visit page:${networkOf(req.ip ?? '')}`)
      .digest('base64url')
    const token = String(req.params.token)
    const asking = { key, now, windowMs: WINDOW_MS }
    const { asks, until, link } = await database.systemStatement((queries) => askForLink(queries, token, asking))
    if (asks > ASKS_MAX) {
      res.set('Retry-After', String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))))
      send(res, 429, { title: 'Please wait a minute', words: 'This page was opened too often.' })
      return null
    }
    if (link === null) sendGone(res)
    return link
  }

  router.get('/v/:token', async (req, res) => {
    const link = await linkOf(req, res)
    if (link === null) return
    const shown = await database.read(link.organizationId, (tx) => read(tx, link), 'visitor')
    if (shown === null) sendGone(res)
    else
      send(res, 200, { ...shown.about, buttons: true, words: `${shown.about.words}${saidBefore(shown.appointment)}` })
  })

  router.post('/v/:token', asForm, async (req, res) => {
    const link = await linkOf(req, res)
    if (link === null) return
    const given = answerSchema.safeParse(req.body)
    if (!given.success)
      return send(res, 400, { title: 'Nothing was sent', words: 'Please go back and choose one of the two buttons.' })
    const { answer } = given.data
    const now = clock.now()
    const work = async (tx: Tx) => {
      const shown = await read(tx, link)
      if (shown === null) return null
      const about = { organizationId: link.organizationId, ids: [link.appointmentId], by: null, now }
      const { skipped } = await changeAppointments(tx, about, (one) => {
        if (!isAsTold(one, link)) return 'not_open'
        return answer === 'confirm' ? confirm(one, 'patient', now) : askForAnotherTime(one, now, null)
      })
      return skipped.some(({ reason }) => reason !== 'unchanged') ? null : shown.about
    }
    const about = await database.write(link.organizationId, work, 'visitor')
    if (about === null) return sendGone(res)
    const words =
      answer === 'confirm'
        ? `Thank you. Your visit is confirmed: ${about.words}`
        : `Thank you. We will contact you about another time. Until then we keep this time for you: ${about.words}`
    send(res, 200, { title: about.title, words })
  })

  return router
}

function isAsTold({ status, startsAt }: AppointmentState, link: VisitLink): boolean {
  return (status === 'scheduled' || status === 'confirmed') && startsAt.getTime() === link.startsAt.getTime()
}

/** Null if the visit was moved, was cancelled or has ended since the mail. */
async function read(tx: Tx, link: VisitLink) {
  const { organizationId, appointmentId } = link
  const [clinic, [appointment]] = await Promise.all([
    readClinic(tx, organizationId),
    readStates(tx, organizationId, [appointmentId]),
  ])
  if (!appointment || !isAsTold(appointment, link)) return null
  const nothing = { firstName: '', doctorName: '', location: '', visitType: '' }
  const { weekday, appointmentDate, appointmentTime } = reminderValues(
    { ...nothing, startsAt: appointment.startsAt },
    clinic,
  )
  const words = `${weekday}, ${appointmentDate} at ${appointmentTime}.`
  return { appointment, about: { title: `Your visit at ${clinic.name}`, words } }
}

function saidBefore({ status, reschedule }: AppointmentState): string {
  if (reschedule !== null) return ' You asked for another time.'
  return status === 'confirmed' ? ' You have confirmed.' : ''
}

/** An unknown link, one that has ended and one whose visit became another look alike. */
function sendGone(res: Response): void {
  send(res, 404, { title: 'This link no longer works', words: 'Please call or text the clinic about your visit.' })
}

interface Page {
  readonly title: string
  readonly words: string
  readonly buttons?: boolean
}

function send(res: Response, status: number, { title, words, buttons = false }: Page): void {
  const form = buttons
    ? `<form method="post"><button name="answer" value="confirm">Yes, I’ll be there</button>
<button name="answer" value="reschedule">I need another time</button></form>`
    : ''
  sendPage(res, status, { below: '/v', title, words, form })
}
