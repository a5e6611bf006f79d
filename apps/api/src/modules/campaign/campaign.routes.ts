import { sendCampaignNotification } from '@foyer/contracts/campaign/notification-calls.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { notify } from '../messaging/messaging.ts'

/** The calls of the campaign service. `bindRoutes` checks the credentials that they require in addition to a token. */
export function campaignRoutes(parts: Services): Route[] {
  return [
    route(sendCampaignNotification, ({ body, caller, organizationId, write }) =>
      write((tx) => notify(tx, parts, { organizationId, userId: caller.userId }, body)),
    ),
  ]
}
