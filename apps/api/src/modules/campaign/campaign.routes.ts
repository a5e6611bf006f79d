import { sendCampaignNotification } from '@foyer/contracts/campaign/notification-calls.ts'
import { type Route, route } from '../../http/route.ts'
import type { Notify } from '../messaging/notify.ts'

/** The campaign service. What its calls ask for beside a token is held to where every call is bound. */
export function campaignRoutes(notify: Notify): Route[] {
  return [
    route(sendCampaignNotification, ({ body, caller, organizationId, write }) =>
      write((tx) => notify(tx, { organizationId, userId: caller.userId }, body)),
    ),
  ]
}
