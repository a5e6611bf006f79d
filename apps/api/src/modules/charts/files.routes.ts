import { addPatientFile } from '@foyer/contracts/patients/chart-calls.ts'
import { appendEvents } from '../../events/append.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { withReceivedFiles } from '../attachments/attachments.ts'
import { lockPatients, patientEvents, readPatientStates } from '../patients/patients.ts'

const part = 'file'

/** Keeps files in a chart. Screens that show the chart learn of the file by the patient's event. */
export function chartFileRoutes(parts: Services): Route[] {
  return [
    route(addPatientFile, ({ params: { id: patientId }, files, caller, organizationId, write }) => {
      if (files.length === 0) throw notValid(part, 'A file is needed')
      return withReceivedFiles(
        parts,
        { organizationId, files, areTexted: false, part },
        ({ attachments, take, keep }) =>
          write(async (tx) => {
            const now = parts.clock.now()
            // Sent together; the store takes the lock first.
            const [, [patient]] = await Promise.all([
              lockPatients(tx, organizationId, [patientId]),
              readPatientStates(tx, organizationId, [patientId]),
            ])
            const [file] = attachments
            if (!patient || !file) throw notFound()
            keep(tx, { patientId, userId: caller.userId, createdAt: now })
            const { seq, epoch } = await appendEvents(
              tx,
              { organizationId, at: now, beforeHead: () => take(tx) },
              patientEvents(tx, { organizationId, patientIds: [patientId], now }),
            )
            const data = { ...file, createdAt: now.toISOString(), conversationId: null }
            return { code: 'ok' as const, data, asOf: seq, epoch }
          }),
      )
    }),
  ]
}
