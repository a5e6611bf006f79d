import { blockPhoneNumber } from '@foyer/contracts/inbox/blocking-calls.ts'
import { appendEvents } from '../../../events/append.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { block, readConsentSince, unblock } from '../../consent/consent.ts'
import { claimSenders, conversationChange, lockOthersOfNumber } from '../../conversations/conversations.ts'
import { numberOfDigits } from '../../organizations/numbers.rules.ts'

export function blockingRoutes({ clock }: Services): Route[] {
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
        const changes = shown.flatMap((one) =>
          conversationChange(tx, { before: one, after: one, by: caller.userId, now, also }),
        )
        await appendEvents(tx, { organizationId, at: now }, to === null ? [] : changes)
        return { code: 'ok' as const, data: { phoneNumber, blocked: body.blockPhoneNumber } }
      }),
    ),
  ]
}
