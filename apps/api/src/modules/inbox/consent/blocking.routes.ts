import { blockPhoneNumber } from '@foyer/contracts/inbox/blocking-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { block, readConsentSince, recordConsent, unblock } from '../../consent/consent.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'
import {
  claimSenders,
  conversationChange,
  lockOthersOfNumber,
  reactToOptOut,
} from '../../conversations/conversations.ts'
import type { Seams } from '../../module.ts'
import { numberOfDigits } from '../../organizations/numbers.rules.ts'

export function blockingRoutes({ clock, ...seams }: Services & Seams): Route[] {
  /** The end of a block may leave an opt-out, which the patient sent while the number was blocked. */
  const reactTo = (tx: Tx, conversation: ConversationState, to: string | null, now: Date) =>
    to === 'opted_out' && conversation.channel === 'sms'
      ? reactToOptOut(tx, seams, { conversation, now })
      : { conversation, own: [], entries: [] }
  return [
    route(blockPhoneNumber, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const phoneNumber = numberOfDigits(body.phoneNumber)
        const now = clock.now()
        // The advisory lock on the sender serializes this change with received texts, and with a first
        // text to a number that has no conversation to lock yet.
        // The locks are sent together with the read, which is executed under them.
        const [, shown, consent] = await Promise.all([
          claimSenders(tx, organizationId, [phoneNumber]),
          lockOthersOfNumber(tx, { organizationId, phoneNumber, except: null }),
          readConsentSince(tx, organizationId, phoneNumber),
        ])
        const change = body.blockPhoneNumber ? block : unblock
        const to = await change(tx, { organizationId, phoneNumber, at: now }, consent)
        const also = to === null ? [] : [{ kind: 'consent', from: consent.smsStatus, to } as const]
        const by = caller.userId
        const told =
          to === null
            ? []
            : await recordConsent(tx, {
                ...{ organizationId, phoneNumber, was: consent.smsStatus, becomes: to, how: 'block', by, at: now },
              })
        const changed = await Promise.all(
          shown.map(async (before) => ({ before, ...(await reactTo(tx, before, to, now)) })),
        )
        const changes = changed.flatMap(({ before, conversation: after, own, entries }) => [
          ...conversationChange(tx, { before, after, by, now, also: [...also, ...own] }),
          ...entries,
        ])
        await appendEvents(tx, { organizationId, at: now }, to === null ? [] : [...changes, ...told])
        return { code: 'ok' as const, data: { phoneNumber, blocked: body.blockPhoneNumber } }
      }),
    ),
  ]
}
