import type { Route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { changeRoutes } from './changes/changes.routes.ts'
import { listRoutes } from './list/list.routes.ts'
import { readingRoutes } from './reading/reading.routes.ts'

export function appointmentRoutes(services: Services): Route[] {
  return [...listRoutes, ...changeRoutes(services), ...readingRoutes(services)]
}
