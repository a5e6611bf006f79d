import * as calls from '@foyer/contracts/inbox/chat-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { createLookLimit } from '../../http/look-limit.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { automaticTexts } from '../conversations/conversations.ts'
import type { Seams } from '../module.ts'
import { findChatClinic } from '../organizations/organizations.ts'
import { findOwn, listVisible, type OwnConversation, placeOf } from './visitor-messages.store.ts'
import { ingestChat, markSeen } from './visitor-writes.ts'
import { admitVisitor, renewToken } from './visitors.ts'

const NEWEST = 50
const MISSED = 200

/** The chat of a clinic's web page. Only the token decides the organization and the conversation. */
export function chatRoutes(parts: Services & Seams): Route[] {
  const automatic = automaticTexts(parts.metrics)
  const limit = createLookLimit(parts.clock, 'Too many people look at the chat. Wait a minute.')
  return [
    route(calls.chatSession, async ({ body, req }) => ({
      code: 'ok' as const,
      data: await admitVisitor(parts, { organizationId: body.organizationId, address: req.ip ?? '' }),
    })),

    route(calls.chatWelcome, async ({ query: { organizationId, page = null }, req }) => {
      limit.admit(req.ip ?? '')
      const about = { organizationId, page, now: parts.clock.now() }
      const data = await parts.database.read(
        organizationId,
        async (tx) => {
          const clinic = await findChatClinic(tx, organizationId)
          if (!clinic || clinic.sites.length === 0) throw notFound()
          const shown = await Promise.all(parts.welcomes.map((welcome) => welcome.show(tx, about)))
          return shown.find((one) => one !== null) ?? null
        },
        'visitor',
      )
      return { code: 'ok' as const, data }
    }),

    route(calls.chatToken, async ({ body: { secret, ...visitor } }) => ({
      code: 'ok' as const,
      data: await renewToken(parts, visitor, secret),
    })),

    route(calls.chatSend, async ({ body, caller, organizationId, write }) => {
      const visitor = { organizationId, visitorId: caller.userId }
      const said = { clientId: body.clientId, body: body.message, welcome: body.welcome }
      const { message, answer } = await write((tx) => ingestChat(tx, parts, visitor, said))
      if (answer) automatic.inc(answer)
      return { code: 'ok' as const, data: message }
    }),

    route(calls.chatMessages, ({ query, caller, organizationId, read }) =>
      read(async (tx) => {
        const own = await findOwn(tx, { organizationId, visitorId: caller.userId })
        const { after = null } = query
        const limit = after === null ? NEWEST : MISSED
        const [, data] = await Promise.all([
          after === null ? null : placeIn(tx, own, 'after', after),
          own ? listVisible(tx, own, { after, limit }) : [],
        ])
        return { code: 'ok' as const, data, more: after !== null && data.length === limit }
      }),
    ),

    route(calls.chatSeen, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const own = await findOwn(tx, { organizationId, visitorId: caller.userId })
        const upTo = await placeIn(tx, own, 'upTo', body.upTo)
        if (own) await markSeen(tx, own, { upTo, now: parts.clock.now() })
        return { code: 'ok' as const, data: {} }
      }),
    ),
  ]
}

/** A foreign message, a note and an absent message get the same refusal. */
async function placeIn(tx: Tx, own: OwnConversation | undefined, field: string, id: string): Promise<number> {
  const place = own && (await placeOf(tx, own, id))
  if (place === undefined) throw notValid(field, 'Not a message of this conversation')
  return place
}
