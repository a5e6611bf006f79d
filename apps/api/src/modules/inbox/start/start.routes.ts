import { createWithMessage } from '@foyer/contracts/inbox/start-calls.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Parts } from '../../../parts.ts'
import { start } from './start.ts'

export function startRoutes(parts: Parts): Route[] {
  return [
    route(createWithMessage, ({ body, caller, organizationId, write }) => {
      const { patientId, phoneNumber, message } = body
      return write((tx) => start(tx, parts, { organizationId, userId: caller.userId, patientId, phoneNumber, message }))
    }),
  ]
}
