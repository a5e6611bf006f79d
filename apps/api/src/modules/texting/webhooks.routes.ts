/** The carrier's webhooks: patients' texts, and delivery reports of ours. */
import { failureReason, OPTED_OUT_CODE } from '@foyer/contracts/campaign/failure-causes.rules.ts'
import * as calls from '@foyer/contracts/inbox/calls.ts'
import type { Response } from 'express'
import { Counter } from 'prom-client'
import { createBulkhead } from '../../db/bulkhead.ts'
import { createPutAside } from '../../db/put-aside.ts'
import { limitLocks } from '../../db/transaction.ts'
import { letWait } from '../../http/admission.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { automaticTexts, findOrganizationOfSid, findText } from '../conversations/conversations.ts'
import type { Seams } from '../module.ts'
import { numberOf } from '../organizations/numbers.rules.ts'
import { findOrganizationOfQueued } from '../outbound/outbound.ts'
import { advances, deliveryOf } from './delivery.rules.ts'
import { applyDeliveryReport, type Report } from './delivery.ts'
import { createNumberOwners, type NumberOwners } from './number-owners.ts'
import { mediaOf, storable } from './posted-text.rules.ts'
import { createTextIntake, type Enter } from './text-intake.ts'

/**
 * The webhooks of one organization that may be in work, as a multiple of the limit of calls. It is a quarter of the carrier's
 * calls that may be open, so that the burst of one clinic refuses no webhook of another.
 */
const ORGANIZATION_TIMES = 2

export function webhookRoutes(parts: Services & Seams): Route[] {
  const { database, clock, log } = parts
  const counted = new Counter({
    name: 'foyer_carrier_posts_total',
    help: 'Webhooks of the carrier by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers: [parts.metrics],
  })
  const automatic = automaticTexts(parts.metrics)
  const putAside = createPutAside()
  const owners = createNumberOwners(database)
  const takeText = createTextIntake(parts, putAside, owners)
  const inWork = createBulkhead({ running: ORGANIZATION_TIMES * parts.config.callsAtOnce, waiting: 0, waitMs: 0 })
  const entering =
    (res: Response): Enter =>
    (organizationId, work) =>
      inWork.run(organizationId, () => {
        letWait(res)
        return work()
      })

  const takeReport = (organizationId: string, about: ReportedText, report: Report) =>
    putAside(organizationId, (locksMs) =>
      database.write(
        organizationId,
        async (tx) => {
          limitLocks(tx, locksMs)
          const text = await findText(tx, { organizationId, ...about })
          if (!text) return 'unknown'
          // Nothing would change, so nothing is locked: the status of a text that has the carrier's sid never goes back.
          if (text.isNamed && !advances(text.status, report.status)) return 'known'
          const key = { organizationId, conversationId: text.conversationId, messageId: text.id }
          return (await applyDeliveryReport(tx, parts, key, report, clock.now())) ? 'taken' : 'known'
        },
        'carrier',
      ),
    )

  return [
    route(calls.inboundText, async ({ body, requestId, res }) => {
      const text = {
        sid: body.MessageSid,
        from: numberOf(body.From),
        body: storable(body.Body),
        media: mediaOf(body.NumMedia, body),
      }
      const ingested = await takeText(numberOf(body.To), text, entering(res))
      if (ingested === null) {
        // No organization has the number. A refusal would only make the carrier retry, so the operator sees it in the
        // log and a metric.
        counted.inc({ kind: 'text', outcome: 'unknown_number' })
        log.warn({ requestId, messageSid: body.MessageSid }, 'received a text for a number that no organization has')
        return thank(res)
      }
      const { outcome, answer } = ingested
      counted.inc({ kind: 'text', outcome })
      if (answer) automatic.inc(answer)
      return thank(res)
    }),

    route(calls.textStatus, async ({ query, body, res }) => {
      const about = { sid: body.MessageSid, messageId: query.messageId, from: numberOf(body.From ?? '') }
      const status = deliveryOf(body.MessageStatus)
      const organizationId = await findOrganizationOfText(database, owners, about)
      if (status === null || organizationId === undefined) {
        counted.inc({ kind: 'status', outcome: 'ignored' })
        return thank(res)
      }
      const isFailure = status === 'failed' || status === 'undelivered'
      const report = {
        ...{ status, sid: about.sid, failureReason: isFailure ? failureReason(body.ErrorCode) : null },
        isOptOut: isFailure && body.ErrorCode === OPTED_OUT_CODE,
      }
      const take = (owner: string) => entering(res)(owner, () => takeReport(owner, about, report))
      let outcome = await take(organizationId)
      if (outcome === 'unknown') {
        // The number has moved since it was remembered, or since the text was sent.
        owners.forget(about.from, organizationId)
        const other = await findOrganizationOfText(database, owners, about, organizationId)
        if (other !== undefined) outcome = await take(other)
      }
      counted.inc({ kind: 'status', outcome })
      return thank(res)
    }),
  ]
}

interface ReportedText {
  readonly from: string
  readonly sid: string
  readonly messageId: string | undefined
}

/** Finds the organization of a reported text by its number, its sid, or its row in the queue. */
async function findOrganizationOfText(
  { systemStatement }: Services['database'],
  owners: NumberOwners,
  { from, sid, messageId }: ReportedText,
  except?: string,
): Promise<string | undefined> {
  const ways = [
    () => owners.find(from),
    () => systemStatement((queries) => findOrganizationOfSid(queries, sid)),
    () => messageId && systemStatement((queries) => findOrganizationOfQueued(queries, messageId)),
  ]
  for (const way of ways) {
    const found = await way()
    if (found && found !== except) return found
  }
  return undefined
}

/** An empty answer: the carrier has nothing to do. */
function thank(res: Response): undefined {
  res.type('text/xml').send('<Response/>')
}
