import type { Tx } from '../../db/tx.ts'
import { keepRequest, reopenRequests, settleRequests } from '../figures/figures.ts'
import type { About, Happened } from './save-appointments.ts'
import { openRequestsBecome, requestOf } from './service-requests.rules.ts'

/** Writes what changes of visits mean for the patients' self-service requests, without waiting for the store. */
export function moveRequests(tx: Tx, { organizationId, by, now }: About, changed: readonly Happened[]): void {
  for (const { before, after } of changed) {
    const subject = { appointmentId: after.id }
    const become = openRequestsBecome(before, after, by)
    if (become === 'settled') settleRequests(tx, { organizationId, subject, at: now, isSelf: by === null })
    if (become === 'reopened') reopenRequests(tx, { organizationId, subject })
    const request = requestOf(before, after, by)
    if (request === null) continue
    const id = `visit:${after.id}:${request.kind}:${now.getTime()}`
    const { patientId } = after
    keepRequest(tx, {
      organizationId,
      id,
      type: 'appointment',
      subject,
      patientId,
      made: now,
      isSettled: request.isSettled,
    })
  }
}
