import { resolveStopRequest } from '@foyer/contracts/inbox/consent-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, readHead } from '../../../events/append.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { readConsent, recordConsent, saveConsent, tellPatientsOfNumber } from '../../consent/consent.ts'
import { optOutConfirmation } from '../../consent/wordings.rules.ts'
import { askToStop, type ConversationState, endWait } from '../../conversations/conversations.rules.ts'
import {
  automaticTexts,
  changeConversation,
  conversationChange,
  findConversation,
  lockConversation,
  lockNumberOf,
  lockOthersOfNumber,
  reactToOptOut,
  sendAutomatically,
} from '../../conversations/conversations.ts'
import type { Seams } from '../../module.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { makeDueNow } from '../../outbound/outbound.ts'

export function stopRequestRoutes(parts: Services & Seams): Route[] {
  const { clock } = parts
  const counted = automaticTexts(parts.metrics)
  return [
    route(resolveStopRequest, async ({ body, caller, organizationId, write }) => {
      const { conversationId, optOut } = body
      let confirmed: string | null = null
      const reply = await write(async (tx) => {
        confirmed = null
        const about = { organizationId, conversationId, by: caller.userId, now: clock.now() }
        if (optOut) await lockNumberOf(tx, organizationId, conversationId)
        const before = await lockConversation(tx, organizationId, conversationId)
        if (optOut) confirmed = await optOutNumber(tx, parts, before, about)
        // A number that was opted out or blocked before stays so; only the request is cleared.
        if (confirmed === null) {
          const { phoneNumber, askedToStop } = before
          const told = askedToStop ? await tellPatientsOfNumber(tx, { organizationId, phoneNumber }, about.now) : []
          return changeConversation(tx, about, (conversation) => askToStop(conversation, false), told)
        }
        const data = await findConversation(tx, { organizationId, id: conversationId, now: about.now })
        if (!data) throw notFound()
        const { seq, epoch } = await readHead(tx, organizationId)
        return { code: 'ok' as const, data, asOf: seq, epoch }
      })
      if (confirmed !== null) counted.inc({ kind: 'opt_out_confirmation', outcome: confirmed })
      return reply
    }),
  ]
}

/**
 * Opts the patient out, as they asked. Returns the outcome of the opt-out confirmation, or null if the number was not
 * subscribed.
 */
async function optOutNumber(
  tx: Tx,
  parts: Services & Seams,
  before: ConversationState,
  { by, now }: { by: string; now: Date },
): Promise<string | null> {
  const { organizationId, id: conversationId, phoneNumber } = before
  if (before.channel !== 'sms')
    throw new Refusal('no_channel', 'This conversation is a chat and no texts go out of it.')
  const known = await readConsent(tx, organizationId, phoneNumber)
  // The consent of a blocked number takes effect when the block ends.
  if (known === 'blocked') await saveConsent(tx, { organizationId, phoneNumber, smsStatus: 'opted_out', at: now })
  if (known !== 'subscribed') return null
  await saveConsent(tx, { organizationId, phoneNumber, smsStatus: 'opted_out', at: now })
  await makeDueNow(tx, { organizationId, conversationId })
  const alsoShown = await lockOthersOfNumber(tx, { organizationId, phoneNumber, except: conversationId })
  const conversation = endWait(askToStop(before, false))
  const { conversation: after, own, entries: reactions } = await reactToOptOut(tx, parts, { conversation, now })
  // A patient who asked in plain words has opted out by a text, whoever confirms it.
  const change = { was: known, becomes: 'opted_out', how: 'text', by, at: now } as const
  const entries = [...reactions, ...(await recordConsent(tx, { organizationId, phoneNumber, ...change }))]
  const also = [{ kind: 'consent', from: 'subscribed', to: 'opted_out' } as const]
  const body = optOutConfirmation(await readClinic(tx, organizationId))
  const sent = await sendAutomatically(
    tx,
    parts,
    { before, after, by, also, alsoShown, own, entries, settles: true },
    { body, kind: 'opt_out_confirmation', now },
  )
  if (sent.outcome !== 'made')
    await appendEvents(tx, { organizationId, at: now }, [
      ...conversationChange(tx, { before, after, by, now, also: [...also, ...own], settles: true }),
      ...alsoShown.flatMap((other) => conversationChange(tx, { before: other, after: other, by, now, also })),
      ...entries,
    ])
  return sent.outcome
}
