import type { Route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { bookingRoutes } from './booking/booking.routes.ts'
import { changeRoutes } from './changes/changes.routes.ts'
import { dueDateRoutes } from './due-dates/due-dates.routes.ts'
import { exportRoutes } from './list/export.routes.ts'
import { listRoutes } from './list/list.routes.ts'
import { readingRoutes } from './reading/reading.routes.ts'
import { reminderRoutes } from './reminders/reminders.routes.ts'
import { settleRoutes } from './replies/settle.routes.ts'

export function appointmentRoutes(services: Services): Route[] {
  return [
    ...listRoutes,
    ...exportRoutes,
    ...changeRoutes(services),
    ...readingRoutes(services),
    ...settleRoutes(services),
    ...bookingRoutes(services),
    ...reminderRoutes(services),
    ...dueDateRoutes(services),
  ]
}
