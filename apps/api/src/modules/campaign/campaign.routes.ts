import { sendCampaignNotification } from '@foyer/contracts/campaign/notification-calls.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { notify } from '../messaging/messaging.ts'
import { audienceRoutes } from './audience/audience.routes.ts'
import { launchRoutes } from './audience/launch.routes.ts'
import { actionRoutes } from './campaigns/action.routes.ts'
import { readRoutes } from './campaigns/read.routes.ts'
import { testRoutes } from './campaigns/test.routes.ts'
import { writeRoutes } from './campaigns/write.routes.ts'
import { dashboardRoutes } from './results/dashboard.routes.ts'
import { recipientRoutes } from './results/recipients.routes.ts'
import { trackingRoutes } from './results/tracking.routes.ts'
import { outreachSettingsRoutes } from './settings/outreach-settings.routes.ts'
import { templateRoutes } from './templates/templates.routes.ts'

/** The calls of the campaign service. `bindRoutes` checks the credentials that they require in addition to a token. */
export function campaignRoutes(parts: Services): Route[] {
  return [
    route(sendCampaignNotification, ({ body, caller, organizationId, write }) =>
      write((tx) => notify(tx, parts, { organizationId, userId: caller.userId }, body)),
    ),
    ...readRoutes(parts),
    ...writeRoutes(parts),
    ...actionRoutes(parts),
    ...audienceRoutes(parts),
    ...launchRoutes(parts),
    ...testRoutes(parts),
    ...recipientRoutes,
    ...dashboardRoutes,
    ...trackingRoutes(parts),
    ...templateRoutes(parts),
    ...outreachSettingsRoutes(parts),
  ]
}
