import { patientsWithSameNumber } from '@foyer/contracts/inbox/patient-calls.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { numberOfDigits } from '../organizations/numbers.rules.ts'
import { peopleRoutes } from './people.routes.ts'
import { listPatientsOfNumber } from './same-number.store.ts'

export function patientRoutes(parts: Pick<Services, 'clock'>): Route[] {
  return [
    ...peopleRoutes(parts),

    route(patientsWithSameNumber, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const data = await listPatientsOfNumber(tx, organizationId, numberOfDigits(query.phoneNumber))
        return { code: 'ok' as const, data }
      }),
    ),
  ]
}
