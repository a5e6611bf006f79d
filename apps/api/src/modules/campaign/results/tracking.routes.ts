import { trackDripCampaign } from '@foyer/contracts/outreach/link-calls.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { mark } from '../../outreach/outreach.ts'
import { countTracked, haveBoth } from './tracking.store.ts'

export function trackingRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(trackDripCampaign, async ({ params, organizationId, check, write }) => {
      await check()
      const { a: campaignId, b: patientId, c: event } = params
      const about = { organizationId, campaignId }
      return write(async (tx) => {
        const at = clock.now()
        // Sent together: the counts have the new mark, and a refusal takes it back. The ledger alone says what was sent.
        const [isKnown, , data] = await Promise.all([
          haveBoth(tx, about, patientId),
          event === 'sent' ? false : mark(tx, { ...about, patientId, event, at, source: 'staff' }),
          countTracked(tx, about),
        ])
        if (!isKnown) throw notFound()
        return { code: 'ok' as const, data }
      })
    }),
  ]
}
