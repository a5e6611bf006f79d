import { notificationPreferences, saveNotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { type Route, route } from '../../../http/route.ts'
import { readPreferences, savePreferences } from './notifications.store.ts'

export function notificationRoutes(): Route[] {
  return [
    route(notificationPreferences, ({ organizationId, caller: { userId }, read }) =>
      read(async (tx) => ({ code: 'ok' as const, data: await readPreferences(tx, { organizationId, userId }) })),
    ),

    route(saveNotificationPreferences, ({ body: { organizationId, ...asked }, caller: { userId }, write }) =>
      write(async (tx) => {
        await savePreferences(tx, { organizationId, userId }, asked)
        return { code: 'ok' as const, data: await readPreferences(tx, { organizationId, userId }) }
      }),
    ),
  ]
}
