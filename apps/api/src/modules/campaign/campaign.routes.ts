import { sendCampaignNotification } from '@foyer/contracts/campaign/notification-calls.ts'
import { type Route, route } from '../../http/route.ts'
import type { Parts } from '../../parts.ts'
import { notify } from '../messaging/messaging.ts'

/** The campaign service. The binder of calls checks the credentials that its calls take beside a token. */
export function campaignRoutes(parts: Parts): Route[] {
  return [
    route(sendCampaignNotification, ({ body, caller, organizationId, write }) =>
      write((tx) => notify(tx, parts, { organizationId, userId: caller.userId }, body)),
    ),
  ]
}
