import { blockPhoneNumber } from '@foyer/contracts/inbox/blocking-calls.ts'
import { appendEvents } from '../../../events/append.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { block, readConsent, unblock } from '../../consent/consent.ts'
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
        await claimSenders(tx, organizationId, [phoneNumber])
        const shown = await lockOthersOfNumber(tx, { organizationId, phoneNumber, except: null })
        const from = await readConsent(tx, organizationId, phoneNumber)
        const hasChanged = await (body.blockPhoneNumber ? block : unblock)(tx, { organizationId, phoneNumber, at: now })
        const also = [{ kind: 'consent', from, to: await readConsent(tx, organizationId, phoneNumber) } as const]
        const changes = shown.map((one) =>
          conversationChange(tx, { before: one, after: one, by: caller.userId, now, also }),
        )
        await appendEvents(tx, { organizationId, at: now }, hasChanged ? changes : [])
        return { code: 'ok' as const, data: { phoneNumber, blocked: body.blockPhoneNumber } }
      }),
    ),
  ]
}
