/** What the carrier posts: patients' texts, and what became of ours. */
import * as calls from '@foyer/contracts/inbox/calls.ts'
import type { Response } from 'express'
import { Counter } from 'prom-client'
import type { Tx } from '../../db/database.ts'
import { type Route, route } from '../../http/route.ts'
import type { Parts } from '../../parts.ts'
import { automaticTexts } from './automatic/automatic-metrics.ts'
import { findText } from './deliveries.store.ts'
import { deliveryOf, failureReason, OPTED_OUT_CODE } from './delivery.rules.ts'
import { settle } from './delivery.ts'
import { mediaOf, numberOf, storable } from './inbound.rules.ts'
import { findOrganizationOfNumber, findOrganizationOfText } from './organizations.store.ts'
import { takeIn } from './take-in.ts'

export function webhookRoutes(parts: Parts): Route[] {
  const { database, clock, log } = parts
  const counted = new Counter({
    name: 'foyer_carrier_posts_total',
    help: 'What the carrier posted and what came of it',
    labelNames: ['kind', 'outcome'],
    registers: [parts.metrics],
  })
  const automatic = automaticTexts(parts.metrics)

  return [
    route(calls.inboundText, async ({ body, requestId, res }) => {
      const organizationId = await database.system((tx) => findOrganizationOfNumber(tx, numberOf(body.To)))
      if (organizationId === undefined) {
        // Nobody's number: a refusal would only make the carrier try again. Whoever runs this must see it.
        counted.inc({ kind: 'text', outcome: 'unknown_number' })
        log.warn({ requestId, messageSid: body.MessageSid }, 'a text came to a number that no organization has')
        return thank(res)
      }
      const { outcome, answer } = await takeIn(parts, organizationId, {
        sid: body.MessageSid,
        from: numberOf(body.From),
        body: storable(body.Body),
        media: mediaOf(body.NumMedia, body),
      })
      counted.inc({ kind: 'text', outcome })
      if (answer) automatic.inc(answer)
      return thank(res)
    }),

    route(calls.textStatus, async ({ query, body, res }) => {
      const about = { sid: body.MessageSid, messageId: query.messageId }
      const from = numberOf(body.From ?? '')
      const status = deliveryOf(body.MessageStatus)
      const organizationId = await database.system((tx) => findOrganizationOfText(tx, { ...about, from }))
      if (status === null || organizationId === undefined) {
        counted.inc({ kind: 'status', outcome: 'ignored' })
        return thank(res)
      }
      const isFailure = status === 'failed' || status === 'undelivered'
      const report = {
        status,
        sid: body.MessageSid,
        failureReason: isFailure ? failureReason(body.ErrorCode) : null,
        isOptOut: isFailure && body.ErrorCode === OPTED_OUT_CODE,
      }
      const take = async (tx: Tx) => {
        const text = await findText(tx, { organizationId, ...about })
        if (!text) return 'unknown'
        const key = { organizationId, conversationId: text.conversationId, messageId: text.id }
        return (await settle(tx, key, report, clock.now())) ? 'taken' : 'known'
      }
      const outcome = await database.write(organizationId, take, 'carrier')
      counted.inc({ kind: 'status', outcome })
      return thank(res)
    }),
  ]
}

/** Nothing for the carrier to do; no automatic reply. */
function thank(res: Response): undefined {
  res.type('text/xml').send('<Response/>')
}
