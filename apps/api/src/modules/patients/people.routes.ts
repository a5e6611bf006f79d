import * as calls from '@foyer/contracts/inbox/people-calls.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findStaffByName, listStaff } from '../organizations/organizations.ts'
import { soughtWords, together } from './people.rules.ts'
import { findPatients } from './people.store.ts'

export function peopleRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(calls.searchUsers, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const words = soughtWords(query.search)
        const staff = await findStaffByName(tx, organizationId, words)
        const patients = await findPatients(tx, organizationId, words, clock.now())
        return { code: 'ok' as const, data: together(staff, patients) }
      }),
    ),

    route(calls.agentsBasedOnRole, ({ query, organizationId, read }) =>
      read(async (tx) => ({ code: 'ok' as const, data: await listStaff(tx, organizationId, query.role) })),
    ),
  ]
}
